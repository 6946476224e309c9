// The share of all scrambles that need more moves: exact where it is known, else estimated from a sample.
import type { Color } from "./colors";

/** A distribution of one stage: the shares of each number of moves from 0. */
export interface Shares {
  shares: number[];
  /** The standard error of the share that is longer than each number of moves; none if the shares are exact. */
  errors?: number[];
  /** The size of the sample; none if the shares are exact. */
  scrambles?: number;
}

/** The distributions of a stage for one bottom colour, for the better of two opposite ones, and for the best of all six. */
export interface StageShares {
  one: Shares;
  two: Shares;
  all: Shares;
}

interface Percentiles {
  goals: Record<string, Record<string, StageShares>>;
}

let loaded: Promise<Percentiles> | null = null;

/** Returns the distributions of a goal's stages, by name; null for goals without. The file is read once. */
export async function sharesOf(goal: string): Promise<Record<string, StageShares> | null> {
  loaded ??= import("../data/percentiles.json").then((module) => module.default as Percentiles);
  return (await loaded).goals[goal] ?? null;
}

/** Returns the share of scrambles that need more moves, with its standard error (0 if it is exact). */
export function longer(distribution: Shares, moves: number): { share: number; error: number } {
  const share = distribution.shares.slice(moves + 1).reduce((sum, share) => sum + share, 0);
  return { share, error: distribution.errors?.[moves] ?? 0 };
}

/** Returns the distribution for a colour, or for the best of all. */
export const forColor = (stage: StageShares, color: Color | "best"): Shares => (color === "best" ? stage.all : stage.one);
