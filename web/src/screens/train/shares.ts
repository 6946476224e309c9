// The distribution of a stage for the chosen colours, and its most frequent number of moves.
import type { Schemas } from "../../api/client";
import type { Color } from "../../cube/colors";
import { type Shares, sharesOf } from "../../cube/percentiles";
import { type Goal, HOLDS } from "./options";

type Stage = Schemas["CheckedStage"];

const stageShares = async (goal: Goal, { name, label }: Stage) => {
  const stages = await sharesOf(goal);
  return stages?.[name] ?? stages?.[label] ?? null;
};

/** Returns the distribution of a stage, or null where it is not known: for several colours other than two opposite ones. */
export async function distributionOf(goal: Goal, stage: Stage, colors: readonly Color[]): Promise<Shares | null> {
  const found = await stageShares(goal, stage);
  if (found === null) return null;
  const [first, second] = colors;
  if (first === undefined) return found.all;
  if (second === undefined) return found.one;
  return colors.length === 2 && HOLDS[first].up === second ? found.two : null;
}

/** Returns the most frequent number of moves of a stage, or null for stages without a distribution. */
export async function modeOf(goal: Goal, stage: Stage, colors: readonly Color[]): Promise<number | null> {
  // The modes of all choices of colours are at most one move apart from that of two opposite ones.
  const found = (await distributionOf(goal, stage, colors)) ?? (await stageShares(goal, stage))?.two ?? null;
  return found === null ? null : found.shares.indexOf(Math.max(...found.shares));
}
