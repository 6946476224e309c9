// The screen Solve: solutions, scrambles and the cube editor, against a real server.
import { expect, test, type Page } from "@playwright/test";
import { answerOf, expectAccessible, expectNoSidewaysScroll, isSite, needsServer, questionsOf, stopTimers, watch } from "./shared";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

/** The scramble of the guide, whose solutions by Thistlethwaite and CFOP are in the guide. */
const SCRAMBLE = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B";
const FACELETS = "ULRDUFDDRDLBURFLRBLBFLFLFUFUFUUDBBRDLRFFLDRBRUBBRBDLUD";
const SOLVED = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
const FOUR = "Rw2 F U' Fw D Uw2 L Bw2 U2 Rw' D";

/** The parameters of a state of the screen. */
const at = (parameters: Record<string, string>) => `./#solve?${new URLSearchParams(parameters)}`;

const input = (page: Page) => page.getByRole("textbox", { name: /^Scramble, facelets/ });
const solution = (page: Page) => page.locator(".solve-moves").first();
const segment = (page: Page, name: string | RegExp) => page.getByRole("list", { name: "Phases and stages" }).getByRole("button", { name });
const player = (page: Page) => page.locator(".player[data-ready=true]");
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Expects the player to show these moves after these. */
async function expectPlayed(page: Page, setup: string, moves: string): Promise<void> {
  await expect(player(page)).toHaveAttribute("data-setup", setup);
  await expect(player(page)).toHaveAttribute("data-moves", moves);
}

test.describe("solve", () => {
  test("a pasted scramble is solved, and its phases play from the state before them", async ({ page }) => {
    const problems = watch(page);
    await page.goto("./#solve");
    await expect(page.getByText("Paste a scramble, take a random state")).toBeVisible();
    await input(page).fill(SCRAMBLE);
    const { body } = await answerOf(page, "solve", { scramble: SCRAMBLE, phases: true });
    const [{ solution: moves, phases, length }] = body as [{ solution: string; phases: string[]; length: number }];
    await expect(solution(page)).toHaveText(moves);
    await expect(page.getByText(`${length} moves`, { exact: true })).toBeVisible();
    await expect(page.getByText("HTM", { exact: true })).toBeVisible();
    await expect(page.getByText("not proven optimal")).toBeVisible();
    await expectPlayed(page, SCRAMBLE, moves);
    await segment(page, /Phase 2/).click();
    await expectPlayed(page, `${SCRAMBLE} ${phases[0]}`, phases[1]!);
    await expect(segment(page, /Phase 2/)).toHaveAttribute("aria-pressed", "true");
    await segment(page, /Phase 1/).click();
    await expectPlayed(page, SCRAMBLE, phases[0]!);
    await page.getByRole("button", { name: "Play all" }).click();
    await expectPlayed(page, SCRAMBLE, moves);
    expect(page.url()).toContain(`scramble=${new URLSearchParams({ x: SCRAMBLE }).toString().slice(2)}`);
    expect(problems).toEqual([]);
  });

  test("a solution is copied, and so is a link that shows it again", async ({ page }) => {
    await page.clock.install();
    await page.goto(at({ scramble: "R U F" }));
    await expect(solution(page)).toHaveText("F' U' R'");
    await expect(page.getByText("optimal", { exact: true })).toBeVisible();
    await stopTimers(page);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
    await page.clock.resume();
    await expect(page.getByRole("button", { name: "Copy", exact: true })).toBeVisible();
    expect(await clipboard(page)).toBe("F' U' R'");
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect.poll(() => clipboard(page)).toContain("#solve?scramble=R+U+F");
    const link = await clipboard(page);
    await page.goto("about:blank");
    await page.goto(link);
    await expect(solution(page)).toHaveText("F' U' R'");
    await expect(page.getByRole("link", { name: "Open in Twizzle" })).toHaveAttribute("href", /setup-alg=R\+U\+F/);
  });

  test("facelets, links and scrambles with rotations are read", async ({ page }) => {
    await page.goto("./#solve");
    await input(page).fill("https://alg.cubing.net/?alg=R_U&setup=R_U_F");
    await expect(solution(page)).toHaveText("F' U' R'");
    await expectPlayed(page, "R U F", "F' U' R'");
    // Facelets have no scramble: the setup is the inverse of the solution.
    await input(page).fill("UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB");
    await expect(solution(page)).toHaveText("R'");
    await expectPlayed(page, "R", "R'");
    await input(page).fill("R2 U2 x");
    await expect(solution(page)).toHaveText("x' U2 R2");
    await expect(page.getByText("First turn the whole cube: x'")).toBeVisible();
    await segment(page, /Phase 2/).click();
    await expectPlayed(page, "R2 U2 x x'", "U2 R2");
    await input(page).fill(SOLVED);
    await expect(page.getByText("This cube is already solved.")).toBeVisible();
  });

  test("an error is marked in its place", async ({ page }) => {
    await page.goto("./#solve");
    await input(page).fill("R Q F");
    await expect(page.getByRole("alert")).toContainText("'Q' is not a move");
    await expect(page.getByRole("alert").locator("mark")).toHaveText("Q");
    await expect(input(page)).toHaveAttribute("aria-invalid", "true");
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(input(page)).toHaveValue("");
  });

  test("a random state is drawn and solved", async ({ page }) => {
    await page.goto("./#solve");
    await page.getByRole("button", { name: "Random state" }).click();
    await expect(input(page)).toHaveValue(/^([URFDLB][2']? ?){10,}$/);
    await expect(solution(page)).toHaveText(/^([URFDLB][2']? ?){10,}$/);
  });

  test("the maximum length and the time are limits of two-phase", async ({ page }) => {
    const next = await questionsOf(page);
    await page.goto(at({ scramble: "R U F L" }));
    await expect(solution(page)).toHaveText("L' F' U' R'");
    await page.getByLabel("Maximum length (moves)").fill("3");
    await page.getByLabel("Maximum length (moves)").blur();
    await expect(page.getByRole("alert")).toHaveText("there is no solution of at most 3 moves");
    await page.getByLabel("Maximum length (moves)").fill("4");
    await page.getByLabel("Maximum length (moves)").blur();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(solution(page)).toHaveText("L' F' U' R'");
    await page.getByLabel("Maximum length (moves)").fill("");
    await page.getByLabel("Maximum length (moves)").blur();
    const asked = next("time_ms", 200);
    await page.getByLabel("Time for shorter solutions (s)").fill("0.2");
    await page.getByLabel("Time for shorter solutions (s)").blur();
    await asked;
    await expect(solution(page)).toHaveText("L' F' U' R'");
    expect(page.url()).toContain("time=0.2");
  });

  test("Thistlethwaite has four phases", async ({ page }) => {
    await page.goto(at({ scramble: SCRAMBLE }));
    await page.getByLabel("Method").selectOption("thistlethwaite");
    await expect(segment(page, /edges oriented.*F' L2 B.*3 moves/)).toBeVisible();
    await expect(segment(page, /domino.*U' R' U2 D' R' F2 D R.*8 moves · 11 so far/)).toBeVisible();
    await segment(page, /half turns \(HTR\)/).click();
    await expectPlayed(page, `${SCRAMBLE} F' L2 B U' R' U2 D' R' F2 D R`, "U2 R2 U B2 R2 F2 R2 U'");
    await expect(segment(page, /Phase 4/)).toContainText("29 so far");
  });

  test("optimal solutions come from the server, or its reason why not", async ({ page }) => {
    needsServer("the browser has no tables for it");
    const scramble = "R L' F B' U D' R L'";
    const { isOk, body } = await answerOf(page, "solve", { scramble, method: "optimal", solutions: 3, order: "effort" });
    await page.goto(at({ scramble }));
    await page.getByLabel("Method").selectOption("optimal");
    await page.getByLabel("Number of solutions").fill("3");
    await page.getByLabel("Number of solutions").blur();
    if (!isOk) {
      await expect(page.getByRole("alert")).toHaveText((body as { detail: string }).detail);
      return;
    }
    const all = body as { solution: string; length: number; held: { rotation: string; moves: string; effort: number } }[];
    await expect(page.locator(".solve-moves")).toHaveText(all.map((each) => each.solution));
    await expect(page.getByText("optimal", { exact: true })).toHaveCount(all.length);
    // Each as it is held best, the easiest first.
    const byHand = all.map(({ held }) => new RegExp(`By hand: ${held.rotation} ?${held.moves}`));
    await expect(page.getByText(/^By hand: /)).toHaveText(byHand);
    expect(all.map(({ held }) => held.effort)).toEqual(all.map(({ held }) => held.effort).sort((one, other) => one - other));
    const last = all.length;
    await page.getByRole("button", { name: "Play", exact: true }).nth(last - 1).click();
    await expectPlayed(page, scramble, all[last - 1]!.solution);
    expect(page.url()).toContain(`play=${last}`);
  });

  test("a refusal of the server that the page has no words for is shown in the server's", async ({ page }) => {
    needsServer("the browser has no tables for it");
    const detail = "this server rests on Sundays";
    await page.route("**/v1/solve?*method=optimal*", (route) =>
      route.fulfill({
        status: 422,
        contentType: "application/problem+json",
        body: JSON.stringify({ type: "/problems/unanswerable", title: "No answer", status: 422, code: "sunday", detail }),
      }),
    );
    await page.goto(at({ scramble: "R U F", method: "optimal" }));
    await expect(page.getByRole("alert")).toHaveText(detail);
  });

  test("a search is stopped by its button, and by any change", async ({ page }) => {
    // The shortest solution has 18 moves, so that a search for 15 goes on until the server's limit.
    const next = await questionsOf(page);
    const abandoned = () => (isSite() ? undefined : page.waitForEvent("requestfailed"));
    const first = next("max_length", 15);
    await page.goto(at({ scramble: SCRAMBLE, max: "15" }));
    await first;
    await expect(page.getByRole("status").filter({ hasText: "Searching" })).toBeVisible();
    const stopped = abandoned();
    await page.getByRole("button", { name: "Stop" }).click();
    await stopped;
    await expect(page.getByRole("status").filter({ hasText: "Stopped." })).toBeVisible();
    const asked = next("max_length", 15);
    await page.getByRole("button", { name: "Search again" }).click();
    await asked;
    const failed = abandoned();
    await page.getByLabel("Method").selectOption("thistlethwaite");
    await failed;
    await expect(segment(page, /Phase 4/)).toContainText("29 so far");
  });

  test("CFOP has stages with explanations, and options", async ({ page }) => {
    const next = await questionsOf(page);
    await page.goto(at({ scramble: SCRAMBLE }));
    await page.getByLabel("Method").selectOption("cfop");
    await expect(segment(page, /^XCross.*L2 B' F' R F2 D R'.*7 moves · 7 so far/)).toBeVisible();
    await expect(segment(page, /OLL 2 \(Zamboni\).*12 moves · 35 so far/)).toBeVisible();
    await expect(segment(page, /PLL skip/)).toBeDisabled();
    await expect(page.getByText("Hold the cube as the scramble leaves it, then rotate the whole cube: x2. Now white is at the bottom.")).toBeVisible();
    await expect(page.getByText("These moves also solve the green-red pair.")).toBeVisible();
    await expect(page.getByText("Solved in 35 moves (HTM; 34 STM, 38 QTM).")).toBeVisible();
    await expect(page.getByRole("img", { name: "The case OLL 2 (Zamboni)" })).toBeVisible();
    await segment(page, /blue-orange pair/).click();
    await expectPlayed(page, `${SCRAMBLE} x2 L2 B' F' R F2 D R' R' F R F' L' U' L U2 L U' L'`, "U' F' L F L'");
    await expect(page.getByRole("link", { name: "Open in alg.cubing.net" })).toBeVisible();

    await page.getByLabel("Explain in words").uncheck();
    await expect(page.getByText("These moves also solve the green-red pair.")).toHaveCount(0);
    await expect(page.getByText("First turn the whole cube: x2")).toBeVisible();
    let request = next("rotationless", true);
    await page.getByLabel("No rotations").check();
    await request;
    request = next("comfort", true);
    await page.getByLabel("Easy for the hands rather than short").check();
    await request;
    request = next("effort", "near");
    await page.getByLabel("Look-ahead").selectOption("near");
    await request;
    request = next("colors", "Y");
    await page.getByRole("button", { name: "yellow", exact: true }).click();
    await page.getByRole("button", { name: "white", exact: true }).click();
    await request;
    await expect(page.getByText("yellow at the bottom")).toBeVisible();
    // One colour always remains.
    await page.getByRole("button", { name: "yellow", exact: true }).click();
    await expect(page.getByRole("button", { name: "yellow", exact: true })).toHaveAttribute("aria-pressed", "true");
  });

  test("hints come one by one: the stage, its first move, the next, all", async ({ page }) => {
    const scramble = "R U2 F' L D B2";
    const { body } = await answerOf(page, "solve", { scramble, method: "cfop", colors: "W" });
    const [{ cfop }] = body as [{ cfop: { inspection: string; stages: { moves: string }[] } }];
    const moves = cfop.stages[0]!.moves.split(" ");
    await page.goto(at({ scramble, method: "cfop" }));
    await page.getByRole("button", { name: "Hints one by one" }).click();
    await expect(page.locator(".solve-moves")).toHaveCount(0);
    const hints = page.getByRole("region", { name: "Hints" });
    await expectPlayed(page, scramble, "");
    await hints.getByRole("button", { name: "Hint" }).click();
    await expect(hints.getByRole("listitem")).toHaveText([/ross/]);
    await hints.getByRole("button", { name: "Next hint" }).click();
    await expect(hints.getByRole("listitem").last()).toHaveText(`Rotate with ${cfop.inspection}. First move: ${moves[0]}.`);
    await hints.getByRole("button", { name: "Next hint" }).click();
    await expect(hints.getByRole("listitem").last()).toHaveText(`Then ${moves[1]}.`);
    await expectPlayed(page, `${scramble} ${cfop.inspection}`, moves.slice(0, 2).join(" "));
    await hints.getByRole("button", { name: "Show all" }).click();
    await expect(page.locator(".solve-moves")).toHaveCount(1);
  });

  test("the beginner's method has seven stages of explained steps", async ({ page }) => {
    const { body } = await answerOf(page, "solve", { scramble: SCRAMBLE, method: "beginner" });
    type Stage = { title: string; moves: string; explanation: string; steps: { title: string; moves: string; explanation: string }[] };
    const [{ solution: moves, beginner }] = body as [{ solution: string; beginner: { inspection: string; stages: Stage[] } }];
    const [cross, corners] = beginner.stages as [Stage, Stage];
    await page.goto(at({ scramble: SCRAMBLE }));
    await page.getByLabel("Method").selectOption("beginner");
    await expect(solution(page)).toHaveText(moves);
    await expect(page.locator(".solve-part")).toHaveCount(7);
    await expect(page.getByText("white at the bottom")).toBeVisible();
    await expect(page.getByText(cross.explanation)).toBeVisible();
    await expect(page.getByText(corners.steps[1]!.explanation)).toBeVisible();
    await segment(page, new RegExp(`^${corners.title}`)).click();
    await expectPlayed(page, `${SCRAMBLE} ${beginner.inspection} ${cross.moves}`, corners.moves);
    // A step plays from the state before it, also from a link.
    const before = `${SCRAMBLE} ${beginner.inspection} ${cross.moves} ${corners.steps[0]!.moves}`;
    await segment(page, new RegExp(`^${corners.steps[1]!.title}`)).click();
    await expectPlayed(page, before, corners.steps[1]!.moves);
    await expect(page).toHaveURL(/play=1\.2\.2/);
    await page.reload();
    await expectPlayed(page, before, corners.steps[1]!.moves);
    await page.getByRole("button", { name: "yellow", exact: true }).click();
    await page.getByRole("button", { name: "white", exact: true }).click();
    await expect(segment(page, /^Yellow cross/)).toBeVisible();
  });

  test("in Chinese, explanations are in Chinese", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("language", "zh"));
    for (const method of ["cfop", "beginner"]) {
      await page.goto(at({ scramble: SCRAMBLE, method }));
      await expect(page.locator(".solve-part").first()).toBeVisible();
      await expect(page.locator(".solve-words").first()).toContainText("棱块");
      // Names of cases stay as Chinese cubers know them.
      const text = (await page.locator(".solve-solutions").innerText()).replace(/OLL \d+ \([^)]*\)|X+Cross|Twizzle|alg\.cubing\.net/g, "");
      expect(text).not.toMatch(/[a-z]{4}/);
    }
  });

  test("OLL and PLL have the pictures of the screen Cases", async ({ page }) => {
    await page.goto(at({ scramble: "R U F R2 D L B2 F", method: "cfop" }));
    await expect(page.getByRole("img", { name: "The case OLL 1 (Runway)" }).locator("rect.top")).not.toHaveCount(0);
    await expect(page.locator("pre")).toHaveCount(0);
  });

  test("optimal solutions are disabled, with the reason, where the server does not offer them", async ({ page }) => {
    needsServer("the site has no server");
    await page.route("**/v1/server", (route) => route.fulfill({ json: { version: "1.2.3", goals: ["std"], preparing: [], four: ["sst"], optimal: false } }));
    await page.goto("./#solve");
    await expect(page.getByLabel("Method").getByRole("option", { name: "Optimal (not here)" })).toBeDisabled();
    await expect(page.getByLabel("Puzzle").getByRole("option", { name: "4x4x4" })).toBeEnabled();
    await page.getByText("Not offered here").click();
    await expect(page.getByText("cubiform serve --allow-optimal")).toBeVisible();
  });

  test("the solution of another puzzle goes at once, and an old one is dimmed", async ({ page }) => {
    needsServer("the site answers without requests");
    await page.goto(at({ scramble: "R U' F2 R", puzzle: "222" }));
    await expect(solution(page)).toHaveText("R' F2 U R'");
    // Answers wait until the state without them was seen.
    const waiting: (() => void)[] = [];
    await page.route("**/v1/solve?*", async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await route.continue();
    });
    const answer = async () => {
      await expect.poll(() => waiting.length).toBe(1);
      waiting.pop()!();
    };
    await input(page).fill("R U' F2");
    await expect(page.locator(".solve-solutions")).toHaveCSS("opacity", "0.45");
    await answer();
    await expect(solution(page)).toHaveText("F2 U R'");
    await page.getByLabel("Puzzle").selectOption("333");
    await expect(solution(page)).toHaveCount(0);
    await answer();
    await expect(solution(page)).toBeVisible();
  });

  test("before there is a cube, an example is solved", async ({ page }) => {
    await page.goto("./#solve");
    await expect(page.getByText(/^An example, until you give a cube of your own: D2 U' R2/)).toBeVisible();
    await expect(player(page)).toHaveAttribute("data-setup", /^D2 U' R2/);
    await input(page).fill("R U F");
    await expect(solution(page)).toHaveText("F' U' R'");
    await expect(page.getByText(/^An example/)).toHaveCount(0);
  });

  test("the move that is played is marked in the text, and the solution solves the cube", async ({ page }) => {
    await page.goto(at({ scramble: SCRAMBLE, method: "cfop" }));
    await page.getByRole("button", { name: "To the end" }).click();
    await expect(player(page)).toHaveAttribute("data-solved", "true");
    const all = await solution(page).innerText();
    await expect(solution(page).locator("mark")).toHaveText(all.split(" ").at(-1)!);
    await segment(page, /pair/).first().click();
    await expect(segment(page, /pair/).first().locator("mark")).toBeVisible();
  });

  test("the 2x2x2 is solved and played", async ({ page }) => {
    await page.goto("./#solve");
    await page.getByLabel("Puzzle").selectOption("222");
    await input(page).fill("R U' F2 R");
    await expect(solution(page)).toHaveText("R' F2 U R'");
    await expect(page.getByText("optimal", { exact: true })).toBeVisible();
    await expectPlayed(page, "R U' F2 R", "R' F2 U R'");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await input(page).fill("BDRFLRLBBUFDUFDLRDLRFUUB");
    await expect(page.getByText("8 moves", { exact: true })).toBeVisible();
  });

  test("the 4x4x4 is refused by a server without its tables", async ({ page }) => {
    needsServer("the browser has no tables for it");
    await page.goto("./#solve");
    await expect(page.getByLabel("Puzzle").getByRole("option", { name: "4x4x4 (not here)" })).toBeDisabled();
    await page.getByText("Not offered here").click();
    await expect(page.getByText("cubiform tables build 444-slice")).toBeVisible();
    // A link may ask all the same.
    await page.goto(at({ scramble: FOUR, puzzle: "444", metric: "btm" }));
    await expect(page.getByRole("alert")).toHaveText("The table 444-block-1 is not built. On the machine of the server: cubiform tables build 444-block-1");
  });

  test("the 4x4x4 is solved in stages, and they play", async ({ page }) => {
    needsServer("the browser has no tables for it");
    const stages = [
      "R2 U' 2L' L2 2U F L2 2U2 2L2 B",
      "2U 2L2 F2 2R 2U 2L",
      "D' 2B' U 2D2 2F'",
      "U 2F2 L2 U B2 U' 2F2 U' L2 U' L2 U 2D2",
      "R2 F2 2U2 2R2 2B2 2U2 F2 D2 R2 F2",
    ];
    const names = ["corners oriented", "F and B centres", "L and R centres", "U and D centres", "half turns"];
    const lengths = stages.map((moves) => moves.split(" ").length);
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const answer = {
      id: "1",
      input: FOUR,
      puzzle: "444",
      metric: "SST",
      solution: stages.join(" "),
      length: total,
      stages,
      stage_names: names,
      stage_lengths: lengths,
      setup: FOUR,
      beam: 200,
      nodes: 36555,
      cpu_ms: 115.68,
      twizzle: "https://alpha.twizzle.net/edit/?puzzle=4x4x4",
      error: null,
    };
    await page.route(/\/v1\/solve\?.*puzzle=444/, (route) => route.fulfill({ json: [answer] }));
    const problems = watch(page);
    await page.goto(at({ scramble: FOUR, puzzle: "444" }));
    await expect(solution(page)).toHaveText(stages.join(" "));
    await expectPlayed(page, FOUR, stages.join(" "));
    await expect(segment(page, /Phase 2: F and B centres.*6 moves · 16 so far/i)).toBeVisible();
    await segment(page, /Phase 2/i).click();
    await expectPlayed(page, `${FOUR} ${stages[0]}`, stages[1]!);
    // The player is a 4x4x4, which reads these moves: the place ends at their number.
    await expect(player(page)).toHaveAttribute("data-puzzle", "4x4x4");
    await expect(page.getByRole("slider", { name: "Place in the moves" })).toHaveAttribute("max", "6");
    expect(problems).toEqual([]);
  });
});

test.describe("scramble", () => {
  test("a seed draws the same scrambles again, and a new one others", async ({ page }) => {
    const problems = watch(page);
    await page.goto(at({ view: "scramble", seed: "1", event: "222", number: "2" }));
    await expect(page.locator(".solve-scrambles .moves")).toHaveText(["F2 R U' R' F R2 F' R' U R2 U'", "R U F' R F2 R F U' F R' U'"]);
    await expect(page.getByLabel("Seed")).toHaveValue("1");
    await page.getByRole("button", { name: "New scrambles" }).click();
    await expect(page.getByLabel("Seed")).not.toHaveValue("1");
    await expect(page.locator(".solve-scrambles .moves").first()).not.toHaveText("F2 R U' R' F R2 F' R' U R2 U'");
    await page.getByLabel("Seed").fill("1");
    await page.getByLabel("Seed").blur();
    await expect(page.locator(".solve-scrambles .moves").first()).toHaveText("F2 R U' R' F R2 F' R' U R2 U'");
    expect(problems).toEqual([]);
  });

  test("without a seed one is drawn and kept in the address", async ({ page }) => {
    await page.goto(at({ view: "scramble" }));
    await expect(page.locator(".solve-scrambles li")).toHaveCount(5);
    await expect(page).toHaveURL(/seed=\d+/);
    await page.getByLabel("Number (1 to 100)").fill("12");
    await page.getByLabel("Number (1 to 100)").blur();
    await expect(page.locator(".solve-scrambles li")).toHaveCount(12);
    await expect(page.getByRole("status").filter({ hasText: "12 scrambles" })).toBeVisible();
    await expect(page.getByRole("img")).toHaveCount(12);
  });

  test("events have their own form", async ({ page }) => {
    await page.goto(at({ view: "scramble", seed: "1", number: "2" }));
    await page.getByLabel("Event").selectOption("333bf");
    await expect(page.locator(".solve-scrambles .moves")).toHaveText([
      "D' B2 L2 U' B2 D' B2 U L2 D2 L2 B D' R' D' F U' F2 R D' F' Uw",
      "U2 R2 F D R B2 R2 U2 F U2 R2 D2 F2 D2 R U2 R B2 L F2 L' Fw' Uw",
    ]);
    await page.getByLabel("Event").selectOption("333fm");
    await expect(page.locator(".solve-scrambles .moves").first()).toHaveText(/^R' U' F .* R' U' F$/);
    await expect(page.getByLabel("Event").locator("option")).toHaveCount(isSite() ? 7 : 8);
    await expect(page.getByLabel("States").locator("option")).toHaveCount(2);
    await page.getByLabel("Event").selectOption("222");
    await expect(page.getByLabel("States")).toBeDisabled();
  });

  test("a condition is checked as it is typed", async ({ page }) => {
    await page.goto(at({ view: "scramble", seed: "2026", number: "1" }));
    await page.getByLabel("States").selectOption("where");
    await page.getByRole("textbox", { name: "Condition" }).fill("cross[W] << 4");
    await expect(page.getByText("unexpected '<'; expected a stage such as cross[W], or a number (at character 11)")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Condition" })).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator(".solve-scrambles li")).toHaveCount(0);
    await page.getByRole("button", { name: "cross[W] <= 4" }).click();
    await expect(page.getByRole("textbox", { name: "Condition" })).toHaveValue("cross[W] <= 4");
    await expect(page.locator(".solve-scrambles .moves")).toHaveText(["R2 F L F L' R2 B' R U' B2 L D2 U2 L' D2 B2 L2 R F2 R' F2"]);
    await expect(page.getByRole("heading", { name: "3x3x3 · 1 scramble · cross[W] <= 4 · Seed 2026" })).toBeVisible();
    // The text of an example is folded away.
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Condition" })).toBeHidden();
    await page.getByText("Condition: cross[W] <= 4").click();
    await expect(page.getByRole("textbox", { name: "Condition" })).toBeVisible();
  });

  test("a case is drawn, and a case that is none is refused", async ({ page }) => {
    await page.goto(at({ view: "scramble", seed: "1", number: "2" }));
    await page.getByLabel("States").selectOption("case");
    await page.getByRole("button", { name: "PLL G" }).click();
    await expect(page.locator(".solve-scrambles .moves")).toHaveText([
      "F' L D' B2 D' B2 D L2 D L F2 L U L' U F' U'",
      "D' L2 B2 R U' B2 D' B2 U R2 D R' U' F2 R2 D' L2 B2 U' F2 R2",
    ]);
    await page.getByLabel("Case", { exact: true }).fill("PLL QQ");
    await expect(page.getByRole("alert")).toContainText("There is no such case.");
  });

  test("scrambles are copied, analyzed and solved", async ({ page }) => {
    await page.goto(at({ view: "scramble", seed: "1", number: "2", event: "222" }));
    await expect(page.getByRole("link", { name: "Analyze scramble 1" })).toHaveCount(0);
    const [first, second] = ["F2 R U' R' F R2 F' R' U R2 U'", "R U F' R F2 R F U' F R' U'"];
    await expect(page.locator(".solve-scrambles .moves")).toHaveText([first, second]);
    await page.getByRole("button", { name: "Copy all" }).click();
    await expect.poll(() => clipboard(page)).toBe(`${first}\n${second}`);
    await page.getByRole("button", { name: "Copy", exact: true }).nth(1).click();
    await expect.poll(() => clipboard(page)).toBe(second);
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect.poll(() => clipboard(page)).toMatch(/#solve\?.*seed=1/);
    await page.getByRole("link", { name: "Solve scramble 2" }).click();
    await expect(input(page)).toHaveValue(second);
    await expect(page.getByLabel("Puzzle")).toHaveValue("222");
    await expect(solution(page)).toHaveText(/^[URF]/);
    await page.goBack();
    await expect(page.locator(".solve-scrambles .moves")).toHaveText([first, second]);
    await page.getByLabel("Event").selectOption("333");
    await expect(page.getByRole("link", { name: "Analyze scramble 1" })).toHaveAttribute("href", /^#analyze\?scramble=/);
  });

  test("on paper there are the numbers, the moves and the pictures", async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute("data-printed", "yes");
    });
    await page.goto(at({ view: "scramble", seed: "1", number: "3" }));
    await expect(page.locator(".solve-scrambles li")).toHaveCount(3);
    await page.getByRole("button", { name: "Print" }).click();
    await expect(page.locator("body")).toHaveAttribute("data-printed", "yes");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("link")).toHaveCount(0);
    await expect(page.getByRole("listitem")).toHaveCount(3);
    await expect(page.locator(".solve-number")).toHaveText(["1.", "2.", "3."]);
    expect(await page.locator(".solve-scrambles .moves").first().evaluate((node) => parseFloat(getComputedStyle(node).fontSize))).toBeGreaterThan(20);
  });
});

test.describe("cube editor", () => {
  const sticker = (page: Page, name: string) => page.getByRole("group", { name: "Unfolded cube" }).getByRole("button", { name });
  const color = (page: Page, name: string) => page.getByRole("group", { name: "Colour to paint with" }).getByRole("button", { name });

  test("stickers are painted with the mouse, and the counts follow", async ({ page }) => {
    const problems = watch(page);
    await page.goto(at({ view: "edit" }));
    await expect(page.getByText("48 stickers to paint")).toBeVisible();
    await color(page, "blue").click();
    await sticker(page, "Up, row 1, column 1: blank").click();
    await expect(sticker(page, "Up, row 1, column 1: blue")).toBeVisible();
    await expect(color(page, "blue")).toContainText("2 of 9");
    await expect(page.getByText("47 stickers to paint")).toBeVisible();
    await sticker(page, "Up centre: white, fixed").click({ force: true });
    await expect(sticker(page, "Up centre: white, fixed")).toBeVisible();
    await color(page, "Erase").click();
    await sticker(page, "Up, row 1, column 1: blue").click();
    await expect(page.getByText("48 stickers to paint")).toBeVisible();
    await expect(page).toHaveURL(/facelets=----U----/);
    expect(problems).toEqual([]);
  });

  test("stickers are painted with the keyboard", async ({ page }) => {
    await page.goto(at({ view: "edit" }));
    await color(page, "white").focus();
    await page.keyboard.press("2");
    await expect(color(page, "red")).toHaveAttribute("aria-pressed", "true");
    await sticker(page, "Front, row 1, column 3: blank").focus();
    await page.keyboard.press("Enter");
    await expect(sticker(page, "Front, row 1, column 3: red")).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(sticker(page, "Right, row 1, column 1: blank")).toBeFocused();
    await page.keyboard.press("6");
    await page.keyboard.press(" ");
    await expect(sticker(page, "Right, row 1, column 1: blue")).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(sticker(page, "Right, row 1, column 1: blue")).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await expect(sticker(page, "Up, row 3, column 3: blank")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("0");
    await page.keyboard.press("Enter");
    await expect(sticker(page, "Front, row 1, column 3: blank")).toBeFocused();
    // One stop of the Tab key for the whole net.
    await expect(page.getByRole("group", { name: "Unfolded cube" }).locator("button[tabindex='0']")).toHaveCount(1);
  });

  test("the keys of the colours work wherever the focus is", async ({ page }) => {
    await page.goto(at({ view: "edit" }));
    await expect(color(page, "white")).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("3");
    await expect(color(page, "green")).toHaveAttribute("aria-pressed", "true");
    // A field takes its own keys.
    await page.getByLabel("Language").focus();
    await page.keyboard.press("4");
    await expect(color(page, "green")).toHaveAttribute("aria-pressed", "true");
  });

  test("too many stickers of a colour are reported while painting", async ({ page }) => {
    await page.goto(at({ view: "edit", facelets: `${SOLVED.slice(0, 9)}-${SOLVED.slice(10)}` }));
    await sticker(page, "Right, row 1, column 2: red").click();
    await expect(page.getByText("10 white stickers instead of 9")).toBeVisible();
    await expect(color(page, "white")).toContainText("10 of 9");
  });

  test("solved, clear, and the scramble fill the cube", async ({ page }) => {
    await page.goto(at({ view: "edit" }));
    await expect(page.getByRole("button", { name: "From the scramble" })).toBeDisabled();
    await page.getByRole("button", { name: "Solved cube" }).click();
    await expect(page.getByText("This cube can be solved.")).toBeVisible();
    await expect(page.getByText(SOLVED)).toBeVisible();
    await page.getByRole("button", { name: "Clear stickers" }).click();
    await expect(page.getByText("48 stickers to paint")).toBeVisible();
    await page.getByRole("link", { name: "Solve and scramble", exact: true }).click();
    await input(page).fill(SCRAMBLE);
    await page.getByRole("link", { name: "Edit its stickers" }).click();
    await expect(page.getByText(FACELETS)).toBeVisible();
    await page.getByRole("button", { name: "Clear stickers" }).click();
    await page.getByRole("button", { name: "From the scramble" }).click();
    await expect(page.getByText(FACELETS)).toBeVisible();
  });

  test("a complete cube becomes the input, and is solved and analyzed from here", async ({ page }) => {
    await page.goto(at({ view: "edit", facelets: `-${FACELETS.slice(1)}` }));
    await expect(page.getByText("1 sticker to paint")).toBeVisible();
    await sticker(page, "Up, row 1, column 1: blank").click();
    await expect(page.getByText("This cube can be solved.")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`scramble=${FACELETS}`));
    await expect(page.getByRole("link", { name: "Analyze" }).last()).toHaveAttribute("href", `#analyze?scramble=${FACELETS}`);
    await page.getByRole("region", { name: "As seen from the front" }).getByRole("link", { name: "Solve" }).click();
    await expect(input(page)).toHaveValue(FACELETS);
    await expect(solution(page)).toHaveText(/^[URFDLB]/);
  });

  for (const [what, stickers, reason, marked] of [
    ["a twisted corner", { 8: "R", 9: "F", 20: "U" }, /^One corner is twisted (anti)?clockwise\. No moves can fix that/, 0],
    ["a flipped edge", { 5: "R", 10: "U" }, /^One edge is flipped\. No moves can fix that/, 0],
    ["two swapped pieces", { 10: "F", 19: "R" }, /^Two pieces are swapped\. No moves can fix that/, 0],
    ["a missing piece", { 5: "D", 28: "U" }, /^The yellow, red piece appears twice \(at UR and DR\); the white, red piece is missing\.$/, 4],
    ["an edge that no cube has", { 7: "R", 10: "U" }, /^No piece is white, white \(at UR\)\.$/, 2],
    ["eight white stickers", { 7: "R" }, /^8 white stickers instead of 9\.$/, 0],
  ] as const) {
    test(`the reason is said in words, and the pieces are marked, for ${what}`, async ({ page }) => {
      const net = [...SOLVED].map((letter, index) => (stickers as Record<number, string>)[index] ?? letter).join("");
      await page.goto(at({ view: "edit", facelets: net }));
      await expect(page.getByRole("alert")).toHaveText(reason);
      await expect(page.locator(".solve-wrong")).toHaveCount(marked);
      await expect(page.getByText("This cube can be solved.")).toHaveCount(0);
    });
  }

  test("the 2x2x2 has an editor too", async ({ page }) => {
    await page.goto(at({ view: "edit" }));
    await page.getByLabel("Puzzle").selectOption("222");
    await expect(page.getByText("24 stickers to paint")).toBeVisible();
    await page.getByRole("button", { name: "Solved cube" }).click();
    await expect(page.getByText("This cube can be solved.")).toBeVisible();
    await color(page, "red").click();
    await sticker(page, "Up, row 2, column 2: white").click();
    await expect(page.getByRole("alert")).toContainText("3 white stickers instead of 4");
  });
});

test.describe("page", () => {
  test("the views are reached by links, and keep what is entered", async ({ page }) => {
    await page.goto(at({ scramble: "R U F" }));
    const views = page.getByRole("navigation", { name: "Solve and scramble" });
    // Scrambles are drawn beside the cube that is solved.
    await page.getByText(/^Draw scrambles:/).click();
    await expect(page).toHaveURL(/view=scramble/);
    await expect(page.getByRole("button", { name: "New scrambles" })).toBeVisible();
    await expect(input(page)).toHaveValue("R U F");
    await expect(solution(page)).toHaveText("F' U' R'");
    await page.getByText(/^Draw scrambles:/).click();
    await expect(page).not.toHaveURL(/view=scramble/);
    await expect(page.getByRole("button", { name: "New scrambles" })).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole("button", { name: "New scrambles" })).toBeVisible();
    await views.getByRole("link", { name: "Cube editor" }).click();
    await expect(page.getByRole("group", { name: "Unfolded cube" })).toBeVisible();
    await expect(views.getByRole("link", { name: "Cube editor" })).toHaveAttribute("aria-current", "page");
    await views.getByRole("link", { name: "Solve and scramble" }).click();
    await expect(input(page)).toHaveValue("R U F");
    await page.goBack();
    await expect(page.getByRole("group", { name: "Unfolded cube" })).toBeVisible();
  });

  for (const [name, parameters, filled] of [
    ["solve", { scramble: SCRAMBLE, method: "cfop" }, "Solved in 35 moves"],
    ["beginner", { scramble: SCRAMBLE, method: "beginner" }, "Place the four white edges"],
    ["scramble", { view: "scramble", seed: "2026", states: "where", where: "cross[W] <= 4" }, "cross[W] <= 4"],
    ["edit", { view: "edit", facelets: SOLVED.replace("UUUUUUUUURRR", "UUUUUUUURRRU") }, "No piece is red, red, green (at URF)."],
  ] as const) {
    test(`${name} is accessible and fits on a phone`, async ({ page }) => {
      const problems = watch(page);
      await page.goto(at(parameters));
      await expect(page.getByText(filled).first()).toBeVisible();
      if (name === "scramble") await expect(page.locator(".solve-scrambles li")).toHaveCount(5);
      await expectAccessible(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await expectNoSidewaysScroll(page);
      await page.getByLabel("Language").selectOption("zh");
      await expect(page.getByRole("heading", { name: "求解与打乱" })).toBeVisible();
      await expectNoSidewaysScroll(page);
      expect(problems).toEqual([]);
    });
  }
});
