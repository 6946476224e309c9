// Helpers for tests of the timer: keys held and touches, with a clock that the test moves.
import { expect, type Locator, type Page } from "@playwright/test";

/** The seconds that the timer shows. */
export const timeOf = (page: Page) => page.getByRole("timer");

/**
 * Expects a text with times of at least so many seconds, in this order. They may be longer: on a busy machine the clock of the page runs
 * on by itself meanwhile.
 */
export async function expectSeconds(found: Locator, ...least: number[]): Promise<void> {
  await expect(async () => {
    const seconds = ((await found.textContent()) ?? "").match(/\d+\.\d+/g)?.map(Number) ?? [];
    expect(seconds).toHaveLength(least.length);
    for (const [index, measured] of seconds.entries()) {
      expect(measured).toBeGreaterThanOrEqual(least[index]!);
      expect(measured).toBeLessThan(least[index]! + 20);
    }
  }).toPass({ timeout: 15_000 });
}

/** Holds Space for a time, and releases it. */
export async function holdSpace(page: Page, milliseconds = 500): Promise<void> {
  await page.keyboard.down("Space");
  await page.clock.runFor(milliseconds);
  await page.keyboard.up("Space");
}

/** Does a solve with Space: inspection and execution of so many seconds. */
export async function solve(page: Page, { inspection = 3, execution = 5 } = {}): Promise<void> {
  await expect(page.locator(".timer-pad")).toHaveClass(/waiting|scrambling/);
  await page.keyboard.press("Space");
  await expect(page.locator(".timer-pad")).toHaveClass(/inspecting/);
  // A jump: the ticks in between show nothing that is looked at.
  await page.clock.fastForward(1000 * inspection - 500);
  await holdSpace(page);
  await expect(page.locator(".timer-pad")).toHaveClass(/solving/);
  await page.clock.fastForward(1000 * execution);
  await page.keyboard.press("Space");
  await expect(page.locator(".timer-pad")).toHaveClass(/stopped/);
  // Hands leave the keys.
  await page.clock.runFor(500);
}
