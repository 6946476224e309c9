// Shares of scrambles in whole percent.
import { expect, test } from "@playwright/test";
import { longer, wholePercent } from "../src/cube/percentiles";

const whole = (distribution: Parameters<typeof longer>[0], moves: number) => wholePercent(distribution, longer(distribution, moves).share);

test("an exact distribution has 0 % where no state is longer", () => {
  const cross = { shares: [0.001, 0.1, 0.895, 0.003, 0.001] };
  expect([0, 1, 2, 3, 4].map((moves) => whole(cross, moves))).toEqual(["> 99", "90", "< 1", "< 1", "0"]);
  expect(whole({ shares: [0, 1] }, 0)).toBe("100");
});

test("a sample without a longer length does not say that there is none", () => {
  const sample = { shares: [0, 0.5, 0.5], errors: [0, 0.1, 0], scrambles: 100 };
  expect([0, 1, 2].map((moves) => whole(sample, moves))).toEqual(["> 99", "50", "< 1"]);
});
