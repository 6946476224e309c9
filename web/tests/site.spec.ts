// What only the static site promises: answers without a network, tables that survive whatever happens, a page that never
// stalls.
import { expect, test, type BrowserContext, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, watch } from "./shared";

const SCRAMBLE = "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'";
const ADDRESS = `./#analyze?scramble=${encodeURIComponent(SCRAMBLE)}`;
const XCROSS = [7, 7, 6, 8, 7, 5, 5];

const lengths = (page: Page) => page.locator(".lengths .length");
/** The foot of the site; the page has one of its own. */
const foot = (page: Page) => page.locator("#site");

/** Waits for the lengths of all stages, and checks those of one. */
async function expectAnswer(page: Page): Promise<void> {
  await expect(lengths(page)).toHaveCount(35);
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "xcross", exact: true }) });
  await expect(row.locator(".length")).toHaveText(XCROSS.map((length) => new RegExp(`^${length}★?$`)));
}

/** Chooses the tables of a context without a visit. */
const useTables = (context: BrowserContext, set: string) => context.addInitScript((set) => localStorage.setItem("tables", set), set);

/** Returns the names and hashes of the stored tables. */
const storedTables = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const found: Record<string, string> = {};
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("cubiform-tables-1");
    for await (const [name, handle] of folder as unknown as AsyncIterable<[string, FileSystemFileHandle]>) {
      const digest = await crypto.subtle.digest("SHA-256", await (await handle.getFile()).arrayBuffer());
      found[name] = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
    return found;
  });

/** Runs a script in each worker before its own. */
async function prepareWorkers(page: Page, script: string): Promise<void> {
  await page.addInitScript((script) => {
    const first = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    window.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        const text = [first, new URL(address, document.baseURI).href].map((one) => `import ${JSON.stringify(one)};`).join("\n");
        super(URL.createObjectURL(new Blob([text], { type: "text/javascript" })), options);
      }
    };
  }, script);
}

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("after the first visit the page, its screens and its answers are there", async ({ page, context }) => {
    const problems = watch(page);
    await page.goto(ADDRESS);
    await expectAnswer(page);
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      if (active?.state !== "activated") await new Promise((resolve) => active?.addEventListener("statechange", resolve, { once: true }));
    });
    await page.close();
    await context.setOffline(true);
    const later = await context.newPage();
    // Another address under which servers hand out the page.
    await later.goto("./");
    await expect(lengths(later)).toHaveCount(35);
    for (const name of ["Review", "Train", "Session", "Cases", "Solve"]) {
      await later.getByRole("navigation").getByRole("link", { name }).click();
      await expect(later.getByRole("heading", { level: 1 })).toBeVisible();
    }
    await later.getByRole("combobox", { name: "Language" }).selectOption("zh");
    await expect(later.getByRole("link", { name: "复盘" })).toBeVisible();
    await later.goto("./index.html");
    await expect(lengths(later)).toHaveCount(35);
    expect(problems).toEqual([]);
  });

  test("the site can be installed", async ({ page }) => {
    await page.goto("./");
    const session = await page.context().newCDPSession(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const { errors, url } = await session.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    expect(url).toMatch(/\/site\/manifest\.webmanifest$/);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // Contexts of tests are private windows.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((error) => error !== "in-incognito")).toEqual([]);
  });
});

test("a scramble and its crosses come before the engine is loaded", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/cubiform-(?!solve)[^/]*\.wasm$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("./");
  await expect(lengths(page)).toHaveCount(7);
  await expect(page.getByRole("textbox", { name: "Scramble, facelets, Reid, or a link" })).not.toHaveValue("");
  await expect(page.locator("#loading")).toContainText("Loading the engine: 0 %.");
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
  await expect(page.locator("#loading")).toContainText("正在加载计算引擎");
  release();
  await expect(lengths(page)).toHaveCount(35);
  await expect(page.locator("#loading")).toBeEmpty();
});

test("all files come from the folder of the site", async ({ page }) => {
  const outside: string[] = [];
  page.on("request", (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (protocol.startsWith("http") && !pathname.startsWith("/site/")) outside.push(request.url());
  });
  await page.goto(ADDRESS);
  await expectAnswer(page);
  await page.goto("./#solve?scramble=R+U+F&method=cfop");
  await expect(page.locator(".solve-moves").first()).toBeVisible();
  expect(outside).toEqual([]);
});

test("optimal solutions and the 4x4x4 are not offered, and the page says why", async ({ page }) => {
  await page.goto("./#solve?scramble=R+U+F&method=optimal");
  await expect(page.getByLabel("Method").locator("option:enabled")).toHaveCount(4);
  await expect(page.getByLabel("Puzzle").locator("option:enabled")).toHaveCount(2);
  await expect(page.getByText("Optimal solutions and the 4x4x4 need tables that are too large for a browser.")).toBeVisible();
  await expect(page.locator(".solve-moves").first()).toHaveText("F' U' R'");
});

test.describe("tables", () => {
  test("tell of themselves, and are a choice, in both languages", async ({ page, context }) => {
    await useTables(context, "");
    await page.goto(ADDRESS);
    await expectAnswer(page);
    await expect(foot(page)).toContainText("Tables in use: cross, cross-slot, cross-three-edges.");
    await expect(foot(page)).toContainText(/Memory: \d+ MB\./);
    await expect(foot(page).getByRole("button", { name: "Make larger tables" })).toBeVisible();
    await expectAccessible(page);
    for (const width of [360, 3840]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
    await expect(foot(page).getByRole("button", { name: "生成更大的剪枝表" })).toBeVisible();
    await foot(page).getByRole("button", { name: "只用小剪枝表" }).click();
    await expect(foot(page).getByRole("button")).toHaveCount(0);
    await expect(foot(page).getByRole("combobox", { name: "剪枝表" })).toHaveValue("small");
  });

  test("the large ones are made beside answers @slow", async ({ page, context }) => {
    test.setTimeout(600_000);
    await useTables(context, "large");
    await page.goto(ADDRESS);
    await expectAnswer(page);
    await expect(foot(page)).toContainText("Making the table block-223…");
    // Answers go on meanwhile.
    await page.getByRole("button", { name: "Random state" }).click();
    await expect(lengths(page)).toHaveCount(35);
    await expect(foot(page)).toContainText(/Tables in use: .*block-223, cross-slot-edges\./, { timeout: 500_000 });
    expect(Object.keys(await storedTables(page)).sort()).toEqual(["block-223", "cross", "cross-slot", "cross-slot-edges"]);
  });

  test("a tab that is closed while a table is made leaves nothing half done", async ({ page, context }) => {
    await useTables(context, "small");
    await page.goto(ADDRESS);
    await expectAnswer(page);
    await expect(foot(page)).toContainText("Making the table cross-three-edges…");
    await page.close();
    const again = await context.newPage();
    await again.goto(ADDRESS);
    expect(Object.keys(await storedTables(again))).not.toContain("cross-three-edges");
    await expectAnswer(again);
    await expect(foot(again)).toContainText("Tables in use: cross, cross-slot, cross-three-edges.");
    expect(Object.keys(await storedTables(again)).sort()).toEqual(["cross", "cross-slot", "cross-three-edges"]);
  });

  test("two tabs make each table once", async ({ page, context }) => {
    await useTables(context, "small");
    const other = await context.newPage();
    await Promise.all([page.goto(ADDRESS), other.goto(ADDRESS)]);
    for (const tab of [page, other]) {
      await expectAnswer(tab);
      await expect(foot(tab)).toContainText("Tables in use: cross, cross-slot, cross-three-edges.");
      await expect(foot(tab)).not.toContainText("not kept");
    }
    expect(Object.keys(await storedTables(page)).sort()).toEqual(["cross", "cross-slot", "cross-three-edges"]);
  });

  test("a damaged file is found and made again", async ({ page }) => {
    await page.goto(ADDRESS);
    await expectAnswer(page);
    const before = await storedTables(page);
    expect(Object.keys(before).sort()).toEqual(["cross", "cross-slot"]);
    await page.evaluate(async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("cubiform-tables-1");
      for (const [name, position, size] of [["cross", 5000, 1000], ["cross-slot", 5_000_000, 1]] as const) {
        const file = await (await folder.getFileHandle(name)).createWritable({ keepExistingData: true });
        await file.write({ type: "write", position, data: new Uint8Array(size).fill(0xa5) });
        await file.close();
      }
    });
    expect(await storedTables(page)).not.toEqual(before);
    await page.reload();
    await expectAnswer(page);
    expect(await storedTables(page)).toEqual(before);
    await expect(foot(page)).not.toContainText("not kept");
  });

  for (const [what, script, reason] of [
    [
      "cannot be had, as in private windows",
      'navigator.storage.getDirectory = () => Promise.reject(new DOMException("no files here", "SecurityError"));',
      "no files here",
    ],
    [
      "is full",
      'FileSystemFileHandle.prototype.createWritable = () => Promise.reject(new DOMException("no space is left", "QuotaExceededError"));',
      "no space is left",
    ],
  ] as const) {
    test(`where the storage ${what}, answers are the same, and the page says that tables are not kept`, async ({ page }) => {
      const problems = watch(page);
      await prepareWorkers(page, script);
      await page.goto(ADDRESS);
      await expectAnswer(page);
      await expect(foot(page)).toContainText(`Tables are not kept for the next visit: ${reason}`);
      expect(problems).toEqual([]);
    });
  }
});

test("the page is never blocked for 50 ms while an analysis runs", async ({ page }) => {
  await page.goto(ADDRESS);
  await expectAnswer(page);
  await page.evaluate(() => {
    const found: number[] = [];
    new PerformanceObserver((list) => found.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
    Object.assign(window, { longTasks: found });
  });
  await page.getByRole("button", { name: "Random state" }).click();
  await expect(lengths(page)).toHaveCount(35);
  expect(await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks)).toEqual([]);
});

test("a search ends within 50 ms of its cancellation", async ({ page }) => {
  // Notes when the worker of each question is free again.
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    const searches: { end: number | null }[] = [];
    Worker.prototype.postMessage = function (message: { id: number; request?: string }, ...rest: unknown[]) {
      if (message.request?.includes('"max_length":15') === true) {
        const search: { end: number | null } = { end: null };
        searches.push(search);
        this.addEventListener("message", ({ data }: MessageEvent<{ id: number; done?: true }>) => {
          if (data.id === message.id && data.done) search.end ??= performance.now();
        });
      }
      return (postMessage as (...all: unknown[]) => void).call(this, message, ...rest);
    };
    Object.assign(window, { searches });
  });
  // The shortest solution has 18 moves, so a search for 15 takes hours.
  await page.goto(`./#solve?${new URLSearchParams({ scramble: "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B", max: "15" })}`);
  const stop = page.getByRole("button", { name: "Stop" });
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    await expect.poll(() => page.evaluate(() => (window as unknown as { searches: unknown[] }).searches.length)).toBe(round + 1);
    await expect(stop).toBeVisible();
    // Its tables are made, and it searches.
    await page.waitForTimeout(round === 0 ? 5000 : 500);
    const time = await stop.evaluate(async (button) => {
      const search = (window as unknown as { searches: { end: number | null }[] }).searches.at(-1)!;
      if (search.end !== null) throw new Error("the search is over");
      const start = performance.now();
      (button as HTMLButtonElement).click();
      while (search.end === null) await new Promise((resolve) => setTimeout(resolve, 1));
      return search.end - start;
    });
    times.push(Math.round(time));
    await page.getByRole("button", { name: "Search again" }).click();
  }
  test.info().annotations.push({ type: "milliseconds", description: times.join(", ") });
  // The median: another process may have the core for longer.
  expect(times.sort((one, other) => one - other)[2]).toBeLessThan(50);
});

test("work that is given up leaves no failed request in the console", async ({ page }) => {
  const failed: string[] = [];
  page.context().on("requestfailed", (request) => failed.push(request.url()));
  // The first analysis makes tables; then states whose later stages take longer than the visit.
  await page.goto(ADDRESS);
  for (const name of ["Review", "Analyze", "Fewest moves", "Analyze"]) {
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).first().click();
    await page.waitForTimeout(400);
  }
  for (const turn of ["R", "U", "F"]) {
    await page.goto(`./#analyze?scramble=${encodeURIComponent(`${SCRAMBLE} ${turn}`)}`);
    await page.waitForTimeout(150);
  }
  await page.goto(ADDRESS);
  await expectAnswer(page);
  expect(failed).toEqual([]);
});

test("a session that takes minutes offers larger tables, and goes on with them", async ({ page }) => {
  test.setTimeout(400_000);
  await page.goto("./#session");
  const box = page.getByRole("textbox", { name: "Scrambles, or the content of an export" });
  const lines = Array.from({ length: 400 }, (_, index) => `${SCRAMBLE} ${["R", "U", "F", "L", "D", "B"].map((face, place) => `${face}${["", "2", "'"][Math.floor(index / 3 ** place) % 3]}`).join(" ")}`);
  await box.fill(lines.join("\n"));
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
  const source = page.getByRole("region", { name: "Scrambles, or the content of an export" });
  await source.getByRole("button", { name: "Make larger tables" }).click({ timeout: 120_000 });
  const done = async () => Number(/later stages: (\d+) of 400/.exec(await source.innerText())?.[1] ?? "0");
  const before = await done();
  await expect(source.getByText("Larger tables are being made; then the analysis goes on with them.")).toBeVisible();
  await expect(foot(page)).toContainText("block-223", { timeout: 200_000 });
  await expect(source.getByText("Larger tables are being made; then the analysis goes on with them.")).toHaveCount(0);
  await expect.poll(done, { timeout: 60_000 }).toBeGreaterThan(before);
  expect(await page.evaluate(() => localStorage.getItem("tables"))).toBe("medium");
  // The next visit goes on where this one was.
  const reached = await done();
  await expect(source.getByText("What is found is kept")).toBeVisible();
  await page.waitForTimeout(2500);
  await page.reload();
  await expect.poll(done, { timeout: 60_000 }).toBeGreaterThanOrEqual(reached);
});
