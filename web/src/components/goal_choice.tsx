// The choice of a goal: a named one, or an own expression with its errors as it is typed.
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { hasGoal, isPreparing } from "../api/abilities";
import { useAnswer } from "../api/answer";
import { api, ask } from "../api/client";
import { strings } from "../i18n";
import { CheckProblem, Field } from "./basics";

/** The named goals. Some have tables of their own, which a server fills only if it is told to. */
const NAMED = ["std", "pseudo", "pair", "pseudo_pair", "eo", "roux", "petrus", "zz"] as const;
type GoalName = (typeof NAMED)[number];
const isNamed = (goal: string) => NAMED.some((name) => name === goal);

/** The expression with which the box opens. */
const EXAMPLE = "cross + FR";

/** A list of goals, and a box for an expression. `onChange` gets goals that the server can read, and no others. */
export function GoalChoice({ goal, onChange }: { goal: string; onChange: (goal: string) => void }) {
  const { common } = strings.value;
  // The goal that the box has sent: any other comes from the list or from the address, which also opens or closes the box.
  const sent = useRef<string | null>(null);
  const [isOpen, setOpen] = useState(!isNamed(goal));
  // The number of goals from elsewhere: each starts another text.
  const [others, setOthers] = useState(0);
  useLayoutEffect(() => {
    if (goal === sent.current) return;
    setOpen(!isNamed(goal));
    setOthers((others) => others + 1);
  }, [goal]);
  const missing = NAMED.filter((name) => !hasGoal(name));
  const coming = missing.filter(isPreparing);
  const absent = missing.filter((name) => !isPreparing(name));
  const send = (goal: string) => {
    sent.current = goal;
    onChange(goal);
  };
  return (
    <div class="row fields no-print">
      <Field label={common.goal}>
        <select
          value={isOpen ? "own" : goal}
          onChange={(event) => {
            const value = event.currentTarget.value;
            setOpen(value === "own");
            sent.current = null;
            if (value !== "own") onChange(value);
          }}
        >
          {NAMED.map((name) => (
            <option key={name} value={name} disabled={missing.includes(name)}>
              {absent.includes(name) ? common.notHere(common.goals[name]) : common.goals[name]}
            </option>
          ))}
          <option value="own">{common.ownGoal}</option>
        </select>
      </Field>
      {coming.length > 0 && <p class="quiet no-print" role="status">{common.goalsPreparing(namesOf(coming))}</p>}
      {absent.length > 0 && <MissingGoals names={absent} />}
      {isOpen && <Expression key={others} goal={isNamed(goal) ? EXAMPLE : goal} shown={goal} onChange={send} />}
    </div>
  );
}

function namesOf(goals: readonly GoalName[]): string {
  const { common } = strings.value;
  return goals.map((name) => common.goals[name]).join(common.listComma);
}

/** Why some goals cannot be chosen, and how to change that. */
function MissingGoals({ names }: { names: readonly GoalName[] }) {
  const { common } = strings.value;
  return (
    <details class="quiet no-print">
      <summary>{common.goalsMissing(namesOf(names))}</summary>
      <p>
        {common.goalsMissingHow} <code class="moves">cubiform serve --goals {["std", ...names.filter((name) => name !== "std")].join(",")}</code>
      </p>
    </details>
  );
}

/** A text that the server checks as it is typed. `shown` is the goal in use. */
function Expression({ goal, shown, onChange }: { goal: string; shown: string; onChange: (goal: string) => void }) {
  const { common } = strings.value;
  const [text, setText] = useState(goal);
  const id = useId();
  const checked = useAnswer(
    text === "" ? null : text,
    async (signal) => {
      const answer = await ask(api.GET("/v1/goals/check", { params: { query: { goal: text } }, signal }));
      if (answer.valid && text !== shown) onChange(text);
      return answer;
    },
    150,
  );
  const error = checked.value?.error;
  return (
    <div class="field">
      <Field label={common.ownGoal}>
        <input
          class="moves"
          value={text}
          aria-invalid={error !== null && error !== undefined}
          aria-describedby={id}
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <div id={id} aria-live="polite">
        {error && <CheckProblem error={error} text={text} />}
      </div>
    </div>
  );
}
