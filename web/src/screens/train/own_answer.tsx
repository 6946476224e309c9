// The trainee's answer: moves, which are checked, or only their number; either is recorded in the history.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { asProblemError } from "../../api/answer";
import { ProblemError } from "../../api/client";
import { Field, ProblemText } from "../../components/basics";
import { strings } from "../../i18n";
import { type Attempt, newId, save } from "./attempts";
import { judge, type Target } from "./judge";

interface Shown {
  setup: string;
  /** The minimum, or null while it is not known. */
  optimum: number | null;
  isSearching: boolean;
  target: Target;
  record: Omit<Attempt, "id" | "date" | "optimum" | "length" | "moves">;
  title: string;
}

type Outcome =
  | { kind: "recorded"; length: number; difference: number; rotation: string }
  | { kind: "unsolved"; remaining: number | null }
  | { kind: "impossible"; length: number }
  | { kind: "problem"; problem: ProblemError; text: string }
  | { kind: "lost"; reason: string };

export function OwnAnswer({ setup, optimum, isSearching, target, record, title }: Shown) {
  const { train: s, common } = strings.value;
  const [moves, setMoves] = useState("");
  const [count, setCount] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // A second answer to the same scramble replaces the first.
  const id = useRef(newId());
  const hint = useId();
  const control = useRef(new AbortController());
  // Another scramble has its own answer: the check of this one is abandoned.
  useEffect(() => () => control.current.abort(), []);

  const store = async (length: number, moves: string, rotation: string): Promise<Outcome> => {
    if (optimum === null) return { kind: "lost", reason: s.noMinimum };
    if (length < optimum) return { kind: "impossible", length };
    try {
      await save({ ...record, id: id.current, date: new Date().toISOString(), optimum, length, moves });
    } catch (error) {
      return { kind: "lost", reason: String(error) };
    }
    return { kind: "recorded", length, difference: length - optimum, rotation };
  };
  const submit = async (work: () => Promise<Outcome>, text: string) => {
    setBusy(true);
    setOutcome(null);
    try {
      setOutcome(await work());
    } catch (error) {
      if (control.current.signal.aborted) return;
      setOutcome({ kind: "problem", problem: asProblemError(error), text });
    }
    setBusy(false);
  };
  const check = () =>
    submit(async () => {
      const verdict = await judge(setup, moves, target, control.current.signal);
      return verdict.isSolved ? store(verdict.length, verdict.moves, verdict.rotation) : { kind: "unsolved", remaining: verdict.remaining };
    }, moves);
  const isOff = isBusy || optimum === null;
  const button = outcome?.kind === "recorded" ? s.recordAgain : s.record;
  return (
    <div class="stack train-own">
      <form
        class="row train-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOff && moves.trim() !== "") void check();
        }}
      >
        <Field label={s.ownMoves}>
          <input
            class="moves"
            value={moves}
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            aria-describedby={hint}
            onInput={(event) => setMoves(event.currentTarget.value)}
          />
        </Field>
        <button type="submit" disabled={isOff || moves.trim() === ""}>
          {s.check}
        </button>
      </form>
      <form
        class="row train-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOff && count !== "") void submit(() => store(Number(count), "", ""), "");
        }}
      >
        <Field label={s.solvedIn}>
          <input type="number" min={0} max={99} required value={count} onInput={(event) => setCount(event.currentTarget.value)} />
        </Field>
        <button type="submit" disabled={isOff || count === ""}>
          {button}
        </button>
      </form>
      <p class="quiet train-note" id={hint}>
        {record.hold === "down" || (target.colors.length === 1 && target.colors[0] === "yellow") ? s.ownHintPlain : s.ownHint}
      </p>
      <div role="status" class="train-outcome">
        {(isBusy || isSearching) && common.loading}
        {outcome?.kind === "recorded" && (
          <span class={outcome.difference === 0 ? "train-good" : undefined}>
            {s.recorded(outcome.length, outcome.difference)} {outcome.rotation !== "" && s.assumed(outcome.rotation)}
          </span>
        )}
        {outcome?.kind === "unsolved" && <span class="problem">{s.unsolved(title, outcome.remaining)}</span>}
        {outcome?.kind === "impossible" && <span class="problem">{s.impossible(outcome.length, optimum ?? 0)}</span>}
        {outcome?.kind === "lost" && <span class="problem">{s.notStored(outcome.reason)}</span>}
      </div>
      {outcome?.kind === "problem" && (
        <ProblemText error={outcome.problem} text={outcome.problem.problem.position?.parameter === "solution" ? outcome.text : undefined} />
      )}
    </div>
  );
}
