// Times of solves by the regulations of the WCA: penalties, averages, and how they are written.
// A result is a whole number of hundredths of a second: sums of fractions of a second are inexact, and their means are rounded wrongly.

/** A result: hundredths of a second with the penalty, or DNF. */
export type Result = number | "DNF";

export type Penalty = "" | "+2" | "DNF";

/** Ten minutes in milliseconds: longer times are whole seconds. */
const TEN_MINUTES = 600_000;

/** Returns the quotient of whole numbers, rounded to the nearest whole number; halves are rounded up. */
export const quotient = (dividend: number, divisor: number): number => Math.floor((2 * dividend + divisor) / (2 * divisor));

/**
 * Returns a measured time in hundredths of a second: up to ten minutes cut after the hundredths (regulation 9f1), above rounded to the
 * nearest second (9f2).
 */
export const hundredthsOf = (milliseconds: number): number =>
  milliseconds > TEN_MINUTES ? 100 * Math.floor(milliseconds / 1000 + 0.5) : Math.floor(milliseconds / 10);

/** Returns a number of seconds as whole milliseconds. The tolerance is for seconds that are a little less than their decimals say. */
const millisecondsOf = (seconds: number): number => Math.floor(1000 * seconds + 1e-6);

/** Returns a measured time in seconds, by regulations 9f1 and 9f2. */
export const secondsOf = (milliseconds: number): number => hundredthsOf(milliseconds) / 100;

/** Returns a time with its penalty. Regulations 9f1 and 9f2 apply to the sum, which may exceed ten minutes where the time does not. */
export const resultOf = (seconds: number, penalty: Penalty): Result =>
  penalty === "DNF" ? "DNF" : hundredthsOf(millisecondsOf(seconds) + (penalty === "+2" ? 2000 : 0));

/** Returns the penalty for an inspection of so many seconds. */
export const penaltyOf = (inspection: number): Penalty => (inspection >= 17 ? "DNF" : inspection >= 15 ? "+2" : "");

const orderOf = (result: Result): number => (result === "DNF" ? Infinity : result);

/**
 * Returns the mean of at least one time in hundredths: up to ten minutes rounded to the nearest hundredth (regulation 9f1), above to the
 * nearest second (9f2). It is rounded once, from the sum.
 */
export function meanTimeOf(times: readonly number[]): number {
  const sum = times.reduce((sum, time) => sum + time, 0);
  return 10 * sum > TEN_MINUTES * times.length ? 100 * quotient(sum, 100 * times.length) : quotient(sum, times.length);
}

/** Returns the mean of times in seconds, by regulations 9f1 and 9f2; null without a time. */
export const meanSecondsOf = (times: readonly number[]): number | null =>
  times.length === 0 ? null : meanTimeOf(times.map((seconds) => hundredthsOf(millisecondsOf(seconds)))) / 100;

/**
 * Returns the average of the last results without the best and the worst (regulation 9f8): of a hundred, as is the custom, without five of
 * each. A DNF is the worst; more of them than are left out make a DNF (9f9). Null if there are too few results.
 */
export function averageOf(results: readonly Result[], count: number): Result | null {
  if (results.length < count) return null;
  const leftOut = Math.ceil(count / 20);
  const counted = results.slice(-count).map(orderOf).sort((one, other) => one - other).slice(leftOut, -leftOut);
  return counted.includes(Infinity) ? "DNF" : meanTimeOf(counted);
}

/** Returns the best of results, or null without one. */
export function bestOf(results: readonly Result[]): Result | null {
  return results.reduce<Result | null>((best, result) => (best === null || orderOf(result) < orderOf(best) ? result : best), null);
}

/** Returns the best average of so many results in a row, or null if there are too few. */
export function bestAverageOf(results: readonly Result[], count: number): Result | null {
  const averages = results.flatMap((_, index) => averageOf(results.slice(Math.max(index + 1 - count, 0), index + 1), count) ?? []);
  return bestOf(averages);
}

/**
 * Returns a result as it is written: `9.87`, `1:02.33`, `DNF`; a dash for null. Times above ten minutes end in `.00`, as in the WCA's lists.
 */
export function textOf(result: Result | null): string {
  if (result === null) return "–";
  if (result === "DNF") return result;
  const minutes = Math.floor(result / 6000);
  const rest = ((result % 6000) / 100).toFixed(2);
  return minutes === 0 ? rest : `${minutes}:${rest.padStart(5, "0")}`;
}

/** Returns a time with its penalty as it is written: `9.87`, `11.87+`, `DNF (9.87)`. */
export function timeText(seconds: number, penalty: Penalty): string {
  const text = textOf(resultOf(seconds, penalty));
  return penalty === "" ? text : penalty === "+2" ? `${text}+` : `DNF (${textOf(resultOf(seconds, ""))})`;
}
