// The screen Fewest moves against a real server.
import { expect, test, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, slow, stopTimers, watch } from "./shared";
import { advance, stopClock } from "./timer";

/** A scramble whose lengths are known, analysed by the command. */
const SCRAMBLE = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' B D2 B U2 L U2 R' U' F";

/** Its lengths by row: UD, FB, RL, and the same on the inverse; stars at the best. */
const LENGTHS: Record<string, string[]> = {
  EO: ["4", "5", "4", "5", "3★", "4"],
  DR: ["8★", "9", "10", "9", "9", "9"],
  "EO, DR": ["11", "9★", "12", "11", "10", "11"],
  "DR, HTR": ["16★", "19", "16★", "20", "19", "18"],
  finish: ["23★", "24", "25", "27", "26", "24"],
};

/** A chain on both sides, found by the method `dr`. */
const CHAIN = ["(U D' F R)", "(L2 F' B2 D' R2 D')", "D2 F' U2 D2 F'", "L2"];
const SOLUTION = "D2 F' U2 D2 F' L2 D R2 D F B2 R' L2 F' U' D";

const at = (parameters: Record<string, string> = {}) => `./#fewest?${new URLSearchParams({ scramble: SCRAMBLE, ...parameters })}`;
const player = (page: Page) => page.locator(".player[data-ready=true]");
const cell = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const solutions = (page: Page) => page.locator(".fewest-solutions").getByRole("listitem");
const steps = (page: Page, name: string) => page.getByRole("list", { name }).getByRole("listitem");
const panel = (page: Page, name: string) => page.getByRole("region", { name });

async function expectRow(page: Page, name: string, lengths: string[]): Promise<void> {
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  await expect(row.getByRole("cell")).toHaveText(lengths, slow());
}

/** Types moves as the next step of the chain. */
async function addMoves(page: Page, moves: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Your own moves" });
  await field.fill(moves);
  await field.press("Enter");
}

/** Presses a button that copies, and returns what it copied. The clock of the page is installed. */
async function copied(page: Page, name: string): Promise<string> {
  await page.evaluate(() => {
    const write = (text: string) => Promise.resolve(void ((window as unknown as { copied: string }).copied = text));
    Object.defineProperty(navigator, "clipboard", { value: { writeText: write }, configurable: true });
  });
  await stopTimers(page);
  await panel(page, name).getByRole("button", { name: "Copy write-up" }).click();
  await expect(panel(page, name).getByText("Copied")).toBeVisible();
  await page.clock.resume();
  return page.evaluate(() => (window as unknown as { copied: string }).copied);
}

test("the table has every step on every side, with stars at the best", async ({ page }) => {
  const problems = watch(page);
  await page.goto(at());
  for (const [name, lengths] of Object.entries(LENGTHS)) await expectRow(page, name, lengths);
  await expect(page.getByRole("navigation").getByRole("link", { name: "Fewest moves", exact: true })).toHaveAttribute("aria-current", "page");
  // One stop of Tab; arrow keys lead on.
  await cell(page, "EO, UD: 4 moves").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(cell(page, "DR, FB: 9 moves")).toBeFocused();
  expect(problems).toEqual([]);
});

test("a cell lists its solutions, those on the inverse in parentheses and steps apart, and plays them", async ({ page }) => {
  await page.goto(at());
  await cell(page, "EO, FB on the inverse: 3 moves, the best").click();
  await expect(solutions(page).first().getByRole("button").first()).toHaveText(/^\((?:[URFDLB][2']? ?){3}\)$/);
  await expect(player(page)).toHaveAttribute("data-setup", /^F' U R U2 L' U2 /);
  await expect(page).toHaveURL(/row=eo&side=fb_inverse/);
  await cell(page, "finish, UD: 23 moves, the best").click();
  const first = solutions(page).first().getByRole("button").first();
  await expect(first).toHaveText("R U' F2 B L' F2 R B | U B2 D2 L2 F2 D L2 D' | L2 U2 F2 U2 B2 D2 B2");
  await expect(player(page)).toHaveAttribute("data-setup", SCRAMBLE);
  await player(page).getByRole("button", { name: "To the end" }).click();
  await expect(player(page)).toHaveAttribute("data-solved", "true");
});

test("on a phone, a cell that is tapped brings the cube and its solutions into view", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at());
  await cell(page, "EO, FB on the inverse: 3 moves, the best").click();
  await expect(solutions(page).first()).toBeInViewport({ ratio: 1 });
  await expect(player(page)).toBeInViewport({ ratio: 0.9 });
});

test("by keyboard the focus follows a step into the chain, and removed steps come back", async ({ page }) => {
  await page.goto(at({ row: "eo", side: "rl_inverse" }));
  await solutions(page).first().getByRole("button", { name: "Use this step" }).press("Enter");
  const chain = panel(page, "Your chain");
  await expect(steps(page, "Your chain")).toHaveCount(1);
  const heading = chain.getByRole("heading", { name: "Your chain" });
  await expect(heading).toBeFocused();
  const own = page.getByLabel(/^Your own moves/);
  await own.fill("R (U F");
  await expect(chain.getByText("A bracket is not closed.")).toBeVisible();
  await own.fill("R (U X)");
  await expect(chain.getByText("Only turns of faces, such as R, U2 and F'.")).toBeVisible();
  await chain.getByRole("button", { name: "Remove all steps" }).press("Enter");
  await expect(heading).toBeFocused();
  await expect(chain.getByText(/^No step yet/)).toBeVisible();
  await chain.getByRole("button", { name: "Bring the step back" }).press("Enter");
  await expect(steps(page, "Your chain")).toHaveCount(1);
});

test("a chain is built by hand to the solved cube, and kept", async ({ page }) => {
  await page.goto(at({ row: "eo", side: "rl_inverse" }));
  const own = solutions(page).filter({ hasText: CHAIN[0]! });
  await own.getByRole("button", { name: "Use this step" }).click();
  await expect(steps(page, "Your chain")).toHaveText([/^\(U D' F R\)\/\/ EO RL \(4\/4\)/]);
  await expectRow(page, "EO", ["4", "4", "0★", "4", "4", "0★"]);
  for (const moves of CHAIN.slice(1)) await addMoves(page, moves);
  await expect(page.getByText("The cube is solved.")).toBeVisible();
  await expect(panel(page, "Your chain").getByText(`Solution: ${SOLUTION} 16 moves`)).toBeVisible();
  await panel(page, "Your chain").getByRole("button", { name: "Play", exact: true }).click();
  await player(page).getByRole("button", { name: "To the end" }).click();
  await expect(player(page)).toHaveAttribute("data-solved", "true");
  // Typed steps have the names that the review gives, in the write-up too.
  const names = ["EO RL (4/4)", "DR FB (6/10)", "HTR (5/15)", "finish (1/16)"];
  await expect(steps(page, "Your chain")).toHaveText(CHAIN.map((moves, index) => `${moves}// ${names[index]}What remains`));
  // The browser keeps it, and every point of it can be looked at again.
  await page.reload();
  await expect(steps(page, "Your chain")).toHaveCount(4);
  await page.getByRole("button", { name: "What remains after step 1" }).click();
  await expectRow(page, "EO", ["4", "4", "0★", "4", "4", "0★"]);
  await addMoves(page, "U");
  await expect(steps(page, "Your chain")).toHaveCount(2);
  await page.getByRole("button", { name: "Take the last step back" }).click();
  await expect(steps(page, "Your chain")).toHaveCount(1);
});

test("moves that cancel where both sides meet are joined", async ({ page }) => {
  await page.goto("./#fewest?scramble=" + encodeURIComponent("R U"));
  await addMoves(page, "U2 (R')");
  await addMoves(page, "U (R2)");
  await expect(panel(page, "Your chain").getByText("Solution: U' R' 2 moves")).toBeVisible();
  await page.getByRole("textbox", { name: "Your own moves" }).waitFor({ state: "detached" });
});

test("a short chain is written as competitors write it, with what is proven", async ({ page }) => {
  await page.clock.install();
  await page.goto(at());
  await page.getByRole("button", { name: "Find one" }).click();
  await expect(steps(page, "A short chain")).toHaveCount(4, slow());
  await expect(page.getByText("Proven: no chain with an EO of at most 5 moves, and EO and DR of at most 10 together, is shorter.")).toBeVisible();
  const lines = (await copied(page, "A short chain")).split("\n");
  expect(lines).toEqual([
    `Scramble: ${SCRAMBLE}`,
    "",
    `${CHAIN[0]} // EO RL (4/4)`,
    `${CHAIN[1]} // DR FB (6/10)`,
    `${CHAIN[2]} // HTR (5/15)`,
    `${CHAIN[3]} // finish (1/16)`,
    "",
    `Solution: ${SOLUTION} // 16 moves`,
  ]);
  await panel(page, "A short chain").getByRole("button", { name: "Use these steps" }).click();
  await expect(page.getByText("The cube is solved.")).toBeVisible();
});

test("typed moves have the names of the steps that they reach, and are parted where they reach several", async ({ page }) => {
  await page.goto(at());
  await addMoves(page, "R U");
  await addMoves(page, "U' R'");
  await expect(steps(page, "Your chain")).toHaveText([/^R U\/\/ own moves/, /^U' R'\/\/ own moves/]);
  await addMoves(page, "D2 (U D' F R L2 F' B2 D' R2 D')");
  await expect(steps(page, "Your chain")).toHaveCount(3);
  await page.getByRole("button", { name: "Remove all steps" }).click();
  await addMoves(page, "(U D' F R L2 F' B2 D' R2 D')");
  await expect(steps(page, "Your chain")).toHaveText([/^\(U D' F R\)\/\/ EO RL \(4\/4\)/, /^\(L2 F' B2 D' R2 D'\)\/\/ DR FB \(6\/10\)/]);
  // The page at the next visit has the names at once.
  await page.route("**/v1/attempt?*", (route) => route.abort());
  await page.reload();
  await expect(steps(page, "Your chain")).toHaveText([/EO RL/, /DR FB/]);
});

test("the first visit has a worked example, which opens as a chain", async ({ page }) => {
  await page.goto("./#fewest");
  const example = panel(page, "A worked example");
  await expect(example.getByRole("listitem")).toHaveCount(4);
  await expect(example.getByText(`Solution: ${SOLUTION} 16 moves`)).toBeVisible();
  await expect(player(page)).toHaveAttribute("data-setup", SCRAMBLE);
  await expect(page.getByRole("button", { name: "Copy link" })).toBeDisabled();
  await expectAccessible(page);
  await example.getByRole("button", { name: "Open the example" }).click();
  await expect(page.getByText("The cube is solved.")).toBeVisible();
  await expect(steps(page, "Your chain")).toHaveText([/EO RL/, /DR FB/, /HTR/, /finish/]);
  await expect(page.getByRole("button", { name: "Copy link" })).toBeEnabled();
});

test("an attempt has no answers before it is handed in, and the history has what each step lost", async ({ page }) => {
  await stopClock(page);
  await page.goto(at({ row: "eo", side: "fb_inverse", short: "0" }));
  const table = page.getByRole("rowheader", { name: "EO", exact: true });
  const clock = page.getByRole("timer", { name: "Time left" });
  await expect(table).toBeVisible();
  await expect(clock).toHaveText("60:00");
  await page.getByRole("button", { name: "Start the hour" }).click();
  const chain = panel(page, "Your chain");
  await expect(chain).toBeVisible();
  const expectHidden = async () => {
    await expect(page.getByText("The answers are shown once you hand in or the hour is over.")).toBeVisible();
    await expect(table).toHaveCount(0);
    for (const name of ["A short chain", "What each step cost", "Insertions"]) await expect(panel(page, name)).toHaveCount(0);
    await expect(solutions(page)).toHaveCount(0);
  };
  await expectHidden();
  await addMoves(page, "F D' B' R'");
  await advance(page, 10 * 60_000);
  // An address with answers shows none, and the clock and the chain are there after a reload.
  await page.goto(at({ row: "eo", side: "fb_inverse", play: "1", short: "1" }));
  await page.reload();
  await expect(clock).toHaveText("50:00");
  await expect(steps(page, "Your chain")).toHaveText([/EO \w\w/]);
  await expectHidden();
  await expectAccessible(page);
  // Another scramble neither ends the attempt nor takes its steps.
  await page.goto("./#fewest?scramble=" + encodeURIComponent("R U F"));
  await addMoves(page, "F'");
  await page.getByRole("link", { name: "Back to the attempt" }).click();
  for (const moves of ["F R2 D' F2 D", "F L2 F' R2 B2 U2 F' L2 D2 F'", "L2 F2 L2 U2 L2 U2"]) await addMoves(page, moves);
  await expect(page.getByText("The cube is solved.")).toBeVisible();
  await page.getByRole("button", { name: "Hand in" }).click();
  await expect(page.getByText("Handed in. The answers are shown.")).toBeVisible();
  await expect(panel(page, "What each step cost")).toBeVisible();
  const rows = panel(page, "Your attempts").getByRole("row");
  await expect(rows.nth(1)).toContainText(/10 min2516EO \w\w \d+, DR \w\w \d+, HTR \d+, finish \d+$/, slow());
  // The history stays, and opens the chain again.
  await page.goto("./#fewest");
  await page.reload();
  await rows.nth(1).getByRole("button").click();
  await expect(steps(page, "Your chain")).toHaveText([/EO/, /DR/, /HTR/, /finish/], slow());
});

test("an attempt ends with its hour, also while the page is closed", async ({ page }) => {
  await stopClock(page);
  await page.goto("./#fewest");
  // Without a scramble a new one is drawn.
  await page.getByRole("button", { name: "Start the hour" }).click();
  await expect(page).toHaveURL(/scramble=R%27\+U%27\+F|scramble=R'\+U'\+F/);
  await expect(page.getByRole("button", { name: "Hand in" })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "EO", exact: true })).toHaveCount(0);
  await page.goto("./#analyze");
  await advance(page, 61 * 60_000);
  await page.goto("./#fewest");
  await expect(page.getByText("The hour is over. The answers are shown.")).toBeVisible();
  await expect(panel(page, "Your attempts").getByRole("row").nth(1)).toContainText(/60 minDNF$/);
});

for (const [name, width] of [["phone", 390], ["desktop", 1300]] as const) {
  test(`the screen is accessible and fits a ${name}, in both languages`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(at({ row: "eo", side: "fb_inverse", play: "1", short: "0" }));
    await solutions(page).first().getByRole("button", { name: "Use this step" }).click();
    await cell(page, "EO, FB: 0 moves, the best").click();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
    await expect(page.getByRole("heading", { name: /最少步/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
}

test("the review of a chain says what each step cost, and a better chain is taken", async ({ page }) => {
  await page.goto(at());
  for (const moves of ["F D' B' R'", "F R2 D' F2 D", "F L2 F' R2 B2 U2 F' L2 D2 F'", "L2 F2 L2 U2 L2 U2"]) await addMoves(page, moves);
  const review = panel(page, "What each step cost");
  await review.getByRole("button", { name: "Review the chain" }).click();
  const rows = review.getByRole("row");
  await expect(rows).toHaveText(["Stepmadeshortesttotalbestlost", /^EO \w\w43416\d$/, /^DR \w\w55(9|10)\d\dd?\d$/, /^HTR/, /^finish/], slow());
  await expect(review.getByText("Solved in 25 moves.")).toBeVisible();
  await expectAccessible(page);
  await review.getByRole("button", { name: "Take this chain" }).first().click();
  await expect(panel(page, "Your chain").getByText(/^Solution: .* 16 moves$/)).toBeVisible();
  // A review is of the chain that it was asked for.
  await expect(review.getByRole("table")).toHaveCount(0);
});

test("a chain that leaves three corners gets the shortest insertions", async ({ page }) => {
  const scramble = "B2 R2 B2 D2 R U2 R2 D2 L2 B2 L' D' L2 F' D2 B' D U' B2 U2 L'";
  await page.goto("./#fewest?scramble=" + encodeURIComponent(scramble));
  await addMoves(page, "R' U F2 D' L2 B' L F' D2 R B2 U' L' (U L' B D' R2 U2 F')");
  const insertions = panel(page, "Insertions");
  await insertions.getByRole("button", { name: "Find insertions" }).click();
  await expect(insertions.getByText("[1] L D2 L' U' L D2 L' U // [L D2 L', U'], 8 moves, 3 cancelled")).toBeVisible(slow());
  await expect(insertions.getByText("25 moves", { exact: true }).first()).toBeVisible();
  await expect(insertions.getByText("Proven: no insertion of one algorithm of at most 12 moves is shorter.")).toBeVisible();
  // More pieces than an insertion solves.
  await addMoves(page, "R U");
  await insertions.getByRole("button", { name: "Find insertions" }).click();
  await expect(insertions.getByText(/an insertion needs at most 5 corners/)).toBeVisible();
});

test("on a phone, no panel has blank lines under its buttons", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at());
  await addMoves(page, "F D' B' R'");
  for (const [name, last] of [["A short chain", "Search for 10 s"], ["What each step cost", "Review the chain"], ["Insertions", "Find insertions"]] as const) {
    const [outer, inner] = await Promise.all([panel(page, name).boundingBox(), panel(page, name).getByRole("button", { name: last }).boundingBox()]);
    expect(outer!.y + outer!.height - inner!.y - inner!.height, name).toBeLessThan(24);
  }
});
