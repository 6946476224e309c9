// The mean of a sample, with its errors.

/** The mean of a sample, with its standard deviation (divisor n - 1) and standard error: null for a single value. */
export interface Estimate {
  count: number;
  mean: number;
  deviation: number | null;
  error: number | null;
}

/** Returns the sum of values. */
export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Returns the estimate of a sample, or null if it is empty. */
export function estimate(values: readonly number[]): Estimate | null {
  const count = values.length;
  if (count === 0) return null;
  const mean = sumOf(values) / count;
  if (count === 1) return { count, mean, deviation: null, error: null };
  const squares = sumOf(values.map((value) => (value - mean) ** 2));
  const deviation = Math.sqrt(squares / (count - 1));
  return { count, mean, deviation, error: deviation / Math.sqrt(count) };
}
