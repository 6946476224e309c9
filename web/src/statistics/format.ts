// Numbers as text.
import type { Estimate } from "./estimate";

/**
 * Returns a number with a fixed number of decimals, and a minus sign that is one; a number that rounds to zero has none. Ties go to
 * the even digit, so that the page shows what the commands print: 1.125 is 1.12 there, while `toFixed` returns 1.13.
 */
export function decimal(value: number, digits = 2): string {
  const size = Math.abs(value);
  // Only these numbers lie exactly between two decimals, since 5 has to divide the rest.
  const isTie = Math.abs((size * 2 ** (digits + 1)) % 2) === 1;
  const below = Math.floor(size * 10 ** digits);
  const text = (isTie ? (below + (below % 2)) / 10 ** digits : size).toFixed(digits);
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** Returns the decimals of a value with this standard error: a small one would be rounded to nothing. */
export const digitsFor = (error: number | null): number => (error !== null && error > 0 && error < 0.0095 ? 3 : 2);

/** Returns a value with its standard error, if it has one. */
export const plusMinus = (value: number, error: number | null, digits = digitsFor(error)): string =>
  error === null ? decimal(value, digits) : `${decimal(value, digits)} ± ${decimal(error, digits)}`;

/** Returns a mean with its standard error. */
export const mean = (estimate: Estimate | null): string =>
  estimate === null ? "" : plusMinus(estimate.mean, estimate.error);

/** Returns the probability of a test, to follow `p`: `= 0.312`, `< 0.001`. */
export const probability = (p: number): string => (p < 0.001 ? "<\u00a00.001" : `=\u00a0${p.toFixed(3)}`);

/** Returns a share in per cent, with a decimal below ten. */
export const percent = (share: number): string => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;
