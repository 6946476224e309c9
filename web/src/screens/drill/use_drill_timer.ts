// The timer of a drill: the sight of the case, the first move, the end.
import { useEffect, useRef, useState } from "preact/hooks";
import { secondsOf } from "../../timer/results";

/** What is waited for: the start, the recognition, the end of the moves, the rating. */
export type DrillPhase = "ready" | "recognising" | "executing" | "done";

/** The measured times in seconds. */
export interface Times {
  recognition: number;
  execution: number | null;
}

export interface DrillTimer {
  phase: DrillPhase;
  /** The seconds since the sight of the case. */
  seconds: number;
  times: Times | null;
  /** Goes on to the next phase. */
  press: () => void;
  /** Returns to the start without a time. */
  cancel: () => void;
}

/** `executes` says whether moves are timed, too. */
export function useDrillTimer(executes: boolean): DrillTimer {
  const [phase, setPhase] = useState<DrillPhase>("ready");
  const [times, setTimes] = useState<Times | null>(null);
  const [elapsed, setElapsed] = useState(0);
  const marks = useRef({ phase: "ready" as DrillPhase, start: 0, recognised: 0 });
  const enter = (next: DrillPhase) => {
    marks.current.phase = next;
    setPhase(next);
  };
  const finish = (recognised: number, end: number | null) => {
    const { start } = marks.current;
    const recognition = secondsOf(recognised - start);
    const execution = end === null ? null : secondsOf(end - recognised);
    setTimes({ recognition, execution });
    setElapsed((end ?? recognised) - start);
    enter("done");
  };
  const press = () => {
    const now = performance.now();
    const { phase: at, recognised } = marks.current;
    if (at === "ready") {
      marks.current.start = now;
      setElapsed(0);
      enter("recognising");
    } else if (at === "recognising" && executes) {
      marks.current.recognised = now;
      enter("executing");
    } else if (at === "recognising") finish(now, null);
    else if (at === "executing") finish(recognised, now);
  };
  const cancel = () => {
    if (marks.current.phase !== "recognising" && marks.current.phase !== "executing") return;
    setElapsed(0);
    enter("ready");
  };
  const isTicking = phase === "recognising" || phase === "executing";
  useEffect(() => {
    if (!isTicking) return;
    const tick = () => {
      // The last press may have come since the timer was set.
      const { phase: at, start } = marks.current;
      if (at === "recognising" || at === "executing") setElapsed(performance.now() - start);
    };
    const timer = setInterval(tick, 50);
    return () => clearInterval(timer);
  }, [isTicking]);
  return { phase, seconds: elapsed / 1000, times, press, cancel };
}
