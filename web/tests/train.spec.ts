// The screen Train, against a real server: scrambles, their answers, and own ones.
import { expect, test } from "@playwright/test";
import { expectAccessible, expectCopied, expectNoSidewaysScroll, needsServer } from "./shared";
import { at, easiest, failOnComplaints, importText, JSON_TEXT, KNOWN, meanOf, minimum, more, newScramble, parameterOf, recordCount, SCRAMBLE, scrambleOf, SOLUTION } from "./train";

const excuse = failOnComplaints();

test.describe("what to train", () => {
  test("a scramble with the chosen number of moves", async ({ page }) => {
    await page.goto("./#train");
    const first = await newScramble(page);
    expect(await minimum(page, first, "W")).toBe(6);
    await page.getByLabel("Moves", { exact: true }).fill("4");
    await expect(page.getByLabel("Condition on the scrambles")).toHaveValue("cross[W] == 4");
    // The exact share: 9,809 of 190,080.
    await expect(page.getByText("5.2 % of all scrambles")).toBeVisible();
    expect(await minimum(page, await newScramble(page, first), "W")).toBe(4);
    expect(await parameterOf(page, "moves")).toBe("4");
  });

  test("a range of moves, and any", async ({ page }) => {
    await page.goto("./#train");
    const first = await newScramble(page);
    await page.getByLabel("Difficulty").selectOption("from … to");
    await page.getByLabel("From (moves)").fill("3");
    await page.getByLabel("To (moves)").fill("4");
    await expect(page.getByLabel("Condition on the scrambles")).toHaveValue("3 <= cross[W] <= 4");
    expect([3, 4]).toContain(await minimum(page, await newScramble(page, first), "W"));
    await page.getByLabel("Difficulty").selectOption("any");
    await expect(page.getByLabel("Condition on the scrambles")).toHaveValue("");
    await newScramble(page, first);
    await page.getByLabel("Difficulty").selectOption("own condition");
    await expect(page.getByLabel("Condition on the scrambles")).toHaveValue("0 <= cross[W] <= 20");
  });

  test("another stage and goal, with the most frequent number of moves there", async ({ page }) => {
    await page.goto("./#train");
    await newScramble(page);
    await page.getByLabel("Stage").first().selectOption("xcross");
    await expect(page.getByLabel("Condition on the scrambles")).toHaveValue("xcross[W] == 8");
    await page.getByLabel("Goal").selectOption("Pseudo slotting");
    await expect(page.getByLabel("Condition on the scrambles")).toHaveValue("pseudo_xcross[W] == 7");
    await page.getByLabel("Goal").selectOption("EOCross");
    await expect(page.getByLabel("Condition on the scrambles")).toHaveValue("eo_xcross[W] == 9");
    await page.getByLabel("Stage").first().selectOption("eocross");
    await expect(page.getByLabel("Condition on the scrambles")).toHaveValue("eo_cross[W] == 7");
    await page.getByLabel("Goal").selectOption("Free pair");
    await expect(page.getByLabel("Condition on the scrambles")).toHaveValue("cross_pair[W] == 6");
    await page.getByLabel("Goal").selectOption("Pseudo, free pair");
    await expect(page.getByLabel("Condition on the scrambles")).toHaveValue("pseudo_cross_pseudo_pair[W] == 6");
  });

  test("another stage moves a range, and leaves any", async ({ page }) => {
    await page.goto(at({ moves: "5-7" }));
    await newScramble(page);
    const box = page.getByLabel("Condition on the scrambles");
    await page.getByLabel("Stage").first().selectOption("f2l");
    await expect(box).toHaveValue("13 <= xxxxcross[W] <= 15");
    await page.getByLabel("Difficulty").selectOption("any");
    await expect(box).toHaveValue("");
    await page.getByLabel("Stage").first().selectOption("xcross");
    await expect(page.getByLabel("Stage").first()).toHaveValue("xcross");
    await expect(box).toHaveValue("");
    await page.getByLabel("Difficulty").selectOption("exactly");
    await expect(box).toHaveValue("xcross[W] == 8");
  });

  test("several bottom colours, and all", async ({ page }) => {
    await page.goto(at({ moves: "5" }));
    const first = await newScramble(page);
    await page.getByRole("button", { name: "yellow" }).click();
    await expect(page.getByLabel("Condition on the scrambles")).toHaveValue("cross[YW] == 5");
    await expect(page.getByText("Whichever takes fewer moves: yellow or white.")).toBeVisible();
    expect(await minimum(page, await newScramble(page, first), "WY")).toBe(5);
    // The exact share for the better of two opposite colours.
    await expect(page.getByText("39.8 % of all scrambles")).toBeVisible();
    await page.getByRole("button", { name: "yellow" }).click();
    await page.getByRole("button", { name: "white" }).click();
    await expect(page.getByText("No colour chosen: colour neutral, the best of all six.")).toBeVisible();
    await expect(page.getByLabel("Condition on the scrambles")).toHaveValue("cross == 5");
  });

  test("a condition extended by hand, with its errors as it is typed", async ({ page }) => {
    await page.goto(at({ moves: "5" }));
    const first = await newScramble(page);
    const box = page.getByLabel("Condition on the scrambles");
    await expect(box).toBeHidden();
    await page.getByText("Condition on the scrambles: cross[W] == 5").click();
    await box.fill("cross[W] == 5 && crss[Y] <= 5");
    await expect(page.getByText(/unknown stage 'crss'.*at character 18/)).toBeVisible();
    await expect(box).toHaveAttribute("aria-invalid", "true");
    await expect(scrambleOf(page)).toHaveText(first);
    await box.fill("cross[W] == 5 && cross[Y] <= 5");
    await expect(page.getByLabel("Difficulty")).toHaveValue("own");
    const second = await newScramble(page, first);
    expect(await minimum(page, second, "W")).toBe(5);
    expect(await minimum(page, second, "Y")).toBeLessThanOrEqual(5);
    expect(await parameterOf(page, "where")).toBe("cross[W] == 5 && cross[Y] <= 5");
    await page.getByLabel("Difficulty").selectOption("exactly");
    await expect(box).toHaveValue("cross[W] == 5");
  });

  test("a number of moves that no scramble takes is refused in the page's words", async ({ page }) => {
    await page.goto(at({ moves: "9" }));
    await expect(page.getByText("No scramble is so hard: the cross takes at most 8 moves.")).toBeVisible();
    await expect(page.getByText(/--where|no state satisfies|meets this condition/)).toHaveCount(0);
    const field = page.getByLabel("Moves", { exact: true });
    await expect(field).toHaveAttribute("max", "8");
    await field.fill("8");
    const scramble = await newScramble(page);
    await field.fill("12");
    await expect(page.getByText("at most 8", { exact: true })).toBeVisible();
    await expect(scrambleOf(page)).toHaveText(scramble);
    expect(await parameterOf(page, "moves")).toBe("8");
  });

  test("a condition by hand that nothing satisfies says so", async ({ page }) => {
    await page.goto(at({ where: "cross[W] == 9" }));
    await expect(page.getByText("No scramble meets this condition.")).toBeVisible();
  });

  test("the choices are remembered, and a link with its own does not change them", async ({ page }) => {
    await page.goto("./#train");
    const first = await newScramble(page);
    await page.getByLabel("Stage").first().selectOption("xcross");
    await page.getByLabel("Moves", { exact: true }).fill("7");
    // Both choices are in the address.
    await expect(page.getByLabel("Condition on the scrambles")).toHaveValue("xcross[W] == 7");
    await newScramble(page, first);
    await page.goto(at({ moves: "4" }));
    await expect(page.getByLabel("Condition on the scrambles")).toHaveValue("cross[W] == 4");
    // A visit of its own, as from a bookmark.
    const later = await page.context().newPage();
    await later.goto("./#train");
    await expect(later.getByLabel("Condition on the scrambles")).toHaveValue("xcross[W] == 7");
    expect(await minimum(later, await newScramble(later), "W", "xcross")).toBe(7);
  });

  test("rotationless: the cube is held with the bottom colour down from the start", async ({ page }) => {
    await page.goto(at({ moves: "4" }));
    const first = await newScramble(page);
    await expect(page.getByText("Orientation: white on top, green in front")).toBeVisible();
    await page.getByLabel(/^Rotationless/).check();
    await expect(page.getByText("Orientation: yellow on top, green in front")).toBeVisible();
    const scramble = await newScramble(page, first);
    expect(await minimum(page, `z2 ${scramble}`, "W")).toBe(4);
    await expect(page.locator(".player")).toHaveAttribute("data-setup", `z2 ${scramble}`);
    await page.getByRole("button", { name: "Show answer" }).click();
    await expect(page.getByText("Minimum to the cross: 4 moves")).toBeVisible();
    await expect(page.locator(".train-rotation")).toHaveCount(0);
    // With two colours there is no single bottom.
    await page.getByRole("button", { name: "yellow" }).click();
    await expect(page.getByLabel(/^Rotationless/)).toBeDisabled();
    await expect(page.getByText("Orientation: white on top, green in front")).toBeVisible();
  });
});

test.describe("the scramble and its answer", () => {
  test("the button shows the solutions, and the cube plays one", async ({ page }) => {
    await page.goto(KNOWN);
    await expect(scrambleOf(page)).toHaveText(SCRAMBLE);
    await expect(page.getByText(/Minimum to the cross/)).toHaveCount(0);
    await page.getByRole("button", { name: "Show answer" }).click();
    await expect(page.getByText("Minimum to the cross: 6 moves")).toBeVisible();
    const { rotation, moves } = await easiest(page);
    const solution = page.getByRole("button", { name: `Play ${rotation} ${moves}` });
    // The easiest is the first.
    await expect(page.locator(".solutions li").first()).toContainText(moves);
    await expect(page.locator(".solutions li").first()).toContainText("easiest of the list");
    await solution.click();
    await expect(solution).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator(".player")).toHaveAttribute("data-setup", `${SCRAMBLE} ${rotation}`);
    await expect(page.locator(".player")).toHaveAttribute("data-moves", moves);
    await page.getByRole("button", { name: "Hide answer" }).click();
    await expect(page.getByText(/Minimum to the cross/)).toHaveCount(0);
    await expect(page.locator(".player")).toHaveAttribute("data-moves", "");
  });

  test("Space shows the answer, N gives the next scramble, and neither works in a field", async ({ page }) => {
    await page.goto(KNOWN);
    await expect(scrambleOf(page)).toHaveText(SCRAMBLE);
    await page.keyboard.press("Space");
    await expect(page.getByText("Minimum to the cross: 6 moves")).toBeVisible();
    await page.getByLabel("Your moves").focus();
    await page.keyboard.type("n n");
    await expect(page.getByLabel("Your moves")).toHaveValue("n n");
    await expect(scrambleOf(page)).toHaveText(SCRAMBLE);
    await scrambleOf(page).click();
    await page.keyboard.press("n");
    const next = await newScramble(page, SCRAMBLE);
    expect(await minimum(page, next, "W")).toBe(6);
    await expect(page.getByText(/Minimum to the cross/)).toHaveCount(0);
    await more(page);
    await page.getByLabel("Keys", { exact: true }).uncheck();
    await scrambleOf(page).click();
    await page.keyboard.press("n");
    await page.keyboard.press("Space");
    await expect(scrambleOf(page)).toHaveText(next);
    await expect(page.getByText(/Minimum to the cross/)).toHaveCount(0);
  });

  test("the next scramble is there before it is asked for", async ({ page }) => {
    needsServer("no answer comes over a network");
    const prepared = page.waitForResponse((response) => response.url().includes("/v1/scramble"));
    await page.goto(KNOWN);
    await (await prepared).finished();
    // Without the server, the scramble that was drawn before is shown.
    await page.route("**/v1/scramble*", (route) => route.abort());
    await page.getByRole("button", { name: "Next scramble" }).click();
    const next = await newScramble(page, SCRAMBLE);
    expect(await minimum(page, next, "W")).toBe(6);
    await expect(scrambleOf(page)).toBeFocused();
    // The one after fails, and says so; it is drawn again when it is asked for.
    await page.getByRole("button", { name: "Next scramble" }).click();
    await expect(page.getByText("The server does not answer.")).toBeVisible();
    await page.unroute("**/v1/scramble*");
    await page.getByRole("button", { name: "Try again" }).click();
    await newScramble(page, next);
    // The browser logs the request that was broken off here.
    excuse("ERR_FAILED");
  });

  test("the scramble is copied, and its address opens it again", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(at({ moves: "4", colors: "G" }));
    const scramble = await newScramble(page);
    await more(page);
    await page.getByRole("button", { name: "Copy scramble" }).click();
    await expectCopied(page, scramble);
    await page.getByRole("button", { name: "Copy link" }).click();
    const link = page.url();
    await expectCopied(page, link);
    const other = await context.newPage();
    await other.goto(link);
    await expect(scrambleOf(other)).toHaveText(scramble);
    await expect(other.getByRole("button", { name: "green" })).toHaveAttribute("aria-pressed", "true");
  });

  test("a scramble in the address that cannot be read is marked", async ({ page }) => {
    await page.goto(at({ scramble: "R Q F" }));
    await expect(page.getByRole("alert").filter({ hasText: "'Q' is not a move" })).toBeVisible();
  });
});

test.describe("the own answer", () => {
  test("moves are checked, counted and compared with the minimum", async ({ page }) => {
    await page.goto(KNOWN);
    await page.getByLabel("Your moves").fill(`z2 U ${SOLUTION}`);
    await page.getByRole("button", { name: "Check and record" }).click();
    // U and R2 do not commute: the cross is not solved.
    await expect(page.getByText(/After these moves the cross is not solved: it takes \d+ more moves?\./)).toBeVisible();
    await page.getByLabel("Your moves").fill(`z2 ${SOLUTION} U`);
    await page.getByRole("button", { name: "Check and record" }).click();
    await expect(page.getByText("Recorded: 7 moves, 1 more than the minimum.")).toBeVisible();
    const row = page.getByRole("region", { name: "Recorded answers" }).getByRole("row").nth(1);
    await expect(row.getByRole("cell")).toContainText(["cross", "W", "6", "7", "+1", "–", SCRAMBLE, `z2 ${SOLUTION} U`]);
  });

  test("moves without the rotation count from the bottom colour down", async ({ page }) => {
    await page.goto(KNOWN);
    await page.getByLabel("Your moves").fill(SOLUTION);
    await expect(page.getByRole("button", { name: "Check and record" })).toBeEnabled();
    await page.getByLabel("Your moves").press("Enter");
    await expect(page.getByText("Recorded: 6 moves, the minimum. (After z2.)")).toBeVisible();
  });

  test("moves with a rotation count only as they are written", async ({ page }) => {
    await page.goto(KNOWN);
    await page.getByLabel("Your moves").fill(`x x' ${SOLUTION}`);
    await page.getByRole("button", { name: "Check and record" }).click();
    await expect(page.getByText(/After these moves the cross is not solved/)).toBeVisible();
    await page.getByLabel("Your moves").fill(`x x' z2 ${SOLUTION}`);
    await page.getByRole("button", { name: "Check and record" }).click();
    await expect(page.getByText("Recorded: 6 moves, the minimum.")).toBeVisible();
  });

  test("rotationless, moves count only from that hold", async ({ page }) => {
    await page.goto(at({ scramble: "R F", hold: "down" }));
    // The moves that z2 would turn into the solution.
    await page.getByLabel("Your moves").fill("F' L'");
    await page.getByRole("button", { name: "Check and record" }).click();
    await expect(page.getByText(/After these moves the cross is not solved/)).toBeVisible();
    await page.getByLabel("Your moves").fill("F' R'");
    await page.getByRole("button", { name: "Check and record" }).click();
    await expect(page.getByText("Recorded: 2 moves, the minimum.")).toBeVisible();
  });

  test("colour neutral, moves without the rotation count for any colour", async ({ page }) => {
    await page.goto(at({ scramble: SCRAMBLE, colors: "all" }));
    // The green cross, after x'; the cross takes no fewer moves on any other colour.
    await page.getByLabel("Your moves").fill("F L F' D2 L");
    await page.getByRole("button", { name: "Check and record" }).click();
    await expect(page.getByText("Recorded: 5 moves, the minimum. (After x'.)")).toBeVisible();
  });

  test("a check is abandoned when another scramble is shown", async ({ page }) => {
    needsServer("no answer comes over a network");
    await page.goto(KNOWN);
    await page.getByLabel("Your moves").fill(SOLUTION);
    await expect(page.getByRole("button", { name: "Check and record" })).toBeEnabled();
    await page.route("**/v1/review", () => undefined);
    const asked = page.waitForRequest("**/v1/review");
    const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/v1/review"));
    await page.getByRole("button", { name: "Check and record" }).click();
    await asked;
    await page.getByRole("button", { name: "Next scramble" }).click();
    expect((await failed).failure()?.errorText).toBe("net::ERR_ABORTED");
    await newScramble(page, SCRAMBLE);
    await expect(page.getByText("Nothing is recorded yet.")).toBeVisible();
  });

  test("a batch that is left early is closed", async () => {
    let cancelled = false;
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('{"row":1}\n{"row":2}\n')),
      cancel: () => {
        cancelled = true;
      },
    });
    Object.assign(globalThis, { location: { origin: "http://127.0.0.1" } });
    const { batch } = await import("../src/api/client");
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.resolve(new Response(body));
    try {
      for await (const row of batch<object>("/", "", "text/plain", new AbortController().signal)) {
        if ("row" in row) break;
      }
    } finally {
      globalThis.fetch = fetch;
    }
    expect(cancelled).toBe(true);
  });

  test("moves that cannot be read are marked", async ({ page }) => {
    await page.goto(KNOWN);
    await page.getByLabel("Your moves").fill("R2 B D Q");
    await page.getByRole("button", { name: "Check and record" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "'Q' is not a move" });
    await expect(alert.locator("mark")).toHaveText("Q");
  });

  test("a number of moves is recorded, corrected, and not below the minimum", async ({ page }) => {
    await page.goto(KNOWN);
    await recordCount(page, 5);
    await expect(page.getByText("5 moves are impossible: the proven minimum is 6.")).toBeVisible();
    await recordCount(page, 9);
    await expect(page.getByText("Recorded: 9 moves, 3 more than the minimum.")).toBeVisible();
    await page.getByLabel("Solved in (moves)").fill("8");
    await page.getByRole("button", { name: "Record instead" }).click();
    await expect(page.getByText("Recorded: 8 moves, 2 more than the minimum.")).toBeVisible();
    await expect(meanOf(page)).toHaveText("+2.00 moves on average, 1 answer");
    await page.reload();
    await expect(meanOf(page)).toHaveText("+2.00 moves on average, 1 answer");
  });

  test("a record that the browser cannot store is not taken for recorded", async ({ page }) => {
    await page.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("The disk is full", "QuotaExceededError");
      };
    });
    await page.goto(KNOWN);
    await recordCount(page, 7);
    await expect(page.getByText(/Not recorded: the browser could not store it \(.*The disk is full\)/)).toBeVisible();
    await expect(page.getByText("Nothing is recorded yet.")).toBeVisible();
  });
});

test("no accessibility violations", async ({ page }) => {
  await page.goto(at({ scramble: SCRAMBLE, clock: "1", colors: "YW", sheet: "3", count: "3", moves: "5" }));
  await importText(page, "history.json", JSON_TEXT);
  await expect(page.getByText("4 records added.")).toBeVisible();
  await page.getByRole("button", { name: "Show answer", exact: true }).click();
  await page.getByRole("button", { name: /^Play white/ }).first().click();
  await page.getByRole("button", { name: "Show answers" }).click();
  await page.getByText("As a table").first().click();
  await expect(page.getByText("3 scrambles with their answers")).toBeVisible();
  await expect(page.locator(".player")).toHaveAttribute("data-ready", "true");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete all…" }).click();
  await expectAccessible(page);
});

test("fits a phone, with the choices folded", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(KNOWN);
  await importText(page, "history.json", JSON_TEXT);
  await expect(page.getByText("4 records added.")).toBeVisible();
  await expect(page.getByLabel("Goal")).toBeHidden();
  await page.getByText("What to train").click();
  await expect(page.getByLabel("Goal")).toBeVisible();
  await page.getByRole("button", { name: "Show answer" }).click();
  await expect(page.getByText("Minimum to the cross: 6 moves")).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test("in Chinese", async ({ page }) => {
  await page.goto(KNOWN);
  await page.getByLabel("Language").selectOption("简体中文");
  await page.getByRole("button", { name: "显示答案" }).click();
  await expect(page.getByText("十字：最少 6 步")).toBeVisible();
  // Also what is wrong with a condition.
  await page.getByText(/^打乱条件/).click();
  await page.getByLabel("打乱条件").fill("crss[W] == 5");
  await expect(page.getByText("没有阶段“crss”")).toBeVisible();
  await expect(page.locator(".marked mark")).toHaveText("crss");
});
