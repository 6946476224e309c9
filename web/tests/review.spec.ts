// The screen Review against a real server.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { Alg } from "cubing/alg";
import { cube3x3x3 } from "cubing/puzzles";
import { expectAccessible, expectNoSidewaysScroll, rememberAnswers, watch } from "./shared";

/** Mats Valk's solve of 5.55 seconds. Its review is an example of the guide. */
const SOLVE = readFileSync(join(import.meta.dirname, "../../crates/cli/fixtures/mats-valk-5.55.txt"), "utf8");
const SCRAMBLE = "D2 U' R2 U F2 D2 U' R2 U' B' L2 R' B' D2 U B2 L' D' R2";

/** The stages in the guide: moves, optimal, lost, total, case. */
const STAGES: [name: string, ...numbers: string[]][] = [
  ["Cross", "5", "5", "0", "5", ""],
  ["yellow-orange pair", "8", "6", "1", "13", "F2L 31"],
  ["yellow-red pair", "4", "4", "0", "17", "F2L 3"],
  ["white-orange pair", "8", "6", "6", "25", ""],
  ["white-red pair", "8", "6", "0", "33", "F2L 21"],
  ["OLL skip", "0", "0~", "0", "33", ""],
  ["PLL", "12", "12~", "0", "45", "PLL Ua"],
];

/** The solve with a slip in its fourth pair: U instead of U'. */
const SLIP = SOLVE.replace("y' U' R U R' U R U' R'", "y' U R U R' U R U' R'");

const text = (page: Page) => page.getByRole("textbox", { name: /^Reconstruction/ });
const stage = (page: Page, name: string) => page.getByRole("listitem").getByRole("button", { name: new RegExp(`^${name}`) });
const players = (page: Page) => page.locator(".player[data-ready=true]");
const address = (solution: string, more: Record<string, string> = {}) => `./#review?${new URLSearchParams({ solution, ...more })}`;

test.beforeEach(({ page }) => rememberAnswers(page, "review"));

/** Returns the state after moves, held with white on top and green in front. */
async function stateAfter(...moves: string[]) {
  const kpuzzle = await cube3x3x3.kpuzzle();
  return kpuzzle.defaultPattern().applyAlg(new Alg(moves.join(" ")));
}

async function isSolvedAfter(...moves: string[]): Promise<boolean> {
  return (await stateAfter(...moves)).experimentalIsSolved({ ignorePuzzleOrientation: true, ignoreCenterOrientation: true });
}

/** Returns the setup and the moves of a player. */
async function played(page: Page, index: number): Promise<{ setup: string; moves: string }> {
  // Not the first that is ready: that may be another.
  const player = page.locator(".player").nth(index);
  await expect(player).toHaveAttribute("data-ready", "true");
  return {
    setup: (await player.getAttribute("data-setup")) ?? "",
    moves: (await player.getAttribute("data-moves")) ?? "",
  };
}

async function expectStages(page: Page): Promise<void> {
  for (const [name, moves, optimal, lost, total, caseName] of STAGES) {
    await expect(stage(page, name)).toHaveAccessibleName(`${name} ${moves} moves ${optimal} optimal ${lost} lost ${total} cumulative`);
    const item = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: new RegExp(`^${name} \\d`) }) });
    await expect(item.getByRole("link")).toHaveText(caseName === "" ? [] : [caseName ?? ""]);
  }
}

async function expectMeasures(page: Page, expected: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(expected)) {
    const measure = page.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });
    await expect(measure.getByRole("definition")).toHaveText(value);
  }
}

test("the example shows the stages, the lengths in four metrics and the speed", async ({ page }) => {
  const problems = watch(page);
  await page.goto("./#review");
  await expect(page.getByText("Paste a reconstruction")).toBeVisible();
  await page.getByRole("button", { name: "Example: Mats Valk, 5.55" }).click();
  await expect(text(page)).toHaveValue(SOLVE);
  await expect(page.getByRole("heading", { name: "Mats Valk, 5.55, Zonhoven Open 2013" })).toBeVisible();
  await expectStages(page);
  await expectMeasures(page, { HTM: "45", STM: "45", QTM: "48", ETM: "47", Time: "5.55", TPS: "8.11", ETPS: "8.47" });
  await expect(page.getByText("blue cross")).toBeVisible();
  expect(new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get("solution")).toBe(SOLVE);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(text(page)).toHaveValue("");
  await expect(page.getByText("Paste a reconstruction")).toBeVisible();
  expect(new URL(page.url()).hash).toBe("#review");
  expect(problems).toEqual([]);
});

test("a typed text is reviewed without a button", async ({ page }) => {
  await page.goto("./#review");
  await text(page).pressSequentially("Scramble: R U\nU' R'");
  await expect(page.getByText("Solved in 2 moves (HTM).")).toBeVisible();
  await expectMeasures(page, { HTM: "2", QTM: "2" });
});

test("bars show the moves, the lost part and the optimal length", async ({ page }) => {
  await page.goto(address(SOLVE));
  const track = stage(page, "white-orange pair").locator(".track");
  await expect(track.locator(".bar .lost")).toHaveAttribute("style", "width: 75%;");
  const [bar, whole, mark] = [await track.locator(".bar").boundingBox(), await track.boundingBox(), await track.locator(".optimal").boundingBox()];
  expect(bar!.width / whole!.width).toBeCloseTo(8 / 45, 1);
  expect((bar!.x - whole!.x) / whole!.width).toBeCloseTo(17 / 45, 1);
  expect((mark!.x - whole!.x) / whole!.width).toBeCloseTo(23 / 45, 1);
  await expect(stage(page, "yellow-red pair").locator(".bar .lost")).toHaveCount(0);
  await expect(stage(page, "OLL skip").locator(".bar")).toHaveCount(0);
});

test("a stage plays its moves beside the best way on, from the same state", async ({ page }) => {
  await page.goto(address(SOLVE));
  await stage(page, "white-orange pair").click();
  await expect(page.getByText("From here to the end: yours 28 moves, the shortest known 22.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Yours: 8 moves" })).toBeVisible();
  // A stage stands beside a stage.
  await expect(page.getByRole("heading", { name: "Best way's next stage: 9 moves" })).toBeVisible();
  const own = await played(page, 0);
  expect(own.moves).toBe("U L U' L' Dw R U' R'");
  expect((await played(page, 1)).moves).toBe("y' F' U F R U' R' F U' F'");
  await page.getByRole("group", { name: "What is played" }).getByRole("button", { name: "To the end" }).click();
  await expect(page.getByRole("heading", { name: "Yours to the end: 28 moves" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Best way to the end: 22 moves" })).toBeVisible();
  const best = await played(page, 1);
  // The guide has this continuation, with this rotation.
  expect(best.moves).toBe("y' F' U F R U' R' F U' F' U2 R U2 R' F R U' R' U' R U R' F'");
  expect(best.setup).toBe(own.setup);
  await expect(page.getByText("OLL 37 (Mounted Fish)")).toBeVisible();
  expect(page.url()).toContain("stage=4");
  await page.getByRole("button", { name: "Play the whole solve" }).click();
  await expect(page.getByRole("heading", { name: "The whole solve" })).toBeVisible();
  await expect(players(page)).toHaveCount(1);
  const whole = await played(page, 0);
  expect(whole.setup).toBe(SCRAMBLE);
  expect(await isSolvedAfter(whole.setup, whole.moves)).toBe(true);
});

test("a part that could be moves or a note is read as the cube decides, and named", async ({ page }) => {
  await page.goto(address("Scramble: R U\n\nU' (LSE)\nR' // done"));
  await expect(page.getByText("“(LSE)” in line 3 was read as a note, not as moves.")).toBeVisible();
});

test("a solve that is not CFOP is called so, in both languages", async ({ page }) => {
  // The moves of a computer complete the cross last.
  const scramble = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B";
  const solution = "B' U2 F D2 L U' D' L' F2 L' F2 U' L2 D2 L2 F2 U' L2 U B2";
  await page.goto(address(`Scramble: ${scramble}\n\n${solution}`));
  const note = page.getByText("This does not look like CFOP: the cross is complete only after 19 moves, with 4 pairs. The stages below are those of CFOP.");
  await expect(note).toBeVisible();
  await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
  await expect(page.getByText("这不像 CFOP：十字到第 19 步才完成，此时已有 4 组 F2L。下面仍按 CFOP 分阶段。")).toBeVisible();
  await page.getByRole("combobox", { name: "语言" }).selectOption("en");
  await text(page).fill(SOLVE);
  await expect(stage(page, "PLL")).toBeVisible();
  await expect(note).toHaveCount(0);
});

test("on a phone, a stage that is chosen brings its players into view", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(address(SOLVE));
  await stage(page, "yellow-red pair").click();
  await expect(page.getByRole("heading", { name: "Yours: 4 moves" })).toBeInViewport();
});

test("every best way solves the cube as it is held in the solve", async ({ page }) => {
  await page.goto(address(SOLVE));
  let rest = 45;
  for (const [name, moves] of STAGES) {
    await stage(page, name).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: "What is played" }).getByRole("button", { name: "To the end" }).click();
    await expect(page.getByRole("heading", { name: `Yours to the end: ${rest} moves` })).toBeVisible();
    rest -= Number(moves);
    await expect(stage(page, name)).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
    const best = await played(page, 1);
    expect(await isSolvedAfter(best.setup, best.moves)).toBe(true);
    expect((await stateAfter(best.setup)).isIdentical(await stateAfter((await played(page, 0)).setup))).toBe(true);
  }
});

test("the table has the numbers of the timeline, and plays too", async ({ page }) => {
  await page.goto(address(SOLVE));
  await page.getByRole("button", { name: "Table" }).click();
  for (const [name, ...numbers] of STAGES) {
    const row = page.getByRole("row").filter({ has: page.getByRole("button", { name, exact: true }) });
    await expect(row.getByRole("cell")).toHaveText([...numbers.map((value) => new RegExp(`^${value}(\\D.*effort [\\d.]+)?$`)), /.*/]);
  }
  await expect(page.getByRole("columnheader")).toHaveText(["Stage", "moves", "optimal", "lost", "cumulative", "Case", "Moves"]);
  await page.getByRole("rowheader").getByRole("button", { name: "yellow-red pair" }).click();
  await expect(page.getByRole("heading", { name: "Yours: 4 moves" })).toBeVisible();
  expect((await played(page, 0)).moves).toBe("y U2 R' U' R");
  expect(page.url()).toContain("view=table");
  await page.reload();
  await expect(page.getByRole("heading", { level: 2, name: "yellow-red pair" })).toBeVisible();
  await page.getByRole("button", { name: "Timeline" }).click();
  await expectStages(page);
});

test("the scramble and the time may be given apart", async ({ page }) => {
  await page.goto("./#review");
  await text(page).fill("B2 D' L' F U2 R'");
  await expect(page.getByRole("alert")).toContainText("no scramble");
  await page.getByRole("textbox", { name: "Scramble, if the text has none" }).fill("R U2 F' L D B2");
  await expectMeasures(page, { HTM: "6", QTM: "8" });
  const time = page.getByRole("textbox", { name: "Time in seconds, if the text has none" });
  await time.fill("3.5");
  await expectMeasures(page, { Time: "3.50", TPS: "1.71" });
  await time.fill("1:00.5");
  await expectMeasures(page, { Time: "60.50", TPS: "0.10" });
  await time.fill("soon");
  await expect(page.getByText("not a time; write 9.87 or 1:02.33")).toBeVisible();
  await expect(time).toHaveAttribute("aria-invalid", "true");
});

test("what is no move is marked in the text and in the scramble", async ({ page }) => {
  await page.goto("./#review");
  await text(page).fill(SOLVE.replace("U R U' R' d R' U R", "U R Q' R' d R' U R"));
  await expect(page.getByRole("alert")).toContainText("Line 7, character 5: 'Q' is not a move.");
  await expect(page.getByRole("alert").locator("pre")).toHaveText("U R Q' R' d R' U R // 1st pair");
  await expect(page.getByRole("alert").locator("mark")).toHaveText("Q");
  await expect(text(page)).toHaveAttribute("aria-invalid", "true");
  await text(page).fill("U' R'");
  const scramble = page.getByRole("textbox", { name: "Scramble, if the text has none" });
  await scramble.fill("R Q U");
  await expect(page.getByRole("alert").locator("pre")).toHaveText("R Q U");
  await expect(page.getByRole("alert").locator("mark")).toHaveText("Q");
  await expect(scramble).toHaveAttribute("aria-invalid", "true");
});

test("a slip is named, marked and mended", async ({ page }) => {
  await page.goto(address(SLIP));
  await expect(page.getByRole("heading", { name: "The solve does not end solved." })).toBeVisible();
  await expect(page.getByText("The last stage that it reaches: white-orange pair.")).toBeVisible();
  const mends = page.getByRole("region", { name: "The solve does not end solved." }).getByRole("listitem");
  const first = mends.first();
  await expect(first).toContainText("U' instead of U");
  await expect(first).toContainText("move 26, line 10, character 4");
  await expect(first).toContainText("solves the cube");
  await expect(first.locator("pre")).toHaveText("y' U R U R' U R U' R' // 4th pair (OLS)");
  await expect(first.locator("mark")).toHaveText("U");
  await expect(mends.nth(1)).toContainText("Add U2 before y'");
  await expect(stage(page, "not solved from here on")).toBeVisible();
  await first.getByRole("button", { name: "Apply" }).click();
  await expect(text(page)).toHaveValue(SOLVE.trimEnd());
  await expect(page.getByText("Solved in 45 moves (HTM).")).toBeVisible();
});

test("a move that is added mends a solve as well", async ({ page }) => {
  await page.goto(address(SLIP));
  const mend = page.getByRole("listitem").filter({ hasText: "Add U2 before y'" });
  await mend.getByRole("button", { name: "Apply" }).click();
  await expect(text(page)).toHaveValue(SLIP.replace("y' U R U R'", "U2 y' U R U R'").trimEnd());
  await expect(page.getByText("Solved in 46 moves (HTM).")).toBeVisible();
});

test("the missing last move is a mend", async ({ page }) => {
  await page.goto(address("Scramble: R U F\n\nF' U' // two of three"));
  await expect(page.getByRole("heading", { name: "One move from solved (+2): R' is missing." })).toBeVisible();
  await page.getByRole("button", { name: "Apply: Add R', at the end" }).click();
  await expect(text(page)).toHaveValue("Scramble: R U F\n\nF' U' // two of three\nR'");
  await expect(page.getByText("Solved in 3 moves (HTM).")).toBeVisible();
});

test("moves in repeated brackets are named but not changed", async ({ page }) => {
  await page.goto(address("Scramble: U R U' R' U R U' R' U R U' R' F\n\nF' (R U R' U')2 R U2 R' U'"));
  await expect(page.getByRole("heading", { name: "The solve does not end solved." })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "U instead of U2" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Apply/ })).toHaveCount(0);
});

test("a link is reviewed and can be written out", async ({ page }) => {
  await page.goto("./#review");
  await text(page).fill("https://alg.cubing.net/?setup=R_U_F&alg=F-_U-_R-");
  await expect(page.getByText("Solved in 3 moves (HTM).")).toBeVisible();
  await page.getByRole("button", { name: "Write the link out as text" }).click();
  await expect(text(page)).toHaveValue("Scramble: R U F\n\nF' U' // XXXXCross\nR' // PLL skip");
  await expect(page.getByText("Solved in 3 moves (HTM).")).toBeVisible();
});

test("a scramble given as facelets is played from its state", async ({ page }) => {
  // The state before PLL in the example.
  const facelets = "UUUUUUDRDLRRLRRLRRFFFFFFFFFUDUDDDDDDLLRLLULLRBBBBBBBBB";
  await page.goto(address("x y' // inspection\nM2 U M U2 M' U M2 U2", { scramble: facelets }));
  await expect(page.getByText("Solved in 12 moves (HTM).")).toBeVisible();
  const whole = await played(page, 0);
  expect(await isSolvedAfter(whole.setup, whole.moves)).toBe(true);
  // White on top and green in front before the first rotation.
  const centres = (await stateAfter(whole.setup)).patternData["CENTERS"]!.pieces;
  expect(centres).toEqual([0, 1, 2, 3, 4, 5]);
});

test("several solves have a summary, and each is shown", async ({ page }) => {
  await page.goto(address(`${SOLVE}\n---\n${SOLVE}`));
  await expect(page.getByRole("heading", { name: "2 solves: 2 solved" })).toBeVisible();
  const means = page.getByRole("table", { name: "Means of the complete solves" });
  const row = (name: string) => means.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await expect(row("cross").getByRole("cell")).toHaveText(["0.00 ± 0.00", "0 %", "5.00", "5.00", "2"]);
  await expect(row("3rd pair").getByRole("cell")).toHaveText(["6.00 ± 0.00", "86 %", "8.00", "6.00", "2"]);
  await expect(row("whole solve").getByRole("cell")).toHaveText(["7.00 ± 0.00", "", "45.00", "", "2"]);
  await expect(page.getByText("Biggest loss: 3rd pair, 6.00 ± 0.00 moves (86 %).")).toBeVisible();
  await expect(page.getByText("Mean time 5.55 s, 8.11 TPS.")).toBeVisible();
  const second = page.getByRole("button", { name: "2. Mats Valk" });
  await second.click();
  await expect(second).toHaveAttribute("aria-pressed", "true");
  expect(page.url()).toContain("solve=2");
  await expectStages(page);
  await expectAccessible(page);
});

test("names of cases lead to their case", async ({ page }) => {
  await page.goto(address(SOLVE));
  await page.getByRole("link", { name: "PLL Ua" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "PLL Ua" })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Analyze the scramble" }).click();
  await expect(page).toHaveTitle("Analyze · cubiform");
  expect(new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get("scramble")).toBe(SCRAMBLE);
});

test("the scramble and the moves are copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(address(SOLVE, { stage: "3" }));
  await page.getByRole("button", { name: "Copy scramble" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(SCRAMBLE);
  await page.getByRole("figure").first().getByRole("button", { name: "Copy" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("y U2' R' U' R");
});

test("moves are shown as the author wrote them, and the one that is played is marked", async ({ page }) => {
  await page.goto(address(SOLVE, { stage: "2" }));
  const own = page.getByRole("figure").first();
  await expect(own.locator(".moves")).toHaveText("U R U' R' d R' U R");
  await own.getByRole("button", { name: "To the end" }).click();
  await expect(own.locator("mark")).toHaveText("R");
  for (const move of ["U", "R'", "d"]) {
    await own.getByRole("button", { name: "One move back" }).click();
    await expect(own.locator("mark")).toHaveText(move);
  }
});

test("the time of a line of moves per second is read", async ({ page }) => {
  await page.goto(address("Scramble: R U F\n\nF' U' R' // all\n\n3 HTM / 1.50 = 2.00 TPS"));
  await expectMeasures(page, { HTM: "3", Time: "1.50", TPS: "2.00" });
});

test("before there is a text, an example is reviewed", async ({ page }) => {
  await page.goto("./#review");
  await expect(page.getByText("An example: Mats Valk's 5.55.")).toBeVisible();
  await expectStages(page);
  await text(page).fill("Scramble: R U\nU' R'");
  await expect(page.getByText("Solved in 2 moves (HTM).")).toBeVisible();
  await expect(page.getByText("An example: Mats Valk's 5.55.")).toHaveCount(0);
});

test("Back returns to the stage and the text before", async ({ page }) => {
  await page.goto(address(SOLVE));
  await stage(page, "Cross").click();
  await stage(page, "PLL").click();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 2, name: "Cross" })).toBeVisible();
  await text(page).fill("Scramble: R U\nU' R'");
  await expect(page.getByText("Solved in 2 moves (HTM).")).toBeVisible();
  await page.goBack();
  await expect(text(page)).toHaveValue(SOLVE);
});

test("in Chinese, stages, slips and errors are in Chinese", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("language", "zh"));
  await page.goto(address(SLIP));
  await expect(stage(page, "十字")).toBeVisible();
  await expect(stage(page, "黄橙组")).toBeVisible();
  await expect(page.getByText("最后完成的阶段：白橙组。")).toBeVisible();
  await page.getByRole("textbox").first().fill("Scramble: R U\n\nU' Q");
  await expect(page.getByRole("alert")).toHaveText(/第 3 行第 4 个字符：“Q”不是转动。/);
  expect(await page.locator("main").innerText()).not.toMatch(/pair|Cross|skip|is not a move/);
});

test("on paper there are the results alone", async ({ page }) => {
  await page.goto(address(SOLVE));
  await expectStages(page);
  await page.emulateMedia({ media: "print" });
  await expect(text(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Play the moves" })).toBeHidden();
  await expect(page.getByText("yellow-orange pair")).toBeVisible();
});

test("the screen is accessible and fits, with a review, a table and a mend", async ({ page }) => {
  test.slow();
  const problems = watch(page);
  await page.goto(address(SOLVE, { stage: "4" }));
  await expectStages(page);
  await played(page, 1);
  await expectAccessible(page);
  await page.goto(address(SLIP, { view: "table" }));
  await expect(page.getByRole("button", { name: /^Apply/ }).first()).toBeVisible();
  await expectAccessible(page);
  for (const width of [360, 800, 1500, 3840]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  expect(problems).toEqual([]);
});

/** A Roux solve; its review is an example of the guide. */
const ROUX = readFileSync(join(import.meta.dirname, "../../crates/cli/fixtures/roux-45.txt"), "utf8");

test("a solve by another method is recognised, and reviewed step by step", async ({ page }) => {
  await page.goto(address(ROUX));
  await expect(page.getByText("Steps of Roux. Moves in STM")).toBeVisible();
  await expect(page.getByText("Solved in 45 moves (STM).")).toBeVisible();
  for (const [name, moves, optimal, lost, total] of [
    ["first block", "7", "6", "2", "7"],
    ["second block", "12", "9", "0", "19"],
    ["CMLL", "12", "10", "0", "31"],
    ["last four", "5", "5", "0", "45"],
  ]) {
    await expect(stage(page, name!)).toHaveAccessibleName(new RegExp(`^${name} ${moves} moves ${optimal}~? optimal ${lost} lost ${total} cumulative$`));
  }
  await expect(page.getByRole("link", { name: "LSE EO 6" })).toHaveAttribute("href", /set=lse\+eo&case=6|case=6&set=lse\+eo/);
  await stage(page, "second block").click();
  const { setup, moves } = await played(page, 1);
  expect(await isSolvedAfter(setup, moves)).toBe(false);
  await page.getByRole("group", { name: "What is played" }).getByRole("button", { name: "To the end" }).click();
  await expect.poll(async () => isSolvedAfter(...Object.values(await played(page, 1)))).toBe(true);
  await expectAccessible(page);
  // The method can be chosen.
  await page.getByRole("combobox", { name: "Method" }).selectOption("CFOP");
  await expect(page.getByText("Solved in 55 moves (HTM).")).toBeVisible();
});

test("a fewest-moves solve plays from its states, with moves on both sides", async ({ page }) => {
  await page.goto(address("F2 ^(R' U')", { scramble: "R U F" }));
  await expect(page.getByText("Steps of DR. Moves in HTM.")).toBeVisible();
  // Moves on the inverse of the scramble come last, inverted.
  const asOne = (moves: string) => {
    const inverse = [...moves.matchAll(/\^\(([^()]*)\)/g)].map(([, own]) => own).join(" ");
    return `${moves.replace(/\^\([^()]*\)/g, " ")} (${inverse})'`;
  };
  await stage(page, "not solved from here on").click();
  const best = await played(page, 1);
  expect(await isSolvedAfter(best.setup, asOne(best.moves)), `${best.setup}, ${best.moves}`).toBe(true);
});

test("the table has the times of timestamps, and the easiest algorithm of each case", async ({ page }) => {
  await page.goto(address(SOLVE, { view: "table" }));
  const cells = (name: string) => page.getByRole("row").filter({ has: page.getByRole("button", { name, exact: true }) }).getByRole("cell");
  await expect(cells("PLL").nth(4)).toHaveText("PLL UaM2 U M U2 M' U M2 effort 11.1");
  await expect(cells("Cross").nth(4)).toHaveText("");
  await expect(page.getByText("Under a case: its easiest known algorithm")).toBeVisible();
  // By CFOP, every move after half a second.
  let at = 0;
  const timed = SOLVE.replace(/^[^/\n]+(?=\/\/)/gm, (line) => line.replace(/\S+/g, (move) => `${move}@${/^[xyz]/.test(move) ? at : (at += 500)}`));
  await page.goto(address(timed, { view: "table" }));
  await expect(page.getByRole("columnheader")).toHaveText(["Stage", "moves", "optimal", "lost", "cumulative", "time", "pause", "Case", "Moves"]);
  await expect(cells("Cross").nth(4)).toHaveText("2.50");
  await expect(cells("PLL").nth(5)).toHaveText("0.50");
  // By the steps of another method.
  await page.goto(address(ROUX, { view: "table" }));
  await expect(cells("CMLL").nth(4)).toHaveText("CMLL 26R' F R F' R U2 R' U' F' U' F effort 12.6");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  expect((await cells("CMLL").nth(4).boundingBox())!.height).toBeLessThan(110);
});

test("the summary keeps methods apart", async ({ page }) => {
  await page.goto(address(`${ROUX}\n---\n${SOLVE}\n---\n${ROUX}`));
  const roux = page.getByRole("region", { name: "Roux: 2 solves" });
  await expect(roux.getByRole("row").filter({ hasText: "first block" })).toContainText("7.00");
  await expect(page.getByRole("heading", { name: "3 solves: 3 solved" })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test("the summary has the trends and the costly cases of each method", async ({ page }) => {
  // Eight moves too many in the last four, and two in CMLL.
  const long = ROUX.replace("M U2 M' U2 M2 //", "U2 M2 U2 M2 U2 M2 U2 M2 M U2 M' U2 M2 //");
  const longer = ROUX.replace("U R2' U'", "U D D' R2' U'");
  const timed = (text: string, time: number) => text.replace("Scramble:", `Time: ${time}\nScramble:`);
  const solves = [timed(ROUX, 20), SOLVE, timed(long, 18), timed(longer, 16)];
  await page.goto(address(solves.join("\n---\n"), { solve: "3" }));
  const region = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(region("Roux: 3 solves")).toContainText("Mean time 18.00 s, ");
  const cases = region("Roux: most costly cases");
  const rows = cases.locator("tbody").getByRole("row");
  await expect(rows.getByRole("link")).toHaveText(["LSE 4c 1", "CMLL 26"]);
  await expect(rows.first().getByRole("cell")).toHaveText(["8", "3", "7.67", "5.00"]);
  // The numbers are those of the solves by Roux, the names those of the text.
  const trends = region("Roux: from one solve to the next");
  const time = trends.getByRole("region", { name: "Time (s)" });
  await expect(time.locator("p").first()).toContainText("Falling: −2.000 ± 0.000 s per solve");
  await expect(time.locator("circle title")).toHaveText(["1. Roux, a first try, 45 moves: 20.00 s", "3. Roux, a first try, 45 moves: 18.00 s", "4. Roux, a first try, 45 moves: 16.00 s"]);
  await expect(time.locator(".chosen title")).toHaveText(/18\.00 s$/);
  await expect(trends.getByRole("heading", { level: 3 })).toHaveText(["Moves lost", "Time (s)"]);
  await expect(region("From one solve to the next")).toContainText("Trends need three complete solves.");
  await expectAccessible(page);
  for (const width of [390, 1000, 1500]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
    const [link, lost] = [await rows.first().getByRole("link").boundingBox(), await rows.first().getByRole("cell").first().boundingBox()];
    expect(link!.x + link!.width).toBeLessThanOrEqual(lost!.x);
  }
  await cases.getByRole("link", { name: "Drill these cases: CMLL" }).click();
  await expect(page.locator(".drill-counts")).toContainText("1 new");
});
