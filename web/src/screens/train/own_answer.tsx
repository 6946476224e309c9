// The trainee's answer: moves, which are checked, or only their number; either is recorded in the history.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { asProblemError } from "../../api/answer";
import { ProblemError } from "../../api/client";
import { Field, ProblemText } from "../../components/basics";
import { strings } from "../../i18n";
import { practice } from "../../i18n/practice";
import { judge, type Target } from "./judge";
import { LossView, type Scene } from "./loss_view";
import { type Examined, examine } from "./losses";
import type { Recorder, Stored } from "./record";
import { areKeysOn, useShortcuts } from "../../state/shortcuts";

interface Shown {
  setup: string;
  /** The minimum, or null while it is not known. */
  optimum: number | null;
  isSearching: boolean;
  target: Target;
  recorder: Recorder;
  title: string;
  onPlay: (scene: Scene) => void;
  onNext: () => void;
  /** Gives the keys back to the screen. */
  onLeave: () => void;
}

type Outcome =
  | { kind: "recorded"; length: number; difference: number; rotation: string; stored: Stored }
  | { kind: "unsolved"; remaining: number | null }
  | { kind: "impossible"; length: number }
  | { kind: "problem"; problem: ProblemError; text: string }
  | { kind: "lost"; reason: string };

export function OwnAnswer({ setup, optimum, isSearching, target, recorder, title, onPlay, onNext, onLeave }: Shown) {
  const { train: s, common } = strings.value;
  const { loop } = practice.value;
  const [moves, setMoves] = useState("");
  const [count, setCount] = useState("");
  const [isBusy, setBusy] = useState(false);
  // The field whose Enter waits for the minimum.
  const [awaiting, setAwaiting] = useState<"moves" | "count" | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [examined, setExamined] = useState<Examined | null>(null);
  const hint = useId();
  const movesField = useRef<HTMLInputElement>(null);
  const countField = useRef<HTMLInputElement>(null);
  const control = useRef(new AbortController());
  // Another scramble has its own answer: the check of this one is abandoned.
  useEffect(() => () => control.current.abort(), []);

  const store = async (length: number, moves: string, rotation: string): Promise<Outcome> => {
    if (optimum === null) return { kind: "lost", reason: s.noMinimum };
    if (length < optimum) return { kind: "impossible", length };
    let stored: Stored;
    try {
      stored = await recorder.moves(length, moves);
    } catch (error) {
      return { kind: "lost", reason: s.notStored(String(error)) };
    }
    if (moves !== "") void find(length, moves, optimum, stored);
    return { kind: "recorded", length, difference: length - optimum, rotation, stored };
  };
  /** Finds what the lost moves were lost by. The answer is recorded before, since this may take a while. */
  const find = async (length: number, moves: string, optimum: number, stored: Stored) => {
    const { goal, label, colors } = target;
    try {
      const found = await examine({ goal, label, colors, setup, moves, length, optimum }, control.current.signal);
      setExamined(found);
      const { departure, ...losses } = found;
      if (stored === "counted") await recorder.change(losses);
    } catch {
      // The answer counts without it.
    }
  };
  const submit = async (work: () => Promise<Outcome>, text: string) => {
    setBusy(true);
    setOutcome(null);
    setExamined(null);
    try {
      const outcome = await work();
      setOutcome(outcome);
      // The next key is one of the screen: Space or Enter for the next scramble.
      if (outcome.kind === "recorded" && areKeysOn.peek()) onLeave();
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
  const isRecorded = outcome?.kind === "recorded";
  const record = { moves: () => void check(), count: () => void submit(() => store(Number(count), "", ""), "") };
  /** The second Enter, with the same text, goes on. */
  const enter = (event: Event, field: keyof typeof record, text: string) => {
    event.preventDefault();
    if (isRecorded) onNext();
    else if (!isBusy && text.trim() !== "") {
      if (optimum === null) setAwaiting(field);
      else record[field]();
    }
  };
  useEffect(() => {
    if (optimum === null || awaiting === null) return;
    setAwaiting(null);
    record[awaiting]();
  }, [optimum, awaiting]);
  const writeCount = (digit: string) => {
    setCount(digit);
    setOutcome(null);
    countField.current?.focus();
  };
  useShortcuts({
    enter: () => (isRecorded ? onNext() : movesField.current?.focus()),
    m: () => countField.current?.select(),
    ...Object.fromEntries(Array.from("0123456789", (digit) => [digit, () => writeCount(digit)])),
  });
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onLeave();
  };
  const change = (set: (text: string) => void) => (event: { currentTarget: HTMLInputElement }) => {
    set(event.currentTarget.value);
    setOutcome(null);
    setAwaiting(null);
  };
  return (
    <div class="stack tight parted">
      <div class="row fields">
        <form class="row fields grow" onSubmit={(event) => enter(event, "moves", moves)}>
          <Field label={s.ownMoves}>
            <input
              class="moves"
              ref={movesField}
              value={moves}
              spellcheck={false}
              autocomplete="off"
              autocapitalize="off"
              aria-describedby={hint}
              onKeyDown={leave}
              onInput={change(setMoves)}
            />
          </Field>
          <button type="button" disabled={isOff || moves.trim() === ""} onClick={record.moves}>
            {s.check}
          </button>
        </form>
        <form class="row fields" onSubmit={(event) => enter(event, "count", count)}>
          <Field label={s.solvedIn}>
            <input ref={countField} type="number" min={0} max={99} required value={count} onKeyDown={leave} onInput={change(setCount)} />
          </Field>
          <button type="button" disabled={isOff || count === ""} onClick={record.count}>
            {recorder.attempt?.length != null ? s.recordAgain : s.record}
          </button>
        </form>
      </div>
      <p class={outcome === null ? "quiet" : "hidden"} id={hint}>
        {target.hold === "down" || (target.colors.length === 1 && target.colors[0] === "yellow") ? s.ownHintPlain : s.ownHint}
      </p>
      <div role="status">
        {(isBusy || isSearching) && common.loading}
        {outcome?.kind === "recorded" && (
          <>
            <span class={outcome.difference === 0 ? "good strong" : undefined}>
              {outcome.stored === "counted" ? s.recorded(outcome.length, outcome.difference) : outcome.stored === "kept-first" ? loop.keptFirst : loop.movesNotCounted}{" "}
              {outcome.rotation !== "" && s.assumed(outcome.rotation)}
            </span>{" "}
            <span class="quiet for-keys">{loop.nextHint}</span>
          </>
        )}
        {outcome?.kind === "unsolved" && <span class="problem">{s.unsolved(title, outcome.remaining)}</span>}
        {outcome?.kind === "impossible" && <span class="problem">{s.impossible(outcome.length, optimum ?? 0)}</span>}
        {outcome?.kind === "lost" && <span class="problem">{outcome.reason}</span>}
      </div>
      {examined !== null && <LossView examined={examined} setup={setup} onPlay={onPlay} />}
      {outcome?.kind === "problem" && (
        <ProblemText error={outcome.problem} text={outcome.problem.problem.position?.parameter === "solution" ? outcome.text : undefined} />
      )}
    </div>
  );
}
