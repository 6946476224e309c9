// The summary of several solves on the screen Review, against a real server. The expected values are those that the command
// prints: crates/cli/fixtures/simulated-solves-18.json, which a test of the command compares with its output.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Locator, type Page } from "@playwright/test";
import { decimal, plusMinus, probability } from "../src/statistics/format";
import { expectAccessible, expectNoSidewaysScroll, rememberAnswers, slow, watch } from "./shared";

const FIXTURES = join(import.meta.dirname, "../../crates/cli/fixtures");
const FILE = join(FIXTURES, "simulated-solves-18.csv");
/** 18 solves: the 6th is one move off, the 12th is not solved, the 15th has no time. */
const SOLVES = readFileSync(FILE, "utf8");
const SOLVE = readFileSync(join(FIXTURES, "mats-valk-5.55.txt"), "utf8");

interface Expected {
  biggest_loss: string;
  cases: { case: string; lost_htm: number; mean_htm: number; mean_least_htm: number; times: number }[];
  colors: { biggest_loss: string; color: string; mean_htm: number; mean_lost_htm: number; mean_lost_htm_se: number; solves: number }[];
  colors_p: number;
  mean_htm: number;
  mean_lost_htm: number;
  mean_lost_htm_se: number;
  stages: {
    lost_share: number;
    mean_htm: number;
    mean_least_htm: number;
    mean_lost_htm: number;
    mean_lost_htm_se: number;
    solves: number;
    stage: string;
  }[];
  trends: { high: number; intercept: number; low: number; measure: string; p: number; se: number; slope: number; solves: number }[];
}
const EXPECTED = JSON.parse(readFileSync(join(FIXTURES, "simulated-solves-18.json"), "utf8")) as Expected;

const address = (solution: string, more: Record<string, string> = {}) => `./#review?${new URLSearchParams({ solution, ...more })}`;
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const trend = (page: Page, name: string) => page.locator("section.review-trend-of").filter({ has: page.getByRole("heading", { name, exact: true }) });
const number = async (of: Locator, name: string) => Number(await of.getAttribute(name));

test.beforeEach(({ page }) => rememberAnswers(page, "review"));

/** Opens the summary of a text. */
async function open(page: Page, text = SOLVES, more: Record<string, string> = {}): Promise<void> {
  await page.goto(address(text, more));
  await expect(page.getByRole("heading", { name: /^\d+ solves: / })).toBeVisible(slow());
}

test("numbers are written as the commands write them", () => {
  const plain: [number, number, string][] = [
    [1.125, 2, "1.12"],
    [1.375, 2, "1.38"],
    [4.125, 2, "4.12"],
    [0.5, 0, "0"],
    [1.5, 0, "2"],
    [2.5, 0, "2"],
    [0.0625, 3, "0.062"],
    [1.005, 2, "1.00"],
    [2.675, 2, "2.67"],
    [0.994, 2, "0.99"],
    [16, 2, "16.00"],
    [-1.125, 2, "−1.12"],
    [-0.004, 2, "0.00"],
    [-0.005, 2, "−0.01"],
    [-0, 2, "0.00"],
    [-0.4, 0, "0"],
  ];
  expect(plain.map(([value, digits]) => decimal(value, digits))).toEqual(plain.map(([, , text]) => text));
  expect([0.0231, 0.00099, 0, 1].map(probability)).toEqual(["=\u00a00.023", "<\u00a00.001", "<\u00a00.001", "=\u00a01.000"]);
});

test("the heading and the sentences are those of the summary", async ({ page }) => {
  await open(page);
  await expect(page.getByRole("heading", { name: "18 solves: 16 solved, 1 one move off" })).toBeVisible();
  await expect(page.getByText("Lost in a solve: 16.06 ± 1.46 moves.")).toBeVisible();
  await expect(page.getByText("Biggest loss: 3rd pair, 4.88 ± 0.93 moves (30 %).")).toBeVisible();
  await expect(page.getByText("Mean time 14.35 s, 3.56 TPS.")).toBeVisible();
  await expect(page.getByText("1 unsolved solve is left out")).toBeVisible();
});

test("the table of the stages has the values of the command", async ({ page }) => {
  await open(page);
  const table = page.getByRole("table", { name: "Means of the complete solves" });
  await expect(table.getByRole("columnheader")).toHaveText(["Stage", "lost", "share", "moves", "optimal", "solves"]);
  const row = (name: string) => table.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  await expect(row("PLL").getByRole("cell")).toHaveText(["1.12 ± 0.34", "7 %", "13.50", "12.38", "16"]);
  expect(EXPECTED.stages).toHaveLength(7);
  for (const stage of EXPECTED.stages) {
    await expect(row(stage.stage).getByRole("cell")).toHaveText([
      plusMinus(stage.mean_lost_htm, stage.mean_lost_htm_se, 2),
      `${decimal(100 * stage.lost_share, 0)} %`,
      decimal(stage.mean_htm),
      decimal(stage.mean_least_htm),
      String(stage.solves),
    ]);
  }
  const whole = [plusMinus(EXPECTED.mean_lost_htm, EXPECTED.mean_lost_htm_se, 2), "", decimal(EXPECTED.mean_htm), "", "17"];
  await expect(row("whole solve").getByRole("cell")).toHaveText(whole);
});

test("bars show the losses of the stages with their standard errors", async ({ page }) => {
  await open(page);
  const chart = page.getByRole("img", { name: "Moves lost in each stage: mean and standard error" });
  await expect(chart.locator(".name")).toHaveText(EXPECTED.stages.map(({ stage }) => stage));
  const bars = chart.locator(".bar");
  const unit = (await number(bars.nth(3), "width")) / EXPECTED.stages[3]!.mean_lost_htm;
  const left = await number(bars.first(), "x");
  for (const [index, { mean_lost_htm: lost, mean_lost_htm_se: error }] of EXPECTED.stages.entries()) {
    expect(await number(bars.nth(index), "width")).toBeCloseTo(unit * lost, 6);
    const [, from, to] = /^M([\d.]+),[\d.]+H([\d.]+)M/.exec((await chart.locator(".error").nth(index).getAttribute("d")) ?? "") ?? [];
    expect(Number(from) - left).toBeCloseTo(unit * (lost - error), 6);
    expect(Number(to) - left).toBeCloseTo(unit * (lost + error), 6);
  }
  // Tables have the same numbers for those who do not see the chart.
  await expect(chart.locator("title").nth(3)).toHaveText("3rd pair: 4.88 ± 0.93");
});

const MEASURES = [
  ["lost_htm", "Moves lost", "moves"],
  ["time", "Time (s)", "s"],
] as const;

const expectedTrend = (name: string) => EXPECTED.trends.find(({ measure }) => measure === name)!;

test("trends have their intervals and say whether they are more than chance", async ({ page }) => {
  await open(page);
  await expect(trend(page, "Moves lost").locator("p")).toHaveText(
    "Falling: −0.605 ± 0.238 moves per solve (95 % interval −1.114 to −0.097). That is more than chance explains (p =\u00a00.023).",
  );
  await expect(page.locator("section.review-trend-of")).toHaveCount(MEASURES.length);
  for (const [measure, name, unit] of MEASURES) {
    const { slope, se, low, high, p } = expectedTrend(measure);
    const [shown, error, from, to] = [slope, se, low, high].map((value) => decimal(value, 3));
    const sentence = trend(page, name).locator("p");
    await expect(sentence).toContainText(`${shown} ± ${error} ${unit} per solve (95 % interval ${from} to ${to})`);
    await expect(sentence).toContainText(`(p ${probability(p)})`);
  }
});

test("points and the fitted line are drawn, and are a table too", async ({ page }) => {
  await open(page, SOLVES, { solve: "3" });
  for (const [measure, name] of MEASURES) {
    const { intercept, slope, solves } = expectedTrend(measure);
    const section = trend(page, name);
    const points = section.locator("circle");
    await expect(points).toHaveCount(solves);
    await section.getByText("As a table").click();
    const rows = section.getByRole("table").locator("tbody").getByRole("row");
    await expect(rows).toHaveCount(solves);
    // The 12th solve is not solved, and the 15th has no time.
    const without = name === "Time (s)" ? [12, 15] : [12];
    const numbers = Array.from({ length: 18 }, (_, at) => at + 1).filter((number) => !without.includes(number));
    await expect(section.getByRole("rowheader")).toHaveText(numbers.map(String));
    await expect(rows.first().getByRole("cell").last()).toHaveText(decimal(intercept + slope));
    await expect(rows.last().getByRole("cell").last()).toHaveText(decimal(intercept + 18 * slope));
    // The scale of the points is that of the line.
    const values = (await rows.getByRole("cell").allTextContents()).filter((_, at) => at % 2 === 0).map(Number);
    const [lowest, highest] = [values.indexOf(Math.min(...values)), values.indexOf(Math.max(...values))];
    const y = async (at: number) => number(points.nth(at), "cy");
    const scale = ((await y(highest)) - (await y(lowest))) / (values[highest]! - values[lowest]!);
    const line = section.locator(".fit");
    const rise = (await number(line, "y2")) - (await number(line, "y1"));
    expect(rise / scale / (17 * slope)).toBeCloseTo(1, 2);
    await expect(section.locator(".chosen")).toHaveCount(1);
    await expect(section.locator(".chosen title")).toContainText("Solve 3: ");
  }
  await expect(trend(page, "Moves lost").locator(".chosen title")).toHaveText("Solve 3: 17 lost");
  await expect(trend(page, "Time (s)").locator(".chosen title")).toHaveText("Solve 3: 15.59 s");
});

test("solves that are alike have no trend, and no number is -0.00", async ({ page }) => {
  await open(page, [SOLVE, SOLVE, SOLVE].join("\n---\n"));
  await expect(trend(page, "Time (s)").locator("p")).toHaveText(
    "No clear trend: 0.000 ± 0.000 s per solve (95 % interval 0.000 to 0.000). Chance alone explains as much (p =\u00a01.000).",
  );
  expect(await page.locator("main").textContent()).not.toMatch(/[-−]0\.?0*(?![\d.])/);
});

test("two solves have no trends", async ({ page }) => {
  await open(page, `${SOLVE}\n---\n${SOLVE}`);
  await expect(region(page, "From one solve to the next")).toContainText("Trends need three complete solves.");
});

test("solves of which none is complete have no means", async ({ page }) => {
  await open(page, "Scramble: R U F\nL\n---\nScramble: R U F\nD");
  await expect(page.getByText("No solve is complete, so there is nothing to summarise.")).toBeVisible();
  await expect(page.getByRole("img", { name: /^Moves lost/ })).toHaveCount(0);
});

test("the most costly cases have pictures and links", async ({ page }) => {
  await open(page);
  const table = region(page, "Most costly cases").getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText(["Case", "lost in all", "times", "moves", "best known"]);
  const rows = table.locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(8);
  await expect(rows.first().getByRole("cell")).toHaveText(["19", "9", "3.33", "3.33"]);
  const costly = EXPECTED.cases.filter(({ lost_htm }) => lost_htm > 0);
  await page.getByRole("button", { name: `Show all ${costly.length} cases` }).click();
  await expect(rows).toHaveCount(costly.length);
  for (const [index, one] of costly.entries()) {
    await expect(rows.nth(index).getByRole("link")).toHaveText(one.case);
    await expect(rows.nth(index).getByRole("cell")).toHaveText([
      String(one.lost_htm),
      String(one.times),
      decimal(one.mean_htm),
      decimal(one.mean_least_htm),
    ]);
  }
  await expect(table.locator("svg.case-picture")).toHaveCount(costly.length);
  await page.getByRole("button", { name: "Show fewer cases" }).click();
  await expect(rows).toHaveCount(8);
  await rows.first().getByRole("link", { name: "F2L 2" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "F2L 2" })).toBeVisible(slow());
});

test("the bottom colours are compared", async ({ page }) => {
  await open(page);
  const table = region(page, "Bottom colours").getByRole("table");
  for (const [index, one] of EXPECTED.colors.entries()) {
    const row = table.locator("tbody").getByRole("row").nth(index);
    await expect(row.getByRole("rowheader")).toContainText(one.color);
    await expect(row.getByRole("cell")).toHaveText([
      plusMinus(one.mean_lost_htm, one.mean_lost_htm_se, 2),
      decimal(one.mean_htm),
      String(one.solves),
      one.biggest_loss,
    ]);
  }
  await expect(page.getByText(`No sign that the colours differ in the moves lost (F test, p ${probability(EXPECTED.colors_p)}).`)).toBeVisible();
});

test("a solve is chosen with the keyboard, and marked in the figures", async ({ page }) => {
  await open(page);
  const rows = region(page, "Solves of the text").getByRole("table").locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(18);
  await expect(rows.nth(5).getByRole("cell")).toHaveText(["18", "54", "15.93", "one move off (+2)"]);
  await expect(rows.nth(11).getByRole("cell")).toHaveText(["–", "55", "14.00", "not solved"]);
  await expect(rows.nth(14).getByRole("cell").nth(2)).toHaveText("–");
  await rows.nth(3).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(rows.nth(3).getByRole("button")).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("heading", { level: 2, name: "Solve 4", exact: true })).toBeVisible(slow());
  await expect(trend(page, "Moves lost").locator(".chosen title")).toHaveText("Solve 4: 34 lost");
});

test("a file is read, and one that is too large is refused", async ({ page }) => {
  await page.goto("./#review");
  const choose = async (file: string | { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open a file…" }).click();
    await (await chooser).setFiles(file);
  };
  await choose({ name: "all.txt", mimeType: "text/plain", buffer: Buffer.alloc(256 * 1024 + 1, "R ") });
  await expect(page.getByText("all.txt is larger than 256 KiB")).toBeVisible();
  await choose(FILE);
  await expect(page.getByRole("heading", { name: "18 solves: 16 solved, 1 one move off" })).toBeVisible(slow());
  await expect(page.getByText("all.txt is larger than 256 KiB")).toHaveCount(0);
});

test("a file that is dropped is read", async ({ page }) => {
  await page.goto("./#review");
  await expect(page.getByText("Paste a reconstruction")).toBeVisible();
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "solves.csv"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, SOLVES);
  await expect(page.getByRole("heading", { name: "18 solves: 16 solved, 1 one move off" })).toBeVisible(slow());
});

test("forty solves are summarised", async ({ page }) => {
  await page.goto(address(Array.from({ length: 40 }, () => SOLVE).join("\n---\n")));
  await expect(page.getByRole("heading", { name: "40 solves: 40 solved" })).toBeVisible(slow());
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test("the summary is in Chinese", async ({ page }) => {
  await open(page);
  await page.getByRole("combobox", { name: "Language" }).selectOption("简体中文");
  await expect(page.getByText("损失最大的阶段：第 3 组 F2L，4.88 ± 0.93 步（占 30 %）。")).toBeVisible();
  await expect(trend(page, "损失步数").locator("p")).toContainText("下降：每多一把变化 −0.605 ± 0.238 步（95 % 置信区间 −1.114 至 −0.097）。");
  await expectNoSidewaysScroll(page);
});

test("the summary is accessible and fits", async ({ page }) => {
  test.slow();
  const problems = watch(page);
  await open(page);
  await expect(region(page, "Most costly cases").locator("svg.case-picture")).toHaveCount(8, slow());
  for (const table of await page.getByText("As a table").all()) await table.click();
  await expectAccessible(page);
  for (const width of [360, 800, 1000, 1500, 3840]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  expect(problems).toEqual([]);
});
