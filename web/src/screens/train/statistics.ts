// Means of the difference to the minimum number of moves: by week, and by difficulty.
import { estimate } from "../../statistics/estimate";
import type { Measured } from "./attempts";

/** A mean of differences, with its standard error, which takes at least two attempts. */
export interface Mean {
  count: number;
  mean: number;
  error: number | null;
  /** The share of attempts without a lost move. */
  optimal: number;
}

export const differenceOf = (attempt: Measured): number => attempt.length - attempt.optimum;

/** Returns the mean of at least one attempt. */
export function meanOf(attempts: readonly Measured[]): Mean {
  const differences = attempts.map(differenceOf);
  const { count, mean, error } = estimate(differences)!;
  return { count, mean, error, optimal: differences.filter((difference) => difference === 0).length / count };
}

/** Returns the Monday of a date's week, at midnight here. */
function weekOf(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - ((date.getDay() + 6) % 7));
}

function grouped<K>(attempts: readonly Measured[], key: (attempt: Measured) => K): Map<K, Measured[]> {
  const groups = new Map<K, Measured[]>();
  for (const attempt of attempts) {
    const at = key(attempt);
    const group = groups.get(at);
    if (group === undefined) groups.set(at, [attempt]);
    else group.push(attempt);
  }
  return groups;
}

/** The mean of each week with attempts, oldest first. `place` counts weeks from the first. */
export function byWeek(attempts: readonly Measured[]): { monday: Date; place: number; mean: Mean }[] {
  const groups = grouped(attempts, (attempt) => weekOf(new Date(attempt.date)).getTime());
  const first = Math.min(...groups.keys());
  return [...groups]
    .sort(([one], [other]) => one - other)
    .map(([time, group]) => ({
      monday: new Date(time),
      // Weeks in which the clocks change are an hour shorter or longer.
      place: Math.round((time - first) / (7 * 24 * 3600 * 1000)),
      mean: meanOf(group),
    }));
}

/** The mean at each minimum number of moves. */
export function byDifficulty(attempts: readonly Measured[]): { optimum: number; mean: Mean }[] {
  return [...grouped(attempts, ({ optimum }) => optimum)]
    .sort(([one], [other]) => one - other)
    .map(([optimum, group]) => ({ optimum, mean: meanOf(group) }));
}
