// Times of solves, by the rules of the WCA: penalties, averages, and how they are written.

/** A result: seconds with the penalty, or DNF. */
export type Result = number | "DNF";

export type Penalty = "" | "+2" | "DNF";

/** Returns milliseconds as seconds, cut after hundredths, as the WCA measures times under ten minutes. */
export const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 10) / 100;

/** Returns a time with its penalty. */
export const resultOf = (seconds: number, penalty: Penalty): Result =>
  penalty === "DNF" ? "DNF" : Math.round(100 * (seconds + (penalty === "+2" ? 2 : 0))) / 100;

/** Returns the penalty for an inspection of so many seconds. */
export const penaltyOf = (inspection: number): Penalty => (inspection >= 17 ? "DNF" : inspection >= 15 ? "+2" : "");

const orderOf = (result: Result): number => (result === "DNF" ? Infinity : result);

/**
 * Returns the average of the last results: the best and the worst are left out, the others averaged and rounded to hundredths. A DNF is
 * the worst; two of them make a DNF. Null if there are too few results.
 */
export function averageOf(results: readonly Result[], count: number): Result | null {
  if (results.length < count) return null;
  const counted = results.slice(-count).map(orderOf).sort((one, other) => one - other).slice(1, -1);
  const mean = counted.reduce((sum, seconds) => sum + seconds, 0) / counted.length;
  return Number.isFinite(mean) ? Math.round(100 * mean) / 100 : "DNF";
}

/** Returns the best of results, or null without one. */
export function bestOf(results: readonly Result[]): Result | null {
  return results.reduce<Result | null>((best, result) => (best === null || orderOf(result) < orderOf(best) ? result : best), null);
}

/** Returns the best average of so many results in a row, or null if there are too few. */
export function bestAverageOf(results: readonly Result[], count: number): Result | null {
  const averages = results.flatMap((_, index) => averageOf(results.slice(0, index + 1), count) ?? []);
  return bestOf(averages);
}

/** Returns a result as it is written: `9.87`, `1:02.33`, `DNF`; a dash for null. */
export function textOf(result: Result | null): string {
  if (result === null) return "–";
  if (result === "DNF") return result;
  const hundredths = Math.round(100 * result);
  const minutes = Math.floor(hundredths / 6000);
  const rest = ((hundredths % 6000) / 100).toFixed(2);
  return minutes === 0 ? rest : `${minutes}:${rest.padStart(5, "0")}`;
}

/** Returns a time with its penalty as it is written: `9.87`, `11.87+`, `DNF (9.87)`. */
export function timeText(seconds: number, penalty: Penalty): string {
  const text = textOf(resultOf(seconds, penalty));
  return penalty === "" ? text : penalty === "+2" ? `${text}+` : `DNF (${textOf(seconds)})`;
}
