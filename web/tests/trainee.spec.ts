// A trainee on the real page: a month of practice with a clock that the test moves, and five timed attempts without the mouse.
import { expect, type Page, test } from "@playwright/test";
import { answerOf, slow, watch } from "./shared";
import { advance, holdSpace, pad, solve, stopClock } from "./timer";
import { exported, importText, minimum, newScramble, scrambleOf } from "./train";

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

const DAY = 24 * 3_600_000;
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

/** The days of the month without practice. */
const IDLE = [9, 10, 19];
const DAYS = 28;

test("a month of one trainee: due cases, sessions, streak, statistics, kept, exported, imported, in two tabs, with a full storage", async ({ page }) => {
  test.setTimeout(600_000);
  const random = seeded(7);
  await stopClock(page, new Date("2026-03-02T18:00:00"));
  await page.goto("./#drill?set=pll");
  await page.getByText("Settings", { exact: true }).click();
  await page.getByLabel("New cases a day").selectOption("1");
  let known = 0;
  let streak = 0;
  for (let day = 0; day < DAYS; day++) {
    if (IDLE.includes(day)) {
      streak = 0;
      await advance(page, DAY);
      continue;
    }
    // Today opens first, and says what is due and how long the streak is.
    await page.goto("./");
    await page.reload();
    if (day > 0) {
      await expect(page).toHaveTitle("Today · cubiform");
      await expect(page.getByText(streak === 0 ? "No streak yet" : `Streak: ${streak === 1 ? "1 day" : `${streak} days`}.`)).toBeVisible();
    }
    // One cross against the clock, in a session of the week.
    await page.goto("./#train?clock=1&moves=5");
    const scramble = await newScramble(page);
    if (day % 7 === 0) {
      page.once("dialog", (dialog) => void dialog.accept(`Week ${day / 7 + 1}`));
      await session(page).getByRole("button", { name: "New session" }).click();
      await scrambleOf(page).focus();
    }
    await solve(page, { inspection: 5 + 10.5 * Number(random() < 0.1), execution: 2 + 4 * random() });
    const optimum = await minimum(page, scramble, "W");
    for (const digit of String(optimum + Math.floor(3 * random()))) await page.keyboard.press(digit);
    await expect(page.getByRole("button", { name: "Record", exact: true })).toBeEnabled();
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^Recorded: \d+ moves/)).toBeVisible();
    // The cases that are due, and a new one.
    await page.goto("./#today");
    const found = day === 0 ? null : /(\d+) cases? due/.exec((await page.getByRole("listitem").filter({ hasText: "PLL" }).textContent())!);
    await page.goto("./#drill?set=pll");
    await page.reload();
    await expect(counts(page)).toContainText(/Due today/);
    const [, due, fresh] = /Due today: (\d+)(?:, and (\d+) new)?/.exec((await counts(page).textContent())!)!;
    if (found !== null) expect(found[1]).toBe(due);
    for (let count = 0; count < Number(due) + Number(fresh ?? 0); count++) {
      await expect(page.locator(".drill-scramble")).toHaveText(/^[URFDLB]/);
      await pad(page).focus();
      await page.keyboard.press("Space");
      await advance(page, 500 + 2000 * random());
      await page.keyboard.press("Space");
      await advance(page, 1000 + 2000 * random());
      await page.keyboard.press("Space");
      await expect(page.locator(".drill-outcome")).toBeVisible();
      await page.keyboard.press(random() < 0.2 ? "3" : "4");
      await expect(page.locator(".drill-outcome")).toHaveCount(0);
    }
    known = Number(/(\d+) known/.exec((await counts(page).textContent())!)![1]);
    streak++;
    await advance(page, DAY);
  }
  const practised = DAYS - IDLE.length;
  expect(known).toBeGreaterThanOrEqual(15);
  await page.reload();
  await expect(counts(page)).toContainText(`${known} known.`);
  const drilled = await exported(page, "Export CSV");
  const answers = drilled.trim().split("\r\n").slice(1).map((line) => line.split(","));
  expect(answers.length).toBeGreaterThan(21);
  // On a day without a case that is due, no case is answered.
  expect(new Set(answers.map((fields) => fields[1]!.slice(0, 10))).size).toBeGreaterThan(practised - 4);
  const dueText = (await counts(page).textContent())!;

  // The statistics of Train are those of its records.
  await page.goto("./#train?clock=1&moves=5");
  const text = await exported(page, "Export JSON");
  const attempts = JSON.parse(text) as (Recorded & { session: string })[];
  expect(attempts).toHaveLength(practised);
  const last = attempts.filter(({ session }) => session === "Week 4");
  await expect(figure(page, "ao5")).toHaveText(average(last, 5));
  await session(page).getByText("All sessions").click();
  await expect(session(page).getByRole("row")).toHaveCount(5);
  const lost = attempts.reduce((sum, { length, optimum }) => sum + length! - optimum, 0);
  await expect(page.locator(".train-mean")).toContainText(`+${(lost / practised).toFixed(2)}`);
  await expect(page.locator(".train-mean")).toContainText(`${practised} answers`);

  // Another tab has it; what is deleted there is gone here, and comes back from the files.
  const other = await page.context().newPage();
  await other.goto("./#train?clock=1&moves=5");
  await expect(figure(other, "ao5")).toHaveText(average(last, 5));
  await other.getByRole("button", { name: "Delete all…" }).click();
  await other.getByRole("button", { name: `Delete ${practised} records` }).click();
  await expect(page.getByText("Nothing is recorded yet.")).toBeVisible();
  await importText(page, "month.json", text);
  await expect(page.getByText(`${practised} records added.`)).toBeVisible();
  await expect(figure(other, "ao5")).toHaveText(average(last, 5));
  await other.goto("./#drill?set=pll");
  await other.getByRole("button", { name: "Delete all…" }).click();
  await other.getByRole("button", { name: `Delete ${answers.length} records` }).click();
  await expect(counts(other)).toContainText("0 learning, 0 known.");
  await importText(other, "drill.csv", drilled);
  await expect(counts(other)).toHaveText(dueText);
  await other.close();

  // With a full storage a time, an answer, an import and a choice that are not kept are said, and what is there stays.
  await page.goto("./#train?clock=1&moves=5");
  await page.reload();
  await newScramble(page);
  await page.evaluate(() => {
    // As browsers do it: the transaction of a write is aborted, once all of it is asked for.
    for (const name of ["put", "add"] as const) {
      const write = IDBObjectStore.prototype[name];
      IDBObjectStore.prototype[name] = function (...record: [unknown]) {
        queueMicrotask(() => {
          try {
            this.transaction.abort();
          } catch {
            // It is aborted already.
          }
        });
        return write.apply(this, record);
      };
    }
    for (let size = 2 ** 22; size >= 1; size /= 2) {
      try {
        for (let count = 0; ; count++) localStorage.setItem(`filler ${size} ${count}`, "x".repeat(size));
      } catch {
        // Now with smaller ones.
      }
    }
  });
  await page.keyboard.press("Space");
  await expect(pad(page)).toHaveClass(/inspecting/);
  await holdSpace(page);
  await advance(page, 3000);
  await page.keyboard.press("Space");
  await expect(page.getByText(/Not recorded: the browser could not store it/)).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.getByText("The browser's storage is full: your choices hold only until you close this page.")).toBeVisible();
  await importText(page, "more.json", text.replaceAll('"id":"', '"id":"new-'));
  await expect(page.getByText(/Not recorded: the browser could not store it/)).toBeVisible();
  await expect(page.locator(".train-mean")).toContainText(`${practised} answers`);
  await page.reload();
  await expect(page.locator(".train-mean")).toContainText(`${practised} answers`);
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
  await key("s");
  await key("x");
  await expect(page.locator(".train-setup select").nth(1)).toHaveValue("xcross");
  // The choice has taken effect: before, nine moves are too many.
  await expect(page.getByText("xcross, white · xcross[W] == 8")).toBeAttached();
  await key("Escape");
  await key("l");
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
  await key("w");
  await expect(page.getByText("Lost: 2 by cancelled moves.")).toBeVisible(slow());
  await expect(page.getByText(/Your time: \d+\.\d\d/)).toBeVisible();
  await expect(scrambleOf(page)).toBeFocused();
  const seconds = (Date.now() - start) / 1000;
  console.log(`five timed attempts: ${keys} keys and ${typed} typed characters of solutions; ${seconds.toFixed(1)} s beside ${waited} s of the solves`);
  expect(keys).toBeLessThanOrEqual(40);
});
