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

interface Shown {
  setup: string;
  /** The minimum, or null while it is not known. */
  optimum: number | null;
  isSearching: boolean;
  target: Target;
  recorder: Recorder;
  title: string;
  /** The field of the moves, for those who give it the focus. */
  field: { current: HTMLInputElement | null };
  onPlay: (scene: Scene) => void;
  onNext: () => void;
  /** Leaves the field. */
  onLeave: () => void;
}

type Outcome =
  | { kind: "recorded"; length: number; difference: number; rotation: string; stored: Stored }
  | { kind: "unsolved"; remaining: number | null }
  | { kind: "impossible"; length: number }
  | { kind: "problem"; problem: ProblemError; text: string }
  | { kind: "lost"; reason: string };

export function OwnAnswer({ setup, optimum, isSearching, target, recorder, title, field, onPlay, onNext, onLeave }: Shown) {
  const { train: s, common } = strings.value;
  const { loop } = practice.value;
  const [moves, setMoves] = useState("");
  const [count, setCount] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [examined, setExamined] = useState<Examined | null>(null);
  const hint = useId();
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
  const isRecorded = outcome?.kind === "recorded";
  /** The second Enter, with the same text, goes on. */
  const enter = (event: Event, text: string, record: () => void) => {
    event.preventDefault();
    if (isRecorded) onNext();
    else if (!isOff && text.trim() !== "") record();
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onLeave();
  };
  const change = (set: (text: string) => void) => (event: { currentTarget: HTMLInputElement }) => {
    set(event.currentTarget.value);
    setOutcome(null);
  };
  return (
    <div class="stack tight parted">
      <form class="row fields" onSubmit={(event) => enter(event, moves, () => void check())}>
        <Field label={s.ownMoves}>
          <input
            class="moves"
            ref={field}
            value={moves}
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            aria-describedby={hint}
            onKeyDown={leave}
            onInput={change(setMoves)}
          />
        </Field>
        <button type="button" disabled={isOff || moves.trim() === ""} onClick={() => void check()}>
          {s.check}
        </button>
      </form>
      <form class="row fields" onSubmit={(event) => enter(event, count, () => void submit(() => store(Number(count), "", ""), ""))}>
        <Field label={s.solvedIn}>
          <input type="number" min={0} max={99} required value={count} onKeyDown={leave} onInput={change(setCount)} />
        </Field>
        <button type="button" disabled={isOff || count === ""} onClick={() => void submit(() => store(Number(count), "", ""), "")}>
          {recorder.attempt?.length != null ? s.recordAgain : s.record}
        </button>
      </form>
      <p class="quiet" id={hint}>
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
