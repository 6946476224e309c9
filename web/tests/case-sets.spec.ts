// Derived sets of cases: their choice, their pictures, all algorithms of a case, own algorithms, the drill, and the sheet to print.
import { expect, test, type Page } from "@playwright/test";
import { Alg } from "cubing/alg";
import { cube3x3x3 } from "cubing/puzzles";
import { groupsOf } from "../src/components/cases/groups";
import { tellsTopApart } from "../src/components/cases/top_pieces";
import { answerOf, expectAccessible, expectNoSidewaysScroll, needsServer, slow, watch } from "./shared";

const at = (parameters: Record<string, string>) => `./#cases?${new URLSearchParams(parameters)}`;
const grid = (page: Page) => page.getByRole("region", { name: /^Cases of/ });
const pictures = (page: Page) => grid(page).getByRole("list").getByRole("button");
const sets = (page: Page) => page.getByLabel("More sets");
const detail = (page: Page) => page.locator(".cases-chosen");
const listed = (page: Page) => detail(page).getByRole("list", { name: "Algorithms", exact: true }).getByRole("listitem");
const found = (page: Page) => page.getByRole("list", { name: "Algorithms that were found" }).getByRole("listitem");
const player = (page: Page) => page.locator(".player[data-ready=true]");

/** Unfolds the search for all algorithms and the form for one's own. */
const openMore = (page: Page) => page.getByText("All algorithms, and your own", { exact: true }).click();

/** Types an algorithm of one's own and keeps it. */
async function keepOwn(page: Page, moves: string): Promise<void> {
  await page.getByLabel("Your algorithm for this case").fill(moves);
  await page.getByRole("button", { name: "Keep as mine", exact: true }).click();
}

test("the page offers the sets that the server knows", async ({ page }) => {
  needsServer("the names are those of the server");
  await page.goto("./#cases");
  await expect(sets(page)).toBeVisible();
  const { body } = await answerOf(page, "cases/set", { set: "none" });
  const [, names = ""] = (body as { hint: string }).hint.split("valid sets: ");
  const offered = await sets(page).locator("optgroup option").allTextContents();
  expect([...offered, "F2L", "OLL", "PLL"].sort()).toEqual(names.split(", ").sort());
});

test("a known set has its cases, their probabilities and its goals, and the address keeps it", async ({ page }) => {
  const problems = watch(page);
  await page.goto("./#cases");
  await sets(page).selectOption("EPLL");
  await expect(page.getByRole("heading", { name: "Cases of EPLL" })).toBeVisible();
  await expect(pictures(page)).toHaveText(["1PLL H8.33 %", "2PLL Ua33.33 %", "3PLL Ub33.33 %", "4PLL Z16.67 %"]);
  await page.getByText("About this set", { exact: true }).click();
  await expect(page.getByText("Its edges permuted after the corners.")).toBeVisible();
  await expect(page.getByText("All cases together 91.67 %, and 8.33 % with none: 100.00 %.")).toBeVisible();
  await pictures(page).nth(1).click();
  await expect(page.getByRole("heading", { level: 2, name: "EPLL 2" })).toBeVisible();
  await expect(detail(page).getByText("PLL Ua · 33.33 %")).toBeVisible();
  await page.reload();
  await expect(sets(page)).toHaveValue("epll");
  await expect(page.getByRole("heading", { level: 2, name: "EPLL 2" })).toBeVisible();
  await page.getByLabel("Number, or the case of a sheet").fill("ub");
  await expect(page.getByText("1 of 4 cases")).toBeVisible();
  // The player shows the case without an algorithm.
  await expect(player(page)).toHaveAttribute("data-setup", /^z2 /);
  await page.getByRole("button", { name: "PLL", exact: true }).click();
  await expect(pictures(page)).toHaveCount(21);
  expect(problems).toEqual([]);
});

test("a large set grows as one scrolls", async ({ page }) => {
  test.slow();
  await page.goto("./#cases");
  await sets(page).selectOption("1LLL");
  await expect(page.getByText("3915 cases")).toBeVisible(slow());
  await expect(pictures(page)).toHaveCount(120);
  // A case far down is found by its number.
  await pictures(page).nth(119).scrollIntoViewIfNeeded();
  await expect.poll(() => pictures(page).count()).toBeGreaterThan(200);
  await page.getByLabel("Number, or the case of a sheet").fill("3915");
  await expect(pictures(page)).toHaveCount(1);
});

test("pictures show what matters: grey pieces, the back of the cube, and flipped edges", async ({ page }) => {
  await page.goto(at({ set: "vls" }));
  await expect(pictures(page)).toHaveCount(120);
  const grey = pictures(page).first().locator("polygon.sticker[style*='grey']");
  await expect(grey.first()).toBeAttached();
  await page.goto(at({ set: "lse ul/ur" }));
  await expect(pictures(page)).toHaveCount(17);
  // The edge at the bottom of the back is not seen from the front.
  await expect(pictures(page).locator(".case-cube:has(svg + svg)").first()).toBeVisible();
  await page.goto(at({ set: "lse eo" }));
  await expect(pictures(page)).toHaveCount(9);
  const drawn = () => pictures(page).locator(".case-cube").evaluateAll((all) => new Set(all.map((one) => one.innerHTML)).size);
  await expect.poll(drawn).toBe(9);
});

test("derived sets have groups by the shape of the last layer, or none", async ({ page }) => {
  await page.goto("./#cases");
  const casesOf = async (set: string) => ((await answerOf(page, "cases/set", { set })).body as { cases: { cube: string; shows: string | null }[] }).cases;
  const countsOf = async (set: string) => {
    const counts: Record<string, number> = {};
    for (const group of groupsOf((await casesOf(set)).map(({ cube }) => cube))) counts[group] = (counts[group] ?? 0) + 1;
    return counts;
  };
  // The numbers of the usual lists: 472 cases in seven groups, and the 21 of PLL.
  expect(await countsOf("ZBLL")).toEqual({ T: 72, U: 72, L: 72, H: 40, Pi: 72, S: 72, AS: 72, "corners oriented": 21 });
  for (const set of ["COLL", "CMLL"]) expect(await countsOf(set)).toEqual({ T: 6, U: 6, L: 6, H: 4, Pi: 6, S: 6, AS: 6, "corners oriented": 2 });
  expect(await countsOf("ELL")).toEqual({ dot: 5, line: 8, L: 12, cross: 4 });
  expect(await countsOf("EPLL")).toEqual({ "": 4 });
  expect(await countsOf("ZBLS")).toEqual({ "": 305 });
  // A group of ZBLL shows one case of OLL.
  const shown = { T: "OLL 24", U: "OLL 23", L: "OLL 25", H: "OLL 21", Pi: "OLL 22", S: "OLL 27", AS: "OLL 26", "corners oriented": "PLL" };
  const cases = await casesOf("ZBLL");
  for (const [index, group] of groupsOf(cases.map(({ cube }) => cube)).entries()) expect(cases[index]!.shows).toContain(shown[group as keyof typeof shown]);
});

test("cases are filtered by group, and ticked one by one and as groups for the drill", async ({ page }) => {
  await page.goto(at({ set: "coll" }));
  await expect(pictures(page)).toHaveCount(42);
  await page.getByRole("button", { name: "Tick cases" }).click();
  const groups = page.getByRole("group", { name: "Tick groups" });
  await groups.getByRole("button", { name: "Pi 6" }).click();
  await expect(groups.getByRole("button", { name: "Pi 6/6" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("combobox", { name: "Group" }).selectOption("Pi");
  await expect(page.getByText("6 of 42 cases")).toBeVisible();
  await expect(grid(page).getByRole("list").getByRole("button", { pressed: true })).toHaveCount(6);
  await pictures(page).first().click();
  await expect(groups.getByRole("button", { name: "Pi 5/6" })).toHaveAttribute("aria-pressed", "mixed");
  await page.getByRole("combobox", { name: "Group" }).selectOption("H");
  await expect(pictures(page)).toHaveCount(4);
  await pictures(page).last().click();
  await expectAccessible(page);
  // A case that is opened can be ticked, too.
  await page.getByRole("button", { name: "Tick cases" }).click();
  await pictures(page).first().click();
  await detail(page).getByRole("link", { name: "Drill", exact: true }).click();
  await page.getByLabel("Ticked for the drill").check();
  await page.getByRole("link", { name: "Drill the 7 ticked cases" }).click();
  await expect(page.getByText("Cases to drill: the 7 ticked of 42")).toBeVisible();
  await expect(page.getByText("7 new, 0 learning, 0 known.")).toBeVisible();
  // Other sets have their own ticks.
  await sets(page).selectOption("OCLL");
  await expect(page.getByText("Cases to drill: all 7")).toBeVisible();
});

test("an own set is made of two goals, and a wrong term is marked", async ({ page }) => {
  await page.goto("./#cases");
  await sets(page).selectOption("Own set by two goals…");
  await expect(pictures(page)).toHaveCount(7);
  await page.getByLabel("To", { exact: true }).fill("f2l + ol");
  await page.getByRole("button", { name: "Show cases" }).click();
  await expect(page.getByRole("alert")).toContainText("ol");
  await expect(page.getByRole("alert").locator("mark")).toHaveText("o");
  await page.getByLabel("From", { exact: true }).fill("f2l + co + cp + up to U");
  await page.getByLabel("To", { exact: true }).fill("solved + up to U");
  await page.getByRole("button", { name: "Show cases" }).click();
  await expect(pictures(page)).toHaveCount(29);
  await pictures(page).nth(4).click();
  await page.reload();
  await expect(page.getByRole("heading", { level: 2, name: "f2l + co + cp + up to U → solved + up to U 5" })).toBeVisible();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("f2l + co + cp + up to U");
});

test("all algorithms of a case are listed by effort, with their lengths, and play", async ({ page }) => {
  const problems = watch(page);
  await page.goto(at({ set: "pll", case: "Ua" }));
  await openMore(page);
  await page.getByLabel("Moves allowed").fill("M,U");
  await page.getByLabel("Metric").selectOption("STM");
  await page.getByRole("button", { name: "+1" }).click();
  await page.getByRole("button", { name: "Find all" }).click();
  await expect(page.getByText("All algorithms of 7 to 8 moves (STM) of <M,U>: 2. The shortest has 7, proven.")).toBeVisible(slow());
  await expect(found(page)).toHaveCount(2);
  await expect(found(page).first()).toContainText("M2 U M U2 M' U M2");
  await expect(found(page).first()).toContainText("★ on the sheet");
  await expect(found(page).first()).toContainText("11 HTM · 16 QTM · 7 STM · 7 ETM");
  // Turns of U before an algorithm are in brackets, and the player does them.
  await found(page).nth(1).getByRole("button", { name: /^Play/ }).click();
  await expect(player(page)).toHaveAttribute("data-moves", "(U2) M2 U M' U2 M U M2");
  await expect(page).toHaveURL(/alg=/);
  await page.reload();
  await expect(found(page)).toHaveCount(2, slow());
  await expect(player(page)).toHaveAttribute("data-moves", "(U2) M2 U M' U2 M U M2");
  // Moves that do not solve the case are a problem.
  await page.getByLabel("Moves allowed").fill("R");
  await expect(page.getByRole("alert")).toContainText("These moves do not solve the case.");
  expect(problems).toEqual([]);
});

test("effort is compared with the easiest algorithm of the list", async ({ page }) => {
  const query = { case: "PLL Ua", moves: "R,U", slack: 1 };
  await page.goto(at({ set: "pll", case: "Ua", moves: query.moves, over: "1", find: "1" }));
  const { body } = await answerOf(page, "algorithms", query);
  const efforts = (body as { cases: { algorithms: { held: { effort: number } }[] }[] }).cases[0]!.algorithms.map(({ held }) => held.effort);
  expect(efforts.length).toBeGreaterThan(3);
  await expect(found(page)).toHaveCount(efforts.length, slow());
  await expect(found(page).first()).toContainText("easiest of the list");
  for (const [index, effort] of efforts.entries()) {
    if (index > 0) await expect(found(page).nth(index)).toContainText(`${Math.round(100 * (effort / efforts[0]! - 1))} % more effort`);
  }
  // Without a scale and without words about wrists.
  await expect(found(page).filter({ hasText: /wrist|awkward|effort \d/ })).toHaveCount(0);
});

test("all algorithms of a case solve the same state up to a turn of U in cubing.js", async ({ page }) => {
  test.slow();
  await page.goto("./#cases");
  const solved = (await cube3x3x3.kpuzzle()).defaultPattern();
  const { body } = await answerOf(page, "algorithms", { case: "EPLL", moves: "M,U", metric: "stm", slack: 2 });
  let [count, replayed] = [0, 0];
  for (const { count: ofCase, algorithms } of (body as { cases: { count: number; algorithms: { text: string; after: string }[] }[] }).cases) {
    count += ofCase;
    const turns = algorithms.map(({ text, after }) => new Alg(`${text} ${after}`.replace(/[()]/g, "")));
    for (const alg of turns) {
      const end = solved.applyAlg(turns[0]!.invert()).applyAlg(alg);
      // The goal of EPLL is `solved + up to U`.
      const ends = ["", "U", "U2", "U'"].map((turn) => end.applyAlg(turn));
      const isSolved = ends.some((end) => end.experimentalIsSolved({ ignorePuzzleOrientation: true, ignoreCenterOrientation: true }));
      expect(isSolved, alg.toString()).toBe(true);
      replayed += 1;
    }
  }
  // 12 for H, 6 for each U, 156 for Z, which were listed four times and twice.
  expect(count).toBe(180);
  // A server lists at most 100 of a case.
  expect(replayed).toBeGreaterThanOrEqual(124);
});

test("the player begins as a derived case is pictured", async ({ page }) => {
  await page.goto(at({ set: "2gll", case: "4", moves: "R,U" }));
  await expect(player(page)).toHaveAttribute("data-moves", "");
  const pictured = await player(page).getAttribute("data-setup");
  // From now on, the setup is known.
  const solved: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/v1/solve") solved.push(request.url());
  });
  await page.getByRole("button", { name: "Find all" }).click();
  await found(page).first().getByRole("button", { name: /^Play/ }).click(slow());
  await expect(player(page)).toHaveAttribute("data-moves", /R/);
  await expect(player(page)).toHaveAttribute("data-setup", pictured ?? "");
  expect(solved).toEqual([]);
});

test("a search says what it does, and stops", async ({ page }) => {
  await page.goto(at({ set: "zbll", case: "17", moves: "<R,L,U,D,F,B>" }));
  // No table of the optimal solver makes this quick.
  await page.getByLabel("Metric").selectOption("QTM");
  await page.getByRole("button", { name: "Find all" }).click();
  await expect(page.getByText(/^Searches for all algorithms of <R,L,U,D,F,B> up to .*: [1-9]\d* s$/)).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Find all" })).toBeEnabled();
  await expect(page.getByText(/^Searches for all/)).toHaveCount(0);
  await expect(found(page)).toHaveCount(0);
});

test("own algorithms are checked, kept, shown first, exported and imported", async ({ page }) => {
  await page.goto(at({ set: "pll", case: "Ua" }));
  await openMore(page);
  await keepOwn(page, "M2 U' M U2 M' U' M2");
  await expect(page.getByRole("alert")).toContainText("These moves do not solve the case as it is pictured");
  await keepOwn(page, "M2 ?");
  await expect(page.getByRole("alert")).toContainText("is not a move");
  await keepOwn(page, "y2 M2 U M’ U2 M U M2");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(listed(page).first()).toContainText("y2 M2 U M' U2 M U M2");
  await expect(listed(page).first()).toContainText("mine");
  const sheet = (await listed(page).count()) - 1;
  // One of the sheet.
  await listed(page).nth(2).getByRole("button", { name: /^Play/ }).click();
  await listed(page)
    .nth(2)
    .getByRole("button", { name: /^Keep as mine/ })
    .evaluate((button: HTMLElement) => {
      // Twice, as a double click: it is kept once.
      button.click();
      button.click();
    });
  await expect(listed(page).getByText("mine", { exact: true })).toHaveCount(2);
  await expect(listed(page)).toHaveCount(sheet + 1);
  await page.reload();
  await expect(listed(page).getByText("mine", { exact: true })).toHaveCount(2);
  await expect(page.getByText("2 algorithms are kept in this browser alone.")).toBeVisible();
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export JSON" }).click();
  const path = await (await downloaded).path();
  await listed(page).first().getByRole("button", { name: /^Play/ }).click();
  await listed(page).first().getByRole("button", { name: /^Forget/ }).click();
  await expect(listed(page).getByText("mine", { exact: true })).toHaveCount(1);
  await page.locator("input[type=file]").setInputFiles({ name: "mine.json", mimeType: "application/json", buffer: (await import("node:fs")).readFileSync(path) });
  await expect(listed(page).getByText("mine", { exact: true })).toHaveCount(2);
  // In the drill, they come first.
  await page.getByRole("button", { name: "Delete all…" }).click();
  await expect(page.getByRole("dialog")).toContainText("Delete all 2 records?");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await detail(page).getByRole("link", { name: "Drill", exact: true }).click();
  await page.getByRole("link", { name: "Drill this case" }).click();
  await expect(page.locator(".drill-scramble")).toHaveText(/^[URFDLB]/);
  for (let press = 0; press < 3; press++) await page.locator(".timer-pad").press("Space");
  await expect(page.locator(".drill-algorithms li").first()).toHaveText(/^(\(U[2']?\) )?y2 M2 U M' U2 M U M2 mine$/);
});

test("goals that tell the pieces of the top layer apart are recognised", () => {
  const apart = ["f2l + oll + CP + up to U", "Solved", "f2l + ep", "cross + FU", "f2l + LU + UR", "FUR at LUF", "f2l + UF edge", "D?D???D?D", "UUUUUUUUURRRRRRRRR"];
  for (const goals of apart) expect(tellsTopApart(goals), goals).toBe(true);
  const open = ["f2l + eo", "f2l + oll + up to U", "cross + BL + DFR at LUF + FR at UF", "DFR at  URF", "co U/D", "any eo + FR, BL edges", "1x2x3 DL or DR"];
  for (const goals of open) expect(tellsTopApart(goals), goals).toBe(false);
});

test("one case of an own set is drilled, though its goals have a comma", async ({ page }) => {
  const [from, to] = ["f2l + eo", "cross + slot corners + FR, FL, BR, BL edges + oll"];
  await page.goto(`./#drill?${new URLSearchParams({ set: "own", from, to, cases: `${from} → ${to} 3` })}`);
  await expect(page.getByText("1 new, 0 learning, 0 known.")).toBeVisible();
});

test("a derived set is drilled, with scrambles that lead to its cases", async ({ page }) => {
  const problems = watch(page);
  await page.goto("./#drill");
  await sets(page).selectOption("OCLL");
  await expect(page.getByText("7 new, 0 learning, 0 known.")).toBeVisible();
  await expect(page.locator(".drill-scramble")).toHaveText(/^[URFDLB]/);
  const scramble = await page.locator(".drill-scramble").innerText();
  for (let press = 0; press < 3; press++) await page.locator(".timer-pad").press("Space");
  const name = await page.locator(".drill-outcome h2").innerText();
  expect(name).toMatch(/^OCLL \d+$/);
  await expect(player(page)).toHaveAttribute("data-setup", `z2 ${scramble}`);
  // An algorithm of the case solves the cube after the scramble.
  const algorithms = await answerOf(page, "algorithms", { case: name, moves: "R,U", solutions: 1 });
  const alg = (algorithms.body as { cases: { algorithms: { text: string }[] }[] }).cases[0]!.algorithms[0]!.text;
  expect((await answerOf(page, "algorithms", { case: scramble, to: "f2l + oll", alg })).isOk).toBe(true);
  await page.locator(".drill-rating").nth(2).click();
  await expect(page.getByText("1 learning")).toBeVisible();
  // The set is remembered, but does not hide cases of the sheets.
  await page.goto("./#drill");
  await expect(sets(page)).toHaveValue("ocll");
  await page.goto("./#drill?cases=PLL+Ga");
  await expect(page.getByText("1 new, 0 learning, 0 known.")).toBeVisible();
  expect(problems).toEqual([]);
});

test("the sheet of a set prints alone, with own algorithms", async ({ page }) => {
  await page.goto(at({ set: "epll", case: "1" }));
  await keepOwn(page, "M2 U M2 U2 M2 U M2");
  await expect(listed(page)).toHaveCount(1);
  // The algorithm belongs to the cube of the case and the goals, whatever the name of the set.
  await page.goto(at({ set: "own", from: "f2l + oll + cp + up to U", to: "solved + up to U", case: "1" }));
  await expect(listed(page)).toHaveCount(1);
  await page.goto(at({ set: "epll", case: "1" }));
  await page.getByRole("button", { name: "Sheet to print" }).click();
  const sheet = page.getByRole("region", { name: "Sheet of EPLL" });
  await expect(sheet.getByRole("listitem")).toHaveCount(4);
  await expect(sheet.getByRole("listitem").first()).toContainText("M2 U M2 U2 M2 U M2");
  await page.emulateMedia({ media: "print" });
  await expect(sheet).toBeVisible();
  await expect(sheet.locator("rect.top").first()).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Print" })).toBeHidden();
  for (const other of [page.locator("header.top"), page.getByRole("heading", { level: 1 }), page.locator(".cases-body"), sets(page)]) await expect(other).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toHaveCount(0);
  // A sheet of OLL has the first algorithm of each case.
  await page.goto(at({ set: "oll", sheet: "1" }));
  await expect(page.locator(".cases-sheet li").nth(26)).toContainText("R U R' U R U2 R'");
});

test("derived sets are accessible, fit a phone, and speak Chinese", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at({ set: "2gll", case: "4", moves: "R,U", find: "1" }));
  await expect(found(page).first()).toBeVisible(slow());
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.goto(at({ set: "own", from: "f2l + eo", to: "f2l + oll", sheet: "1" }));
  await expect(page.locator(".cases-sheet li")).toHaveCount(7);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.goto("./#drill?set=cmll");
  await expect(page.getByText("42 new, 0 learning, 0 known.")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByLabel("Language").filter({ visible: true }).selectOption("简体中文");
  await page.goto(at({ set: "2gll", case: "4" }));
  await page.getByText("关于这个公式组", { exact: true }).click();
  await expect(page.getByText("棱块已翻好、角块已排好的顶层，只用 R 和 U 就能还原。")).toBeVisible();
  await expect(page.getByRole("button", { name: "找出全部" })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
