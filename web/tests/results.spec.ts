// Results and averages by the regulations of the WCA, against exact arithmetic with whole numbers.
import { expect, test } from "@playwright/test";
import { meansOf as meansOfCase, suggested } from "../src/screens/drill/times";
import { meansOf as meansByMoves } from "../src/screens/session/statistics";
import { mean } from "../src/statistics/format";
import { averageOf, bestAverageOf, meanTimeOf, type Penalty, type Result, resultOf, secondsOf, textOf, timeText } from "../src/timer/results";

const results = (...seconds: number[]): Result[] => seconds.map((time) => resultOf(time, ""));

/** Numbers from 0 to below `limit`, the same at every run (xorshift). */
function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** The mean of hundredths in hundredths, as regulations 9f1 and 9f2 say it, in BigInt: twice the remainder tells the way of rounding. */
function exactMean(hundredths: readonly number[]): number {
  const count = BigInt(hundredths.length);
  const sum = hundredths.reduce((sum, time) => sum + BigInt(time), 0n);
  const unit = sum > 60_000n * count ? 100n : 1n;
  const whole = sum / (unit * count);
  return Number(unit * (2n * (sum - whole * unit * count) >= unit * count ? whole + 1n : whole));
}

/** A time in hundredths as text, from its digits. */
function written(hundredths: number): string {
  const digits = String(hundredths).padStart(3, "0");
  const seconds = Number(digits.slice(0, -2));
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds - 60 * minutes);
  return `${minutes === 0 ? rest : `${minutes}:${rest.padStart(2, "0")}`}.${digits.slice(-2)}`;
}

test("an ao12 whose mean is half a hundredth is rounded up", () => {
  const twelve = results(8.64, 11.12, 15.24, 10.09, 14.04, 8.68, 12.48, 8.72, 7.76, 7.16, 14.24, 7.88);
  // The sum of ten is 103.65.
  expect(textOf(averageOf(twelve, 12))).toBe("10.37");
});

test("200,000 random ao12 equal exact arithmetic", () => {
  const random = seeded(12);
  const wrong: string[] = [];
  for (let count = 0; count < 200_000; count++) {
    // A tenth of them lies around ten minutes.
    const [low, width] = count % 10 === 0 ? [59_900, 200] : [500, 2_500];
    const hundredths = Array.from({ length: 12 }, () => low + random(width));
    const twelve = results(...hundredths.map((time) => time / 100));
    const counted = twelve.map(Number).sort((one, other) => one - other).slice(1, -1);
    const [found, right] = [textOf(averageOf(twelve, 12)), written(exactMean(counted))];
    if (found !== right) wrong.push(`${hundredths.join(" ")}: ${found}, not ${right}`);
  }
  expect(wrong).toEqual([]);
});

test("every hundredth below eleven minutes is read and written as it is", () => {
  const wrong: number[] = [];
  for (let time = 0; time < 66_000; time++) {
    const right = time > 60_000 ? 100 * Math.floor((time + 50) / 100) : time;
    if (textOf(resultOf(time / 100, "")) !== written(right)) wrong.push(time);
  }
  expect(wrong).toEqual([]);
});

test("single times are cut after hundredths up to ten minutes, and rounded to seconds above", () => {
  for (const [milliseconds, seconds] of [
    [0, 0],
    [8_649, 8.64],
    [12_678.9, 12.67],
    [599_999, 599.99],
    [600_000, 600],
    [600_001, 600],
    [600_499, 600],
    [600_500, 601],
    [754_499.9, 754],
    [3_600_500, 3601],
  ] as const) {
    expect(secondsOf(milliseconds)).toBe(seconds);
  }
});

test("a penalty may lift a time above ten minutes", () => {
  for (const [seconds, penalty, text] of [
    [597.99, "+2", "9:59.99+"],
    [598, "+2", "10:00.00+"],
    [598.49, "+2", "10:00.00+"],
    [598.5, "+2", "10:01.00+"],
    [601, "+2", "10:03.00+"],
    [600, "", "10:00.00"],
    [600.5, "", "10:01.00"],
    [601.4, "DNF", "DNF (10:01.00)"],
    [12.345, "", "12.34"],
  ] as [number, Penalty, string][]) {
    expect(timeText(seconds, penalty)).toBe(text);
  }
});

test("means are rounded to hundredths up to ten minutes, and to seconds above", () => {
  for (const [times, mean] of [
    [[1, 2], 2],
    [[1, 1, 2], 1],
    [[1, 2, 2], 2],
    // The sum exceeds ten minutes for each by a third or by half of a hundredth.
    [[60_000, 60_000, 60_001], 60_000],
    [[59_999, 60_000], 60_000],
    [[60_000, 60_001], 60_000],
    [[60_000, 60_099], 60_000],
    [[60_000, 60_100], 60_100],
    // 600.4975 s: rounded once, not first to 600.50.
    [[60_000, 60_000, 60_100, 60_099], 60_000],
  ] as const) {
    expect(meanTimeOf(times)).toBe(mean);
    expect(exactMean(times)).toBe(mean);
  }
});

test("a DNF is the worst of an average, two are a DNF, and the best average is that of the most even five", () => {
  const five = [...results(10, 11, 14, 9), "DNF"] as Result[];
  expect(textOf(averageOf(five, 5))).toBe("11.67");
  expect(averageOf([...five, "DNF"], 5)).toBe("DNF");
  expect(averageOf(five, 12)).toBeNull();
  // Of a hundred, five at each end are left out: five DNFs are no DNF, six are.
  const hundred: Result[] = Array.from({ length: 100 }, (_, index) => (index < 5 ? "DNF" : index < 10 ? 100 : 1000));
  expect(textOf(averageOf(hundred, 100))).toBe("10.00");
  expect(averageOf([...hundred.slice(0, -1), "DNF"], 100)).toBe("DNF");
  expect(textOf(bestAverageOf([...five, "DNF"], 5))).toBe("11.67");
});

test("means of a drilled case are rounded from hundredths", () => {
  const answer = (recognition: number, execution: number) => ({ id: "", date: "", case: "", rating: 3, mark: "", recognition, execution }) as const;
  // 1.005 s and 2.015 s, which binary fractions lie below.
  const found = meansOfCase([answer(1, 2.01), answer(1.01, 2.02)]);
  expect([found.recognition?.toFixed(2), found.execution?.toFixed(2)]).toEqual(["1.01", "2.02"]);
  // 1.3 times the median of 0.70 s is 0.91 s.
  const past = [answer(0.3, 0.4), answer(0.3, 0.4), answer(0.3, 0.4)];
  expect(suggested(past, { recognition: 0.11, execution: 0.8 })).toBe(3);
  expect(suggested(past, { recognition: 0.11, execution: 0.81 })).toBe(2);
  expect(suggested(past, { recognition: 0.16, execution: 0.4 })).toBe(4);
});

test("means by number of moves are rounded from milliseconds", () => {
  const found = meansByMoves([{ x: 5, y: 1 }, { x: 5, y: 1.01 }, { x: 6, y: 9.87 }]);
  // The standard error of 1.00 and 1.01 is 0.005: three digits.
  expect(mean(found.get(5)!)).toBe("1.005 ± 0.005");
  expect(mean(found.get(6)!)).toBe("9.87");
  // 1.00 and 3.01: 2.005 ± 1.005.
  expect(mean(meansByMoves([{ x: 7, y: 1 }, { x: 7, y: 3.01 }]).get(7)!)).toMatch(/^2\.01 ± 1\.0/);
});
