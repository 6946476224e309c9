// A solve on a smart cube, stage by stage: the server finds the stages and their times.
import { api, ask, type Schemas } from "../../api/client";
import { addressOf } from "../../state/route";
import type { Solve } from "./solves";

/** A stage of a solve with its times in seconds. */
export interface TimedStage {
  name: string;
  /** The moves as the server reads them: slices for turns of opposite faces. */
  moves: string[];
  /** From the end of the stage before to the last turn. Undefined if the times of the moves do not tell it. */
  time: number | undefined;
  /** From the end of the stage before to the first turn. Undefined for a stage without moves, too. */
  pause: number | undefined;
  /** The turns as the cube reported them, each with its time. */
  turns: string;
}

type Part = Pick<Schemas["ReviewStep"], "turns" | "time" | "pause"> & { name: string };

/** Asks for the stages of a solve. */
export async function stagesOf(solve: Solve, signal: AbortSignal): Promise<TimedStage[]> {
  const turns = turnsOf(solve);
  const solution = turns.map(({ text }) => text).join(" ");
  const body = { scramble: solve.scramble, solution, time: solve.time > 0 ? solve.time : null, no_optimal: true, effort: "none", method: "auto" } as const;
  const review = (await ask(api.POST("/v1/review", { body, signal }))) as Schemas["ReviewAnswer"];
  const parts: Part[] = review.steps?.map((step) => ({ ...step, name: step.step })) ?? review.stages.map((stage) => ({ ...stage, name: stage.stage }));
  if (review.unfinished) parts.push({ ...review.unfinished, name: "…", turns: review.unfinished.moves });
  let end = 0;
  return parts.map(({ name, turns: read, time, pause }, index) => {
    end += Math.round(1000 * (time ?? 0));
    // The cube made more turns than were read, so the turns of a stage are told by its time.
    const later = index === parts.length - 1 ? -1 : turns.findIndex(({ at }) => at > end);
    const moves = read.split(" ").filter((move) => move !== "");
    const own = moves.length === 0 ? [] : turns.splice(0, later < 0 ? turns.length : later);
    return { name, moves, time, pause, turns: own.map(({ text }) => text).join(" ") };
  });
}

/** Returns the turns of a solve with their times, in milliseconds. */
function turnsOf({ moves, times }: Solve): { text: string; at: number }[] {
  const at = times.split(" ").map(Number);
  return moves.split(" ").map((move, index) => ({ text: `${move}@${at[index] ?? 0}`, at: at[index] ?? 0 }));
}

/** Returns a solve as a reconstruction, a line for each stage. */
export function textOf(solve: Solve, stages: readonly TimedStage[]): string {
  const lines = stages.filter(({ turns }) => turns !== "").map(({ name, turns }) => `${turns} // ${name}`);
  return [`Scramble: ${solve.scramble}`, "", ...lines].join("\n");
}

/** Returns the address of the screen Review with a solve. */
export const reviewAddress = (solve: Solve, stages: readonly TimedStage[]): string =>
  addressOf("review", { solution: textOf(solve, stages), time: solve.time.toFixed(2) });
