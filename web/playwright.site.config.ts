// Tests of the static site (`cargo xtask site`) in Chromium, without a server of cubiform: its folder below another one,
// handed out by Python. The tests of the page run on it, except those that are about a server, and its own tests.
import { defineConfig } from "@playwright/test";
import page from "./playwright.config";

const port = process.env.CUBIFORM_PORT ?? "2028";
const address = `http://127.0.0.1:${port}/site/`;

export default defineConfig({
  ...page,
  // The folder of the project's builds is the parent, so that the site lies under a sub-path.
  webServer: {
    command: `python3 -m http.server ${port} --bind 127.0.0.1 --directory ../target`,
    url: address,
    timeout: 30_000,
    reuseExistingServer: false,
    stderr: "ignore",
  },
  // The pictures are those of the page of a server.
  testIgnore: "screenshots.spec.ts",
  metadata: { isSite: true },
  // Each test makes its tables, on cores that other tests use, too.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    ...page.use,
    reuseContext: false,
    baseURL: address,
    // It would answer for files that tests take away. The tests that are about it allow it.
    serviceWorkers: "block",
    // Each test has a browser without files, so it makes its tables itself: the smallest ones, unless it is about others.
    storageState: {
      cookies: [],
      origins: [{ origin: new URL(address).origin, localStorage: [{ name: "tables", value: "none" }] }],
    },
  },
});
