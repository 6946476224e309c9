// Helpers for the tests of the screen Train.
import { expect, type Page, test } from "@playwright/test";
import { readFileSync } from "node:fs";
import { answerOf, watch } from "./shared";

/** A scramble of the guide: the white and the yellow cross take six moves. */
export const SCRAMBLE = "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'";
export const SOLUTION = "R2 B D L2 F2 R'";
export const at = (parameters: Record<string, string>) => `./#train?${new URLSearchParams(parameters)}`;
export const KNOWN = at({ scramble: SCRAMBLE });

export const scrambleOf = (page: Page) => page.locator(".train-scramble");
export const parameterOf = (page: Page, name: string) =>
  page.evaluate((name) => new URLSearchParams(location.hash.split("?")[1] ?? "").get(name), name);

/** The minimum number of moves, by the server. */
export async function minimum(page: Page, scramble: string, colors: string, goal = "cross"): Promise<number> {
  const { body } = await answerOf(page, "analyze", { scramble, colors, goal });
  const row = body as { best: Record<string, { length: number }> };
  return Object.values(row.best)[0]!.length;
}

/** The easiest white cross of the known scramble, as it is held. */
export async function easiest(page: Page): Promise<{ rotation: string; moves: string }> {
  const query = { scramble: SCRAMBLE, stages: "cross", colors: "W", solutions: 20, order: "effort" };
  const { body } = await answerOf(page, "analyze", query);
  return (body as { solutions: { held: { rotation: string; moves: string } }[] }).solutions[0]!.held;
}

/** Waits for a scramble other than this one, and returns it. */
export async function newScramble(page: Page, old = ""): Promise<string> {
  await expect(scrambleOf(page)).toHaveText(/^[URFDLB]/);
  await expect(scrambleOf(page)).not.toHaveText(old === "" ? /^$/ : old);
  return (await scrambleOf(page).textContent())!;
}

/** Types moves into the field that has the focus, and sends them by Enter once the minimum is known, without which they are not checked. */
export async function typeMoves(page: Page, moves: string): Promise<void> {
  await expect(page.getByLabel("Your moves")).toBeFocused();
  await page.keyboard.type(moves);
  await expect(page.getByRole("button", { name: "Check and record" })).toBeEnabled();
  await page.keyboard.press("Enter");
}

/** Opens the further actions on a scramble. */
export const more = (page: Page) => page.getByText("More", { exact: true }).click();

/** The mean difference of the answers that are shown. */
export const meanOf = (page: Page) => page.locator(".train-mean");

export async function recordCount(page: Page, count: number): Promise<void> {
  await page.getByLabel("Solved in (moves)").fill(String(count));
  await page.getByRole("button", { name: "Record", exact: true }).click();
}

export const exported = async (page: Page, name: string): Promise<string> => {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name }).click();
  return readFileSync((await (await download).path())!, "utf8");
};

export const importText = (page: Page, name: string, text: string) =>
  page.getByLabel("Import CSV or JSON").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** The members of an attempt without a time. */
export const ADDED = { time: null, penalty: "", seen: false, hinted: false, lost_color: null, lost_slot: null, lost_detour: null, lost_cancelled: null, session: "" };

/** Two weeks of crosses and one xcross, as the page writes them. */
export const HISTORY = [
  { id: "a", date: "2026-03-02T10:00:00.000Z", stage: "cross", optimum: 5, length: 7, moves: "", inspection: 9.5 },
  { id: "b", date: "2026-03-03T10:00:00.000Z", stage: "cross", optimum: 6, length: 7, moves: "R, U", inspection: null },
  { id: "c", date: "2026-03-10T10:00:00.000Z", stage: "cross", optimum: 6, length: 6, moves: "", inspection: null },
  { id: "d", date: "2026-03-11T10:00:00.000Z", stage: "xcross", optimum: 8, length: 11, moves: "", inspection: null },
].map((attempt) => ({ ...attempt, goal: "std", colors: "W", condition: "", hold: "standard", scramble: SCRAMBLE, ...ADDED }));
export const JSON_TEXT = `[\n${HISTORY.map((attempt) => JSON.stringify(attempt)).join(",\n")}\n]\n`;

/** Has each test of a file fail if the page complains. Returns a function that excuses the complaints with a text. */
export function failOnComplaints(): (text: string) => void {
  let complaints: string[];
  test.beforeEach(({ page }) => {
    complaints = watch(page);
  });
  test.afterEach(() => {
    expect(complaints).toEqual([]);
  });
  return (text) => {
    // In place: later complaints join the same list.
    complaints.splice(0, complaints.length, ...complaints.filter((complaint) => !complaint.includes(text)));
  };
}
