// Pictures of the six screens and of a summary: in light and dark on a desk, and on a phone. They are written to test-results/pictures; with
// CUBIFORM_UPDATE_GUIDE=1 the light ones also into the guide.
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";

const SCRAMBLE = "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'";
const PICTURES = join(import.meta.dirname, "../test-results/pictures");
const GUIDE = join(import.meta.dirname, "../../docs/guide/images");
const FIXTURES = join(import.meta.dirname, "../../crates/cli/fixtures");

interface Shown {
  name: string;
  address: () => string;
  /** Brings the screen into a state worth a picture. */
  prepare: (page: Page) => Promise<void>;
}

const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();

const readFixture = (name: string) => readFileSync(join(FIXTURES, name), "utf8");

/** Waits until the player has drawn its cube, which takes it some frames. */
async function hasPlayer(page: Page): Promise<void> {
  const player = page.locator(".player[data-ready=true]").first();
  await expect(player).toBeVisible();
  let before = 0;
  const isDrawn = async () => {
    const now = (await player.screenshot()).length;
    // Two equal pictures of more than the controls alone.
    const isDrawn = now === before && now > 6000;
    before = now;
    return isDrawn;
  };
  await expect.poll(isDrawn, { timeout: 20_000, intervals: [300] }).toBe(true);
}

const SCREENS: Shown[] = [
  {
    name: "analyze",
    address: () => `./#analyze?${query({ scramble: SCRAMBLE, stage: "xcross", color: "white", play: "2" })}`,
    prepare: async (page) => {
      await expect(page.locator(".lengths .length")).toHaveCount(35, { timeout: 45_000 });
      await hasPlayer(page);
    },
  },
  {
    name: "review",
    address: () => `./#review?${query({ solution: readFixture("mats-valk-5.55.txt"), stage: "3" })}`,
    prepare: hasPlayer,
  },
  {
    name: "review-summary",
    address: () => `./#review?${query({ solution: readFixture("simulated-solves-18.csv") })}`,
    prepare: async (page) => {
      const heading = page.getByRole("heading", { name: /^18 solves: / });
      await expect(heading).toBeVisible();
      await heading.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top - 40));
    },
  },
  {
    name: "train",
    address: () => `./#train?${query({ scramble: SCRAMBLE })}`,
    prepare: async (page) => {
      await expect(page.locator(".train-scramble")).toBeVisible();
      await page.getByRole("button", { name: "Show answer" }).click();
      await hasPlayer(page);
    },
  },
  {
    name: "session",
    // Two stages alone: with small tables the later ones take long.
    address: () => "./#session?stages=two",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Use an example" }).click();
      await expect(page.getByText("Done. 100 scrambles.")).toBeVisible({ timeout: 45_000 });
      await expect(page.locator("figure.chart").first()).toBeVisible();
    },
  },
  { name: "cases", address: () => "./#cases?set=pll&case=T", prepare: hasPlayer },
  { name: "solve", address: () => `./#solve?${query({ scramble: SCRAMBLE, method: "cfop" })}`, prepare: hasPlayer },
];

for (const { name, address, prepare } of SCREENS) {
  test(`pictures: ${name}`, async ({ page }) => {
    mkdirSync(PICTURES, { recursive: true });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.goto(address());
    await prepare(page);
    for (const [look, width, colorScheme] of [["light", 1280, "light"], ["dark", 1280, "dark"], ["phone", 390, "light"]] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const path = join(PICTURES, `${name}-${look}.png`);
      await page.screenshot({ path });
      expect(readFileSync(path).length).toBeGreaterThan(10_000);
      if (look === "light" && process.env.CUBIFORM_UPDATE_GUIDE === "1") {
        mkdirSync(GUIDE, { recursive: true });
        copyFileSync(path, join(GUIDE, `${name}.png`));
      }
    }
  });
}
