// The face of the timer: the time, what to do next, and the calls of the inspection. It is pressed and released by touch.
import { useLayoutEffect } from "preact/hooks";
import { practice } from "../i18n/practice";
import { call } from "./calls";
import { timeText, type Penalty } from "./results";
import { timerSettings } from "./settings";
import type { Timer } from "./use_timer";
import "./timer.css";

/** The seconds of inspection after which a judge calls, and those after which there is a penalty. */
const [FIRST, SECOND, LATE, OVER] = [8, 12, 15, 17] as const;

interface Shown {
  timer: Timer;
  /** The penalty of the measured time. */
  penalty?: Penalty;
  /** What to do next, if it is not what the timer says. */
  hint?: string;
}

export function TimerPad({ timer, penalty = "", hint }: Shown) {
  const { timer: s } = practice.value;
  const { phase, held, seconds } = timer;
  const isInspecting = phase === "inspecting";
  const called = !isInspecting ? 0 : seconds >= OVER ? OVER : seconds >= LATE ? LATE : seconds >= SECOND ? SECOND : seconds >= FIRST ? FIRST : 0;
  const text = called === 0 ? "" : called === OVER ? s.over : called === LATE ? s.late : s.seconds(called);
  // Together with the text.
  useLayoutEffect(() => {
    if (called === FIRST || called === SECOND) call(text, called === FIRST ? 1 : 2, timerSettings.peek().calls);
  }, [called]);
  const shown = {
    waiting: "0.00",
    scrambling: String(Math.ceil(seconds)),
    inspecting: String(Math.floor(seconds)),
    solving: seconds.toFixed(1),
    stopped: timeText(seconds, penalty),
  }[phase];
  const advice = hint ?? (held === "ready" ? s.release : held === "short" ? s.holdOn : s.hints[phase]);
  const look = [
    "timer-pad",
    phase,
    held === "ready" ? "ready" : held === "short" || called >= LATE ? "late" : called >= FIRST ? "soon" : "",
  ];
  return (
    <>
      <button
        type="button"
        class={look.filter((name) => name !== "").join(" ")}
        onPointerDown={(event) => {
          // During a solve every touch counts, not only one of the pad.
          if (phase === "solving") return;
          // The press may start a solve, which the listener of the whole page would end by the same touch.
          event.stopPropagation();
          timer.press();
        }}
        onPointerUp={timer.release}
        onPointerCancel={timer.release}
        onClick={(event) => {
          // A pointer or Space has pressed and released it already.
          if (event.detail === 0) timer.click();
        }}
        onContextMenu={(event) => event.preventDefault()}
      >
        <span role="timer" class="timer-time">
          {shown}
        </span>
        <span class="quiet">{advice}</span>
      </button>
      <strong role="alert" class="timer-call bad">
        {text}
      </strong>
    </>
  );
}
