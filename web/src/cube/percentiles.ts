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

/**
 * Returns the distributions of a goal's stages, by name; null for goals without. The file is read once. Without it there are no
 * distributions, and the next call tries to read it again.
 */
export async function sharesOf(goal: string): Promise<Record<string, StageShares> | null> {
  loaded ??= import("../data/percentiles.json").then((module) => module.default as Percentiles);
  try {
    return (await loaded).goals[goal] ?? null;
  } catch {
    loaded = null;
    return null;
  }
}

/** Returns the share of scrambles that need more moves, with its standard error (0 if it is exact). */
export function longer(distribution: Shares, moves: number): { share: number; error: number } {
  const share = distribution.shares.slice(moves + 1).reduce((sum, share) => sum + share, 0);
  return { share, error: distribution.errors?.[moves] ?? 0 };
}

/**
 * Returns a share as a text in percent, with its error. A sample without a longer (or shorter) length has no error to show:
 * 3 / n bounds the share with a confidence of 95 % (the rule of three).
 */
export function percentText(distribution: Shares, { share, error }: { share: number; error: number }): string {
  const bound = 3 / (distribution.scrambles ?? Infinity);
  if (distribution.scrambles !== undefined && share === 0) return `< ${(100 * bound).toFixed(3)}`;
  if (distribution.scrambles !== undefined && share > 1 - 1e-9) return `> ${(100 * (1 - bound)).toFixed(3)}`;
  return (100 * share).toFixed(1) + (error > 0 ? ` ± ${(100 * error).toFixed(2)}` : "");
}

/** Returns a share in whole percent: 0 and 100 only where none or all are known to be longer, not by a sample. */
export function wholePercent(distribution: Shares, share: number): string {
  const isExact = distribution.scrambles === undefined;
  if (isExact && (share === 0 || share === 1)) return String(100 * share);
  if (share > 0.995) return "> 99";
  return share < 0.005 ? "< 1" : String(Math.round(100 * share));
}

/** Returns the distribution for a colour, or for the best of all. */
export const forColor = (stage: StageShares, color: Color | "best"): Shares => (color === "best" ? stage.all : stage.one);
