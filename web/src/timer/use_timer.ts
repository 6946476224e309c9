// The timer of a solve: time to scramble, inspection, the solve, by Space or by touch.
import { useEffect, useRef, useState } from "preact/hooks";
import { penaltyOf, type Penalty, secondsOf } from "./results";

/** What the timer waits for or measures. */
export type Phase = "waiting" | "scrambling" | "inspecting" | "solving" | "stopped";

/** A measured solve. */
export interface Measured {
  /** The inspection time in seconds; null without inspection. */
  inspection: number | null;
  /** The execution time in seconds. */
  time: number;
  penalty: Penalty;
}

/** The time for which Space is held before the solve may start, in milliseconds. */
const HOLD = 300;
/** The time after the end of a solve in which keys and touches do nothing, in milliseconds: hands are still on the keys. */
const REST = 400;

export interface TimerOptions {
  /** Whether there is an inspection. */
  inspects: boolean;
  /** Seconds until the inspection starts by itself; null waits. */
  scrambling: number | null;
  onStart?: () => void;
  onStop: (measured: Measured) => void;
  /** What a press does once the solve is over. */
  onNext: () => void;
}

export interface Timer {
  phase: Phase;
  /** Whether Space is held, and whether for long enough to start. */
  held: "" | "short" | "ready";
  /** The seconds of the phase: those left to scramble, those of the inspection or of the solve. */
  seconds: number;
  press: () => void;
  release: () => void;
  /** A press and a release at once, as from a screen reader: goes on without holding. */
  click: () => void;
  /** Leaves the inspection, or ends the solve as a DNF. */
  cancel: () => void;
}

/** Returns a timer. It begins to count down at once if there is a time to scramble. */
export function useTimer(options: TimerOptions): Timer {
  const current = useRef(options);
  current.current = options;
  const [phase, setPhase] = useState<Phase>(options.scrambling === null ? "waiting" : "scrambling");
  const [held, setHeld] = useState<Timer["held"]>("");
  const [elapsed, setElapsed] = useState(0);
  const state = useRef({ phase, began: performance.now(), heldSince: null as number | null, inspection: null as number | null });

  const enter = (next: Phase) => {
    Object.assign(state.current, { phase: next, began: performance.now(), heldSince: null });
    setPhase(next);
    setHeld("");
    setElapsed(0);
  };
  const since = () => performance.now() - state.current.began;
  const begin = () => {
    state.current.inspection = null;
    enter("inspecting");
    current.current.onStart?.();
  };
  const solve = () => {
    if (state.current.phase === "inspecting") state.current.inspection = Math.round(since() / 100) / 10;
    else current.current.onStart?.();
    enter("solving");
  };
  const stop = (isDnf = false) => {
    const { inspection } = state.current;
    const time = secondsOf(since());
    enter("stopped");
    setElapsed(1000 * time);
    current.current.onStop({ inspection, time, penalty: isDnf ? "DNF" : penaltyOf(inspection ?? 0) });
  };
  const hold = () => {
    state.current.heldSince = performance.now();
    setHeld("short");
  };
  const press = () => {
    const { phase: at } = state.current;
    if (at === "solving") stop();
    else if (at === "stopped") {
      if (since() > REST) current.current.onNext();
    } else if (at === "inspecting" || !current.current.inspects) hold();
    else begin();
  };
  const release = () => {
    const { heldSince } = state.current;
    if (heldSince === null) return;
    if (performance.now() - heldSince < HOLD) {
      state.current.heldSince = null;
      setHeld("");
      return;
    }
    solve();
  };
  const click = () => {
    const { phase: at } = state.current;
    if (at === "inspecting" || (!current.current.inspects && at !== "solving" && at !== "stopped")) solve();
    else press();
  };
  const cancel = () => {
    const at = state.current.phase;
    if (at === "solving") stop(true);
    else if (at === "inspecting" || at === "scrambling") enter("waiting");
    else if (state.current.heldSince !== null) enter(at);
  };

  const isTicking = phase === "scrambling" || phase === "inspecting" || phase === "solving";
  useEffect(() => {
    if (!isTicking && held !== "short") return;
    const timer = setInterval(() => {
      const { heldSince, phase: at } = state.current;
      if (heldSince !== null && performance.now() - heldSince >= HOLD) setHeld("ready");
      const { scrambling, inspects } = current.current;
      if (at === "scrambling" && since() >= 1000 * (scrambling ?? Infinity)) {
        if (inspects) begin();
        else enter("waiting");
      } else if (at !== "stopped") setElapsed(since());
    }, 50);
    return () => clearInterval(timer);
  }, [phase, held]);

  const seconds = elapsed / 1000;
  return { phase, held, seconds: phase === "scrambling" ? Math.max((options.scrambling ?? 0) - seconds, 0) : seconds, press, release, click, cancel };
}
