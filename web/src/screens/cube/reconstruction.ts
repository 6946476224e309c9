// A solve on a smart cube, stage by stage: the server finds the stages, the times of the moves tell recognition from execution.
import { api, ask, type Schemas } from "../../api/client";
import { addressOf } from "../../state/route";
import type { Solve } from "./solves";

/** A stage of a solve with its times in seconds. */
export interface TimedStage {
  name: string;
  moves: string[];
  /** From the end of the stage before to the first turn. Null for a stage without moves. */
  recognition: number | null;
  /** From the first turn to the end. Null for a stage without moves. */
  execution: number | null;
  /** The end of each move, in seconds from the first turn of the solve. */
  at: number[];
}

/** The length of a single turn in milliseconds: a move begins so long before it ends. */
const TURN = 100;

/** Asks for the stages of a solve. */
export async function stagesOf(solve: Solve, signal: AbortSignal): Promise<TimedStage[]> {
  const body = { scramble: solve.scramble, solution: solve.moves, time: solve.time > 0 ? solve.time : null, no_optimal: true, effort: "none", method: "auto" } as const;
  const review = (await ask(api.POST("/v1/review", { body, signal }))) as Schemas["ReviewAnswer"];
  const named = review.steps?.map(({ step, turns }) => ({ stage: step, turns })) ?? review.stages;
  const parts = named.map(({ stage, turns }) => ({ name: stage, moves: movesIn(turns) }));
  if (review.unfinished) parts.push({ name: "…", moves: movesIn(review.unfinished.moves) });
  return timed(parts, solve.times.split(" ").map(Number));
}

const movesIn = (turns: string): string[] => turns.split(" ").filter((move) => move !== "");

/** Gives stages the times of their moves, in milliseconds. */
export function timed(parts: readonly { name: string; moves: string[] }[], times: readonly number[]): TimedStage[] {
  let [done, end] = [0, 0];
  return parts.map(({ name, moves }) => {
    const own = times.slice(done, done + moves.length);
    const [first, last] = [own[0], own.at(-1)];
    done += moves.length;
    if (first === undefined || last === undefined) return { name, moves, recognition: null, execution: null, at: [] };
    // The first turn of a solve begins its time.
    const start = Math.max(done === moves.length ? 0 : first - TURN, end);
    const recognition = (start - end) / 1000;
    end = last;
    return { name, moves, recognition, execution: (last - start) / 1000, at: own.map((time) => time / 1000) };
  });
}

/** Returns a solve as a reconstruction, with the times of its stages and moves as comments. */
export function textOf(solve: Solve, stages: readonly TimedStage[], comment: (stage: TimedStage) => string): string {
  const lines = stages.filter(({ moves }) => moves.length > 0).map((stage) => `${stage.moves.join(" ")} // ${comment(stage)}`);
  return [`Scramble: ${solve.scramble}`, "", ...lines].join("\n");
}

/** Returns the address of the screen Review with a solve. */
export const reviewAddress = (solve: Solve, stages: readonly TimedStage[], comment: (stage: TimedStage) => string): string =>
  addressOf("review", { solution: textOf(solve, stages, comment), time: solve.time.toFixed(2) });
