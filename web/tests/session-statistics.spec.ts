// The statistics of the screen Session against values computed by hand.
import { expect, test } from "@playwright/test";
import { countsOf, hasSlope, leastSquares, momentsOf, paired, standardErrorsFrom, studentQuantile, wilson } from "../src/screens/session/statistics";
import { estimate } from "../src/statistics/estimate";

test("an estimate has the mean, the deviation with divisor n - 1, and the standard error", () => {
  // The squares of -3, 0, 3 sum to 18; 18 / 2 = 9.
  expect(estimate([-1, 2, 5])).toEqual({ count: 3, mean: 2, deviation: 3, error: 3 / Math.sqrt(3) });
  // 1, 2, 3, 4: variance 5 / 3, standard error √(5 / 12).
  const found = estimate([1, 2, 3, 4])!;
  expect(found.mean).toBe(2.5);
  expect(found.error).toBeCloseTo(Math.sqrt(5 / 12), 12);
});

test("a single value has no error, and none has no estimate", () => {
  expect(estimate([7])).toEqual({ count: 1, mean: 7, deviation: null, error: null });
  expect(estimate([])).toBeNull();
});

test("paired differences are taken within each pair", () => {
  // Differences 1, 2, 0, 1: mean 1, squares 0 + 1 + 1 + 0 = 2, variance 2 / 3, error √(2 / 12).
  const found = paired([6, 7, 5, 6], [5, 5, 5, 5])!;
  expect(found.mean).toBe(1);
  expect(found.error).toBeCloseTo(Math.sqrt(1 / 6), 12);
});

test("a difference in standard errors takes the deviation and the error of the reference", () => {
  // The sample's own deviation does not matter: equal lengths and a single one have a difference, too.
  for (const values of [[5, 5, 5, 5, 5, 5, 5, 5, 5], [4, 6, 5, 4, 6, 5, 4, 6, 5]]) {
    const found = estimate(values)!;
    expect(standardErrorsFrom(found, { mean: 5.6, deviation: 0.9, error: 0 })).toBeCloseTo(-2, 12);
    // √((0.9 / 3)² + 0.4²) = 0.5.
    expect(standardErrorsFrom(found, { mean: 4.5, deviation: 0.9, error: 0.4 })).toBeCloseTo(1, 12);
  }
  expect(standardErrorsFrom(estimate([7])!, { mean: 6, deviation: 0.5, error: 0 })).toBeCloseTo(2, 12);
  expect(standardErrorsFrom(estimate([7, 7])!, { mean: 7, deviation: 0, error: 0 })).toBeNull();
});

// Tables of Student's t distribution, 97.5 %.
for (const [freedom, value] of [[1, 12.706], [2, 4.303], [3, 3.182], [4, 2.776], [5, 2.571], [10, 2.228], [30, 2.042], [120, 1.98]] as const) {
  test(`the quantile of Student's t with ${freedom} degrees of freedom`, () => {
    expect(Math.abs(studentQuantile(freedom) - value)).toBeLessThan(0.001);
  });
}

test("a slope is told from 0 by the quantile for its number of points", () => {
  const line = { count: 4, slope: 1, slopeError: 0.25, intercept: 0, determination: null };
  // Four standard errors: the quantiles are 4.303 and 3.182.
  expect(hasSlope(line)).toBe(false);
  expect(hasSlope({ ...line, count: 5 })).toBe(true);
  expect(hasSlope({ ...line, slope: -1, count: 5 })).toBe(true);
  expect(hasSlope({ ...line, count: 2, slopeError: null })).toBe(false);
});

test("counts are by number of moves from 0", () => {
  expect(countsOf([3, 1, 3])).toEqual([0, 1, 0, 2]);
  expect(countsOf([])).toEqual([]);
});

// The same values as in crates/stats/src/estimate.rs.
for (const [count, total, low, high] of [
  [0, 10, 0, 0.2775328],
  [10, 10, 0.7224672, 1],
  [5, 10, 0.2365931, 0.7634069],
  [1, 1000, 0.0001765, 0.0056427],
] as const) {
  test(`the Wilson interval of ${count} of ${total}`, () => {
    const [a, b] = wilson(count, total);
    expect(a).toBeCloseTo(low, 6);
    expect(b).toBeCloseTo(high, 6);
  });
}

test("least squares of points near a line", () => {
  // Means 2 and 14 / 3; Σdx² = 2, Σdxdy = 2, Σdy² = 14 / 3.
  const line = leastSquares([
    { x: 1, y: 3 },
    { x: 2, y: 6 },
    { x: 3, y: 5 },
  ])!;
  expect(line.slope).toBeCloseTo(1, 12);
  expect(line.intercept).toBeCloseTo(8 / 3, 12);
  // Residuals -2/3, 4/3, -2/3: squares sum to 24 / 9 = 8 / 3; error √(8/3 / 1 / 2); R² = 1 - (8/3) / (14/3).
  expect(line.slopeError).toBeCloseTo(Math.sqrt(4 / 3), 12);
  expect(line.determination).toBeCloseTo(3 / 7, 12);
});

test("least squares without enough points", () => {
  expect(leastSquares([])).toBeNull();
  expect(leastSquares([{ x: 4, y: 1 }, { x: 4, y: 2 }])).toBeNull();
  const exact = leastSquares([{ x: 4, y: 1 }, { x: 6, y: 2 }])!;
  expect([exact.slope, exact.slopeError]).toEqual([0.5, null]);
  expect(leastSquares([{ x: 1, y: 2 }, { x: 2, y: 2 }, { x: 3, y: 2 }])!.determination).toBeNull();
});

test("the moments of a distribution", () => {
  const { mean, deviation } = momentsOf([0.25, 0.5, 0.25]);
  expect(mean).toBe(1);
  expect(deviation).toBeCloseTo(Math.SQRT1_2, 12);
});
