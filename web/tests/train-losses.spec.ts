// Mine against the optimum: what each lost move was lost by, where an answer left the shortest path, and what to practise.
import { expect, type Page, test } from "@playwright/test";
import { answerOf, expectAccessible, slow } from "./shared";
import { ADDED, at, exported, failOnComplaints, importText, newScramble, parameterOf, SCRAMBLE, SOLUTION } from "./train";

failOnComplaints();

async function record(page: Page, moves: string): Promise<void> {
  await page.getByLabel("Your moves").fill(moves);
  await page.getByRole("button", { name: "Check and record" }).click();
  await expect(page.getByText(/^Recorded: /)).toBeVisible(slow());
}

test("a bottom colour with a larger minimum", async ({ page }) => {
  // Any of six: the green cross takes five moves, the white one six.
  await page.goto(at({ scramble: SCRAMBLE, colors: "all" }));
  await newScramble(page);
  await record(page, `z2 ${SOLUTION}`);
  await expect(page.getByText("Lost: 1 by wrong colour.")).toBeVisible(slow());
  await expect(page.getByText(/^Move \d \(\S+\) left the shortest path: before it, \d moves were enough\.$/)).toBeVisible();
  // The record has it, too.
  await expect(async () => {
    const [attempt] = JSON.parse(await exported(page, "Export JSON")) as object[];
    expect(attempt).toMatchObject({ lost_color: 1, lost_slot: 0, lost_detour: 0, lost_cancelled: 0 });
  }).toPass();
});

test("moves after the end", async ({ page }) => {
  await page.goto(at({ scramble: SCRAMBLE, colors: "W" }));
  await newScramble(page);
  await record(page, `z2 ${SOLUTION} U U'`);
  await expect(page.getByText("Move 7 (U) was one too many: before it, the stage was already solved.", { exact: true })).toBeVisible(slow());
});

test("slots with a larger minimum, a detour, and cancelled moves", async ({ page }) => {
  const lengths = await Promise.all(
    ["FR", "FL", "BR", "BL"].map(async (slot) => {
      const { body } = await answerOf(page, "analyze", { scramble: SCRAMBLE, goal: `cross + ${slot}`, colors: "W", only_best: true, solutions: 1 });
      const [solution] = (body as { solutions: [{ length: number; rotation: string; moves: string }] }).solutions;
      return solution;
    }),
  );
  const best = Math.min(...lengths.map(({ length }) => length));
  const worst = lengths.reduce((one, other) => (other.length > one.length ? other : one));
  expect(worst.length).toBeGreaterThan(best);
  await page.goto(at({ scramble: SCRAMBLE, stage: "xcross" }));
  await newScramble(page);
  await record(page, `${worst.rotation} ${worst.moves}`);
  await expect(page.getByText(`Lost: ${worst.length - best} by wrong slot.`)).toBeVisible(slow());
  // The solution, with a turn of the top that nothing needs, and one that is taken back.
  await record(page, `${worst.rotation} ${worst.moves} U D D'`);
  await expect(page.getByText(`Lost: ${worst.length - best} by wrong slot, 1 by detour, 2 by cancelled moves.`)).toBeVisible(slow());
});

test("turns of the same face are joined, also around turns of the opposite one", async () => {
  const { withoutCancelled } = await import("../src/cube/cancelled");
  const lengthOf = (moves: string) => withoutCancelled(moves.split(" "));
  expect(lengthOf("R U R'")).toBe(3);
  expect(lengthOf("R R")).toBe(1);
  expect(lengthOf("R L R'")).toBe(1);
  expect(lengthOf("F R L R' L' F'")).toBe(0);
  expect(lengthOf("R M R'")).toBe(4);
  expect(lengthOf("z2 R x R'")).toBe(2);
});

test("what to practise, in one sentence with its evidence", async ({ page }) => {
  test.slow();
  const made = (index: number, optimum: number, detour: number, cancelled: number) => ({
    ...ADDED, id: `l${index}`, date: `2026-03-02T10:0${index}:00.000Z`, goal: "std", stage: "cross", colors: "W", condition: "", hold: "standard", scramble: SCRAMBLE,
    optimum, length: optimum + detour + cancelled, moves: SOLUTION, inspection: null, lost_color: 0, lost_slot: 0, lost_detour: detour, lost_cancelled: cancelled,
  });
  await page.goto(at({ scramble: SCRAMBLE }));
  const advice = page.getByRole("region", { name: "What to practise" });
  await expect(advice).toContainText("Record 5 answers with their moves");
  await importText(page, "losses.json", JSON.stringify([made(1, 5, 0, 0), made(2, 5, 0, 1), made(3, 6, 2, 0), made(4, 6, 1, 0), made(5, 7, 2, 0)]));
  await expect(advice).toContainText(
    "Plan to the end before the first turn: in your last 5 answers with moves you lost 6 moves, 5 of them (83 %) by detour, in 3 answers.",
  );
  await advice.getByText("As a table").click();
  await expect(advice.getByRole("row").nth(1)).toContainText("detour53");
  await expectAccessible(page);
  await advice.getByRole("button", { name: "Practise at a minimum of 6" }).click();
  expect(await parameterOf(page, "moves")).toBe("6");
  // An answer that lost nothing has nothing to practise but more.
  await page.getByRole("button", { name: "Delete all…" }).click();
  await page.getByRole("button", { name: "Delete 5 records" }).click();
  await expect(page.getByText("All records are deleted.")).toBeVisible();
  await importText(page, "none.json", JSON.stringify([1, 2, 3, 4, 5].map((index) => made(index, 6, 0, 0))));
  await expect(advice).toContainText("Your last 5 answers with moves lost nothing.");
});
