// The screen Smart cube, with a simulated cube: connection, scramble, inspection, solve, reconstruction.
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, watch } from "./shared";
import { inverseOf, provideCube, turn } from "./simulated_cube";
import { advance, pad, stopClock, timeOf } from "./timer";

let complaints: string[];
test.beforeEach(({ page }) => {
  complaints = watch(page);
});
test.afterEach(() => expect(complaints).toEqual([]));

const scrambleOf = async (page: Page): Promise<string> => {
  await expect(page.locator(".cube-scramble")).toHaveText(/^[URFDLB]/);
  return (await page.locator(".cube-scramble").textContent())!.trim();
};

/** Connects the simulated cube and says that it is solved. */
async function connect(page: Page): Promise<string> {
  await page.goto("./#cube");
  await page.getByRole("button", { name: "Connect a cube…" }).click();
  await expect(page.getByText("Connected: GoCube_simulated")).toBeVisible();
  await page.getByRole("button", { name: "The cube is solved" }).click();
  return scrambleOf(page);
}

test("a scramble is followed, inspected and solved, and the reconstruction goes to Review", async ({ page }) => {
  await stopClock(page);
  await provideCube(page);
  const scramble = await connect(page);
  const [first = "", ...rest] = scramble.split(" ");
  await expect(page.getByText(`Turn ${first}`, { exact: true })).toBeVisible();
  await turn(page, scramble);
  // The inspection begins with the last turn of the scramble.
  await expect(pad(page)).toHaveClass(/inspecting/);
  await advance(page, 8500);
  await expect(page.locator(".timer-call")).toHaveText("8 seconds");
  expect(rest.length).toBeGreaterThan(10);
  await turn(page, inverseOf(scramble), 300);
  await expect(pad(page)).toHaveClass(/stopped/);
  const table = page.getByRole("region", { name: "Stages of the solve" });
  await expect(table.getByRole("row").nth(1)).toContainText("Cross");
  // From the first turn to the last.
  const time = (0.3 * rest.length).toFixed(2);
  await expect(timeOf(page)).toHaveText(time);
  const written = await table.locator("td.moves").allTextContents();
  expect(written.filter((moves) => moves !== "–").join(" ").split(" ").length).toBeGreaterThanOrEqual(rest.length + 1);
  await expect(page.getByText(/^Recognition \d+\.\d\d s, execution \d+\.\d\d s, after 8\.5 s of inspection\.$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open it in Review, with the times" }).click();
  await expect(page.getByText(/^Solved in \d+ moves/)).toBeVisible();
  const text = await page.locator("textarea").inputValue();
  expect(text).toContain(`Scramble: ${scramble}`);
  expect(text).toMatch(/^[URFDLB]['2]?@0 .*@\d+ \/\/ .*Cross/im);
  // The solve is kept.
  await page.goto("./#cube");
  await page.reload();
  await expect(page.getByRole("group", { name: "Solves on smart cubes" }).getByRole("button")).toHaveText([time]);
});

test("wrong turns of a scramble are named and undone", async ({ page }) => {
  await provideCube(page);
  const [first = "", second = ""] = (await connect(page)).split(" ");
  const wrong = ["U", "R", "F"].find((face) => !first.startsWith(face) && !second.startsWith(face))!;
  await turn(page, `${wrong} ${wrong}`);
  await expect(page.getByText(`Undo: ${wrong}2`)).toBeVisible();
  await expect(page.getByText("That was another turn than the scramble has.")).toBeVisible();
  await turn(page, `${wrong} ${wrong}`);
  await expect(page.getByText(`Turn ${first}`, { exact: true })).toBeVisible();
  await turn(page, first);
  await expect(page.getByText(`Turn ${second}`, { exact: true })).toBeVisible();
  await expect(page.locator(".cube-scramble .done")).toHaveText(first);
});

test("a solve that is given up is a DNF, and the cube must be solved again", async ({ page }) => {
  await provideCube(page);
  const scramble = await connect(page);
  await turn(page, scramble);
  await turn(page, "R U F");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^DNF/ })).toBeVisible();
  await expect(page.getByText("Solve the cube, then go on")).toBeVisible();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { isCubeGone?: boolean }).isCubeGone)).toBe(true);
});

test("without a choice, and without Bluetooth, the page says so in plain words", async ({ page }) => {
  await provideCube(page);
  await page.goto("./#cube");
  await page.evaluate(() => Object.assign(window, { refusesCube: true }));
  await page.getByRole("button", { name: "Connect a cube…" }).click();
  await expect(page.getByText("No cube was chosen. Turn a face to wake the cube, then try again.")).toBeVisible();
  await expectAccessible(page);
  const other = await page.context().newPage();
  await other.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, "bluetooth");
  });
  await other.goto("./#cube");
  await expect(other.getByText("This browser gives web pages no Bluetooth")).toBeVisible();
  await expect(other.getByRole("button", { name: "Connect a cube…" })).toHaveCount(0);
  await other.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(other);
  await other.getByLabel("Language").selectOption("简体中文");
  await expect(other.getByText("这个浏览器不允许网页使用蓝牙")).toBeVisible();
});

/** A Roux solve of 45 moves as a cube reports it: by 64 quarter turns of faces, here one every 120 ms. */
const SCRAMBLE = "B R2 F' R' D' R D F L U' F D2 B D2 B L2 U2 R2 L2";
const TURNS = [
  "R' D' F U L' D D F U' D B U D' D' F' U F' U D' L D F' D' L U U L' U F U' L U",
  "U L' U' F' U L' U D' B B U' D L L U' D F U' D R U D' F F U' D R R U D' U D'",
].join(" ");

test("stages have the times of their turns, where quarter turns are read as slices", async ({ page }) => {
  const at = TURNS.split(" ").map((_, index) => 120 * index);
  const time = (at.at(-1)! / 1000).toFixed(2);
  const record = ["roux", "2026-01-01T00:00:00Z", SCRAMBLE, TURNS, at.join(" "), time, "8.5", ""].join(",");
  await page.goto("./#cube");
  const file = { name: "solves.csv", mimeType: "text/csv", buffer: Buffer.from(`id,date,scramble,moves,times,time,inspection,penalty\n${record}\n`) };
  await page.getByLabel("Import CSV or JSON").setInputFiles(file);
  await page.getByRole("group", { name: "Solves on smart cubes" }).getByRole("button").click();
  const rows = page.getByRole("region", { name: "Stages of the solve" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(6);
  await expect(rows.nth(0).getByRole("cell")).toHaveText(["R' D' F U L' D2 F", "7", "0.84", "0.00", "8.3"]);
  await expect(rows.nth(3).getByRole("cell")).toHaveText(["F' E F2 E' F2 E' F E'", "8", "1.68", "0.12", "4.8"]);
  await expect(rows.nth(5).getByRole("cell")).toHaveText(["E F2 E' F2 E2", "5", "1.44", "0.24", "3.5"]);
  await expect(page.getByText("Recognition 0.84 s, execution 6.72 s, after 8.5 s of inspection.")).toBeVisible();
  // Review has the same times.
  await page.getByRole("link", { name: "Open it in Review, with the times" }).click();
  await page.getByRole("button", { name: "Table" }).click();
  await expect(page.locator("textarea")).toHaveValue(/^R'@0 D'@120 F@240 U@360 L'@480 D@600 D@720 F@840 \/\/ first block$/m);
  const last = page.locator(".review-table tbody").getByRole("row").last().getByRole("cell");
  await expect(last.nth(4)).toHaveText("1.44");
  await expect(last.nth(5)).toHaveText("0.24");
});
