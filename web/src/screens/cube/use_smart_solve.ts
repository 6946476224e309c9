// A solve on a smart cube: the scramble is followed, the inspection begins at its end, the first turn starts the time, the last stops it.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { penaltyOf, type Penalty, secondsOf } from "../../timer/results";
import type { SmartCube } from "./connection";
import { followed, isDone, type Progress, startOf } from "./follow";
import { movesOf, readTurn, type TimedTurn, writeTurn } from "./turns";

export type SmartPhase = "scrambling" | "inspecting" | "solving" | "done";

/** What was measured: moves with their times, as `Solve` has them. */
export interface MeasuredSolve {
  moves: string;
  times: string;
  time: number;
  inspection: number;
  penalty: Penalty;
}

export interface SmartSolve {
  phase: SmartPhase;
  progress: Progress;
  /** The seconds of the inspection or of the solve. */
  seconds: number;
  /** Ends a solve that is not finished, as a DNF. */
  giveUp: () => void;
}

/** Follows one scramble and its solve. The cube is solved at the beginning. */
export function useSmartSolve(cube: SmartCube, scramble: string, onDone: (solve: MeasuredSolve) => void): SmartSolve {
  const [phase, setPhase] = useState<SmartPhase>("scrambling");
  const [progress, setProgress] = useState(() => startOf(scramble));
  const [elapsed, setElapsed] = useState(0);
  const state = useRef({ phase, progress, began: 0, inspection: 0, turns: [] as TimedTurn[] });
  const done = useRef(onDone);
  done.current = onDone;

  const enter = (next: SmartPhase, began: number) => {
    Object.assign(state.current, { phase: next, began });
    setPhase(next);
    setElapsed(0);
  };
  const finish = (isDnf: boolean) => {
    const { turns, inspection } = state.current;
    const moves = movesOf(turns);
    const time = secondsOf(turns.at(-1)?.at ?? 0);
    enter("done", 0);
    setElapsed(1000 * time);
    done.current({
      moves: moves.map(writeTurn).join(" "),
      times: moves.map(({ at }) => String(Math.round(at))).join(" "),
      time,
      inspection,
      penalty: isDnf ? "DNF" : penaltyOf(inspection),
    });
  };
  const onTurn = (move: string) => {
    const turn = readTurn(move);
    const at = state.current;
    if (turn === null || at.phase === "done") return;
    const now = performance.now();
    if (at.phase === "scrambling") {
      at.progress = followed(at.progress, turn);
      setProgress(at.progress);
      if (isDone(at.progress)) enter("inspecting", now);
      return;
    }
    if (at.phase === "inspecting") {
      at.inspection = Math.round((now - at.began) / 100) / 10;
      enter("solving", now);
    }
    at.turns.push({ ...turn, at: now - at.began });
    if (cube.isSolvedAfter([scramble, ...at.turns.map(writeTurn)].join(" "))) finish(false);
  };
  // Before the scramble is drawn, so that no turn is missed.
  useLayoutEffect(() => {
    let isGone = false;
    cube.listen((turn) => {
      if (!isGone) onTurn(turn);
    });
    return () => {
      isGone = true;
    };
  }, [cube]);
  const isTicking = phase === "inspecting" || phase === "solving";
  useEffect(() => {
    if (!isTicking) return;
    const tick = () => {
      // The last turn may have come since the timer was set.
      if (state.current.phase === phase) setElapsed(performance.now() - state.current.began);
    };
    const timer = setInterval(tick, 50);
    return () => clearInterval(timer);
  }, [phase]);
  return { phase, progress, seconds: elapsed / 1000, giveUp: () => state.current.phase === "solving" && finish(true) };
}
