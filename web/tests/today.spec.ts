// The screen Today: it opens first for those who have practised, and each exercise is a link.
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./shared";
import { advance, stopClock } from "./timer";
import { ADDED, failOnComplaints, importText, newScramble, parameterOf, SCRAMBLE } from "./train";

failOnComplaints();

const NOON = new Date("2026-03-10T12:00:00");
const DAY = 24 * 3_600_000;
const dayBefore = (days: number) => new Date(NOON.getTime() - days * DAY).toISOString();

/** An answer with its lost moves. */
const answer = (index: number, days: number, stage: string, optimum: number, lost: number) => ({
  ...ADDED, id: `a${index}`, date: dayBefore(days), goal: "std", stage, colors: "Y", condition: "", hold: "standard", scramble: SCRAMBLE, optimum, length: optimum + lost, moves: "R", inspection: 8, time: 4, lost_color: 0, lost_slot: 0, lost_detour: lost, lost_cancelled: 0,
});
const drilled = (index: number, days: number, name: string) => ({ id: `d${index}`, date: dayBefore(days), case: name, rating: 3, mark: "", recognition: 2, execution: 3 });

const item = (page: Page, text: string | RegExp) => page.getByRole("main").getByRole("listitem").filter({ hasText: text });

async function withRecord(page: Page): Promise<void> {
  await page.goto("./#train");
  const crosses = [5, 5, 6, 6, 7, 7].map((optimum, index) => answer(index, 1 + (index % 3), "cross", optimum, optimum >= 6 ? 1 : 0));
  // XCrosses without a loss: the next is one harder.
  await importText(page, "a.json", JSON.stringify([...crosses, answer(20, 4, "xcross", 7, 0), answer(21, 6, "cross", 5, 0)]));
  await expect(page.getByText("8 records added.")).toBeVisible();
  await page.goto("./#drill");
  await importText(page, "d.json", JSON.stringify([drilled(1, 2, "PLL Ga"), drilled(2, 2, "PLL T"), drilled(3, 2, "COLL 17")]));
  await expect(page.getByText("3 records added.")).toBeVisible();
}

test.beforeEach(({ page }) => stopClock(page, NOON));

test("new visitors see Analyze; Today has a first exercise of each kind", async ({ page }) => {
  await page.goto("./");
  await expect(page).toHaveTitle("Analyze · cubiform");
  await page.goto("./#today");
  await expect(page.getByText("No streak yet: one exercise begins it.")).toBeVisible();
  await expect(item(page, "One cross of 6 moves (white)")).toBeVisible();
  await expect(item(page, "One xcross of 8 moves (white)")).toBeVisible();
  await item(page, "PLL: the first cases").getByRole("link").click();
  await expect(page).toHaveURL(/#drill\?set=pll/);
});

test("opens first for those who have practised, with what is due, the difficulty and the streak", async ({ page }) => {
  await withRecord(page);
  await page.goto("about:blank");
  await page.goto("./");
  await expect(page).toHaveTitle("Today · cubiform");
  await expect(page.getByText("Streak: 4 days. One exercise today keeps it.")).toBeVisible();
  // Five moves lose nothing, six do; the losses are detours.
  const cross = item(page, "One cross of 6 moves (yellow)");
  await expect(cross).toContainText("Plan to the end before the first turn.");
  await expect(item(page, "One xcross of 8 moves (yellow)")).toBeVisible();
  await expect(item(page, "PLL: 2 cases due")).toBeVisible();
  await expect(item(page, "COLL: 1 case due")).toBeVisible();
  await expect(page.getByText("Five minutes' worth: one cross, one xcross, 3 cases.")).toBeVisible();
  // Cases that are not ticked for the drill do not count.
  await page.evaluate(() => localStorage.setItem("ticked", JSON.stringify(["PLL T"])));
  await page.reload();
  await expect(item(page, "PLL: 1 case due")).toBeVisible();
  await cross.getByRole("link").click();
  await expect(page.locator(".timer-pad")).toBeVisible();
  await newScramble(page);
  expect(await parameterOf(page, "moves")).toBe("6");
  expect(await parameterOf(page, "colors")).toBe("Y");
  await page.goBack();
  await item(page, "COLL").getByRole("link").click();
  await expect(page).toHaveURL(/#drill\?set=coll/);
});

test("what was done today counts, and the streak ends after a day without", async ({ page }) => {
  await withRecord(page);
  await page.goto("./#train");
  await importText(page, "b.json", JSON.stringify([answer(30, 0, "cross", 6, 0)]));
  await expect(page.getByText("1 record added.")).toBeVisible();
  await page.goto("./#today");
  await expect(item(page, "One cross")).toContainText("✓ 1 done today");
  await expect(page.getByText("Streak: 5 days. Today counts already.")).toBeVisible();
  await expect(page.getByText("Five minutes' worth: one xcross, 3 cases.")).toBeVisible();
  await advance(page, 2 * DAY);
  await page.reload();
  await expect(page.getByText("No streak yet: one exercise begins it.")).toBeVisible();
});

test("in Chinese, on a phone, without accessibility violations", async ({ page }) => {
  await withRecord(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("./#today");
  await expectAccessible(page);
  await page.evaluate(() => localStorage.setItem("language", "zh"));
  await page.reload();
  await expect(page.getByText("连续 4 天。今天做一项练习就能保持。")).toBeVisible();
  await expect(item(page, "PLL：要复习 2 个")).toBeVisible();
  await expectNoSidewaysScroll(page);
});
