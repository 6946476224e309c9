// The distribution of a stage for the chosen colours, its most frequent and its largest number of moves.
import { useEffect, useState } from "preact/hooks";
import type { Schemas } from "../../api/client";
import type { Color } from "../../cube/colors";
import { type Shares, sharesOf } from "../../cube/percentiles";
import { type Goal, HOLDS, lettersFor, type Options } from "./options";

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

/** Returns the distribution of a stage once it is read; null before, and where it is not known. */
export function useDistribution({ goal, colors }: Options, stage: Stage | null): Shares | null {
  const [known, setKnown] = useState<{ key: string; shares: Shares | null } | null>(null);
  const key = stage === null ? null : `${goal} ${stage.name} ${lettersFor(colors)}`;
  useEffect(() => {
    if (key === null || stage === null) return;
    let isCurrent = true;
    void distributionOf(goal, stage, colors).then((shares) => {
      if (isCurrent) setKnown({ key, shares });
    });
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return known?.key === key ? (known?.shares ?? null) : null;
}

/** Returns the largest number of moves of a stage; null where it is not proven. */
export function useMost(options: Options, stage: Stage | null): number | null {
  const shares = useDistribution(options, stage);
  return shares === null || shares.scrambles !== undefined ? null : shares.shares.length - 1;
}
