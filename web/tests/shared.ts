// Checks that hold on every screen.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Fails on violations of WCAG 2.2 AA, in light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // The player draws its own controls.
    const found = await new AxeBuilder({ page }).exclude("twisty-player").withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]).analyze();
    expect(found.violations.map((violation) => `${colorScheme}: ${violation.id}: ${violation.nodes[0]?.html}`)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Fails if the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}

/** Collects errors of the page and requests to other hosts. Expect the list to be empty at the end. */
export function watch(page: Page): string[] {
  const found: string[] = [];
  page.on("pageerror", (error) => found.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // An answer with a problem is part of some tests; the browser logs its status.
    if (message.type() === "error" && !message.text().includes("status of 4")) found.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["127.0.0.1", "localhost", ""].includes(url.hostname)) found.push(`request: ${request.url()}`);
  });
  return found;
}
