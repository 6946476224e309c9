// The npm package in pages that use it as its README says, without a bundler: its examples, its element, and a page of
// another origin. The package's folder is served by this test.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { expect, test, type Page } from "@playwright/test";

const PACKAGE = join(import.meta.dirname, "../../js");
const README = readFileSync(join(PACKAGE, "README.md"), "utf8");
const SCRAMBLE = "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'";
const LENGTHS = { yellow: 7, white: 7, orange: 6, red: 8, green: 7, blue: 5 };
const TYPES: Record<string, string> = { ".js": "text/javascript", ".wasm": "application/wasm" };

/** Returns the code blocks of the README in a language. */
const blocks = (language: string): string[] => [...README.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, code]) => code!);

/** A host of files: the package below /dist/, and pages. */
class Host {
  private readonly server: Server;
  readonly pages = new Map<string, string>();
  readonly served: string[] = [];
  policy = "";

  constructor() {
    this.server = createServer((request, response) => this.answer(request, response));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? "/").split("?")[0]!;
    this.served.push(path);
    response.setHeader("access-control-allow-origin", "*");
    if (this.policy !== "") response.setHeader("content-security-policy", this.policy);
    const page = this.pages.get(path);
    const file = join(PACKAGE, path);
    if (page !== undefined) response.setHeader("content-type", "text/html; charset=utf-8").end(page);
    else if (!/^\/dist\/[\w.-]+$/.test(path) || !existsSync(file)) response.writeHead(404).end();
    else response.setHeader("content-type", TYPES[extname(path)] ?? "text/plain").end(readFileSync(file));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Adds a page with this body, in which `cubiform` names the package at an address. */
  add(body: string, base = "."): string {
    const { exports } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as { exports: Record<string, { default?: string }> };
    const names = Object.entries(exports).flatMap(([name, { default: path }]) => (path === undefined ? [] : [[name.replace(/^\./, "cubiform"), path.replace(/^\./, base)]]));
    const map = JSON.stringify({ imports: Object.fromEntries(names) as object });
    this.pages.set("/page", `<!doctype html><title>A page</title><link rel="icon" href="data:," /><script type="importmap">${map}</script>${body}`);
    return `${this.address}/page`;
  }
}

let host: Host;
let other: Host;

test.beforeEach(async () => {
  [host, other] = [new Host(), new Host()];
  await Promise.all([host.start(), other.start()]);
});

test.afterEach(() => [host, other].forEach((one) => one.stop()));

/** Opens a page with a script that ends, and returns what it has written to the console. */
async function run(page: Page, code: string, base?: string): Promise<string[]> {
  const lines: string[] = [];
  const end = "the script has ended";
  const ended = new Promise<void>((resolve, reject) => {
    page.on("pageerror", reject);
    page.on("console", (message) => {
      if (message.type() === "error") reject(new Error(message.text()));
      else if (message.text() === end) resolve();
      else lines.push(message.text());
    });
  });
  await page.goto(host.add(`<script type="module">${code}\nconsole.log(${JSON.stringify(end)});</script>`, base));
  await ended;
  return lines;
}

const ANALYZE = `
  import { client, analyze } from "cubiform";
  client({ tables: "none" });
  const { stages } = await analyze(${JSON.stringify(SCRAMBLE)}, { stages: "cross,xcross" });
  console.log(JSON.stringify(stages.xcross));`;

/** Checks what a page with this script has written. */
const expectLengths = ([line]: string[]) => expect(JSON.parse(line!)).toEqual(LENGTHS);

blocks("js").forEach((code, index) => {
  test(`example ${index + 1} of the README runs`, async ({ page }) => {
    const isBuilt = existsSync(join(PACKAGE, "dist/cubiform-solve.wasm"));
    test.skip(code.includes("cubiform/solve") && !isBuilt, "the small module is not built; `cargo xtask npm` builds it");
    const lines = await run(page, code);
    if (index === 0) expect(lines).toEqual(["2 2"]);
  });
});

test("the README has examples for pages", () => expect([blocks("js").length, blocks("html").length]).toEqual([4, 1]));

test.describe("the hint", () => {
  const content = (page: Page) => page.locator("cubiform-hint").getByRole("status");
  const show = (page: Page, scramble: string) => page.locator("cubiform-hint").evaluate((hint, scramble) => hint.setAttribute("scramble", scramble), scramble);

  test("shows lengths, colours and rarity, follows its attribute, and shows no solution", async ({ page }) => {
    await page.goto(host.add(blocks("html").join("")));
    const items = content(page).getByRole("listitem");
    await expect(items).toHaveText(["Cross 2 > 99 % of all scrambles need more", "XCross 2 > 99 % of all scrambles need more"]);
    await expect(items.nth(0).getByRole("img")).toHaveCount(4);
    await show(page, SCRAMBLE);
    await expect(items).toHaveText(["Cross 5 15 % of all scrambles need more", "XCross 5 93 % of all scrambles need more"]);
    const names = (item: number) => items.nth(item).getByRole("img").evaluateAll((images) => images.map((image) => image.getAttribute("aria-label")));
    expect([await names(0), await names(1)]).toEqual([["green", "blue"], ["blue"]]);
    // Nearly all scrambles have a cross of six moves. The page counts those that need more, too.
    await show(page, "F' L2 D' B L U' R' F' D' F2 R2 F L2 B U2 F U2 R2 B2 R2 F2");
    await expect(items).toHaveText([/^Cross 6 0\.\d+ % of all scrambles need more$/, /^XCross 7 [23]\.\d % of all scrambles need more$/]);
    await expect(content(page)).not.toContainText(/[UDLRFB]['2 ]/);
    await show(page, "R Q");
    await expect(content(page)).toHaveText("This scramble cannot be read: “Q” is not a move.");
    await expect(content(page)).not.toContainText(/line|column/);
    await show(page, "");
    await expect(content(page)).toBeEmpty();
  });

  test("speaks the language of its attribute, or of the page around it", async ({ page }) => {
    await page.goto(host.add(`${blocks("html").join("")}`));
    const items = content(page).getByRole("listitem");
    await expect(items).toHaveCount(2);
    await page.locator("cubiform-hint").evaluate((hint) => hint.setAttribute("lang", "zh-Hans"));
    await expect(items).toHaveText(["十字 2 > 99 % 的打乱需要更多步", "XCross 2 > 99 % 的打乱需要更多步"]);
    expect(await items.nth(1).getByRole("img").first().getAttribute("aria-label")).toMatch(/^[白黄橙红绿蓝]$/);
    await show(page, "R Q");
    await expect(content(page)).toHaveText("无法读取这个打乱：“Q”不是转动。");
    await page.locator("cubiform-hint").evaluate((hint) => hint.setAttribute("lang", "en"));
    await expect(content(page)).toHaveText("This scramble cannot be read: “Q” is not a move.");
    await page.locator("cubiform-hint").evaluate((hint) => {
      document.documentElement.lang = "zh";
      hint.removeAttribute("lang");
    });
    await expect(content(page)).toHaveText("无法读取这个打乱：“Q”不是转动。");
  });

  test("is styled by its parts", async ({ page }) => {
    await page.goto(host.add(`<style>cubiform-hint::part(length) { color: rgb(1, 2, 3); } cubiform-hint::part(share) { display: none; }</style>${blocks("html").join("")}`));
    const items = content(page).getByRole("listitem");
    await expect(items.first().locator("b")).toHaveCSS("color", "rgb(1, 2, 3)");
    await expect(items.first().locator("small")).toBeHidden();
    const parts = await page.locator("cubiform-hint").evaluate((hint) => [...new Set([...hint.shadowRoot!.querySelectorAll("[part]")].map((part) => part.getAttribute("part")))]);
    expect(parts.sort()).toEqual(["color", "item", "length", "list", "share", "stage"]);
  });

  test("that is moved to another place of the page keeps its answer", async ({ page }) => {
    await page.goto(host.add(`${blocks("html").join("")}<main></main>`));
    await page.locator("cubiform-hint").evaluate((hint) => document.querySelector("main")!.append(hint));
    await expect(content(page).getByRole("listitem")).toHaveCount(2);
  });
});

test("a page uses the package from another origin", async ({ page }) => {
  expectLengths(await run(page, ANALYZE, other.address));
  expect(host.served).toEqual(["/page"]);
  expect(other.served).toContain("/dist/worker.js");
});

test("a page with a content security policy needs what the README says", async ({ page }) => {
  host.policy = "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self' blob:; img-src data:";
  expectLengths(await run(page, ANALYZE));
});

test("a policy that forbids the addresses of cancellations ends no search, and a search can be ended", async ({ page }) => {
  host.policy = `default-src 'none'; script-src ${other.address} 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob: ${other.address}; connect-src ${other.address}; img-src data:`;
  const code = `
    import { client, analyze } from "cubiform";
    client({ tables: "none" });
    const { stages } = await analyze(${JSON.stringify(SCRAMBLE)}, { colors: "W" });
    console.log(Object.keys(stages).length);
    const control = new AbortController();
    setTimeout(() => control.abort(), 100);
    await analyze(${JSON.stringify(SCRAMBLE)}, { signal: control.signal }).catch(({ name }) => console.log(name));
    console.log(JSON.stringify((await analyze("R U F", { stages: "cross" })).stages.cross));`;
  const lines: string[] = [];
  page.on("console", (message) => message.type() === "log" && lines.push(message.text()));
  await page.goto(host.add(`<script type="module">${code}</script>`, other.address));
  await expect.poll(() => lines.length, { timeout: 60_000 }).toBe(3);
  expect(lines.slice(0, 2)).toEqual(["5", "AbortError"]);
  expect(JSON.parse(lines[2]!)).toMatchObject({ white: 2, red: 3 });
});
