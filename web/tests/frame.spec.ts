// Tests of the frame around all screens: tabs, language, theme, copying, and failures to load.
import { expect, test, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, needsServer, stopTimers, watch } from "./shared";

const SCREENS = ["Analyze", "Review", "Train", "Session", "Cases", "Solve", "Fewest moves"];

test("each tab opens its screen and asks no other host", async ({ page }) => {
  const problems = watch(page);
  await page.goto("./");
  for (const name of SCREENS) {
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveTitle(`${name} · cubiform`);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name, exact: true }).first()).toHaveAttribute("aria-current", "page");
  }
  await page.goBack();
  await expect(page).toHaveTitle("Solve · cubiform");
  expect(problems).toEqual([]);
});

test("every screen fits on a phone and on a large display", async ({ page }) => {
  for (const name of SCREENS) {
    await page.goto(`./#${name.toLowerCase().split(" ")[0]}`);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    for (const width of [360, 3840]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
  }
});

test("on a phone the header is one row, in which every tab is reached by touch", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("./");
  const header = page.getByRole("banner");
  const tabs = header.getByRole("navigation").getByRole("link");
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const touch = (type: string, points: { x: number; y: number }[]) => session.send("Input.dispatchTouchEvent", { type: type as "touchMove", touchPoints: points });
  const rest = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 80)));
  for (const name of ["Fewest moves", "Session", "Analyze", "Solve"]) {
    const tab = tabs.filter({ hasText: new RegExp(`^${name}$`) });
    const place = async () => (await tab.boundingBox())!;
    // A finger moves the row until the tab is within it.
    for (let swipes = 0; swipes < 6; swipes++) {
      const { x, width } = await place();
      if (x >= 44 && x + width < 370) break;
      const [from, to] = x < 44 ? [100, 300] : [300, 100];
      await touch("touchStart", [{ x: from, y: 28 }]);
      for (let part = 1; part <= 10; part++) await touch("touchMove", [{ x: from + ((to - from) * part) / 10, y: 28 }]);
      await rest();
      await touch("touchEnd", []);
      await rest();
    }
    const { x, y, width, height } = await place();
    await touch("touchStart", [{ x: x + width / 2, y: y + height / 2 }]);
    await rest();
    await touch("touchEnd", []);
    await expect(page).toHaveTitle(`${name} · cubiform`);
    await expect(tab).toHaveAttribute("aria-current", "page");
    await expect(tab).toBeInViewport({ ratio: 1 });
    expect((await header.boundingBox())!.height).toBeLessThan(64);
    await expectNoSidewaysScroll(page);
  }
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  await session.detach();
  // Language and theme stand in the foot.
  await page.getByRole("contentinfo").getByRole("combobox", { name: "Language" }).selectOption("zh");
  await expect(tabs.filter({ hasText: "复盘" })).toBeVisible();
  await expectAccessible(page);
  expect((await header.boundingBox())!.height).toBeLessThan(64);
});

test("the language is Chinese if it is chosen, and stays so", async ({ page }) => {
  await page.goto("./#cases");
  await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
  await expect(page.getByRole("link", { name: "复盘" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await expect(page.getByRole("link", { name: "分组" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "类别" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: "复盘" })).toBeVisible();
  await page.getByRole("combobox", { name: "语言" }).selectOption("en");
  await expect(page.getByRole("link", { name: "Review" })).toBeVisible();
});

test("the theme follows the system until one is chosen", async ({ page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("./");
  const dark = await ground();
  await page.getByRole("combobox", { name: "Theme" }).selectOption("light");
  await expect.poll(ground).not.toBe(dark);
  await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
  await expect.poll(ground).toBe(dark);
});

test("the keyboard reaches the content first", async ({ page }) => {
  await page.goto("./");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("nothing moves for those who ask for less motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`./#analyze?scramble=R+U+F&stage=cross&color=white&play=1`);
  await expect(page.locator(".player[data-ready=true]")).toHaveAttribute("data-still", "true");
});

test("the Chinese page is accessible, too", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("language", "zh"));
  // A state whose lengths are known at once.
  await page.goto("./#analyze?scramble=R+U+F");
  await expect(page.locator(".lengths .length")).toHaveCount(35);
  await expectAccessible(page);
});

/** Scripts and modules of the page, but not the server's answers, nor the workers that answer in its place. */
const CODE = /\/(?!.*\/worker-)(src|assets|node_modules|@fs|[^/]*-cache-?[^/]*)\/.*\.(js|ts|tsx|json)(\?|$)/;

test("a screen that cannot be loaded says so, and is there after a reload", async ({ page }) => {
  await page.goto("./");
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  await page.route(CODE, (route) => route.abort());
  await page.getByRole("link", { name: "Cases" }).click();
  await expect(page.getByRole("alert")).toContainText("This part of the page could not be loaded.");
  await expectAccessible(page);
  await page.unroute(CODE);
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Cases and their algorithms" })).toBeVisible();
});

test("without the Chinese strings the page stays English", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto("./");
  await expect(page.getByRole("link", { name: "Review" })).toBeVisible();
  await page.route(CODE, (route) => route.abort());
  const refused = page.waitForEvent("requestfailed");
  await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
  await refused;
  await expect(page.getByRole("link", { name: "Review" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.unroute(CODE);
  await page.reload();
  await expect(page.getByRole("link", { name: "复盘" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("a player that cannot be loaded says so", async ({ page }) => {
  await page.goto("./#solve?scramble=R+U+F");
  await expect(page.locator(".player[data-ready=true]")).toBeVisible();
  await page.route(CODE, (route) => route.abort());
  // Brackets are written out by a part that is loaded for them.
  await page.getByRole("textbox", { name: /^Scramble, facelets/ }).fill("(R U)2 F");
  await expect(page.getByText("This part of the page could not be loaded.")).toBeVisible();
});

test("the page works where the browser's storage is blocked", async ({ page }) => {
  const problems = watch(page);
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await page.goto("./#train");
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(problems).toEqual([]);
});

test("colours have their letters, with contrast, in both languages", async ({ page }) => {
  await page.goto("./");
  const headers = page.locator(".lengths thead .swatch");
  await expect(headers).toHaveText(["Y", "W", "O", "R", "G", "B"]);
  const contrasts = await headers.evaluateAll((swatches) =>
    swatches.map((swatch) => {
      const luminance = (color: string) =>
        (color.match(/\d+/g) ?? [])
          .map((part) => Number(part) / 255)
          .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
          .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
      const { color, backgroundColor } = getComputedStyle(swatch);
      const [dark = 0, light = 0] = [luminance(color), luminance(backgroundColor)].sort((one, other) => one - other);
      return (light + 0.05) / (dark + 0.05);
    }),
  );
  expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
  await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
  await expect(headers).toHaveText(["黄", "白", "橙", "红", "绿", "蓝"]);
  await page.goto("./#train");
  await expect(page.locator("button.color .swatch")).toHaveText(["黄", "白", "橙", "红", "绿", "蓝"]);
});

const COPIED = "./#solve?scramble=R+U+F";
const copyButton = (page: Page) => page.getByRole("button", { name: "Copy", exact: true });

test("without the clipboard of the browser a text is copied from a hidden field", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.clock.install();
  await page.goto(COPIED);
  await expect(copyButton(page)).toBeVisible();
  await stopTimers(page);
  await copyButton(page).click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
  await page.clock.resume();
  await expect(copyButton(page)).toBeFocused();
  const input = page.getByRole("textbox", { name: /^Scramble, facelets/ });
  await input.fill("");
  await input.press("Control+V");
  await expect(input).toHaveValue("F' U' R'");
});

test("a text that cannot be copied says so", async ({ page }) => {
  const problems = watch(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("denied")) } });
    document.execCommand = () => false;
  });
  await page.goto(COPIED);
  await copyButton(page).click();
  await expect(page.getByRole("status").filter({ hasText: "Not copied: the browser does not allow it." })).toBeVisible();
  expect(problems).toEqual([]);
});

test("the player has its name in the language of the page", async ({ page }) => {
  await page.goto(COPIED);
  await expect(page.getByRole("img", { name: "Cube player" })).toBeVisible();
  await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
  await expect(page.getByRole("img", { name: "魔方播放器" })).toBeVisible();
});

test("a request that fails says that the server does not answer, and is sent again on demand", async ({ page }) => {
  needsServer("no answer comes over a network");
  await page.goto("./#solve");
  // The answer to the example, so that the question that fails is the one about the text.
  await expect(page.locator(".solve-moves")).not.toBeEmpty();
  await page.route("**/v1/solve?*", (route) => route.abort());
  await page.getByRole("textbox", { name: /^Scramble, facelets/ }).fill("R U F");
  await expect(page.getByRole("alert")).toContainText("The server does not answer.");
  await page.unroute("**/v1/solve?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator(".solve-moves")).toHaveText("F' U' R'");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a screen that cannot be loaded without the server says so, and not that there is a newer version", async ({ page }) => {
  await page.goto("./");
  await expect(page.getByRole("link", { name: "Cases" })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Cases" }).click();
  await expect(page.getByRole("alert")).toContainText("The server does not answer.");
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Cases and their algorithms" })).toBeVisible();
});

test("the foot has the purpose, the version and the guide with its glossary", async ({ page }) => {
  const problems = watch(page);
  await page.goto("./");
  const foot = page.getByRole("contentinfo").first();
  await expect(foot).toContainText("Exact answers about the Rubik's cube");
  await expect(foot).toContainText(/Version \d+\.\d+\.\d+/);
  await foot.getByRole("link", { name: "Guide and glossary" }).click();
  await expect(page).toHaveTitle("Guide and glossary · cubiform");
  for (const word of ["Reid", "HTM", "fb, eo[fb]"]) await expect(page.getByRole("term").filter({ hasText: new RegExp(`^${word.replace(/[[\]]/g, "\\$&")}$`) })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
  await expect(page.getByRole("heading", { level: 1, name: "说明与术语" })).toBeVisible();
  await page.getByRole("term").getByRole("link", { name: "公式" }).click();
  await expect(page).toHaveTitle("公式 · cubiform");
  expect(problems).toEqual([]);
});

test("an answer that cannot be read is not taken for a missing one", async ({ page }) => {
  needsServer("no answer comes over a network");
  await page.route("**/v1/solve?*", (route) => route.fulfill({ contentType: "application/json", body: "<html>" }));
  await page.goto(COPIED);
  await expect(page.getByRole("alert")).toContainText("is not valid JSON");
  await expect(page.getByRole("alert")).not.toContainText("The server does not answer.");
});
