// The screen Session against a real server. The figures of the fixture were computed in Python from the command's lengths.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Locator, type Page } from "@playwright/test";
import { answerOf, expectAccessible, expectCopied, expectNoSidewaysScroll, isSite, needsServer, slow, watch } from "./shared";

const FIXTURES = join(import.meta.dirname, "../../crates/cli/fixtures");
const read = (name: string) => readFileSync(join(FIXTURES, name), "utf8");
const SHORT = "./#session?stages=two";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });
test.beforeEach(() => test.setTimeout(240_000));

const box = (page: Page) => page.getByRole("textbox", { name: "Scrambles, or the content of an export" });
const panel = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
const distribution = (page: Page) => panel(page, "How hard the scrambles were");
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole("button", { name });

async function expectDone(page: Page, scrambles: number): Promise<void> {
  await expect(page.getByText(`Done. ${scrambles} scrambles.`)).toBeVisible(slow());
}

/** Chooses a file as a user does. */
async function choose(page: Page, ...files: string[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await button(page, "Choose a file…").click();
  await (await chooser).setFiles(files.map((file) => join(FIXTURES, file)));
}

async function analyzeText(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  // Beside it stands "Analyze again" while the session of the visit before is read.
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
}

for (const file of ["cstimer-20.json", "cstimer-20.csv", "cstimer-20.txt"]) {
  test(`a chosen file of csTimer is read: ${file}`, async ({ page }) => {
    const problems = watch(page);
    await page.goto(SHORT);
    await choose(page, file);
    await expectDone(page, 20);
    await expect(page.getByText(`Session: ${file}`)).toBeVisible();
    await expect(distribution(page).getByText("The cross (white alone) needs 5.60 ± 0.22 moves on average.")).toBeVisible();
    await expect(distribution(page)).toContainText("Over all states it needs 5.812. Your scrambles were easier by 0.21 moves, which is 1.1 standard errors. That is within chance.");
    await expect(panel(page, "Times against difficulty")).toContainText(
      "Each further move of the cross (white alone) made you faster by 2.22 ± 7.04 s (19 solves, R² = 0.01). With these solves, that cannot be told from no effect. 1 DNF is left out. 1 time has +2, counted.",
    );
    expect(problems).toEqual([]);
  });
}

for (const [file, count] of [["wca-scrambles-20.csv", 20], ["WCA_export_scrambles.tsv", 10]] as const) {
  test(`scrambles without times are read: ${file}`, async ({ page }) => {
    await page.goto(SHORT);
    await choose(page, file);
    await expectDone(page, count);
    await expect(panel(page, "Times against difficulty")).toContainText("These scrambles have no times.");
  });
}

test("a file that is dropped on the page is read", async ({ page }) => {
  await page.goto(SHORT);
  await expect(box(page)).toBeVisible();
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "mine.txt"));
    return transfer;
  }, read("cstimer-20.txt"));
  await page.dispatchEvent("body", "dragover", { dataTransfer: data });
  await expect(page.getByText("Drop it here to analyze it")).toBeVisible();
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await expect(page.getByText("Session: mine.txt")).toBeVisible();
  await expectDone(page, 20);
});

test("of several dropped files the first is read, and the page says so", async ({ page }) => {
  await page.goto(SHORT);
  await expect(box(page)).toBeVisible();
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["R U F"], "one.txt"));
    transfer.items.add(new File(["R U"], "two.txt"));
    return transfer;
  });
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await expect(page.getByText("One file at a time: took one.txt.")).toBeVisible();
});

test("pasted text is analysed at once, and is no part of the address", async ({ page }) => {
  await page.goto(SHORT);
  await page.evaluate((text) => navigator.clipboard.writeText(text), "R U F\nF2 L D");
  await box(page).focus();
  await page.keyboard.press("Control+V");
  await expectDone(page, 2);
  await expect(page.getByText("Session: Pasted text")).toBeVisible();
  await expect(page.getByText(isSite() ? "What you give stays in this browser." : /goes to the server of this page \(127\.0\.0\.1:\d+\) and nowhere else/)).toBeVisible();
  expect(page.url()).toMatch(/#session\?stages=two$/);
});

test("lines that cannot be read are listed with their place and reason", async ({ page }) => {
  await page.goto(SHORT);
  await analyzeText(page, "R U F\nR Q\nF2 L");
  await expect(page.getByText("Done. 2 scrambles. 1 line could not be read.")).toBeVisible(slow());
  const row = panel(page, "Lines that could not be read").getByRole("row").nth(1);
  await expect(row.getByRole("cell")).toHaveText(["2", "3", /'Q' is not a move/]);
});

test("a file that the server refuses is a problem, in its words", async ({ page }) => {
  await page.goto(SHORT);
  // The server closes the connection soon after its reason, which a page that draws the example may miss.
  await expectDone(page, 100);
  await choose(page, "WCA_export.tsv.zip");
  await expect(page.getByRole("alert")).toContainText("this is a zip file");
  await expect(button(page, "Analyze again")).toBeVisible();
});

test("an unknown goal in the address is a problem", async ({ page }) => {
  await page.goto("./#session?goal=crss");
  await analyzeText(page, "R U F");
  await expect(page.getByRole("alert")).toContainText("unknown goal term 'crss'");
});

test("the exact distribution is drawn for one, two and six colours", async ({ page }) => {
  await page.goto(SHORT);
  await choose(page, "cstimer-20.json");
  await expect(distribution(page)).toContainText("Over all states it needs 5.812.");
  await expect(distribution(page).locator("figcaption")).toContainText("All states, exactly");
  await button(page, "white or yellow").click();
  await expect(distribution(page)).toContainText("The cross (white or yellow) needs 5.00 ± 0.19 moves on average.");
  await expect(distribution(page)).toContainText("Over all states it needs 5.387.");
  await expect(distribution(page)).toContainText("Chance alone goes this far in fewer than 1 of 20 sessions.");
  await button(page, "any of six").click();
  await expect(distribution(page)).toContainText("The cross (any of six) needs 4.60 ± 0.15 moves on average.");
  await expect(distribution(page)).toContainText("Over all states it needs 4.809.");
  await expect(page).toHaveURL(/set=six/);
  // The shares as a table: of all states, 51.16 % have a white cross of six moves.
  await button(page, "white alone").click();
  await distribution(page).getByText("As a table").click();
  const row = distribution(page).getByRole("row").filter({ has: page.getByRole("rowheader", { name: "6", exact: true }) });
  await expect(row.getByRole("cell")).toHaveText(["35.00 %", "51.16 %"]);
});

test("where a stage has no exact distribution, a large sample of random states stands in", async ({ page }) => {
  // Of the later stages xxcross alone, which is shown: the others take a server without optimisations a minute.
  await page.route(/\/v1\/analyze\?.*stages=xxcross/, (route) => route.continue({ url: route.request().url().replace(/stages=[^&]*/, "stages=xxcross") }));
  await page.goto("./#session");
  await choose(page, "cstimer-20.json");
  await expectDone(page, 20);
  await button(page, /^xcross$/).click();
  await expect(distribution(page)).toContainText("Over all states it needs 7.355. Your scrambles were easier by 0.20 moves");
  await button(page, /^xxcross$/).click();
  await expect(distribution(page)).toContainText(/Random states need 9\.\d{3} ± 0\.00\d\. Your scrambles were easier by 0\.\d\d moves/);
  await expect(distribution(page).locator("figcaption")).toContainText("129,516 random states");
  await button(page, "white or yellow").click();
  await expect(distribution(page)).toContainText(/Random states need 8\.\d{3} ± 0\.00\d/);
});

test("a refused count is told, and can be tried again", async ({ page }) => {
  needsServer("no answer comes over a network");
  await page.route("**/v1/distribution?*", (route) =>
    route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify({ type: "/problems/busy", title: "Busy", status: 503, detail: "no place in the queue" }) }),
  );
  // An own expression, for which the page has no distribution of its own.
  await page.goto("./#session?goal=cross");
  await choose(page, "cstimer-20.json");
  await expect(distribution(page)).toContainText("not known for this choice. no place in the queue");
  await page.unroute("**/v1/distribution?*");
  await button(page, "Try again").click();
  await expect(distribution(page)).toContainText("Over all states it needs 5.812.");
});

test("scrambles of equal lengths are compared with all states, too", async ({ page }) => {
  await page.goto(SHORT);
  await analyzeText(page, Array.from({ length: 9 }, () => "R F").join("\n"));
  await expectDone(page, 9);
  await expect(distribution(page)).toContainText("needs 2.00 ± 0.00 moves on average. Over all states it needs 5.812. Your scrambles were easier by 3.81 moves");
  await expect(distribution(page)).toContainText("Chance alone goes this far in fewer than 1 of 300 sessions.");
});

test("what colour neutrality would have saved, stage by stage", async ({ page }) => {
  await page.goto(SHORT);
  await choose(page, "cstimer-20.json");
  await expectDone(page, 20);
  const saved = panel(page, "What more colours would have saved");
  await expect(saved).toContainText(
    "For the cross, taking the better of white and yellow each time would have saved you 0.60 ± 0.17 moves a solve; the best of all six colours 1.00 ± 0.26.",
  );
  const row = saved.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "cross", exact: true }) });
  await expect(row.getByRole("cell")).toHaveText(["5.60 ± 0.22", "5.00 ± 0.19", "0.60 ± 0.17", "4.60 ± 0.15", "1.00 ± 0.26"]);
  // 5.812 - 5.387 and 5.812 - 4.809.
  await expect(saved).toContainText("Over all states: 0.425 and 1.003.");
});

test("another stage and another colour", async ({ page }) => {
  await page.goto(SHORT);
  await choose(page, "cstimer-20.json");
  await expectDone(page, 20);
  await button(page, "xcross").click();
  await expect(distribution(page)).toContainText("The xcross (white alone) needs 7.15 ± 0.20 moves on average.");
  await page.getByRole("group", { name: "Your colour" }).getByRole("button", { name: "green" }).click();
  await expect(distribution(page)).toContainText("The xcross (green alone)");
  await expect(button(page, "green or blue")).toBeVisible();
  await expect(page).toHaveURL(/stage=xcross/);
  await expect(page).toHaveURL(/color=G/);
});

test("a bar tells its numbers and lists its scrambles, which lead to Analyze", async ({ page }) => {
  await page.goto(SHORT);
  await choose(page, "cstimer-20.json");
  await expectDone(page, 20);
  const bar = button(distribution(page), /^4 moves: 3 scrambles, 15 %/);
  await expect(bar).toHaveAccessibleName(/of all states 5\.2 %/);
  await bar.hover();
  await expect(distribution(page).getByText(/^4 moves: 3 scrambles, 15 % \(5\.2 % – 36 %\); of all states 5\.2 %$/)).toBeVisible();
  await bar.focus();
  await page.keyboard.press("Enter");
  await expect(bar).toHaveAttribute("aria-pressed", "true");
  const list = panel(page, "4 moves (cross, white alone): 3 scrambles");
  await expect(list.getByRole("listitem")).toHaveText([/1-4.*42\.93/, /1-8.*1:28\.19/, /1-19.*41\.20/]);
  // The same bar again puts the list away.
  await bar.click();
  await expect(list).toBeHidden();
  await bar.click();
  const scramble = "L2 D L B L B2 L D2 B L' U2 L B2 U2 R D2 R B2 F2 L' D2";
  await list.getByRole("link", { name: scramble }).click();
  await expect(page).toHaveURL(new RegExp(`#analyze\\?${new URLSearchParams({ scramble }).toString().replaceAll("+", "\\+")}`));
  // The session is still there.
  await page.goBack();
  await expect(distribution(page)).toContainText("5.60 ± 0.22");
});

test("a column of the times tells its mean and picks the same scrambles", async ({ page }) => {
  await page.goto(SHORT);
  await choose(page, "cstimer-20.json");
  await expectDone(page, 20);
  const times = panel(page, "Times against difficulty");
  // 42.93, 88.19 and 41.20 s.
  const column = button(times, "4 moves: 57.44 ± 15.38 s on average, 3 solves");
  await column.click();
  await expect(panel(page, "4 moves (cross, white alone): 3 scrambles")).toBeVisible();
  await times.getByText("As a table").click();
  const row = times.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "4", exact: true }) });
  await expect(row.getByRole("cell")).toHaveText(["3", "57.44 ± 15.38"]);
});

test("the hardest and easiest scrambles, with their times", async ({ page }) => {
  await page.goto(SHORT);
  await choose(page, "cstimer-20.json");
  await expectDone(page, 20);
  const hardest = page.getByRole("list", { name: "Hardest scrambles" }).getByRole("listitem");
  await expect(hardest).toHaveText([/7 moves.*1-5.*DNF/, /7 moves.*1-7/, /7 moves.*1-9/, /7 moves.*1-10/, /6 moves.*1-2.*20\.31/]);
  const easiest = page.getByRole("list", { name: "Easiest scrambles" }).getByRole("listitem");
  await expect(easiest).toHaveText([/4 moves.*1-4/, /4 moves.*1-8/, /4 moves.*1-19/, /5 moves.*1-1/, /5 moves.*1-3.*33\.62\+/]);
  await expect(panel(page, "Easiest scrambles")).toContainText("2 of 6 with 5 moves");
  await easiest.first().getByRole("button", { name: "Copy" }).click();
  await expectCopied(page, "L2 D L B L B2 L D2 B L' U2 L B2 U2 R D2 R B2 F2 L' D2");
});

test("another goal analyses the session again", async ({ page }) => {
  await page.goto(SHORT);
  await choose(page, "cstimer-20.json");
  await expectDone(page, 20);
  // An expression needs no table of its own, which a server may lack.
  await page.getByRole("combobox", { name: "Goal" }).selectOption("Own goal…");
  await expect(distribution(page)).toContainText("The cross + FR (white alone) needs", slow());
  await expect(page).toHaveURL(/goal=cross\+%2B\+FR/);
  await page.getByRole("combobox", { name: "Goal" }).selectOption("CFOP");
  await expect(distribution(page)).toContainText("The cross (white alone) needs 5.60 ± 0.22 moves on average.", slow());
});

test("all stages instead of the first two", async ({ page }) => {
  await page.goto(SHORT);
  await analyzeText(page, "R U F\nF2 L D");
  await expectDone(page, 2);
  await expect(button(page, "f2l")).toBeHidden();
  await page.getByRole("combobox", { name: "Stages to analyze" }).selectOption("All stages");
  await button(page, "f2l").click(slow());
  await expect(distribution(page)).toContainText("The f2l (white alone) needs 3.00 ± 0.00 moves on average.");
});

test("sessions of a file are a choice", async ({ page }) => {
  const file = JSON.parse(read("cstimer-20.json")) as Record<string, unknown> & { session1: unknown[] };
  const both = { session1: file.session1.slice(0, 12), session2: file.session1.slice(12) };
  await page.goto(SHORT);
  await analyzeText(page, JSON.stringify(both));
  await expectDone(page, 20);
  const choice = page.getByRole("combobox", { name: "Solves" });
  await expect(choice.getByRole("option")).toHaveText(["All (20)", "1 (12)", "2 (8)"]);
  await choice.selectOption("2 (8)");
  // 6, 6, 5, 5, 5, 5, 4, 6 moves.
  await expect(distribution(page)).toContainText("The cross (white alone) needs 5.25 ± 0.25 moves on average.");
  await expect(page).toHaveURL(/part=2/);
});

test("an analysis can be cancelled, and what is found stays", async ({ page }) => {
  const { body } = await answerOf(page, "scramble", { count: 500, seed: 1 });
  const scrambles = (body as { scramble: string }[]).map(({ scramble }) => scramble);
  const buffer = Buffer.from(Array.from({ length: 40 }, () => scrambles).flat().join("\n"));
  await page.goto("./#session");
  const chooser = page.waitForEvent("filechooser");
  await button(page, "Choose a file…").click();
  await (await chooser).setFiles({ name: "long.txt", mimeType: "text/plain", buffer });
  // In either pass, however fast the first one is.
  await expect(page.getByText(/\d+ scrambles? · \d+ a second/)).toBeVisible(slow());
  await button(page, "Cancel").click();
  await expect(page.getByText(/^Cancelled\. What was analyzed stays\. \d+ scrambles?\.$/)).toBeVisible();
  await expect(distribution(page)).toContainText("The cross (white alone) needs");
  await expect(button(page, "Cancel")).toBeHidden();
  await expect(button(page, /Analyze again|Go on/)).toBeVisible();
});

test("the rows are kept as CSV and JSON, and a summary as text", async ({ page }) => {
  await page.goto(SHORT);
  await choose(page, "cstimer-20.json");
  await expectDone(page, 20);
  const saved = async (name: string) => {
    const download = page.waitForEvent("download");
    await button(page, name).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
  };
  const csv = await saved("Rows as CSV");
  expect(csv.name).toBe("cstimer-20-cubiform.csv");
  const lines = csv.text.trimEnd().split("\n");
  expect(lines).toHaveLength(21);
  expect(lines[0]).toMatch(/^id,session,date,time_ms,penalty,scramble,cross_yellow,cross_white,.*,xcross_blue$/);
  expect(lines[3]).toMatch(/^1-3,main,2023-11-14T22:15:20Z,33620,\+2,U' L2 R F' .*,\d+,5,/);
  const json = await saved("Rows as JSON");
  const rows = JSON.parse(json.text) as { id: string; stages: Record<string, Record<string, number>> }[];
  expect(rows.map((row) => row.stages["cross"]!["white"])).toEqual([5, 6, 5, 4, 7, 6, 7, 4, 7, 7, 6, 6, 6, 6, 5, 5, 5, 5, 4, 6]);
  await button(page, "Copy summary").click();
  await expectCopied(page, /^cstimer-20\.json: 20 scrambles, goal std/);
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain("cross: white alone 5.60 ± 0.22; white or yellow 5.00 ± 0.19 (saved 0.60 ± 0.17); any of six 4.60 ± 0.15 (saved 1.00 ± 0.26)");
  expect(text).toContain("2.22 ± 7.04 s");
});

test("the example says that it is one, and fits every width", async ({ page }) => {
  const problems = watch(page);
  await page.goto(SHORT);
  await button(page, "Use an example").click();
  await expectDone(page, 100);
  await expect(page.getByText("Example data: the scrambles are random states, the times are invented.")).toBeVisible();
  await expect(panel(page, "Times against difficulty")).toContainText("cost you 0.32 ± 0.15 s (98 solves, R² = 0.04). 2 DNFs are left out. 3 times have +2, counted.");
  await button(distribution(page), /^6 moves:/).click();
  for (const width of [360, 800, 1500, 3840]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  expect(problems).toEqual([]);
});

test("the screen is accessible, empty and filled", async ({ page }) => {
  await page.goto(SHORT);
  await expect(box(page)).toBeVisible();
  await expectAccessible(page);
  await analyzeText(page, `${read("cstimer-20.csv").trimEnd()}\n21;9.00;;R Q;2023-11-14 22:13:20;9.00;\n`);
  await expect(page.getByText("Done. 20 scrambles. 1 line could not be read.")).toBeVisible(slow());
  await button(distribution(page), /^5 moves:/).click();
  await expectAccessible(page);
});

test("the screen in Chinese", async ({ page }) => {
  await page.goto(SHORT);
  await page.getByRole("combobox", { name: "Language" }).selectOption("简体中文");
  await page.getByRole("textbox", { name: "打乱，或导出文件的内容" }).fill("R U F\nF2 L D");
  await page.getByRole("button", { name: "分析" }).click();
  await expect(page.getByText("十字（仅白底）的最少步数平均为 2.50 ± 0.50 步。")).toBeVisible(slow());
});

/** An export of csTimer with sessions of the 3x3x3, one-handed and blindfolded, and of the 4x4x4; the second is open. */
const EXPORT = JSON.stringify({
  session1: [[[0, 12340], "R U F2 L D B", "", 1700000000], [[2000, 11340], "F R U2 L D B", "", 1700000100]],
  session2: [[[0, 22340], "R U F2 L D B2", "", 1700000000]],
  session3: [[[0, 52340], "Rw U Fw2 L D B2 Uw2", "", 1700000000]],
  session4: [[[-1, 32340], "R U F2 L D B2", "", 1700000000]],
  properties: {
    session: 2,
    sessionN: 4,
    sessionData: JSON.stringify({
      1: { name: "main", opt: {} },
      2: { name: "OH", opt: { scrType: "333oh" } },
      3: { name: "Big cubes", opt: { scrType: "444wca" } },
      4: { name: "BLD", opt: { scrType: "333ni" } },
    }),
  },
});

test("an export begins with the session that is open in csTimer, and names what is not analyzed", async ({ page }) => {
  await page.goto(SHORT);
  await analyzeText(page, EXPORT);
  await expectDone(page, 4);
  await expect(page.getByText("Not analyzed, since they are not of the 3x3x3: Big cubes (1).")).toBeVisible();
  await expect(page.getByLabel("Solves")).toHaveValue("OH");
  await expect(panel(page, "Hardest scrambles").getByRole("listitem")).toHaveCount(1);
  await page.getByLabel("Solves").selectOption("All (4)");
  await expect(panel(page, "Hardest scrambles").getByRole("listitem")).toHaveCount(4);
  await page.goBack();
  await expect(page.getByLabel("Solves")).toHaveValue("OH");
});

test("the last session is there after a reload, until it is forgotten", async ({ page }) => {
  await page.goto(SHORT);
  await choose(page, "cstimer-20.json");
  await expectDone(page, 20);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await expect(page.getByText("Session: cstimer-20.json")).toBeVisible();
  await expect(distribution(page).getByText("The cross (white alone) needs 5.60 ± 0.22 moves on average.")).toBeVisible();
  expect(asked.filter((path) => path === "/v1/analyze")).toEqual([]);
  await button(page, "Forget this session").click();
  await expect(page.getByText("Session: cstimer-20.json")).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Session: Example")).toBeVisible();
});

/** Holds the last row about the later stages back until the returned function is called. */
async function holdLaterStages(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const { fetch } = window;
    const released = new Promise<void>((resolve) => Object.assign(window, { releaseRows: resolve }));
    window.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).includes("stages=xxcross")) return response;
      let held = "";
      const last = new TransformStream<string, string>({
        // The page draws its progress after 150 ms at the earliest.
        start: () => new Promise((resolve) => setTimeout(resolve, 300)),
        transform: (text, rows) => {
          held += text;
          const end = held.lastIndexOf("\n", held.length - 2) + 1;
          rows.enqueue(held.slice(0, end));
          held = held.slice(end);
        },
        flush: async (rows) => {
          await released;
          rows.enqueue(held);
        },
      });
      return new Response(response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(last).pipeThrough(new TextEncoderStream()), response);
    };
  });
  return () => page.evaluate(() => (window as unknown as { releaseRows: () => void }).releaseRows());
}

test("the first stages of all scrambles come at once; the later ones follow, with their number and the time left", async ({ page }) => {
  needsServer("the site answers without requests");
  const release = await holdLaterStages(page);
  const passes: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/v1/analyze") passes.push(url.searchParams.get("stages") ?? "");
  });
  await page.goto("./#session?stages=two");
  await expect(page.getByText("Session: Example")).toBeVisible();
  await page.goto("./#session");
  passes.length = 0;
  // Cubes whose later stages take no search.
  await analyzeText(page, Array.from({ length: 20 }, () => "R F").join("\n"));
  await expect(page.getByRole("progressbar", { name: "The later stages" })).toHaveAttribute("max", "20", slow());
  await expect(page.getByText(/later stages: \d+ of 20 scrambles · .*left/)).toBeVisible(slow());
  await expect(distribution(page)).toContainText("The cross (white alone) needs 2.00 ± 0.00 moves on average.");
  await release();
  await expectDone(page, 20);
  expect(passes.slice(-2)).toEqual(["cross,xcross", "xxcross,xxxcross,f2l"]);
  await button(page, "f2l").click();
  await expect(distribution(page)).toContainText("The f2l (white alone) needs 2.00 ± 0.00 moves on average.");
});

/**
 * Gives the first answer about the later stages of pasted text in parts: 15 rows, 4 more after the page has kept these, and no end. Returns the
 * numbers of scrambles that the page asks about.
 */
async function holdPastedText(page: Page): Promise<number[]> {
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (input, init) => {
      const isPasted = String(input).includes("stages=xxcross") && String(init?.body).startsWith("R F\n");
      if (!isPasted || sessionStorage.getItem("isHeld") !== null) return fetch(input, init);
      sessionStorage.setItem("isHeld", "1");
      const response = await fetch(input, init);
      const lines = (await response.text()).trimEnd().split("\n").map((line) => `${line}\n`);
      const encoder = new TextEncoder();
      const rows = new ReadableStream<Uint8Array>({
        start: (control) => {
          init?.signal?.addEventListener("abort", () => control.error(init.signal?.reason));
          control.enqueue(encoder.encode(lines.slice(0, 15).join("")));
          setTimeout(() => init?.signal?.aborted !== true && control.enqueue(encoder.encode(lines.slice(15, 19).join(""))), 2500);
        },
      });
      return new Response(rows, response);
    };
  });
  const asked: number[] = [];
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (request.url().includes("stages=xxcross") && /^R F\n|"R F"/.test(body)) asked.push(body.trim().split("\n").length);
  });
  await page.goto("./#session?stages=two");
  await expect(page.getByText("Session: Example")).toBeVisible();
  await page.evaluate(() => sessionStorage.removeItem("isHeld"));
  await page.goto("./#session");
  await analyzeText(page, Array.from({ length: 20 }, () => "R F").join("\n"));
  return asked;
}

test("a session is kept at once: a reload during the later stages shows it again, and finds the rest", async ({ page }) => {
  needsServer("the site answers without requests");
  await holdPastedText(page);
  await expect(page.getByText(/later stages: 1[5-9] of 20/)).toBeVisible();
  await page.reload();
  await expect(page.getByText("Session: Pasted text")).toBeVisible();
  await expectDone(page, 20);
});

test("a reload goes on with what was found", async ({ page }) => {
  needsServer("the site answers without requests");
  const asked = await holdPastedText(page);
  await expect(page.getByText(/later stages: 16 of 20/)).toBeVisible();
  await expect(page.getByText("What is found is kept: after a reload or at your next visit the analysis goes on.")).toBeVisible();
  await page.reload();
  await expectDone(page, 20);
  await expect(page.getByText("Session: Pasted text")).toBeVisible();
  expect(asked).toEqual([20, 4]);
  await button(page, "f2l").click();
  await expect(distribution(page)).toContainText("The f2l (white alone) needs 2.00 ± 0.00 moves on average.");
});

test("an analysis that is cancelled goes on where it was", async ({ page }) => {
  needsServer("the site answers without requests");
  const asked = await holdPastedText(page);
  await expect(page.getByText(/later stages: 16 of 20/)).toBeVisible();
  await button(page, "Cancel").click();
  await button(page, "Go on").click();
  await expectDone(page, 20);
  expect(asked).toEqual([20, expect.any(Number)]);
  expect(asked[1]).toBeLessThan(5);
});

test("on a wide screen the results are first and fill the page, beside the input; on a phone the input is folded away", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(SHORT);
  await expectDone(page, 100);
  const boxOf = async (region: Locator) => (await region.boundingBox())!;
  const [first, times] = [await boxOf(distribution(page)), await boxOf(panel(page, "Times against difficulty"))];
  const input = await boxOf(panel(page, "Scrambles, or the content of an export"));
  expect(first.y).toBeLessThan(300);
  expect(input.x - (times.x + times.width)).toBeLessThan(40);
  expect(input.x + input.width).toBeGreaterThan(1380);
  // The dots are no bars; buttons stand on the line of their scramble's numbers.
  await expect(panel(page, "Times against difficulty")).toContainText("Point at a column of dots for its mean");
  const hardest = panel(page, "Hardest scrambles").getByRole("listitem").first();
  const [copy, moves] = [await boxOf(button(hardest, "Copy")), await boxOf(hardest.getByText("8 moves"))];
  expect(Math.abs(copy.y + copy.height / 2 - moves.y - moves.height / 2)).toBeLessThan(4);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expectDone(page, 100);
  await expect(box(page)).toBeHidden();
  expect((await boxOf(distribution(page))).y).toBeLessThan(844);
  await page.getByText("Your session", { exact: true }).click();
  await expect(box(page)).toBeVisible();
  await expectAccessible(page);
});

test("at a first visit an example is analyzed", async ({ page }) => {
  await page.goto("./#session");
  await expect(page.getByText("Session: Example")).toBeVisible();
  await expect(page.getByText("Example data: the scrambles are random states, the times are invented.")).toBeVisible();
  await expect(distribution(page)).toBeVisible();
  await analyzeText(page, "R U F\nF R U");
  await expect(page.getByText("Session: Pasted text")).toBeVisible();
});

test("in Chinese, sentences end as Chinese ones do", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("language", "zh"));
  await page.goto(SHORT);
  await page.getByRole("textbox", { name: "打乱，或导出文件的内容" }).fill("R U F\nR Q");
  await page.getByRole("button", { name: "分析", exact: true }).click();
  await expect(page.getByText("分析完成。1 个打乱。1 行无法读取。")).toBeVisible();
  await expect(page.getByRole("table").filter({ hasText: "原因" })).toContainText("“Q”不是转动");
  const text = await page.locator("main").innerText();
  expect(text).not.toMatch(/[一-鿿]\.(\s|$)|。 /);
  await expect(page.getByRole("button", { name: "十字", exact: true })).toBeVisible();
});
