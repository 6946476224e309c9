// The screen Train, against a real server: progress, export and import.
import { expect, test } from "@playwright/test";
import { at, exported, failOnComplaints, HISTORY, importText, JSON_TEXT, KNOWN, meanOf, newScramble, SCRAMBLE, scrambleOf } from "./train";

failOnComplaints();

test.describe("progress", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto(KNOWN);
    await importText(page, "history.json", JSON_TEXT);
    await expect(page.getByText("4 records added.")).toBeVisible();
  });

  test("means by week and by difficulty, with standard errors", async ({ page }) => {
    await expect(meanOf(page)).toHaveText("+1.00 ± 0.58 moves on average, 3 answers");
    await expect(page.getByRole("img", { name: "Moves above the minimum by week (cross): mean and standard error" })).toBeVisible();
    const tables = page.getByText("As a table");
    await tables.first().click();
    const weeks = page.getByRole("table", { name: /by week/ });
    // Differences 2 and 1 in one week: mean 1.5, standard error 0.5; 0 in the next.
    await expect(weeks.getByRole("row").nth(1)).toContainText("2 Mar+1.500.500 %2");
    await expect(weeks.getByRole("row").nth(2)).toContainText("9 Mar+0.00–100 %1");
    await tables.nth(1).click();
    const difficulties = page.getByRole("table", { name: /by difficulty/ });
    await expect(difficulties.getByRole("row").nth(1)).toContainText("5+2.00–0 %1");
    await expect(difficulties.getByRole("row").nth(2)).toContainText("6+0.500.5050 %2");
  });

  test("by stage and by difficulty", async ({ page }) => {
    const section = page.getByRole("region", { name: "Progress" });
    await section.getByLabel("Stage").selectOption("xcross");
    await expect(meanOf(page)).toHaveText("+3.00 moves on average, 1 answer");
    await section.getByLabel("Stage").selectOption("all stages");
    await expect(meanOf(page)).toHaveText("+1.50 ± 0.65 moves on average, 4 answers");
    await section.getByRole("combobox", { name: "Minimum" }).selectOption("6");
    await expect(meanOf(page)).toHaveText("+0.50 ± 0.50 moves on average, 2 answers");
  });

  test("exports, and an import that adds nothing twice", async ({ page }) => {
    const csv = await exported(page, "Export CSV");
    expect(csv.split("\r\n")[0]).toBe("id,date,goal,stage,colors,condition,hold,scramble,optimum,length,moves,inspection,time,penalty,seen,hinted,lost_color,lost_slot,lost_detour,lost_cancelled,session");
    expect(csv).toContain('"R, U"');
    const json = JSON.parse(await exported(page, "Export JSON")) as unknown[];
    expect(json).toEqual(HISTORY);
    await importText(page, "again.csv", csv);
    await expect(page.getByText("0 records added, 4 already there.")).toBeVisible();
    await page.getByRole("button", { name: "Delete all…" }).click();
    await page.getByRole("button", { name: "Delete 4 records" }).click();
    await expect(page.getByText("Nothing is recorded yet.")).toBeVisible();
    await importText(page, "back.csv", csv);
    await expect(page.getByText("4 records added.")).toBeVisible();
    expect(JSON.parse(await exported(page, "Export JSON"))).toEqual(HISTORY);
  });

  test("a bad file says line and reason, and nothing of it is imported", async ({ page }) => {
    const header = "id,date,stage,colors,scramble,optimum,length";
    await importText(page, "bad.csv", `${header}\ne,2026-03-02,cross,W,R U,2,3\nf,2026-03-02,cross,W,R U,five,6\n`);
    await expect(page.getByText("bad.csv, line 3: 'optimum' is not a number of moves: 'five'. Nothing was imported.")).toBeVisible();
    await importText(page, "less.csv", `${header}\ne,2026-03-02,cross,W,R U,3,2\n`);
    await expect(page.getByText("less.csv, line 2: the length 2 is less than the minimum 3.")).toBeVisible();
    await importText(page, "columns.csv", "id,date\n");
    await expect(page.getByText("columns.csv, line 1: missing columns: stage, colors, scramble, optimum, length.")).toBeVisible();
    await importText(page, "cells.csv", `${header}\ne,2026-03-02\n`);
    await expect(page.getByText("cells.csv, line 2: 2 fields instead of 7.")).toBeVisible();
    await importText(page, "bad.json", JSON_TEXT.replace('"optimum":6', '"optimum":}'));
    await expect(page.getByText(/^bad\.json, line 3: not valid JSON/)).toBeVisible();
    await importText(page, "date.json", JSON_TEXT.replace("2026-03-10T10:00:00.000Z", "soon"));
    await expect(page.getByText("date.json, line 4: 'soon' is not a date.")).toBeVisible();
    await importText(page, "cut.json", JSON_TEXT.replace("]", ""));
    await expect(page.getByText(/cut\.json, line \d+: the array has no end/)).toBeVisible();
    await expect(meanOf(page)).toHaveText("+1.00 ± 0.58 moves on average, 3 answers");
  });

  test("all is deleted only after a confirmation", async ({ page }) => {
    await page.getByRole("button", { name: "Delete all…" }).click();
    await expect(page.getByRole("dialog")).toContainText("Delete all 4 records?");
    await page.getByRole("button", { name: "Keep" }).click();
    await expect(meanOf(page)).toHaveText("+1.00 ± 0.58 moves on average, 3 answers");
    await page.getByRole("button", { name: "Delete all…" }).click();
    await page.getByRole("button", { name: "Delete 4 records" }).click();
    await expect(page.getByText("All records are deleted.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Nothing is recorded yet.")).toBeVisible();
  });

  test("one answer is deleted after a confirmation, or done again", async ({ page }) => {
    // Each button is named after the date of its answer.
    await expect(page.getByRole("button", { name: /^Delete this answer 2 Mar 2026/ })).toHaveCount(1);
    page.once("dialog", (dialog) => void dialog.dismiss());
    await page.getByRole("button", { name: "Delete this answer" }).first().click();
    await expect(meanOf(page)).toHaveText(/3 answers$/);
    page.once("dialog", (dialog) => void dialog.accept());
    await page.getByRole("button", { name: "Delete this answer" }).first().click();
    await expect(meanOf(page)).toHaveText("+1.50 ± 0.50 moves on average, 2 answers");
    await page.keyboard.press("Escape");
    await page.goto(at({ moves: "3" }));
    await newScramble(page, SCRAMBLE);
    await page.getByRole("link", { name: SCRAMBLE }).first().click();
    await expect(scrambleOf(page)).toHaveText(SCRAMBLE);
  });
});
