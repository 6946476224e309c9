// The screen Cases against a real server.
import { expect, test, type Page } from "@playwright/test";
import { Alg } from "cubing/alg";
import { cube3x3x3 } from "cubing/puzzles";
import { answerOf, expectAccessible, expectNoSidewaysScroll, watch } from "./shared";

const grid = (page: Page) => page.getByRole("region", { name: /^Cases of/ });
const pictures = (page: Page) => grid(page).getByRole("list").getByRole("button");
const picture = (page: Page, name: string) => grid(page).getByRole("button", { name: new RegExp(`^${name.replace(/[()]/g, "\\$&")},`) });
const player = (page: Page) => page.locator(".player[data-ready=true]");
const search = (page: Page) => page.getByRole("searchbox", { name: "Name, number or algorithm" });

/** Unfolds the finder of the set. */
const openFinder = (page: Page) => page.locator("summary", { hasText: /^Find by/ }).click();

/** Chooses a view of the chosen case. */
const show = (page: Page, job: string) => page.getByRole("navigation", { name: "View of the case" }).getByRole("link", { name: job }).click();

/** Clicks a sticker of the finder, whose name changes with each click. */
async function clickSticker(page: Page, place: string, times: number): Promise<void> {
  for (let count = 0; count < times; count++) await page.getByRole("button", { name: new RegExp(`^${place}:`) }).click();
}

async function stateAfter(...moves: string[]) {
  return (await cube3x3x3.kpuzzle()).defaultPattern().applyAlg(new Alg(moves.join(" ")));
}

/** The places of the centres with yellow on top and green in front. */
const centres = async (...moves: string[]) => (await stateAfter(...moves)).patternData["CENTERS"]!.pieces;

/** Expects that the player shows the state that these moves solve, held as in the pictures. */
async function expectPlayer(page: Page, moves: string): Promise<void> {
  await expect(player(page)).toHaveAttribute("data-moves", moves);
  const setup = (await player(page).getAttribute("data-setup")) ?? "";
  const options = { ignorePuzzleOrientation: true, ignoreCenterOrientation: true };
  expect((await stateAfter(setup, moves)).experimentalIsSolved(options)).toBe(true);
  expect((await stateAfter(setup)).experimentalIsSolved(options)).toBe(false);
  expect(await centres(setup)).toEqual(await centres("z2"));
}

test("each set shows all of its cases as pictures", async ({ page }) => {
  const problems = watch(page);
  await page.goto("./#cases");
  for (const [set, count] of [["OLL", 57], ["PLL", 21], ["F2L", 41]] as const) {
    await page.getByRole("group", { name: "Set" }).getByRole("button", { name: set }).click();
    await expect(page.getByRole("heading", { name: `Cases of ${set}`, exact: true })).toBeVisible();
    await expect(pictures(page)).toHaveCount(count);
    await expect(page.getByText(`${count} cases`, { exact: true })).toBeVisible();
    expect(page.url()).toContain(`set=${set.toLowerCase()}`);
  }
  expect(problems).toEqual([]);
});

test("an OLL case is found by its clicked stickers", async ({ page }) => {
  await page.goto("./#cases?set=oll");
  await expect(pictures(page)).toHaveCount(57);
  await openFinder(page);
  await clickSticker(page, "Top, back left", 1);
  await expect(page.getByRole("button", { name: "Top, back left: yellow" })).toBeVisible();
  for (const corner of ["Top, back right", "Top, front left", "Top, front right"]) await clickSticker(page, corner, 1);
  for (const edge of ["Top, back middle", "Top, middle left", "Top, middle right", "Top, front middle"]) await clickSticker(page, edge, 2);
  await expect(page.getByRole("button", { name: "Top, front middle: not yellow" })).toBeVisible();
  await expect(page.getByText("1 of 57 cases")).toBeVisible();
  await expect(picture(page, "OLL 20 (Checkers)")).toBeVisible();
  // The pattern can be shared.
  await page.reload();
  await expect(page.getByText("1 of 57 cases")).toBeVisible();
  await page.getByRole("button", { name: "Clear pattern" }).click();
  await expect(pictures(page)).toHaveCount(57);
  await expect(page.getByRole("button", { name: "Top, front middle: unknown" })).toBeVisible();
});

test("a pattern that is turned says how to hold the cube, and the side stickers tell cases apart", async ({ page }) => {
  await page.goto("./#cases?set=oll");
  await openFinder(page);
  // A cross with one oriented corner at the back left: Sune and Anti-Sune, each after a rotation.
  for (const place of ["back middle", "middle left", "middle right", "front middle", "back left"]) await clickSticker(page, `Top, ${place}`, 1);
  for (const place of ["back right", "front left", "front right"]) await clickSticker(page, `Top, ${place}`, 2);
  await expect(pictures(page)).toHaveCount(2);
  await expect(picture(page, "OLL 26 (Anti-Sune)")).toBeVisible();
  await expect(picture(page, "OLL 27 (Sune)")).toHaveAccessibleName(/after y'/);
  await clickSticker(page, "Left side, front", 1);
  await expect(pictures(page)).toHaveCount(1);
});

test("an impossible pattern says so", async ({ page }) => {
  await page.goto("./#cases?set=oll&pattern=.....%2F.xxx.%2F.xxx.%2F.xx..%2F.....");
  await expect(page.getByRole("alert")).toContainText("No cube has this pattern.");
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(pictures(page)).toHaveCount(57);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a PLL case is found by the colours of its sides", async ({ page }) => {
  await page.goto("./#cases?set=pll");
  await expect(pictures(page)).toHaveCount(21);
  await openFinder(page);
  // The T permutation of the guide: two sides, F F R and F L B, in the colours green, orange, red and blue.
  for (const [place, clicks] of [["left", 1], ["middle", 1], ["right", 2]] as const) await clickSticker(page, `Front side, ${place}`, clicks);
  await expect(page.getByRole("button", { name: "Front side, right: red" })).toHaveText("R");
  for (const [place, clicks] of [["back", 1], ["middle", 4], ["front", 3]] as const) await clickSticker(page, `Right side, ${place}`, clicks);
  // In any colours, these two sides could also be those of Aa, seen from another side.
  await expect(pictures(page)).toHaveText([/^Aa y'/, /^T/]);
  await clickSticker(page, "Back side, right", 2);
  await expect(page.getByText("1 of 21 cases")).toBeVisible();
  await expect(picture(page, "PLL T")).toBeVisible();
});

test("an F2L case is found by clicking where the corner and the edge are", async ({ page }) => {
  await page.goto("./#cases?set=f2l");
  await expect(pictures(page)).toHaveCount(41);
  await openFinder(page);
  await page.getByRole("button", { name: "Corner at URF, white on the right" }).click();
  await expect(page.getByText("10 of 41 cases")).toBeVisible();
  await page.getByRole("button", { name: "Edge at UB, green on the top" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 of 41 cases")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edge at UB, green on the top" })).toHaveAttribute("aria-pressed", "true");
  await picture(page, "F2L 4").click();
  await expectPlayer(page, "R U R'");
  // With the corner in its slot, the pictures have the edge at three places, and the solved pair is no case.
  await page.getByRole("button", { name: "Corner at DFR, white on the bottom" }).press("Space");
  await expect(page.getByText("3 of 41 cases")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Edge at/ })).toHaveCount(3);
  await page.getByRole("button", { name: "Edge at FR, green on the right" }).click();
  await expect(picture(page, "F2L 37")).toBeVisible();
  await expect(pictures(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Edge at FR, green on the right" }).click();
  await expect(page.getByText("3 of 41 cases")).toBeVisible();
});

test("cases are found by name, number and algorithm, also in other sets", async ({ page }) => {
  await page.goto("./#cases?set=oll");
  await search(page).fill("sune");
  await expect(pictures(page)).toHaveCount(3);
  await search(page).fill("OLL 27");
  await expect(page.getByText("1 of 57 cases")).toBeVisible();
  await search(page).fill("R U R' U R U2 R'");
  await expect(picture(page, "OLL 27 (Sune)")).toBeVisible();
  await search(page).fill("R U R' U' R' F R2 U' R' U' R U R' F'");
  await expect(page.getByText("0 of 57 cases")).toBeVisible();
  await page.getByRole("link", { name: "PLL T" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "PLL T" })).toBeVisible();
  await expect(page.getByText("1 of 21 cases")).toBeVisible();
  await search(page).fill("R U F");
  await expect(page.getByRole("alert")).toContainText("These moves solve no case of OLL, PLL or F2L.");
});

test("an algorithm that is on no sheet finds its case", async ({ page }) => {
  await page.goto("./#cases?set=oll");
  // Sune, written for the cube as seen from behind.
  await search(page).fill("y2 L U L' U L U2 L' y2");
  await expect(picture(page, "OLL 27 (Sune)")).toBeVisible();
  await expect(page.getByText("1 of 57 cases")).toBeVisible();
});

test("a group shows its cases", async ({ page }) => {
  await page.goto("./#cases?set=oll");
  await page.getByRole("combobox", { name: "Group" }).selectOption("fish");
  await expect(pictures(page)).toHaveText([/^9/, /^10/, /^35/, /^37/]);
  expect(page.url()).toContain("group=fish");
  await page.getByRole("button", { name: "PLL", exact: true }).click();
  const options = page.getByRole("combobox", { name: "Group" }).getByRole("option");
  await expect(options).toHaveText(["all groups", "corners only", "adjacent corner swap", "edges only", "diagonal corner swap"]);
});

test("a case has its group, its probability and its algorithms, and each is played", async ({ page }) => {
  await page.goto("./#cases");
  await picture(page, "OLL 27 (Sune)").click();
  const chosen = page.getByRole("region", { name: "OLL 27 (Sune)" });
  await expect(chosen).toContainText("cross · 1.85 %");
  expect(page.url()).toContain("case=27");
  await expectPlayer(page, "R U R' U R U2 R'");
  await chosen.getByRole("button", { name: "Play y' R' U2 R U R' U R" }).click();
  await expectPlayer(page, "y' R' U2 R U R' U R");
  expect(page.url()).toContain("alg=2");
  await page.reload();
  await expectPlayer(page, "y' R' U2 R U R' U R");
});

test("the detail of a case does one job at a time: recognise, learn or drill", async ({ page }) => {
  await page.goto("./#cases?set=pll&case=T");
  const chosen = page.locator(".cases-chosen");
  const parts = {
    Recognise: chosen.getByRole("heading", { name: "The case from each side" }),
    Learn: chosen.locator(".player"),
    Drill: chosen.getByRole("button", { name: "Make scrambles" }),
  };
  for (const job of ["Learn", "Recognise", "Drill"] as const) {
    await show(page, job);
    for (const [name, part] of Object.entries(parts)) await expect(part).toHaveCount(name === job ? 1 : 0);
    await expectAccessible(page);
  }
  // Copy and Keep stand at the algorithm that is played, and nowhere else.
  await show(page, "Learn");
  await expect(chosen.getByRole("button", { name: /^(Copy|Keep as mine)/ })).toHaveCount(3);
  // The job stays while other cases are chosen.
  await show(page, "Recognise");
  await picture(page, "PLL Ua").click();
  await expect(page.getByRole("heading", { level: 2, name: "PLL Ua" })).toBeVisible();
  await expect(chosen.locator(".case-turned")).toHaveCount(5);
  await page.getByRole("link", { name: "Show the group" }).click();
  await expect(pictures(page)).toHaveText([/^H/, /^Ua/, /^Ub/, /^Z/]);
});

test("PLL and F2L cases are played from their state, whatever rotations an algorithm has", async ({ page }) => {
  await page.goto("./#cases?set=pll&case=Ga&alg=3");
  await expect(page.getByRole("heading", { level: 2, name: "PLL Ga" })).toBeVisible();
  await expectPlayer(page, "R2 u R' U R' U' R u' R2 y' R' U R");
  await page.goto("./#cases?set=f2l&case=2");
  await page.getByRole("button", { name: "Play y' U' R' U R" }).click();
  await expectPlayer(page, "y' U' R' U R");
  await show(page, "Recognise");
  await expect(page.getByText("2/75 = 2.67 %")).toBeVisible();
});

test("algorithms and the link are copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./#cases?set=pll&case=T&search=T");
  const chosen = page.getByRole("region", { name: "PLL T", exact: true });
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await chosen.getByRole("listitem").first().getByRole("button", { name: "Copy" }).click();
  await expect.poll(read).toBe("R U R' U' R' F R2 U' R' U' R U R' F'");
  await chosen.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(read).toBe(`${page.url().split("#")[0]}#cases?set=pll&case=T`);
});

test("scrambles for a case show this case, and new ones are others", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./#cases?set=oll&case=27");
  await show(page, "Drill");
  await page.getByRole("button", { name: "Make scrambles" }).click();
  const section = page.getByRole("region", { name: "Scrambles for this case" });
  await expect(section.getByRole("listitem")).toHaveCount(5);
  const scrambles = await section.locator(".moves").allTextContents();
  for (const scramble of scrambles) {
    const { body } = await answerOf(page, "cases", { scramble });
    expect((body as { case: { label: string } | null }[]).map((found) => found.case?.label)).toContain("27");
  }
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await section.getByRole("button", { name: "Copy all" }).click();
  await expect.poll(read).toBe(scrambles.join("\n"));
  await section.getByRole("listitem").nth(1).getByRole("button", { name: "Copy" }).click();
  await expect.poll(read).toBe(scrambles[1]);
  await section.getByRole("button", { name: "New scrambles" }).click();
  await expect(section.locator(".moves").first()).not.toHaveText(scrambles[0] ?? "");
});

test("a case is chosen by keyboard alone", async ({ page }) => {
  await page.goto("./#cases?set=pll");
  await expect(pictures(page)).toHaveCount(21);
  // The finder and the pictures are one stop each; arrow keys lead within them.
  await page.getByLabel("Group").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Drill PLL" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Tick cases" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Sheet to print" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Back side, left: unknown" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Back side, middle: unknown" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(picture(page, "PLL Aa")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "PLL Ab" })).toBeVisible();
  await expect(picture(page, "PLL Ab")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("ArrowDown");
  await expect(picture(page, "PLL Ab")).not.toBeFocused();
});

test("letters of the finder stand in the middle of their cells", async ({ page }) => {
  await page.goto("./#cases?set=pll");
  await openFinder(page);
  await clickSticker(page, "Front side, left", 1);
  const cell = page.getByRole("button", { name: "Front side, left: green" });
  const [frame, letter] = [await cell.boundingBox(), await cell.locator("span").boundingBox()];
  expect(Math.abs(frame!.x + frame!.width / 2 - letter!.x - letter!.width / 2)).toBeLessThan(1.5);
  expect(Math.abs(frame!.y + frame!.height / 2 - letter!.y - letter!.height / 2)).toBeLessThan(1.5);
});

test("a picture that matches after a rotation is shown as the cube is held", async ({ page }) => {
  await page.goto("./#cases?set=oll");
  await openFinder(page);
  for (const place of ["back middle", "middle left", "middle right", "front middle", "back left"]) await clickSticker(page, `Top, ${place}`, 1);
  for (const place of ["back right", "front left", "front right"]) await clickSticker(page, `Top, ${place}`, 2);
  const sune = picture(page, "OLL 27 (Sune)");
  await expect(sune).toHaveAccessibleName(/after y'/);
  await expect(sune.locator(".case-turned")).toHaveCSS("rotate", "90deg");
  await expect(picture(page, "OLL 26 (Anti-Sune)").locator(".case-turned")).not.toHaveCSS("rotate", "90deg");
});

test("Back undoes a pattern and a case", async ({ page }) => {
  await page.goto("./#cases?set=oll");
  await openFinder(page);
  await clickSticker(page, "Top, back left", 1);
  await picture(page, "OLL 27 (Sune)").click();
  await expect(page.getByRole("heading", { level: 2, name: "OLL 27 (Sune)" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Choose a case to see its algorithms.")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("button", { name: "Top, back left: unknown" })).toBeVisible();
});

test("in Chinese, groups have Chinese names", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("language", "zh"));
  await page.goto("./#cases?set=oll&case=27");
  await expect(page.locator(".cases-chosen")).toContainText("十字 · 1.85 %");
  await expect(page.getByLabel("类别").getByRole("option", { name: "小闪电" })).toHaveCount(1);
});

test("the screen is accessible and fits in each set", async ({ page }) => {
  test.slow();
  const problems = watch(page);
  for (const address of ["set=oll&case=27", "set=pll&case=Ga&pattern=%3F%3F%3F%3F%3F%2F%3Fxxx%3F%2F%3Fxxx%3F%2F%3Fxxx%3F%2F%3FGRB%3F", "set=f2l&case=4&corner=URF+R"]) {
    await page.goto(`./#cases?${address}`);
    await expect(player(page)).toBeVisible();
    await expect(pictures(page).first()).toBeVisible();
    await expectAccessible(page);
    for (const width of [360, 800, 1500, 3840]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  expect(problems).toEqual([]);
});
