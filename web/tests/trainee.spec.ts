// A trainee on the real page: a week of practice with a clock that the test moves, and five timed attempts without the mouse.
import { expect, type Page, test } from "@playwright/test";
import { answerOf, slow, watch } from "./shared";
import { advance, pad, solve, stopClock } from "./timer";
import { exported, importText, minimum, newScramble, recordCount, scrambleOf } from "./train";

let complaints: string[];
test.beforeEach(({ page }) => {
  complaints = watch(page);
});
test.afterEach(() => expect(complaints).toEqual([]));

/** Numbers from 0 to below 1, the same at every run (a linear congruential generator). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

const session = (page: Page) => page.getByRole("region", { name: "Session" });
const figure = (page: Page, label: string) => session(page).locator("dl > div", { has: page.getByText(label, { exact: true }) }).locator("dd");
const counts = (page: Page) => page.locator(".drill-counts");

interface Recorded {
  time: number;
  penalty: string;
  optimum: number;
  length: number | null;
}

/** The average of the last results without the best and the worst, by a way other than the page's. */
function average(all: readonly Recorded[], count: number): string {
  const last = all.slice(-count).map(({ time, penalty }) => (penalty === "DNF" ? 1e9 : Math.round(100 * (time + (penalty === "+2" ? 2 : 0)))));
  const sum = last.reduce((sum, time) => sum + time, 0) - Math.max(...last) - Math.min(...last);
  return sum >= 1e9 ? "DNF" : (Math.round(sum / (count - 2)) / 100).toFixed(2);
}

test("a week of one trainee: due cases, statistics, kept, exported, imported, in two tabs", async ({ page }) => {
  test.setTimeout(300_000);
  const random = seeded(7);
  await stopClock(page, new Date("2026-03-02T18:00:00"));
  await page.goto("./#drill?set=pll");
  await page.getByText("Settings", { exact: true }).click();
  await page.getByLabel("New cases a day").selectOption("2");
  let known = 0;
  for (let day = 0; day < 7; day++) {
    // Two crosses against the clock.
    await page.goto("./#train?clock=1&moves=5");
    for (let count = 0; count < 2; count++) {
      const scramble = await newScramble(page);
      await solve(page, { inspection: 5 + 10.5 * Number(random() < 0.1), execution: 2 + 4 * random() });
      const optimum = await minimum(page, scramble, "W");
      await recordCount(page, optimum + Math.floor(3 * random()));
      await expect(page.getByText(/^Recorded: \d+ moves/)).toBeVisible();
      await page.keyboard.press("Escape");
      await page.keyboard.press("n");
      await newScramble(page, scramble);
    }
    // The cases that are due, and two new ones.
    await page.goto("./#drill?set=pll");
    await page.reload();
    await expect(counts(page)).toContainText("2 new.");
    const due = Number(/Due today: (\d+)/.exec((await counts(page).textContent())!)![1]);
    for (let count = 0; count < due + 2; count++) {
      await expect(page.locator(".drill-scramble")).toHaveText(/^[URFDLB]/);
      await pad(page).focus();
      await page.keyboard.press("Space");
      await advance(page, 500 + 2000 * random());
      await page.keyboard.press("Space");
      await advance(page, 1000 + 2000 * random());
      await page.keyboard.press("Space");
      await expect(page.locator(".drill-outcome")).toBeVisible();
      await page.keyboard.press(random() < 0.3 ? "3" : "4");
      await expect(page.locator(".drill-outcome")).toHaveCount(0);
    }
    known = Number(/(\d+) known/.exec((await counts(page).textContent())!)![1]);
    await advance(page, 24 * 3_600_000);
  }
  // By now cases of the first days have come back.
  expect(known).toBeGreaterThanOrEqual(8);
  await page.reload();
  await expect(counts(page)).toContainText(`${known} known.`);
  const drilled = await exported(page, "Export CSV");
  const answers = drilled.trim().split("\r\n").slice(1).map((line) => line.split(","));
  expect(new Set(answers.map((fields) => fields[2])).size).toBe(14);
  expect(answers.length).toBeGreaterThan(14);
  const days = new Set(answers.map((fields) => fields[1]!.slice(0, 10)));
  expect(days.size).toBe(7);
  const dueText = (await counts(page).textContent())!;

  // The statistics of Train are those of its records.
  await page.goto("./#train?clock=1&moves=5");
  const text = await exported(page, "Export JSON");
  const attempts = JSON.parse(text) as Recorded[];
  expect(attempts).toHaveLength(14);
  await expect(figure(page, "ao5")).toHaveText(average(attempts, 5));
  await expect(figure(page, "ao12")).toHaveText(average(attempts, 12));
  const lost = attempts.reduce((sum, { length, optimum }) => sum + length! - optimum, 0);
  await expect(page.locator(".train-mean")).toContainText(`+${(lost / 14).toFixed(2)}`);
  await expect(page.locator(".train-mean")).toContainText("14 answers");

  // Another tab has it; what is deleted there is gone here, and comes back from the files.
  const other = await page.context().newPage();
  await other.goto("./#train?clock=1&moves=5");
  await expect(figure(other, "ao12")).toHaveText(average(attempts, 12));
  await other.getByRole("button", { name: "Delete all…" }).click();
  await other.getByRole("button", { name: "Delete 14 records" }).click();
  await expect(page.getByText("Nothing is recorded yet.")).toBeVisible();
  await importText(page, "week.json", text);
  await expect(page.getByText("14 records added.")).toBeVisible();
  await expect(figure(other, "ao12")).toHaveText(average(attempts, 12));
  await other.goto("./#drill?set=pll");
  await other.getByRole("button", { name: "Delete all…" }).click();
  await other.getByRole("button", { name: `Delete ${answers.length} records` }).click();
  await expect(counts(other)).toContainText("21 new, 0 learning, 0 known.");
  await importText(other, "drill.csv", drilled);
  await expect(counts(other)).toHaveText(dueText);
});

test("open, xcross of nine moves, five timed attempts, and the worst looked at, without the mouse", async ({ page }) => {
  test.setTimeout(180_000);
  let [keys, typed] = [0, 0];
  const key = async (name: string) => {
    keys++;
    await page.keyboard.press(name);
  };
  const start = Date.now();
  // The seconds of the solves themselves, which the clock of the test skips.
  let waited = 0;
  await stopClock(page);
  await page.goto("./#train");
  const first = await newScramble(page);
  await key("t");
  await key("s");
  await key("x");
  await expect(page.locator(".train-setup select").nth(1)).toHaveValue("xcross");
  // The choice has taken effect: before, nine moves are too many.
  await expect(page.getByText("xcross, white · xcross[W] == 8")).toBeAttached();
  await key("Escape");
  await key("m");
  await key("9");
  await key("Escape");
  await expect(page.getByText("xcross, white · xcross[W] == 9")).toBeAttached();
  let scramble = await newScramble(page, first);
  expect(await minimum(page, scramble, "W", "xcross")).toBe(9);
  for (let attempt = 0; attempt < 5; attempt++) {
    if (attempt > 0) await expect(pad(page)).toHaveClass(/waiting/);
    // Space three times: inspection, start, stop.
    keys += 3;
    await solve(page, { inspection: 4, execution: 3 + attempt });
    waited += 7 + attempt;
    await expect(page.getByText(/^Your time: /)).toBeVisible(slow());
    const { body } = await answerOf(page, "analyze", { scramble, stages: "xcross", colors: "W", only_best: true, solutions: 1 });
    const [{ rotation, moves }] = (body as { solutions: [{ rotation: string; moves: string }] }).solutions;
    // The third attempt turns back and forth once.
    const own = `${rotation} ${attempt === 2 ? "U U' " : ""}${moves}`;
    await key("Enter");
    typed += own.length;
    await page.keyboard.type(own);
    // Moves are checked once the minimum is known.
    await expect(page.getByRole("button", { name: "Check and record" })).toBeEnabled(slow());
    await key("Enter");
    await expect(page.getByText(attempt === 2 ? "Recorded: 11 moves, 2 more than the minimum." : "Recorded: 9 moves, the minimum.")).toBeVisible(slow());
    if (attempt === 4) break;
    await key("Enter");
    scramble = await newScramble(page, scramble);
  }
  await expect(session(page)).toContainText("5 solves");
  await expect(figure(page, "ao5")).toHaveText(/^\d+\.\d\d$/);
  await key("Escape");
  await key("w");
  await expect(page.getByText("Lost: 2 by cancelled moves.")).toBeVisible(slow());
  await expect(page.getByText(/Your time: \d+\.\d\d/)).toBeVisible();
  await expect(scrambleOf(page)).toBeFocused();
  const seconds = (Date.now() - start) / 1000;
  console.log(`five timed attempts: ${keys} keys and ${typed} typed characters of solutions; ${seconds.toFixed(1)} s beside ${waited} s of the solves`);
  expect(keys).toBeLessThanOrEqual(40);
});
