// Statistics of a session: paired differences, intervals of shares, least squares.
import { estimate, type Estimate, sumOf } from "../../statistics/estimate";
import { digitsFor } from "../../statistics/format";
import { quotient } from "../../timer/results";

/** Returns the estimate of the differences `first - second` of values that belong together. */
export const paired = (first: readonly number[], second: readonly number[]): Estimate | null =>
  estimate(first.map((value, index) => value - second[index]!));

/**
 * Returns the difference between a mean and the mean of a reference, in standard errors of the mean of as many values drawn
 * from the reference; null if all of its values are equal. A reference that is itself an estimate has an `error`.
 */
export function standardErrorsFrom(found: Estimate, reference: { mean: number; deviation: number; error: number }): number | null {
  const error = Math.hypot(reference.deviation / Math.sqrt(found.count), reference.error);
  return error === 0 ? null : (found.mean - reference.mean) / error;
}

/** Returns how often each number of moves occurs, from 0. */
export function countsOf(lengths: readonly number[]): number[] {
  const counts: number[] = Array.from({ length: Math.max(-1, ...new Set(lengths)) + 1 }, () => 0);
  for (const length of lengths) counts[length]! += 1;
  return counts;
}

/** The 97.5th percentile of the standard normal distribution, for two-sided intervals of 95 %. */
const Z = 1.959963984540054;

/**
 * Returns the 95 % Wilson score interval of a share, given `count` hits in a sample of `total`. It has a positive width
 * even if the count is 0 or equals the total.
 */
export function wilson(count: number, total: number): [number, number] {
  const share = count / total;
  const denominator = 1 + (Z * Z) / total;
  const center = (share + (Z * Z) / (2 * total)) / denominator;
  const half = (Z / denominator) * Math.sqrt((share * (1 - share)) / total + (Z * Z) / (4 * total * total));
  return [Math.max(center - half, 0), Math.min(center + half, 1)];
}

/** The 97.5th percentiles of Student's t distribution with 1 to 4 degrees of freedom. */
const FEW = [12.7062047, 4.3026527, 3.1824463, 2.7764451];

/**
 * Returns the 97.5th percentile of Student's t distribution, for two-sided intervals of 95 %: from five degrees of freedom by
 * the expansion 26.7.5 of Abramowitz and Stegun, to within 0.0003.
 */
export function studentQuantile(freedom: number): number {
  if (freedom <= FEW.length) return FEW[freedom - 1] ?? Infinity;
  const terms = [
    Z,
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
    (79 * Z ** 9 + 776 * Z ** 7 + 1482 * Z ** 5 - 1920 * Z ** 3 - 945 * Z) / 92160,
  ];
  return sumOf(terms.map((term, power) => term / freedom ** power));
}

/** Returns whether the 95 % interval of a line's slope leaves out 0. */
export const hasSlope = ({ count, slope, slopeError }: Line): boolean =>
  slopeError !== null && Math.abs(slope) > studentQuantile(count - 2) * slopeError;

export interface Point {
  x: number;
  y: number;
}

/**
 * Returns the mean of times in milliseconds as an estimate in seconds. The mean is rounded to the digits that are shown, from the sum of
 * whole milliseconds. It is a statistic with an error, not a result of the WCA: above ten minutes it keeps its digits.
 */
function meanTime(times: readonly number[]): Estimate {
  const { count, deviation, error } = estimate(times)!;
  const inSeconds = { count, deviation: deviation === null ? null : deviation / 1000, error: error === null ? null : error / 1000 };
  const scale = 10 ** digitsFor(inSeconds.error);
  return { ...inSeconds, mean: quotient(scale * sumOf(times), 1000 * count) / scale };
}

/** Returns the means of the times by number of moves, given times in seconds by number of moves. */
export function meansOf(points: readonly Point[]): Map<number, Estimate> {
  const times = new Map<number, number[]>();
  for (const { x, y } of points) {
    const time = Math.round(1000 * y);
    const list = times.get(x);
    if (list === undefined) times.set(x, [time]);
    else list.push(time);
  }
  return new Map([...times].sort(([one], [other]) => one - other).map(([moves, list]) => [moves, meanTime(list)]));
}

/** A line fitted by least squares. Errors are null for fewer than three points; `determination` is R². */
export interface Line {
  count: number;
  slope: number;
  slopeError: number | null;
  intercept: number;
  determination: number | null;
}

/** Returns the line of least squares, or null if all points have the same x. */
export function leastSquares(points: readonly Point[]): Line | null {
  const count = points.length;
  const x = sumOf(points.map((point) => point.x)) / count;
  const y = sumOf(points.map((point) => point.y)) / count;
  const xx = sumOf(points.map((point) => (point.x - x) ** 2));
  if (count === 0 || xx === 0) return null;
  const yy = sumOf(points.map((point) => (point.y - y) ** 2));
  const slope = sumOf(points.map((point) => (point.x - x) * (point.y - y))) / xx;
  const intercept = y - slope * x;
  const residuals = sumOf(points.map((point) => (point.y - intercept - slope * point.x) ** 2));
  return {
    count,
    slope,
    slopeError: count < 3 ? null : Math.sqrt(residuals / (count - 2) / xx),
    intercept,
    determination: yy === 0 ? null : 1 - residuals / yy,
  };
}

/** Returns the mean and the standard deviation of a distribution, given the shares of each number of moves from 0. */
export function momentsOf(shares: readonly number[]): { mean: number; deviation: number } {
  const mean = sumOf(shares.map((share, moves) => share * moves));
  const variance = sumOf(shares.map((share, moves) => share * (moves - mean) ** 2));
  return { mean, deviation: Math.sqrt(variance) };
}
