// The drill of cases: recognition and execution, spaced repetition, marks, and the ways to it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { Alg } from "cubing/alg";
import { cube3x3x3 } from "cubing/puzzles";
import { expectAccessible, expectNoSidewaysScroll, needsServer, slow, watch } from "./shared";
import { advance, pad, stopClock, timeOf } from "./timer";

/** 18 solves with cases in which moves are lost. */
const SOLVES = join(import.meta.dirname, "../../crates/cli/fixtures/simulated-solves-18.csv");

let complaints: string[];
test.beforeEach(async ({ page }) => {
  complaints = watch(page);
  await stopClock(page, new Date("2026-03-02T09:00:00"));
});
test.afterEach(() => expect(complaints).toEqual([]));

const at = (parameters: Record<string, string>) => `./#drill?${new URLSearchParams(parameters)}`;
const row = (page: Page, name: string) => page.getByRole("region", { name: "Cases and their times" }).getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

/** Sees the case, recognises it and does the moves, by Space alone. */
async function answer(page: Page, recognition: number, execution: number | null): Promise<void> {
  await expect(pad(page)).toHaveClass(/waiting/);
  // A new round shows its timer before it has a scramble, and cannot be started until then.
  await expect(pad(page).locator("xpath=ancestor::section")).toHaveAttribute("aria-busy", "false");
  await page.keyboard.press("Space");
  await expect(pad(page)).toHaveClass(/solving/);
  await advance(page, 1000 * recognition);
  await page.keyboard.press("Space");
  if (execution !== null) {
    await expect(page.getByText("Space or touch when done")).toBeVisible();
    await advance(page, 1000 * execution);
    await page.keyboard.press("Space");
  }
  await expect(pad(page)).toHaveClass(/stopped/);
}

const scrambled = (page: Page) => expect(page.locator(".drill-scramble")).toHaveText(/^[URFDLB]/);

test("recognition and execution are timed apart, and rated by a key", async ({ page }) => {
  await page.goto(at({ cases: "PLL Ga" }));
  await scrambled(page);
  await expect(page.getByText("The case appears here when you start.")).toBeVisible();
  await expect(page.locator(".player")).toHaveCount(0);
  await answer(page, 2, 3);
  await expect(timeOf(page)).toHaveText("5.00");
  await expect(page.getByText("Recognition 2.00 s, execution 3.00 s", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "PLL Ga" })).toBeVisible();
  await expect(page.locator(".drill-algorithms li")).toHaveCount(3);
  await expect(page.locator(".player")).toHaveAttribute("data-setup", /^z2 /);
  await page.keyboard.press("4");
  await expect(row(page, "PLL Ga").getByRole("cell").nth(1)).toHaveText("2.00");
  await expect(row(page, "PLL Ga").getByRole("cell").nth(2)).toHaveText("3.00");
  await expect(row(page, "PLL Ga").getByRole("combobox")).toHaveValue("known");
});

test("recognition alone, by touch", async ({ page }) => {
  await page.goto(at({ set: "oll" }));
  await page.getByText("Settings", { exact: true }).click();
  await page.getByLabel("What is timed").selectOption("recognition alone, without a cube");
  await expect(page.locator(".drill-scramble")).toHaveCount(0);
  const touch = async () => {
    await pad(page).dispatchEvent("pointerdown", { pointerType: "touch", isPrimary: true });
    await pad(page).dispatchEvent("pointerup", { pointerType: "touch", isPrimary: true });
  };
  // The case has a scramble, though none is shown.
  await expect(page.getByRole("region", { name: "Case", exact: true })).toHaveAttribute("aria-busy", "false");
  await touch();
  await expect(pad(page)).toHaveClass(/solving/);
  await advance(page, 1500);
  await page.locator(".drill-cube").dispatchEvent("pointerdown", { pointerType: "touch", isPrimary: true });
  await expect(page.getByText("Recognition 1.50 s", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Good/ }).click();
  await expect(page.getByText("1 learning")).toBeVisible();
  // The choice is remembered.
  await page.reload();
  await expect(page.getByLabel("What is timed")).toHaveValue("recognition");
  await expect(page.getByRole("button", { name: "OLL", exact: true })).toHaveAttribute("aria-pressed", "true");
});

test("cases come back when they are due, and new ones as many as chosen a day", async ({ page }) => {
  await page.goto(at({ set: "pll" }));
  await page.getByText("Settings", { exact: true }).click();
  await page.getByLabel("New cases a day").selectOption("2");
  await pad(page).focus();
  const seen: string[] = [];
  for (const key of ["3", "4"]) {
    await scrambled(page);
    await answer(page, 1, 1);
    seen.push((await page.locator(".drill-outcome h2").textContent())!);
    await page.keyboard.press(key);
  }
  expect(new Set(seen).size).toBe(2);
  // The most probable cases come first: those of probability 1/18.
  for (const name of seen) await expect(row(page, name)).toContainText("5.56 %");
  // The first is learned in steps: it comes again today. The second is known.
  await expect(page.getByText("Due today: 1. 19 new, 1 learning, 1 known.")).toBeVisible();
  await scrambled(page);
  await advance(page, 11 * 60_000);
  await answer(page, 1, 1);
  await expect(page.locator(".drill-outcome h2")).toHaveText(seen[0]!);
  await page.keyboard.press("3");
  await expect(page.getByText(/^Done for today with PLL\. The next case is due in \d d\./)).toBeVisible();
  await expect(page.getByText("Due today: 0. 19 new, 0 learning, 2 known.")).toBeVisible();
  await page.getByRole("button", { name: "Practise anyway" }).click();
  await scrambled(page);
});

test("each set has its own new cases a day", async ({ page }) => {
  await page.goto(at({ set: "pll" }));
  await page.getByText("Settings", { exact: true }).click();
  await page.getByLabel("New cases a day").selectOption("1");
  await scrambled(page);
  await pad(page).focus();
  await answer(page, 1, 1);
  await page.keyboard.press("4");
  await expect(page.getByText(/^Done for today/)).toBeVisible();
  await page.getByRole("button", { name: "OLL", exact: true }).click();
  await expect(page.getByText("Due today: 0, and 1 new. 57 new, 0 learning, 0 known.")).toBeVisible();
  await scrambled(page);
  // The page says so.
  await expect(page.getByLabel("New cases a day, in each set")).toHaveValue("1");
});

test("a ticked group is drilled alone, and is kept across visits", async ({ page }) => {
  await page.goto(at({ set: "zbll" }));
  await page.getByText("Cases to drill: all 493").click();
  const group = page.getByRole("button", { name: "T 72" });
  await group.press("Space");
  await expect(page.getByText("Cases to drill: the 72 ticked of 493")).toBeVisible();
  await expect(page.getByText("72 new, 0 learning, 0 known.")).toBeVisible();
  // The case has changed, and the focus stays at the choice.
  await scrambled(page);
  await expect(page.getByRole("button", { name: "T 72/72" })).toBeFocused();
  await page.reload();
  await expect(page.getByText("72 new, 0 learning, 0 known.")).toBeVisible();
  await scrambled(page);
  await answer(page, 1, 1);
  // The T cases are those of OLL 24.
  await expect(page.locator(".drill-outcome")).toContainText("OLL 24");
  await page.keyboard.press("3");
  // Single cases are ticked in the table.
  await row(page, "ZBLL 1").getByRole("checkbox").check();
  await expect(page.getByText("Cases to drill: the 73 ticked of 493")).toBeVisible();
  await page.getByText("Cases to drill: the 73 ticked of 493").click();
  await page.getByRole("button", { name: "Untick all" }).click();
  await expect(page.getByText("Cases to drill: all 493")).toBeVisible();
  await expect(page.getByText("492 new, 1 learning, 0 known.")).toBeVisible();
});

test("after the case, the algorithms begin with the turn of U that the cube needs", async ({ page }) => {
  needsServer("the scramble is given in place of the server's");
  const scramble = new Alg("R U R' U' R' F R2 U' R' U' R U R' F'").invert().toString() + " U";
  await page.route("**/v1/scramble?*", (route) => route.fulfill({ json: [{ scramble }] }));
  await page.goto(at({ cases: "PLL T" }));
  await expect(page.locator(".drill-scramble")).toHaveText(scramble);
  await answer(page, 1, 1);
  await expect(page.locator(".drill-algorithms li").first()).toHaveText("(U') R U R' U' R' F R2 U' R' U' R U R' F'");
  const after = (await cube3x3x3.kpuzzle()).defaultPattern().applyAlg(new Alg(scramble));
  for (const moves of await page.locator(".drill-algorithms li").allTextContents()) {
    const ends = ["", "U", "U2", "U'"].map((turn) => after.applyAlg(new Alg(`${moves} ${turn}`)));
    expect(ends.some((end) => end.experimentalIsSolved({ ignorePuzzleOrientation: true, ignoreCenterOrientation: true })), moves).toBe(true);
  }
  // The player has them, too.
  await expect(page.locator(".player")).toHaveAttribute("data-moves", "(U') R U R' U' R' F R2 U' R' U' R U R' F'");
});

test("on a phone, the table shows the names of the cases, which a touch reaches, and its headings stay level", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at({ set: "pll" }));
  await page.getByLabel("Language").filter({ visible: true }).selectOption("简体中文");
  const link = page.getByRole("link", { name: "PLL Ga", exact: true });
  await link.scrollIntoViewIfNeeded();
  // In two lines at most.
  for (const heading of await page.locator("thead th").all()) expect((await heading.boundingBox())!.height).toBeLessThan(56);
  const { x, y, width, height } = (await link.boundingBox())!;
  expect(width).toBeGreaterThan(40);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x + width - 4, y: y + height / 2 }] });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect(page).toHaveURL(/cases=PLL\+Ga/);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  await session.detach();
});

test("a mark given by hand moves a case, and survives a reload and reaches another tab", async ({ page }) => {
  await page.goto(at({ set: "pll" }));
  const other = await page.context().newPage();
  await other.goto(at({ set: "pll" }));
  await expect(other.getByText("21 new, 0 learning, 0 known.")).toBeVisible();
  await row(page, "PLL T").getByRole("combobox").selectOption("known");
  await row(page, "PLL Ga").getByRole("combobox").selectOption("learning");
  await expect(page.getByText("19 new, 1 learning, 1 known.")).toBeVisible();
  await expect(other.getByText("19 new, 1 learning, 1 known.")).toBeVisible();
  await page.reload();
  await expect(row(page, "PLL T").getByRole("combobox")).toHaveValue("known");
  // The last mark counts.
  await advance(page, 1000);
  await row(page, "PLL T").getByRole("combobox").selectOption("new");
  await expect(page.getByText("20 new, 1 learning, 0 known.")).toBeVisible();
});

test("reached from the chosen case, from the list of cases, and from Review's most costly cases", async ({ page }) => {
  await page.goto("./#cases?set=pll&case=Ga");
  await page.getByRole("navigation", { name: "View of the case" }).getByRole("link", { name: "Drill" }).click();
  await page.getByRole("link", { name: "Drill this case" }).click();
  await expect(page.getByText("Only PLL Ga.")).toBeVisible();
  await scrambled(page);
  await page.goto("./#cases?set=f2l");
  await page.getByRole("link", { name: "Drill F2L" }).click();
  await expect(page.getByRole("button", { name: "F2L", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("41 new, 0 learning, 0 known.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Train", exact: true })).toHaveAttribute("aria-current", "page");
  await page.goto(`./#review?${new URLSearchParams({ solution: readFileSync(SOLVES, "utf8") })}`);
  await page.getByRole("link", { name: "Drill these cases" }).click(slow());
  await expect(page.getByText(/^Only (OLL|PLL|F2L) \w+(, (OLL|PLL|F2L) \w+)+\./)).toBeVisible();
  await scrambled(page);
});

test("a bad file says line and reason", async ({ page }) => {
  await page.goto(at({ set: "pll" }));
  await page.getByLabel("Import CSV or JSON").setInputFiles({ name: "bad.csv", mimeType: "text/plain", buffer: Buffer.from("id,date,case,rating\na,2026-03-02,PLL T,7\n") });
  await expect(page.getByText("bad.csv, line 2: 'rating' is not a number from 1 to 4: '7'. Nothing was imported.")).toBeVisible();
});

test("no accessibility violations, it fits a phone, and it speaks Chinese", async ({ page }) => {
  await page.goto(at({ set: "f2l" }));
  await scrambled(page);
  await expectAccessible(page);
  await answer(page, 1, 1);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.getByLabel("Language").filter({ visible: true }).selectOption("简体中文");
  await expect(page.getByText("识别 1.00 秒，执行 1.00 秒", { exact: true })).toBeVisible();
  await expectAccessible(page);
});
