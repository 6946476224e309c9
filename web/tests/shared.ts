// Helpers for all screens, and what differs between the page of a server and the static site.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import type { Request as Question } from "cubiform";

/** Returns whether the tests run on the static site, where workers answer in place of a server. */
export const isSite = (): boolean => test.info().config.metadata["isSite"] === true;

/** Skips the test on the static site. */
export const needsServer = (reason: string): void => test.skip(isSite(), reason);

/** The time for answers of many cubes: workers without large tables need longer than a server. */
export const slow = (): { timeout: number } => ({ timeout: isSite() ? 150_000 : 45_000 });

/** Returns the answer to a question, or its problem, without the page: of the server, or of the engine in this process. */
export async function answerOf(page: Page, path: string, query: Record<string, string | number | boolean>): Promise<{ isOk: boolean; body: never }> {
  if (!isSite()) {
    const response = await page.request.get(`/v1/${path}`, { params: query });
    return { isOk: response.ok(), body: (await response.json()) as never };
  }
  const { Client, CubiformError } = (await import("../../js/dist/client.js" as string)) as typeof import("cubiform");
  const client = new Client({ tables: "none" });
  try {
    return { isOk: true, body: (await client.ask({ operation: path as Question["operation"], ...query })) as never };
  } catch (error) {
    if (!(error instanceof CubiformError)) throw error;
    return { isOk: false, body: error.problem as never };
  } finally {
    client.close();
  }
}

/**
 * Observes the questions of a page that is not loaded yet. The function that it returns waits for the next one with an
 * option of this value.
 */
export async function questionsOf(page: Page): Promise<(name: string, value: string | number | boolean) => Promise<void>> {
  if (!isSite()) {
    return async (name, value) => {
      await page.waitForRequest((request) => new URL(request.url()).searchParams.get(name) === String(value));
    };
  }
  let waiting: { name: string; value: unknown; resolve: () => void }[] = [];
  await page.exposeFunction("observeQuestion", (text: string) => {
    const question = JSON.parse(text) as Record<string, unknown>;
    const isMet = ({ name, value }: { name: string; value: unknown }) => question[name] === value;
    for (const { resolve } of waiting.filter(isMet)) resolve();
    waiting = waiting.filter((one) => !isMet(one));
  });
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message: { request?: string }, ...rest: unknown[]) {
      const observe = (window as unknown as { observeQuestion: (text: string) => void }).observeQuestion;
      if (message.request !== undefined) observe(message.request);
      return (postMessage as (...all: unknown[]) => void).call(this, message, ...rest);
    };
  });
  return (name, value) => new Promise((resolve) => waiting.push({ name, value, resolve }));
}

/** The rules that depend on the theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Fails on violations of WCAG 2.2 AA, in light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // The page has no frames, for which the other mode opens a second page. Elements that pass need no selectors.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"], selectors: false });
    const chosen = colorScheme === "light" ? axe.withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]) : axe.withRules(COLOR_RULES);
    const found = await chosen.analyze();
    expect(found.violations.map((violation) => `${colorScheme}: ${violation.id}: ${violation.nodes[0]?.html}`)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Answers of the server by method, address and body of the question. */
const answered = new Map<string, { status: number; headers: Record<string, string>; body: Buffer }>();

/** Lets the server answer each question of a path once for all tests of a worker. Only for answers that are always the same. */
export async function rememberAnswers(page: Page, path: string): Promise<void> {
  if (isSite()) return;
  await page.route(new RegExp(`/v1/${path}(\\?|$)`), async (route) => {
    const question = route.request();
    const key = `${question.method()} ${question.url()} ${question.postData() ?? ""}`;
    try {
      let answer = answered.get(key);
      if (answer === undefined) {
        const response = await route.fetch();
        answer = { status: response.status(), headers: response.headers(), body: await response.body() };
        if (response.ok()) answered.set(key, answer);
      }
      await route.fulfill(answer);
    } catch {
      // The page no longer waits for the answer.
    }
  });
}

/**
 * Stops the timers of the page, so that what it shows for a moment stays until `page.clock.resume()`. The clock of the page was installed
 * before it was loaded.
 */
export async function stopTimers(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  // The clock runs on until it is stopped: on a slow machine for seconds.
  await page.clock.pauseAt(now + 60_000);
}

/** Expects a text in the clipboard, where the browser writes it some time after the click. */
export async function expectCopied(page: Page, text: string | RegExp): Promise<void> {
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await (text instanceof RegExp ? expect.poll(read).toMatch(text) : expect.poll(read).toBe(text));
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
