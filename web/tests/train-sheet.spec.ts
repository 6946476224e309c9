// The screen Train, against a real server: sheets of scrambles to print.
import { expect, test } from "@playwright/test";
import { expectCopied } from "./shared";
import { at, failOnComplaints, minimum, SCRAMBLE } from "./train";

failOnComplaints();

test.describe("a sheet", () => {
  test("ten scrambles of a seven-move cross, with answers, copied", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("./#train");
    await page.getByLabel("Moves", { exact: true }).fill("7");
    await page.getByRole("button", { name: "Make 10 scrambles" }).click();
    await expect(page.getByText("10 scrambles with their answers")).toBeVisible({ timeout: 60_000 });
    const scrambles = page.getByRole("list", { name: "Scrambles" }).getByRole("listitem");
    await expect(scrambles).toHaveCount(10);
    await page.getByRole("button", { name: "Copy all" }).click();
    const copied = await scrambles.allTextContents();
    await expectCopied(page, copied.join("\n"));
    for (const scramble of copied.slice(0, 3)) expect(await minimum(page, scramble, "W")).toBe(7);
    const answers = page.getByRole("list", { name: "Answers" });
    await expect(answers).toHaveCount(0);
    await page.getByRole("button", { name: "Show answers" }).click();
    await expect(answers.getByRole("listitem")).toHaveCount(10);
    await expect(answers.getByRole("listitem").first()).toContainText(/^7 z2 [URFDLB]/);
    // The address makes the same sheet again.
    await page.reload();
    await expect(page.getByText("10 scrambles with their answers")).toBeVisible({ timeout: 60_000 });
    await expect(scrambles).toHaveText(copied);
    await page.getByRole("button", { name: "Close" }).click();
    await expect(scrambles).toHaveCount(0);
  });

  test("on paper: scrambles in front, answers on the back, numbered alike", async ({ page }) => {
    await page.goto("./#train");
    await page.getByLabel("Scrambles", { exact: true }).fill("22");
    await page.getByRole("button", { name: "Make 22 scrambles" }).click();
    // The answers of all scrambles are searched for first.
    await expect(page.getByText("22 scrambles with their answers")).toBeVisible({ timeout: 60_000 });
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "yes");
    });
    await page.getByRole("button", { name: "Print" }).click();
    await expect(page.locator("body")).toHaveAttribute("data-printed", "yes");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("list", { name: "Answers" })).toHaveCount(2);
    await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
    await expect(page.getByRole("list", { name: "Scrambles" }).nth(1)).toHaveAttribute("start", "21");
    await expect(page.getByRole("list", { name: "Answers" }).nth(1)).toHaveAttribute("start", "21");
    // Two leaves, four pages.
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(4);
  });

  test("a number of scrambles from 1 to 50", async ({ page }) => {
    await page.goto("./#train");
    await page.getByLabel("Scrambles", { exact: true }).fill("51");
    await page.getByRole("button", { name: "Make … scrambles" }).click();
    await expect(page.getByRole("heading", { name: "Scrambles to print" })).toHaveCount(0);
    await page.getByLabel("Scrambles", { exact: true }).fill("1");
    await page.getByLabel("Scrambles", { exact: true }).press("Enter");
    await expect(page.getByText("1 scramble with its answer")).toBeVisible();
  });

  test("under a condition that nothing satisfies, says so", async ({ page }) => {
    await page.goto(at({ moves: "9", sheet: "1", scramble: SCRAMBLE }));
    await expect(page.getByRole("region", { name: "Scrambles to print" }).getByText("No scramble meets this condition.")).toBeVisible();
  });
});
