// Timed solves on a phone by real touches: the browser makes pointer events of them, and the click that follows.
import { expect, test } from "@playwright/test";
import { at, newScramble, SCRAMBLE, scrambleOf } from "./train";
import { advance, pad, stopClock, timeOf } from "./timer";
import type { CDPSession, Page } from "@playwright/test";

const PHONE = { width: 390, height: 844 };

test.beforeEach(({ page }) => stopClock(page));
let session: CDPSession;
// Other tests go on in the same context, with a mouse.
test.afterEach(async () => {
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  await session.detach();
});

/** A finger on the screen, at points of the window. */
async function fingerOn(page: Page) {
  session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const down = (x: number, y: number) => session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  const rest = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 80)));
  const up = async () => {
    // As long as a finger stays: the page has changed under it.
    await rest();
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    // The click has come by then.
    await rest();
  };
  /** Returns the middle of an element. */
  const middle = async (element = pad(page)) => {
    await element.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await element.boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  const tap = async (x: number, y: number) => {
    await down(x, y);
    await up();
  };
  return { down, up, tap, middle };
}

/** Returns the middles of the controls on the screen. */
function controls(page: Page): Promise<[number, number][]> {
  return page.evaluate(() => {
    scrollTo(0, 0);
    const middles = [...document.querySelectorAll("a, button, select, summary")].map((control): [number, number] => {
      const { x, y, width, height } = control.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    });
    const isSeen = ([x, y]: [number, number]) => document.elementFromPoint(x, y)?.closest("a, button, select, summary") != null;
    return middles.filter(isSeen);
  });
}

test("twenty solves in a row are stopped anywhere on the screen, without a stray tap", async ({ page }) => {
  test.slow();
  await page.setViewportSize(PHONE);
  await page.goto(at({ scramble: SCRAMBLE, clock: "1" }));
  await newScramble(page);
  const finger = await fingerOn(page);
  let points: (readonly [number, number])[] = [await finger.middle()];
  for (let i = 0; i < 20; i++) {
    await finger.tap(...(await finger.middle()));
    await expect(pad(page)).toHaveClass(/inspecting/);
    await advance(page, 2000);
    await finger.down(...(await finger.middle()));
    await advance(page, 400);
    await expect(page.getByText("Release to start", { exact: true })).toBeVisible();
    await finger.up();
    await expect(pad(page)).toHaveClass(/solving/);
    const scramble = await scrambleOf(page).innerText();
    await advance(page, 5000);
    // The middle of the pad first, then wherever the finger is over a control once the solve is over.
    const [x, y] = i === 0 ? await finger.middle() : points[i % points.length]!;
    await finger.tap(x, y);
    await expect(timeOf(page), `stopped at ${x}, ${y}`).toHaveText("5.00");
    await expect(page).toHaveURL(/#train/);
    await expect(scrambleOf(page), `stopped at ${x}, ${y}`).toHaveText(scramble);
    await expect(page.getByRole("button", { name: /^Show answer/ })).toHaveAttribute("aria-expanded", "false");
    await expect(page.getByRole("group", { name: "Penalty" }).getByRole("button", { pressed: true })).toHaveCount(0);
    if (i === 0) points = await controls(page);
    expect(points.length).toBeGreaterThan(9);
    await advance(page, 500);
    await finger.tap(...(await finger.middle()));
    await newScramble(page, scramble);
  }
  const rows = page.getByRole("region", { name: "Recorded answers" }).getByRole("row");
  await expect(rows).toHaveCount(21);
});

test("the answer of a drill stays under the finger that ends the solve", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("./#drill?set=oll");
  await page.getByText("Settings", { exact: true }).click();
  await page.getByLabel("What is timed").selectOption("recognition alone, without a cube");
  await page.getByText("Settings", { exact: true }).click();
  await expect(page.getByRole("region", { name: "Case", exact: true })).toHaveAttribute("aria-busy", "false");
  const finger = await fingerOn(page);
  await finger.tap(...(await finger.middle()));
  await expect(pad(page)).toHaveClass(/solving/);
  await advance(page, 1500);
  await finger.tap(...(await finger.middle()));
  await expect(page.getByText("Recognition 1.50 s", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/#drill/);
  // The next touch counts again.
  await finger.tap(...(await finger.middle(page.getByRole("button", { name: /^Good/ }))));
  await expect(page.getByText("1 learning")).toBeVisible();
});
