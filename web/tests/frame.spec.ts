// What all screens have around them: tabs, language, theme, and working without the network.
import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, watch } from "./shared";

const SCREENS = ["Analyze", "Review", "Train", "Session", "Cases", "Solve"];

test("each tab opens its screen and asks no other host", async ({ page }) => {
  const problems = watch(page);
  await page.goto("/");
  for (const name of SCREENS) {
    await page.getByRole("navigation").getByRole("link", { name }).click();
    await expect(page).toHaveTitle(`${name} · cubiform`);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name, exact: true }).first()).toHaveAttribute("aria-current", "page");
  }
  await page.goBack();
  await expect(page).toHaveTitle("Cases · cubiform");
  expect(problems).toEqual([]);
});

test("every screen fits on a phone and on a large display", async ({ page }) => {
  for (const name of SCREENS) {
    await page.goto(`/#${name.toLowerCase()}`);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    for (const width of [360, 3840]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
  }
});

test("the language is Chinese if it is chosen, and stays so", async ({ page }) => {
  await page.goto("/#cases");
  await page.getByRole("combobox", { name: "Language" }).selectOption("zh");
  await expect(page.getByRole("link", { name: "复盘" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await page.reload();
  await expect(page.getByRole("link", { name: "复盘" })).toBeVisible();
  await page.getByRole("combobox", { name: "语言" }).selectOption("en");
  await expect(page.getByRole("link", { name: "Review" })).toBeVisible();
});

test("the theme follows the system until one is chosen", async ({ page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  const dark = await ground();
  await page.getByRole("combobox", { name: "Theme" }).selectOption("light");
  expect(await ground()).not.toBe(dark);
  await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
  expect(await ground()).toBe(dark);
});

test("the keyboard reaches the content first", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("nothing moves for those who ask for less motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`/#analyze?scramble=R+U+F&stage=cross&color=white&play=1`);
  await expect(page.locator(".player[data-ready=true]")).toHaveAttribute("data-still", "true");
});

test("the Chinese page is accessible, too", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("language", "zh"));
  await page.goto("/");
  await expect(page.locator(".lengths .length")).toHaveCount(35);
  await expectAccessible(page);
});
