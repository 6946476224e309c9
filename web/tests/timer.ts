// Helpers for tests of timers: a clock that only the test moves, keys held, and solves.
import { expect, type Page } from "@playwright/test";

/** The seconds that the timer shows. */
export const timeOf = (page: Page) => page.getByRole("timer");

/** The face of the timer. Its classes name the phase. */
export const pad = (page: Page) => page.locator(".timer-pad");

/**
 * Stops the clock of all pages of the context, before they are loaded: dates and measured times change only by `advance`, whatever the
 * speed of the machine. The timers of the pages run on, so they show a new time within milliseconds.
 */
export async function stopClock(page: Page, at = new Date()): Promise<void> {
  await page.clock.setFixedTime(at);
  // Playwright stops dates alone. This script runs after its own, which replaces `performance`.
  await page.context().addInitScript(() => {
    performance.now = () => Date.now();
  });
}

/** Moves the clock on. */
export async function advance(page: Page, milliseconds: number): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.setFixedTime(now + Math.round(milliseconds));
}

/** Holds Space until a solve may start, and releases it. */
export async function holdSpace(page: Page, milliseconds = 500): Promise<void> {
  await page.keyboard.down("Space");
  await advance(page, milliseconds);
  await expect(page.getByText("Release to start", { exact: true })).toBeVisible();
  await page.keyboard.up("Space");
}

/** Does a solve of the screen Train with Space: inspection and execution of so many seconds. It is over once its record is stored. */
export async function solve(page: Page, { inspection = 3, execution = 5 } = {}): Promise<void> {
  await expect(pad(page)).toHaveClass(/waiting|scrambling/);
  await page.keyboard.press("Space");
  await expect(pad(page)).toHaveClass(/inspecting/);
  await advance(page, 1000 * inspection - 500);
  await holdSpace(page);
  await expect(pad(page)).toHaveClass(/solving/);
  await advance(page, 1000 * execution);
  await page.keyboard.press("Space");
  await expect(pad(page)).toHaveClass(/stopped/);
  await expect(page.getByRole("group", { name: "Penalty" })).toBeVisible();
  // Hands leave the keys.
  await advance(page, 500);
}
