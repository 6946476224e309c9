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
  expect(text).toMatch(/recognition 0\.00 s, execution \d+\.\d\d s; moves at 0\.\d\d \d+\.\d\d/);
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

test("recognition is the pause before a stage, execution its turns", async () => {
  Object.assign(globalThis, { location: { origin: "http://127.0.0.1", hash: "" }, addEventListener: () => undefined });
  const { timed } = await import("../src/screens/cube/reconstruction");
  const parts = [
    { name: "cross", moves: ["R", "U"] },
    { name: "skip", moves: [] },
    { name: "pair", moves: ["F", "D", "F'"] },
  ];
  const [cross, skip, pair] = timed(parts, [0, 400, 1500, 1700, 1900]);
  expect(cross).toMatchObject({ recognition: 0, execution: 0.4 });
  expect(skip).toMatchObject({ recognition: null, execution: null });
  expect(pair).toMatchObject({ recognition: 1, execution: 0.5, at: [1.5, 1.7, 1.9] });
});
