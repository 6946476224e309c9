// Names the tests that passed only when repeated, for the record of `cargo xtask ci`.
import { appendFileSync } from "node:fs";
import type { Reporter, TestCase } from "@playwright/test/reporter";

export default class FlakyReporter implements Reporter {
  private readonly tests = new Map<string, TestCase>();

  onTestEnd(test: TestCase): void {
    this.tests.set(test.id, test);
  }

  onEnd(): void {
    const file = process.env.CUBIFORM_FLAKY_TESTS;
    if (file === undefined) return;
    const flaky = [...this.tests.values()].filter((test) => test.outcome() === "flaky");
    // The first two titles are those of the whole run and of the browser.
    for (const test of flaky) appendFileSync(file, `${test.titlePath().slice(2).join(": ")}\n`);
  }
}
