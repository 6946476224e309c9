// The choice of a goal: a named one, or an own expression with its errors as it is typed.
import { useId, useState } from "preact/hooks";
import { useAnswer } from "../api/answer";
import { api, ask } from "../api/client";
import { strings } from "../i18n";
import { Field } from "./basics";

const NAMED = ["std", "pseudo", "pair", "pseudo_pair", "eo"] as const;
const isNamed = (goal: string) => NAMED.some((name) => name === goal);

/** A list of goals, and a box for an expression. `onChange` gets goals that the server can read, and no others. */
export function GoalChoice({ goal, onChange }: { goal: string; onChange: (goal: string) => void }) {
  const { common } = strings.value;
  const [isOwn, setOwn] = useState(!isNamed(goal));
  return (
    <div class="row goal">
      <Field label={common.goal}>
        <select
          value={isOwn ? "own" : goal}
          onChange={(event) => {
            const value = event.currentTarget.value;
            setOwn(value === "own");
            if (value !== "own") onChange(value);
          }}
        >
          {NAMED.map((name) => (
            <option key={name} value={name}>
              {common.goals[name]}
            </option>
          ))}
          <option value="own">{common.ownGoal}</option>
        </select>
      </Field>
      {isOwn && <Expression goal={isNamed(goal) ? "cross + FR" : goal} onChange={onChange} />}
    </div>
  );
}

/** A text that the server checks as it is typed. */
function Expression({ goal, onChange }: { goal: string; onChange: (goal: string) => void }) {
  const { common } = strings.value;
  const [text, setText] = useState(goal);
  const id = useId();
  const checked = useAnswer(
    text === "" ? null : text,
    async (signal) => {
      const answer = await ask(api.GET("/v1/goals/check", { params: { query: { goal: text } }, signal }));
      if (answer.valid) onChange(text);
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
        {error && (
          <span class="problem">
            {error.message} ({common.atColumn(error.column)})
          </span>
        )}
      </div>
    </div>
  );
}
