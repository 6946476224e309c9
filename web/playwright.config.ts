// Tests of the page in Chromium against one real server. `cargo xtask web-test` builds both and sets CUBIFORM.
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

const program = process.env.CUBIFORM ?? join(import.meta.dirname, "../target/debug/cubiform");
const port = process.env.CUBIFORM_PORT ?? "2027";
const tables = join(import.meta.dirname, "../target/tmp/tables");
const address = `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: "tests",
  // Tests of the static site and of the package have another configuration.
  testIgnore: ["site.spec.ts", "package.spec.ts"],
  outputDir: process.env.CUBIFORM_TEST_OUTPUT ?? "test-results",
  timeout: 60_000,
  // Both cores may be busy with a search.
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  reporter: [["list"], ["./tests/flaky_reporter.ts"]],
  // Tests of a worker share a context, which is cleared in between: starting one takes as long as many a test.
  use: { baseURL: address, video: "off", trace: "off", screenshot: "only-on-failure", reuseContext: true },
  projects: [
    {
      name: "chromium",
      use: {
        browserName: "chromium",
        launchOptions: {
          executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
          args: [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
          ],
        },
      },
    },
  ],
  webServer: {
    command: `"${program}" serve --listen 127.0.0.1:${port} --tables "${tables}" --profile small --threads 2 --allow-optimal`,
    url: `${address}/readyz`,
    // The first start builds the small tables.
    timeout: 240_000,
    reuseExistingServer: false,
    stderr: "pipe",
  },
});
