// One case: its scramble, the timer, and after it the name, the algorithms and the rating.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { ProblemText } from "../../components/basics";
import { type Case, nameOf, titleOf } from "../../components/cases/case";
import { CasePicture } from "../../components/cases/pictures";
import { maskOfCase } from "../../components/cases/player_mask";
import { scramblesOf } from "../../components/cases/scrambles";
import { setOfCase } from "../../components/cases/sets";
import { HOLD } from "../../components/cases/view";
import { Player } from "../../components/player";
import { sequence } from "../../cube/notation";
import { strings } from "../../i18n";
import { practice } from "../../i18n/practice";
import { newId } from "../../state/collection";
import { addressOf } from "../../state/route";
import { TimerPad } from "../../timer/timer_pad";
import type { Phase } from "../../timer/use_timer";
import { useTimerKeys } from "../../timer/use_timer_keys";
import { areKeysOn, useShortcuts } from "../../state/shortcuts";
import { AlgorithmList, type DrilledAlgorithm, useAlgorithms } from "./algorithms";
import { type Answer, answers, type Rating, RATINGS } from "./answers";
import { previewOf } from "./schedule";
import type { Mode } from "./settings";
import { suggested } from "./times";
import { type DrillPhase, useDrillTimer } from "./use_drill_timer";

/** The phases as the face of the timer knows them. */
const PHASES: Record<DrillPhase, Phase> = { ready: "waiting", recognising: "solving", executing: "solving", done: "stopped" };

interface Shown {
  of: Case;
  mode: Mode;
  /** The answers of the case so far, oldest first. */
  past: readonly Answer[];
  /** Says that the answer is stored, and another case may follow. */
  onDone: () => void;
}

export function DrillRound({ of, mode, past, onDone }: Shown) {
  const { drill: s } = practice.value;
  const timer = useDrillTimer(mode === "both");
  const { phase, times } = timer;
  const [failure, setFailure] = useState<string | null>(null);
  const drawn = useAnswer(nameOf(of), (signal) => scramblesOf(of, 1, signal));
  const scramble = drawn.value?.[0] ?? null;
  const algorithms = useAlgorithms(of, scramble);
  const isStoring = useRef(false);
  const rate = async (rating: Rating) => {
    if (times === null || isStoring.current) return;
    isStoring.current = true;
    try {
      await answers.save({ id: newId(), date: new Date().toISOString(), case: nameOf(of), rating, mark: "", ...times });
      onDone();
    } catch (error) {
      setFailure(String(error));
    }
    isStoring.current = false;
  };
  const isDone = phase === "done" && times !== null;
  const suggestion = isDone ? suggested(past, times) : 3;
  const press = () => {
    if (scramble === null) return;
    if (isDone) void rate(suggestion);
    else timer.press();
  };
  const face = { phase: PHASES[phase], held: "" as const, seconds: timer.seconds, press, release: () => undefined, click: press, cancel: timer.cancel };
  useTimerKeys(face, areKeysOn.value, () => undefined);
  useShortcuts(isDone ? Object.fromEntries([...RATINGS.map((rating) => [String(rating), () => void rate(rating)]), ["enter", () => void rate(suggestion)]]) : {});

  const isTiming = phase === "recognising" || phase === "executing";
  const isHidden = phase === "ready";
  const pad = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // A choice that brought another case keeps the focus.
    if (document.activeElement?.closest("details, table") == null) pad.current?.querySelector("button")?.focus({ preventScroll: true });
  }, []);
  return (
    <div class={isTiming ? "panels timer-round timer-alone" : "panels timer-round"}>
      <section class="panel stack" aria-label={s.round} aria-busy={scramble === null}>
        {mode === "both" && (
          <>
            <p class="quiet">{s.scrambleFirst}</p>
            <p class="moves timer-scramble drill-scramble">{scramble ?? "…"}</p>
          </>
        )}
        {drawn.problem !== null && <ProblemText error={drawn.problem} />}
        <div ref={pad}>
          <TimerPad timer={face} hint={s.hints[mode === "recognition" && phase === "recognising" ? "recognisingOnly" : phase]} />
        </div>
        {isDone && <Outcome of={of} algorithms={algorithms} times={times} past={past} suggestion={suggestion} onRate={(rating) => void rate(rating)} />}
        {failure !== null && (
          <div class="problem" role="alert">
            {s.notStored(failure)}
          </div>
        )}
      </section>
      <div class={isHidden ? "panel drill-cube is-hidden" : "panel drill-cube"}>
        {isHidden ? (
          <p class="quiet">{s.hidden}</p>
        ) : (
          <Player setup={sequence(HOLD, scramble ?? "")} moves={isDone ? (algorithms[0]?.moves ?? "") : ""} mask={maskOfCase(of)} />
        )}
      </div>
    </div>
  );
}

interface OutcomeShown {
  of: Case;
  algorithms: readonly DrilledAlgorithm[];
  times: Pick<Answer, "recognition" | "execution">;
  past: readonly Answer[];
  suggestion: Rating;
  onRate: (rating: Rating) => void;
}

/** The case by name, its algorithms, the times, and the rating. */
function Outcome({ of, algorithms, times, past, suggestion, onRate }: OutcomeShown) {
  const { drill: s } = practice.value;
  const now = new Date();
  const due = previewOf(past, now);
  const [part, whole] = of.probability as [number, number];
  return (
    <div class="stack timer-aside">
      <div class="illustrated drill-outcome" style={{ "--picture": "6rem" }}>
        <CasePicture of={of} />
        <div>
          <h2>{titleOf(of)}</h2>
          <p class="quiet">{s.about(of.derived?.shows ?? strings.value.cases.groupName(of.group), `${part}/${whole}`)}</p>
          <p role="status">
            {s.times(times.recognition?.toFixed(2) ?? "–", times.execution === null ? null : times.execution.toFixed(2))}
          </p>
        </div>
      </div>
      {algorithms.length > 0 && <AlgorithmList algorithms={algorithms} />}
      <a href={addressOf("cases", { ...setOfCase(of), case: of.label })}>{s.toCase}</a>
      <div class="row" role="group" aria-label={s.rate}>
        {RATINGS.map((rating) => (
          <button
            key={rating}
            type="button"
            class={rating === suggestion ? "primary drill-rating" : "drill-rating"}
            aria-keyshortcuts={String(rating)}
            onClick={() => onRate(rating)}
          >
            <span>
              {s.ratings[rating]} <kbd aria-hidden="true">{rating}</kbd>
            </span>
            <br />
            <small>{s.in(minutesTo(due[rating], now))}</small>
          </button>
        ))}
      </div>
      <p class="quiet">{s.rateHint}</p>
    </div>
  );
}

const minutesTo = (due: Date, now: Date): number => Math.max(Math.round((due.getTime() - now.getTime()) / 60_000), 1);
