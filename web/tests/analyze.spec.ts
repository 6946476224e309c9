// The screen Analyze against a real server.
import { expect, test, type Page } from "@playwright/test";
import { answerOf, expectAccessible, expectNoSidewaysScroll, needsServer, questionsOf, slow, watch } from "./shared";

/** A scramble whose lengths are known: 3x3x3 round, analysed by the command. */
const SCRAMBLE = "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'";

/** Its minimum lengths by stage: yellow, white, orange, red, green, blue, best. */
const LENGTHS: Record<string, number[]> = {
  cross: [6, 6, 6, 6, 5, 5, 5],
  xcross: [7, 7, 6, 8, 7, 5, 5],
  xxcross: [10, 9, 8, 9, 9, 8, 8],
  xxxcross: [12, 11, 11, 11, 12, 11, 11],
  f2l: [13, 13, 12, 13, 14, 12, 12],
};

const input = (page: Page) => page.getByRole("textbox", { name: "Scramble, facelets, Reid, or a link" });
const cell = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
const player = (page: Page) => page.locator(".player[data-ready=true]");
const solutions = (page: Page) => page.getByRole("list").filter({ has: page.getByRole("button", { name: "Copy" }) }).getByRole("listitem");

async function expectLengths(page: Page, lengths: Record<string, number[]>): Promise<void> {
  for (const [stage, expected] of Object.entries(lengths)) {
    const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: stage, exact: true }) });
    await expect(row.locator(".length")).toHaveText(expected.map((length) => new RegExp(`^${length}★?$`)), slow());
  }
}

test("a random state is already analysed, and another one is a click away", async ({ page }) => {
  test.slow();
  const problems = watch(page);
  await page.goto("./");
  await expect(page.locator(".lengths .length")).toHaveCount(35, slow());
  await expect(page.getByRole("img", { name: /cube/ })).toBeVisible();
  const first = await input(page).inputValue();
  expect(first.split(" ").length).toBeGreaterThan(10);
  await page.getByRole("button", { name: "Random state" }).click();
  await expect(input(page)).not.toHaveValue(first);
  await expect(page.locator(".lengths .length")).toHaveCount(35, slow());
  expect(problems).toEqual([]);
});

test("what is pasted is answered without a button", async ({ page }) => {
  await page.goto("./#analyze?empty=1");
  await input(page).fill(SCRAMBLE);
  await expectLengths(page, LENGTHS);
  await expect(cell(page, "blue xcross: 5 moves").first()).toHaveAccessibleName(/the best colour/);
  // A line of csTimer, a link and facelets are cubes as well.
  await input(page).fill(`1. 12.34   ${SCRAMBLE}`);
  await expectLengths(page, { cross: LENGTHS["cross"]! });
  await input(page).fill("https://alpha.twizzle.net/edit/?setup-alg=R+U");
  await expectLengths(page, { cross: [1, 2, 1, 2, 2, 2, 1] });
  await input(page).fill("DFBFUUFLBDRULRULDLLFRDFDFFURUBLDBRBDBDUULRUBDRRLLBBFRF");
  await expectLengths(page, { cross: [5, 4, 7, 5, 6, 4, 4] });
  await expect(player(page)).toHaveAttribute("data-setup", /^[URFDLB2' ]+$/);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(input(page)).toHaveValue("");
  await expect(page.locator(".lengths .length")).toHaveCount(0);
});

test("comments, apostrophes of texts and Reid's notation are read, and shown by the player", async ({ page }) => {
  await page.goto(`./#analyze?scramble=${encodeURIComponent("R U // warm-up")}&stage=cross&color=white&turn=0`);
  await expectLengths(page, { cross: [1, 2, 1, 2, 2, 2, 1] });
  await solutions(page).first().getByRole("button").first().click();
  await expect(player(page)).toHaveAttribute("data-setup", "R U z2");
  await input(page).fill("R’ U2");
  await expectLengths(page, { cross: [1, 2, 1, 2, 2, 2, 1] });
  await input(page).fill("UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR");
  await expectLengths(page, { cross: [0, 0, 0, 0, 0, 0, 0] });
});

test("a tab leads back to its screen as it was, and the name of the page to a fresh one", async ({ page }) => {
  test.slow();
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}&stage=xcross&color=white`);
  await expect(solutions(page)).toHaveCount(5);
  await page.getByRole("navigation").getByRole("link", { name: "Cases" }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Analyze" }).click();
  await expect(input(page)).toHaveValue(SCRAMBLE);
  await page.getByRole("link", { name: "cubiform" }).click();
  await expect(input(page)).not.toHaveValue(SCRAMBLE);
  await expect(page.locator(".lengths .length")).toHaveCount(35, slow());
});

test("the chosen cell stays for the next cube", async ({ page }) => {
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}&stage=cross&color=white`);
  await expect(page.getByRole("heading", { name: "white cross: 6 moves" })).toBeVisible();
  await input(page).fill("R U F");
  await expect(page.getByRole("heading", { name: "white cross: 2 moves" })).toBeVisible();
});

test("an error is marked in its place", async ({ page }) => {
  await page.goto(`./#analyze?scramble=${encodeURIComponent("R U Q F")}`);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("'Q' is not a move");
  await expect(alert.locator("mark")).toHaveText("Q");
  await expect(input(page)).toHaveAttribute("aria-invalid", "true");
});

test("a cell opens its solutions, and a solution is played from the right hold", async ({ page }) => {
  const problems = watch(page);
  await page.goto(`./#analyze?turn=0&scramble=${encodeURIComponent(SCRAMBLE)}`);
  await cell(page, "white xcross: 7 moves").click();
  await expect(page.getByRole("heading", { name: "white xcross: 7 moves" })).toBeVisible();
  await expect(solutions(page)).toHaveCount(5);
  await page.getByRole("button", { name: "z2 F L2 F B U' B2 R" }).click();
  await expect(player(page)).toHaveAttribute("data-setup", `${SCRAMBLE} z2`);
  await expect(player(page)).toHaveAttribute("data-moves", "F L2 F B U' B2 R");
  // The cross edges of white, and the pair blue-red, are lit; the rest is grey.
  await expect(player(page)).toHaveAttribute("data-mask", "EDGES:----IIIIII-I,CORNERS:I-IIIIII,CENTERS:------");
  await expect(page.getByText(/of all scrambles need more moves to xcross with this colour/)).toBeVisible();
  // The address holds all of it.
  await page.reload();
  await expect(page.getByRole("button", { name: "z2 F L2 F B U' B2 R" })).toHaveAttribute("aria-pressed", "true");
  await expect(player(page)).toHaveAttribute("data-moves", "F L2 F B U' B2 R");
  expect(problems).toEqual([]);
});

test("solutions can be longer, in one slot, from another side, and with some faces alone", async ({ page }) => {
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}&stage=xcross&color=white`);
  await expect(solutions(page)).toHaveCount(5);
  await page.getByRole("combobox", { name: "Slot" }).selectOption({ label: "blue-orange" });
  await expect(solutions(page)).toHaveCount(1);
  await page.getByRole("combobox", { name: "Slot" }).selectOption({ label: "Any" });
  await page.getByRole("combobox", { name: "Turn the cube" }).selectOption("y");
  // After y the face that was on the right is in front.
  await expect(page.getByRole("button", { name: "z2 y L B2 L R U' R2 F" })).toBeVisible();
  await page.getByRole("button", { name: "+1" }).click();
  await expect.poll(() => solutions(page).count()).toBeGreaterThan(5);
  await page.getByRole("button", { name: "+0" }).click();
  await expect(solutions(page)).toHaveCount(5);
});

test("solutions are in the order of effort, each as it is held best, with its hard turns", async ({ page }) => {
  const query = { scramble: SCRAMBLE, stages: "xcross", colors: "W", solutions: 100, order: "effort" };
  const { body } = await answerOf(page, "analyze", query);
  const { solutions: all } = body as { solutions: { held: { rotation: string; moves: string; effort: number; turns: { move: string; strains: string[] }[] } }[] };
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}&stage=xcross&color=white`);
  await expect(solutions(page).locator(".moves")).toHaveText(all.map(({ held }) => `${held.rotation} ${held.moves}`));
  const efforts = all.map(({ held }) => held.effort);
  expect(efforts).toEqual([...efforts].sort((one, other) => one - other));
  for (const [index, { held }] of all.entries()) {
    const line = solutions(page).nth(index);
    await expect(line).toContainText(held.effort === efforts[0] ? "easiest of the list" : /\d+ % more effort/);
    const regrips = held.turns.filter(({ strains }) => strains.some((strain) => strain.startsWith("regrip"))).map(({ move }) => move);
    await expect(line.getByText(/regrip before/)).toHaveCount(regrips.length > 0 ? 1 : 0);
    if (regrips.length > 0) await expect(line).toContainText(`regrip before ${regrips.join(", ")}`);
  }
  await solutions(page).nth(1).getByRole("button", { pressed: false }).first().click();
  const { rotation, moves } = all[1]!.held;
  await expect(player(page)).toHaveAttribute("data-setup", `${SCRAMBLE} ${rotation}`);
  await expect(player(page)).toHaveAttribute("data-moves", moves);
  // So held, the moves solve the stage.
  const after = await answerOf(page, "analyze", { scramble: `${SCRAMBLE} ${rotation} ${moves}`, stages: "xcross", colors: "W" });
  expect((after.body as { best: { xcross: { length: number } } }).best.xcross.length).toBe(0);
});

test("hints come one by one: pieces, slot, first move, next move, all", async ({ page }) => {
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}&stage=xcross&color=white&play=1`);
  await expect(player(page)).toHaveAttribute("data-at", "7");
  const { body } = await answerOf(page, "analyze", { scramble: SCRAMBLE, stages: "xcross", colors: "W", solutions: 100, order: "effort" });
  const { rotation, ...easiest } = (body as { solutions: { held: { rotation: string; moves: string } }[] }).solutions[0]!.held;
  const moves = easiest.moves.split(" ");
  await page.getByRole("button", { name: "Hints one by one" }).click();
  await expect(solutions(page)).toHaveCount(0);
  await expect(player(page)).toHaveAttribute("data-moves", "");
  const hints = page.getByRole("region", { name: "Hints" });
  await hints.getByRole("button", { name: "Hint" }).click();
  await expect(hints.getByRole("listitem")).toHaveText(["The edges of the white cross, and one pair."]);
  await expect(player(page)).toHaveAttribute("data-mask", /EDGES:----IIIIIIII,/);
  await hints.getByRole("button", { name: "Next hint" }).click();
  await expect(hints.getByRole("listitem").last()).toHaveText(/^Slot: \w+-\w+\.$/);
  await hints.getByRole("button", { name: "Next hint" }).click();
  await expect(hints.getByRole("listitem").last()).toHaveText(`Rotate with ${rotation}. First move: ${moves[0]}.`);
  await expect(player(page)).toHaveAttribute("data-moves", moves[0]!);
  await hints.getByRole("button", { name: "Next hint" }).click();
  await expect(hints.getByRole("listitem").last()).toHaveText(`Then ${moves[1]}.`);
  await expect(player(page)).toHaveAttribute("data-setup", `${SCRAMBLE} ${rotation}`);
  await hints.getByRole("button", { name: "Show all" }).click();
  await expect(hints).toHaveCount(0);
  await expect(player(page)).toHaveAttribute("data-moves", moves.join(" "));
});

test("faces that may turn change the minimum", async ({ page }) => {
  await page.goto(`./#analyze?scramble=${encodeURIComponent("R U F D2")}&stage=cross&color=yellow`);
  await expect(solutions(page).first()).toBeVisible();
  await page.getByRole("group", { name: "Faces that may turn" }).getByRole("button", { name: "B" }).click();
  await expect(page).toHaveURL(/moves=U%2CR%2CF%2CD%2CL/);
  await expect(page.getByRole("heading", { name: /^yellow cross: \d moves/ })).toBeVisible();
  await expect(solutions(page).first()).toBeVisible();
  // The solutions before stay until the new ones come.
  const withB = async () => (await solutions(page).allTextContents()).filter((line) => line.split("Copy")[0]!.includes("B"));
  await expect.poll(withB).toEqual([]);
});

test("goals have their own stages; an own goal is checked as it is typed", async ({ page }) => {
  await page.goto(`./#analyze?scramble=${encodeURIComponent("R U F")}`);
  await page.getByRole("combobox", { name: "Goal" }).selectOption({ label: "EOCross" });
  await expect(page.getByRole("rowheader")).toHaveText(["cross", "xcross", "xxcross", "xxxcross", "f2l"]);
  await expect(page).toHaveURL(/goal=eo/);
  await page.getByRole("combobox", { name: "Goal" }).selectOption({ label: "Own goal…" });
  const own = page.getByRole("textbox", { name: "Own goal…" });
  await own.fill("cross + crss");
  await expect(page.getByText("unknown goal term 'crss' (did you mean 'cross'?) (at character 9)")).toBeVisible();
  await own.fill("cross + FR");
  await expect(cell(page, "white cross \\+ FR: 3 moves")).toBeVisible();
});

test("a link with an own goal keeps its cell", async ({ page }) => {
  const query = new URLSearchParams({ scramble: "R U F", goal: "cross + FR", stage: "cross + FR", color: "white" });
  const next = await questionsOf(page);
  const checked = next("goal", "cross + FR");
  await page.goto(`./#analyze?${query}`);
  await checked;
  await expect(page.getByRole("heading", { name: "white cross + FR: 3 moves" })).toBeVisible();
  await expect(solutions(page).first()).toBeVisible();
  await page.getByRole("combobox", { name: "Goal" }).selectOption({ label: "CFOP" });
  await expect(page.getByRole("rowheader")).toHaveText(["cross", "xcross", "xxcross", "xxxcross", "f2l"]);
});

test("the table is walked with arrow keys", async ({ page }) => {
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}`);
  await expect(page.locator(".lengths .length")).toHaveCount(35, slow());
  await cell(page, "yellow cross: 6 moves").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(cell(page, "white xcross: 7 moves")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "white xcross: 7 moves" })).toBeVisible();
});

test("percentiles: exact for the cross, from a sample with its error for later stages", async ({ page }) => {
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}&stage=cross&color=white`);
  // 18.4 % of all crosses need seven moves, 0.05 % eight.
  await expect(page.getByText(/^18\.4 % of all scrambles need more moves to cross with this colour \(counted exactly\)/)).toBeVisible();
  await expect(cell(page, "white cross: 6 moves")).toHaveAccessibleName(/shorter than 18 % of all scrambles/);
  await cell(page, "best f2l: 12 moves").click();
  await expect(page.getByText(/^\d+\.\d ± 0\.\d\d % of all scrambles need more moves to f2l with the best of six colours \(129,516 random states\)/)).toBeVisible();
});

test("it is accessible, and fits on a phone", async ({ page }) => {
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}&stage=xcross&color=white`);
  await expect(solutions(page)).toHaveCount(5);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test("goals without tables cannot be chosen, and the page says why", async ({ page }) => {
  needsServer("Workers fill the tables of all goals.");
  await page.route("**/v1/server", (route) => route.fulfill({ json: { version: "1.2.3", goals: ["std", "eo"], preparing: [], four: [], optimal: false } }));
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}`);
  const goal = page.getByLabel("Goal");
  await expect(goal.getByRole("option", { name: "Roux (not here)" })).toBeDisabled();
  await expect(goal.getByRole("option", { name: "EOCross" })).toBeEnabled();
  await page.getByText(/^Not available on this server: .*Roux, Petrus, ZZ/).click();
  await expect(page.getByText(/cubiform serve --goals std,.*roux,petrus,zz/)).toBeVisible();
  await expectAccessible(page);
});

test("goals whose tables are being made can be chosen once they are", async ({ page }) => {
  needsServer("Workers fill the tables of all goals.");
  let asked = 0;
  await page.route("**/v1/server", (route) => {
    const [goals, preparing] = asked++ === 0 ? [["std"], ["roux", "zz"]] : [["std", "roux", "zz"], []];
    return route.fulfill({ json: { version: "1.2.3", goals, preparing, four: [], optimal: false } });
  });
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}`);
  await expect(page.getByText("Tables are being made, in a few seconds: Roux, ZZ")).toBeVisible();
  const roux = page.getByLabel("Goal").getByRole("option", { name: "Roux", exact: true });
  await expect(roux).toBeDisabled();
  await expect(roux).toBeEnabled();
  await expect(page.getByText("Tables are being made")).toHaveCount(0);
});

test("Back returns to the scramble, the cell and the goal before", async ({ page }) => {
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}`);
  await cell(page, "white xcross").click();
  await cell(page, "green cross").click();
  await page.getByRole("button", { name: "Random state" }).click();
  await expect(input(page)).not.toHaveValue(SCRAMBLE);
  await page.goBack();
  await expect(input(page)).toHaveValue(SCRAMBLE);
  await expect(page.getByRole("heading", { name: "green cross: 5 moves" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "white xcross: 7 moves" })).toBeVisible();
  // A text that is typed is one step.
  await input(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await input(page).pressSequentially("R U F", { delay: 40 });
  await expect(page.getByRole("heading", { name: "white xcross: 2 moves" })).toBeVisible();
  // The whole text, not a beginning of it.
  await expect(page).toHaveURL(/scramble=R\+U\+F(&|$)/);
  await page.goBack();
  await expect(input(page)).toHaveValue(SCRAMBLE);
});

test("on a phone, a cell that is tapped brings the cube and its solutions into view", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}`);
  await cell(page, "white xcross").click();
  await expect(solutions(page).first()).toBeInViewport({ ratio: 1 });
  await expect(player(page)).toBeInViewport({ ratio: 0.9 });
});

test("on a phone, cells keep their numbers, stars and shares inside", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}`);
  await expectLengths(page, { f2l: LENGTHS["f2l"]! });
  const outside = await page.locator(".lengths td button").evaluateAll((buttons) =>
    buttons.filter((button) => {
      const frame = button.getBoundingClientRect();
      return [...button.querySelectorAll("span")].some((part) => {
        const { left, right, height } = part.getBoundingClientRect();
        return left < frame.left - 1 || right > frame.right + 1 || (part.className === "percent" && height > 18);
      });
    }).length,
  );
  expect(outside).toBe(0);
});

test("on a phone, nothing of a solution touches the bar of the one that is played", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}&stage=xcross&color=white&play=1`);
  const played = solutions(page).first();
  await expect(played).toHaveClass("is-played");
  const frame = (await played.boundingBox())!;
  for (const part of [played.getByRole("button", { name: "Copy" }), played.getByText(/^easiest of the list|more effort/), played.locator(".moves").locator("span").first()]) {
    expect((await part.boundingBox())!.x - frame.x).toBeGreaterThan(6);
  }
});

test("a scramble of thousands of moves is answered, or said to be too long", async ({ page }) => {
  await page.goto("./#analyze?empty=1");
  await input(page).fill("R U ".repeat(2500));
  await expect(page.locator(".lengths .length")).toHaveCount(35, slow());
  await input(page).fill("R U ".repeat(6000));
  await expect(page.getByRole("alert")).toHaveText(/too long|more than 10,000 moves/);
});

test("a line of a timer without its number is read", async ({ page }) => {
  await page.goto("./#analyze?empty=1");
  await input(page).fill(`12.34[a good one]   ${SCRAMBLE}   @2024-01-02 10:00:00`);
  await expectLengths(page, LENGTHS);
});

test("the player steps, and marks the move in the solution", async ({ page }) => {
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}&stage=xcross&color=white&play=1`);
  await expect(player(page)).toHaveAttribute("data-at", "7");
  const moves = (await player(page).getAttribute("data-moves"))!.split(" ");
  const marked = solutions(page).first().locator("mark");
  await expect(marked).toHaveText(moves[6]!);
  await page.getByRole("button", { name: "To the start" }).click();
  await expect(marked).toHaveCount(0);
  await page.getByRole("button", { name: "One move on" }).click();
  await expect(marked).toHaveText(moves[0]!);
  await page.getByRole("slider", { name: "Place in the moves" }).press("ArrowRight");
  await expect(marked).toHaveText(moves[1]!);
  await page.getByRole("combobox", { name: "Speed" }).selectOption("4");
  await page.getByRole("slider", { name: "Place in the moves" }).press("Space");
  await expect(player(page)).toHaveAttribute("data-at", "7");
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Speed" })).toHaveValue("4");
});

test("the cube is drawn with the colours of the page and a black body, in light and dark", async ({ page }) => {
  await page.goto("./#analyze?scramble=R+U&stage=cross&color=white&play=1");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(player(page)).toHaveAttribute("data-at", "2");
    await page.getByRole("button", { name: "To the start" }).click();
    const colors = await page.locator(".player canvas").evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      const counts = new Map<string, number>();
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] !== 255) continue;
        const color = `${data[at]},${data[at + 1]},${data[at + 2]}`;
        counts.set(color, (counts.get(color) ?? 0) + 1);
      }
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      return [...counts].filter(([, count]) => count > 0.01 * all).map(([color]) => color);
    });
    expect(colors).toContain("17,17,17");
    // White, grey of what the cross does not need, and the colours of the cross.
    const known = ["17,17,17", "16,16,16", "255,255,255", "255,213,0", "255,122,0", "196,30,58", "0,155,72", "0,81,186", "148,152,158"];
    expect(colors.filter((color) => !known.includes(color))).toEqual([]);
    await page.getByRole("button", { name: "To the end" }).click();
  }
});

test("in Chinese, stages and errors are in Chinese", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("language", "zh"));
  await page.goto("./#analyze?scramble=R+U&stage=cross&color=white");
  await expect(page.getByRole("heading", { name: "白 十字：2 步" })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "十字", exact: true })).toBeVisible();
  await page.getByRole("textbox").fill("R Q");
  await expect(page.getByRole("alert")).toHaveText(/“Q”不是转动/);
  await page.getByRole("textbox").fill("RUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB");
  await expect(page.getByRole("alert")).toHaveText("白色贴纸有 8 个，应为 9 个。");
});

test("on paper there are the results alone", async ({ page }) => {
  await page.goto("./#analyze?scramble=R+U&stage=cross&color=white");
  await expect(solutions(page).first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(input(page)).toBeHidden();
  await expect(page.getByLabel("Goal")).toBeHidden();
  await expect(page.getByLabel("Turn the cube")).toBeHidden();
  await expect(page.getByRole("heading", { name: "white cross: 2 moves" })).toBeVisible();
});

test("nothing moves when the player takes the place of the picture", async ({ page }) => {
  await page.goto(`./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}`);
  await expectLengths(page, { f2l: LENGTHS["f2l"]! });
  await page.getByRole("contentinfo").getByRole("link", { name: "Guide and glossary" }).click();
  await expect(page).toHaveTitle("Guide and glossary · cubiform");
});

test("controls of a row stand on one line", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("./#analyze?scramble=R+U");
  const bottoms = await page
    .locator(".row.fields")
    .first()
    .locator("input, button, a.button")
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)));
  expect(new Set(bottoms).size).toBe(1);
});
