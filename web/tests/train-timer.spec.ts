// The timed loop of the screen Train: keys, touches, calls, averages, records that count and others that do not.
import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, needsServer } from "./shared";
import { advance, holdSpace, pad, solve, stopClock, timeOf } from "./timer";
import { ADDED, at, easiest, exported, failOnComplaints, importText, minimum, more, newScramble, parameterOf, SCRAMBLE, scrambleOf, SOLUTION, typeMoves } from "./train";

const excuse = failOnComplaints();

const TIMED = at({ scramble: SCRAMBLE, clock: "1" });
const session = (page: import("@playwright/test").Page) => page.getByRole("region", { name: "Session" });

test.beforeEach(({ page }) => stopClock(page));

test.describe("the timed loop", () => {
  test("inspection, solve and the next scramble by Space alone", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("timer", JSON.stringify({ scrambling: 20 })));
    await page.goto(TIMED);
    await newScramble(page);
    await solve(page, { inspection: 9, execution: 12.34 });
    await expect(timeOf(page)).toHaveText("12.34");
    await expect(page.getByText(/^Your time: /)).toHaveText("Your time: 12.34");
    await page.keyboard.press("Space");
    const next = await newScramble(page, SCRAMBLE);
    expect(await minimum(page, next, "W")).toBe(6);
    // The next inspection starts by itself once the cube is scrambled.
    await expect(page.getByText("Scramble the cube; the inspection starts by itself.")).toBeVisible();
    await advance(page, 19_500);
    await expect(timeOf(page)).toHaveText("1");
    await expect(pad(page)).toHaveClass(/scrambling/);
    await advance(page, 1000);
    await expect(pad(page)).toHaveClass(/inspecting/);
    await page.keyboard.press("Escape");
    await expect(pad(page)).toHaveClass(/waiting/);
    // The record has both times.
    const row = page.getByRole("region", { name: "Recorded answers" }).getByRole("row").nth(1);
    await expect(row.getByRole("cell").nth(5)).toHaveText("9.0 s");
    await expect(row.getByRole("cell").nth(6)).toHaveText("12.34");
  });

  test("a time is kept if the analysis of its scramble fails, and gets its minimum with the next answer", async ({ page }) => {
    needsServer("no answer comes over a network");
    await page.route("**/v1/analyze?*", (route) => route.abort());
    await page.goto(TIMED);
    await solve(page, { execution: 7 });
    const row = page.getByRole("region", { name: "Recorded answers" }).getByRole("row").nth(1);
    await expect(row.getByRole("cell").nth(6)).toHaveText("7.00");
    await expect(row.getByRole("cell").nth(2)).toHaveText("–");
    // Also after the page is left, in a file, and back from it.
    excuse("ERR_FAILED");
    await page.reload();
    await expect(row.getByRole("cell").nth(6)).toHaveText("7.00");
    const [stored] = JSON.parse(await exported(page, "Export JSON")) as [{ optimum: number | null; time: number }];
    expect(stored.optimum).toBeNull();
    await page.getByRole("button", { name: "Delete all…" }).click();
    await page.getByRole("button", { name: "Delete 1 record" }).click();
    await importText(page, "kept.json", JSON.stringify([stored]));
    await expect(row.getByRole("cell").nth(6)).toHaveText("7.00");
    // An answer that comes after the time. The button that was pressed must not get the keys.
    await scrambleOf(page).focus();
    await solve(page, { execution: 3 });
    await page.unroute("**/v1/analyze?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(row.getByRole("cell").nth(2)).toHaveText("6");
    await expect(row.getByRole("cell").nth(6)).toHaveText("3.00");
    excuse("ERR_FAILED");
  });

  test("inspection, solve and the next scramble by touch alone", async ({ page }) => {
    await page.goto(TIMED);
    await newScramble(page);
    const touch = async (type: "pointerdown" | "pointerup", target = pad(page)) => target.dispatchEvent(type, { pointerType: "touch", isPrimary: true });
    await touch("pointerdown");
    await touch("pointerup");
    await expect(pad(page)).toHaveClass(/inspecting/);
    await advance(page, 2000);
    await touch("pointerdown");
    await advance(page, 100);
    await expect(page.getByText("Hold on…")).toBeVisible();
    await touch("pointerup");
    await expect(page.getByText("Hold Space or touch, release to start", { exact: true })).toBeVisible();
    await expect(pad(page)).toHaveClass(/inspecting/);
    await touch("pointerdown");
    await advance(page, 400);
    await expect(page.getByText("Release to start", { exact: true })).toBeVisible();
    await touch("pointerup");
    await expect(pad(page)).toHaveClass(/solving/);
    await advance(page, 7000);
    // Anywhere on the screen.
    await touch("pointerdown", scrambleOf(page));
    await expect(timeOf(page)).toHaveText("7.00");
    await advance(page, 500);
    await touch("pointerup");
    await touch("pointerdown");
    await newScramble(page, SCRAMBLE);
  });

  test("calls 8 and 12 seconds by voice, by beeps or not at all, and gives the penalties", async ({ page }) => {
    await page.addInitScript(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      speechSynthesis.speak = (spoken) => said.push(spoken.text);
      const { createOscillator } = AudioContext.prototype;
      AudioContext.prototype.createOscillator = function () {
        said.push("beep");
        return createOscillator.call(this);
      };
    });
    const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));
    await page.goto(TIMED);
    await newScramble(page);
    const call = page.locator(".timer-call");
    await page.keyboard.press("Space");
    await expect(pad(page)).toHaveClass(/inspecting/);
    await advance(page, 7000);
    await expect(timeOf(page)).toHaveText("7");
    await expect(call).toHaveText("");
    for (const [milliseconds, text] of [
      [1500, "8 seconds"],
      [4000, "12 seconds"],
      [3000, "+2: more than 15 seconds"],
      [2000, "DNF: more than 17 seconds"],
    ] as const) {
      await advance(page, milliseconds);
      await expect(call).toHaveText(text);
    }
    expect(await said()).toEqual(["8 seconds", "12 seconds"]);
    await page.keyboard.press("Escape");
    for (const [choice, expected] of [
      ["text and beeps", ["beep", "beep", "beep"]],
      ["text only", []],
    ] as const) {
      // Each inspection closes it.
      await page.getByText("What to train").click();
      await page.getByLabel("Calls at 8 and 12 seconds").selectOption(choice);
      await scrambleOf(page).click();
      await page.keyboard.press("Space");
      await expect(pad(page)).toHaveClass(/inspecting/);
      await advance(page, 8100);
      await expect(call).toHaveText("8 seconds");
      await advance(page, 4000);
      await expect(call).toHaveText("12 seconds");
      expect(await said()).toEqual(expected);
      await page.keyboard.press("Escape");
    }
    // Late by 15.5 seconds: two seconds are added.
    await solve(page, { inspection: 15.5, execution: 6 });
    await expect(timeOf(page)).toHaveText("8.00+");
    await page.keyboard.press("d");
    await expect(timeOf(page)).toHaveText("DNF (6.00)");
    await page.keyboard.press("d");
    await expect(timeOf(page)).toHaveText("6.00");
  });

  test("while solving, only the scramble, the time and the cube are shown", async ({ page }) => {
    await page.goto(TIMED);
    await newScramble(page);
    await expect(page.locator(".player")).toHaveAttribute("data-ready", "true");
    await page.keyboard.press("Space");
    await expect(pad(page)).toHaveClass(/inspecting/);
    const shown = () => page.locator("main :is(button, a, input, select, h2, table, summary):visible, header:visible");
    await expect(shown()).toHaveCount(1);
    await expect(scrambleOf(page)).toBeVisible();
    await expect(page.locator(".player")).toBeVisible();
    await holdSpace(page);
    await expect(pad(page)).toHaveClass(/solving/);
    await expect(shown()).toHaveCount(1);
    await page.keyboard.press("x");
    await expect(page.getByLabel("Your moves")).toBeVisible();
  });

  test("ao5 and ao12 by the rules, best, and moves above the minimum", async ({ page }) => {
    await page.goto(TIMED);
    await newScramble(page);
    const timed = (index: number, time: number, penalty = "", length: number | null = 7) => ({
      ...ADDED, id: `t${index}`, date: `2026-03-02T10:00:${String(index).padStart(2, "0")}.000Z`, goal: "std", stage: "cross", colors: "W", condition: "", hold: "standard", scramble: SCRAMBLE, optimum: 6, length, moves: "", inspection: 8, time, penalty,
    });
    // Without the best (9) and the worst (DNF): (10 + 11 + 14) / 3.
    const five = [timed(1, 10), timed(2, 11), timed(3, 12, "+2"), timed(4, 9), timed(5, 8, "DNF", null)];
    await importText(page, "five.json", JSON.stringify(five));
    const value = (label: string) => session(page).locator("dl > div", { has: page.getByText(label, { exact: true }) }).locator("dd");
    await expect(value("ao5")).toHaveText("11.67");
    await expect(value("ao12")).toHaveText("–");
    await expect(value("Best")).toHaveText("9.00");
    await expect(value("Moves above the minimum")).toHaveText("+1.00");
    // An attempt whose answer was seen is listed, not counted.
    await importText(page, "seen.json", JSON.stringify([{ ...timed(6, 1), seen: true }]));
    await expect(value("ao5")).toHaveText("11.67");
    await expect(session(page)).toContainText("5 solves, 1 not counted (answer seen)");
    // Two DNFs among five.
    await importText(page, "six.json", JSON.stringify([timed(7, 8, "DNF", null)]));
    await expect(value("ao5")).toHaveText("DNF");
    await expect(value("best ao5")).toHaveText("11.67");
    const twelve = Array.from({ length: 12 }, (_, index) => timed(20 + index, 10 + index));
    await importText(page, "twelve.json", JSON.stringify(twelve));
    await expect(value("ao12")).toHaveText("15.50");
    // The session survives a reload, and another tab has it too.
    await page.reload();
    await expect(value("ao12")).toHaveText("15.50");
    const other = await page.context().newPage();
    await other.goto(TIMED);
    await expect(session(other)).toContainText("18 solves, 1 not counted");
    other.once("dialog", (dialog) => void dialog.accept("Evening"));
    await session(other).getByRole("button", { name: "New session" }).click();
    await expect(session(page)).toContainText("No solve yet in this session.");
  });
});

test.describe("after a solve", () => {
  const recorded = (page: import("@playwright/test").Page) => page.getByText(/^Recorded: /);

  test("M and a number, or the number alone, record the moves, and Space is the next scramble", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("timer", JSON.stringify({ scrambling: 20 })));
    await page.goto(TIMED);
    await newScramble(page);
    await solve(page);
    for (const key of ["m", "7", "Enter"]) await page.keyboard.press(key);
    await expect(recorded(page)).toContainText("Recorded: 7 moves, 1 more than the minimum.");
    await expect(scrambleOf(page)).toBeFocused();
    // The number alone, also of two digits.
    for (const key of ["1", "2", "Enter"]) await page.keyboard.press(key);
    await expect(recorded(page)).toContainText("Recorded: 12 moves, 6 more than the minimum.");
    await page.keyboard.press("+");
    await expect(timeOf(page)).toHaveText("7.00+");
    await page.keyboard.press("Space");
    const next = await newScramble(page, SCRAMBLE);
    // Space starts the inspection during the time to scramble.
    await expect(pad(page)).toHaveClass(/scrambling/);
    await solve(page);
    await page.keyboard.press("9");
    await page.keyboard.press("Enter");
    await expect(recorded(page)).toContainText("Recorded: 9 moves");
    await page.keyboard.press("Enter");
    await newScramble(page, next);
  });

  test("Enter before the minimum is known waits for it", async ({ page }) => {
    needsServer("no answer comes over a network");
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/v1/analyze?*", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(TIMED);
    await newScramble(page);
    await solve(page);
    await page.keyboard.press("7");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Record", exact: true })).toBeDisabled();
    answer();
    await expect(recorded(page)).toContainText("Recorded: 7 moves, 1 more than the minimum.");
  });

  test("L leads to the difficulty, which M did before", async ({ page }) => {
    await page.goto(TIMED);
    await newScramble(page);
    await page.keyboard.press("l");
    await expect(page.getByLabel("Moves", { exact: true })).toBeFocused();
  });

  test("the last solve is taken back, and brought back", async ({ page }) => {
    await page.goto(TIMED);
    await newScramble(page);
    await solve(page, { execution: 4 });
    await expect(session(page)).toContainText("1 solve");
    await page.keyboard.press("z");
    await expect(page.getByText("Removed: 4.00.", { exact: true })).toBeVisible();
    await expect(session(page)).toContainText("No solve yet in this session.");
    // The same scramble may be solved again.
    await expect(scrambleOf(page)).toHaveText(SCRAMBLE);
    await expect(pad(page)).toHaveClass(/waiting/);
    await page.keyboard.press("z");
    await expect(session(page).getByRole("link", { name: "4.00", exact: true })).toBeVisible();
    // One that cannot be removed stays, and that is said.
    await page.evaluate(() => {
      IDBObjectStore.prototype.delete = () => {
        throw new DOMException("The disk is full", "QuotaExceededError");
      };
    });
    await page.keyboard.press("z");
    await expect(page.getByText(/^Not deleted: .*The disk is full/)).toBeVisible();
    await expect(session(page)).toContainText("1 solve");
  });

  test("a time that could not be stored is stored on a second try", async ({ page }) => {
    await page.goto(TIMED);
    await newScramble(page);
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function () {
        IDBObjectStore.prototype.put = put;
        throw new DOMException("The disk is full", "QuotaExceededError");
      };
    });
    await page.keyboard.press("Space");
    await expect(pad(page)).toHaveClass(/inspecting/);
    await holdSpace(page);
    await advance(page, 6000);
    await page.keyboard.press("Space");
    await expect(page.getByText(/Not recorded: the browser could not store it \(.*The disk is full\)/)).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(session(page).getByRole("link", { name: "6.00", exact: true })).toBeVisible();
  });
});

test.describe("sessions", () => {
  const value = (page: import("@playwright/test").Page, label: string) =>
    session(page).locator("dl > div", { has: page.getByText(label, { exact: true }) }).locator("dd");
  const timed = (index: number, time: number, name: string) => ({
    ...ADDED, id: `s${index}`, date: new Date(Date.UTC(2026, 2, 2, 10, 0, index)).toISOString(), goal: "std", stage: "cross", colors: "W", condition: "", hold: "standard", scramble: SCRAMBLE, optimum: 6, length: 6, moves: "", inspection: 8, time, session: name,
  });

  test("have names, their own statistics, and ao100 without five at each end", async ({ page }) => {
    await page.goto(TIMED);
    await newScramble(page);
    const hundred = Array.from({ length: 100 }, (_, index) => timed(index, index < 5 ? 1 : index >= 95 ? 100 : 10, "Morning"));
    await importText(page, "two.json", JSON.stringify([...hundred, timed(200, 30, "")]));
    await expect(value(page, "Best")).toHaveText("30.00");
    await session(page).getByRole("combobox", { name: "Session" }).selectOption("Morning");
    await expect(value(page, "ao100")).toHaveText("10.00");
    await expect(value(page, "best ao100")).toHaveText("10.00");
    await expect(value(page, "Best")).toHaveText("1.00");
    page.once("dialog", (dialog) => void dialog.accept("Evening"));
    await session(page).getByRole("button", { name: "New session" }).click();
    await expect(session(page)).toContainText("No solve yet in this session.");
    await scrambleOf(page).focus();
    await solve(page, { execution: 5 });
    await expect(value(page, "Best")).toHaveText("5.00");
    await session(page).getByText("All sessions").click();
    const rows = session(page).getByRole("row");
    await expect(rows).toHaveCount(4);
    await expect(rows.nth(1)).toContainText("Evening15.005.00–––");
    await expect(rows.filter({ hasText: "Morning" })).toContainText("Morning1001.00");
    // The name is in the file.
    const written = JSON.parse(await exported(page, "Export JSON")) as { session: string }[];
    expect(new Set(written.map(({ session }) => session))).toEqual(new Set(["Morning", "", "Evening"]));
    await page.reload();
    await expect(value(page, "Best")).toHaveText("5.00");
  });
});

test("on a phone nothing but the timer is on the screen while it runs", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(TIMED);
  await newScramble(page);
  await expect(page.locator(".player")).toHaveAttribute("data-ready", "true");
  // Before the first start the scramble, the time and the way on are in view, and the choices are closed.
  await expect(page.getByLabel("Goal")).toBeHidden();
  for (const part of [scrambleOf(page), timeOf(page), page.getByRole("button", { name: "Next scramble" })]) await expect(part).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Space");
  await expect(pad(page)).toHaveClass(/inspecting/);
  await expect(page.locator("header, footer, nav, summary").filter({ visible: true })).toHaveCount(0);
  await holdSpace(page);
  await expect(pad(page)).toHaveClass(/solving/);
  expect(await pad(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  // Whatever is under it is not seen.
  const top = await page.evaluate(() => [[20, 20], [200, 100], [200, 600], [380, 830]].map(([x, y]) => document.elementFromPoint(x!, y!)?.closest(".timer-pad") !== null));
  expect(top).toEqual([true, true, true, true]);
  await advance(page, 3000);
  await page.keyboard.press("Space");
  await expect(timeOf(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel("Goal")).toBeHidden();
});

test("the choices are open until the first answer, and closed from then on", async ({ page }) => {
  await page.goto("./#train");
  await newScramble(page);
  await expect(page.getByLabel("Goal")).toBeVisible();
  await expect(pad(page)).toBeVisible();
  await solve(page);
  await expect(page.getByLabel("Goal")).toBeHidden();
  await page.reload();
  await newScramble(page);
  await expect(page.getByLabel("Goal")).toBeHidden();
  // Scramble, time and what leads on: few controls in view.
  const shown = page.locator("main :is(a, button, input, select, summary)").filter({ visible: true });
  const inView = await shown.evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().top < innerHeight && one.getBoundingClientRect().width > 2).length);
  expect(inView).toBeLessThanOrEqual(12);
});

test.describe("honest records", () => {
  test("an answer given after the solution was shown is marked and not counted", async ({ page }) => {
    await page.goto(at({ scramble: SCRAMBLE }));
    await newScramble(page);
    await page.keyboard.press("Space");
    await expect(page.getByText("Minimum to the cross: 6 moves")).toBeVisible();
    await expect(page.getByText("The answer of this scramble was shown: what you record now is marked and not counted.")).toBeVisible();
    await page.getByLabel("Your moves").fill(SOLUTION);
    await page.getByLabel("Your moves").press("Enter");
    const row = page.getByRole("region", { name: "Recorded answers" }).getByRole("row").nth(1);
    await expect(row).toContainText("answer seen");
    await expect(page.locator(".train-mean")).toHaveText("");
    // Neither a reload nor another tab makes it the trainee's own.
    await page.reload();
    await expect(page.getByText("The answer of this scramble was shown")).toBeVisible();
  });

  test("hints come one by one, and an answer given after one is marked and not counted", async ({ page }) => {
    const { rotation, moves } = await easiest(page);
    const turns = moves.split(" ");
    await page.goto(at({ scramble: SCRAMBLE }));
    await newScramble(page);
    const hints = page.getByRole("region", { name: "Hints" });
    await page.getByRole("button", { name: /^Hint/ }).click();
    await expect(hints.getByRole("listitem")).toHaveText(["The edges of the white cross."]);
    await expect(page.locator(".player")).toHaveAttribute("data-moves", "");
    await page.locator(".train-scramble").focus();
    await page.keyboard.press("h");
    await expect(hints.getByRole("listitem").last()).toHaveText(`Rotate with ${rotation}. First move: ${turns[0]}.`);
    await expect(page.locator(".player")).toHaveAttribute("data-setup", `${SCRAMBLE} ${rotation}`);
    await page.keyboard.press("h");
    await expect(hints.getByRole("listitem").last()).toHaveText(`Then ${turns[1]}.`);
    await expect(page.locator(".player")).toHaveAttribute("data-moves", turns.slice(0, 2).join(" "));
    await expect(page.getByText(/Minimum to the cross/)).toHaveCount(0);
    await expect(page.getByText("A hint at this scramble was shown: what you record now is marked and not counted.")).toBeVisible();
    await page.getByLabel("Your moves").fill(SOLUTION);
    await page.getByLabel("Your moves").press("Enter");
    const row = page.getByRole("region", { name: "Recorded answers" }).getByRole("row").nth(1);
    await expect(row.locator(".note")).toHaveText("hints");
    await expect(page.locator(".train-mean")).toHaveText("");
    await page.reload();
    await expect(page.getByText("A hint at this scramble was shown")).toBeVisible();
    await page.getByRole("button", { name: "Show answer" }).click();
    await expect(page.getByText("Minimum to the cross: 6 moves")).toBeVisible();
    await expect(page.getByText("The answer of this scramble was shown")).toBeVisible();
  });

  test("an answer shown after the record leaves the record as it is", async ({ page }) => {
    await page.goto(at({ scramble: SCRAMBLE }));
    await newScramble(page);
    await page.getByLabel("Solved in (moves)").fill("9");
    await expect(page.getByRole("button", { name: "Record", exact: true })).toBeEnabled();
    await page.getByLabel("Solved in (moves)").press("Enter");
    await expect(page.getByText("Recorded: 9 moves")).toBeVisible();
    await page.getByRole("button", { name: "Show answer" }).click();
    await page.getByLabel("Your moves").fill(SOLUTION);
    await page.getByRole("button", { name: "Check and record" }).click();
    await expect(page.getByText("Not recorded: the answer was shown after your first record, which stays.")).toBeVisible();
    await expect(page.locator(".train-mean")).toHaveText("+3.00 moves on average, 1 answer");
  });

  test("a time counts though its moves were given after the answer", async ({ page }) => {
    await page.goto(TIMED);
    await newScramble(page);
    await solve(page, { execution: 4 });
    await page.keyboard.press("a");
    await expect(page.getByText("Minimum to the cross: 6 moves")).toBeVisible();
    await page.keyboard.press("Enter");
    await typeMoves(page, SOLUTION);
    await expect(page.getByText("your time counts, your moves do not")).toBeVisible();
    await expect(session(page)).toContainText("1 solve");
    await expect(session(page).getByRole("link", { name: "4.00", exact: true })).toBeVisible();
  });
});

test.describe("scrambles again", () => {
  test("the previous scramble, by key, button and the browser's Back", async ({ page }) => {
    await page.goto(at({ moves: "4" }));
    const first = await newScramble(page);
    await page.keyboard.press("n");
    const second = await newScramble(page, first);
    await page.keyboard.press("p");
    await expect(scrambleOf(page)).toHaveText(first);
    await page.keyboard.press("n");
    await expect(scrambleOf(page)).toHaveText(second);
    await page.goBack();
    await expect(scrambleOf(page)).toHaveText(first);
    await page.goForward();
    await expect(scrambleOf(page)).toHaveText(second);
    await more(page);
    await page.getByRole("button", { name: "Previous scramble" }).click();
    await expect(scrambleOf(page)).toHaveText(first);
    // It survives a reload, too.
    await page.goto("./#train");
    await newScramble(page, first);
    await page.goto(at({ moves: "4", scramble: second }));
    await page.reload();
    await newScramble(page);
    await page.keyboard.press("p");
    await expect(scrambleOf(page)).toHaveText(first);
  });

  test("the failed ones again", async ({ page }) => {
    await page.goto(TIMED);
    await newScramble(page);
    await solve(page);
    await page.keyboard.press("d");
    await expect(page.getByRole("button", { name: "Failed ones again (1)" })).toBeEnabled();
    await page.keyboard.press("Space");
    await newScramble(page, SCRAMBLE);
    await page.getByRole("button", { name: "Failed ones again (1)" }).click();
    await expect(scrambleOf(page)).toHaveText(SCRAMBLE);
    await solve(page);
    await expect(page.getByRole("button", { name: "Failed ones again (0)" })).toBeDisabled();
  });

  test("the worst of the session is looked at again", async ({ page }) => {
    await page.goto(TIMED);
    await newScramble(page);
    await solve(page);
    await page.keyboard.press("Enter");
    await typeMoves(page, `U U' ${SOLUTION}`);
    await expect(page.getByText("Recorded: 8 moves, 2 more than the minimum.")).toBeVisible();
    await expect(page.getByText("Lost: 2 by cancelled moves.")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("n");
    await newScramble(page, SCRAMBLE);
    await page.keyboard.press("w");
    await expect(scrambleOf(page)).toHaveText(SCRAMBLE);
    await expect(page.getByText("Your time: 5.00")).toBeVisible();
    await expect(page.getByText("Lost: 2 by cancelled moves.")).toBeVisible();
    await expect(page.getByText(/^Move 1 \(U\) left the shortest path: before it, 6 moves were enough\./)).toBeVisible();
    expect(await parameterOf(page, "shown")).not.toBe("");
    await page.getByRole("button", { name: "Play the shortest from there" }).click();
    await expect(page.locator(".player")).toHaveAttribute("data-moves", /^\S+( \S+){5}$/);
    await page.getByRole("button", { name: "Play yours from there" }).click();
    await expect(page.locator(".player")).toHaveAttribute("data-moves", `U U' ${SOLUTION}`);
  });
});

test.describe("keys in fields", () => {
  test("Enter again is the next scramble, Escape leaves the field", async ({ page }) => {
    await page.goto(at({ scramble: SCRAMBLE }));
    await newScramble(page);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Your moves")).toBeFocused();
    await page.keyboard.type("R2 B");
    await page.keyboard.press("Escape");
    await expect(scrambleOf(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await typeMoves(page, " D L2 F2 R'");
    await expect(page.getByText("Recorded: 6 moves, the minimum.")).toBeVisible();
    await page.keyboard.press("Enter");
    await newScramble(page, SCRAMBLE);
  });
});

test("no accessibility violations, and it fits a phone", async ({ page }) => {
  await page.goto(TIMED);
  await newScramble(page);
  await expectAccessible(page);
  await scrambleOf(page).click();
  await solve(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.keyboard.press("Space");
  await newScramble(page, SCRAMBLE);
  await page.keyboard.press("Space");
  await expect(pad(page)).toHaveClass(/inspecting/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
