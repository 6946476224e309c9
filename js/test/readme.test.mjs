// The examples of the README, run as they stand.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, symlinkSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");
const blocks = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);

// A folder of a user, who has installed the package.
const folder = mkdtempSync(join(tmpdir(), "cubiform-readme-"));
mkdirSync(join(folder, "node_modules"));
symlinkSync(root, join(folder, "node_modules/cubiform"));

const hasSmallModule = existsSync(join(root, "dist/cubiform-solve.wasm"));

blocks.forEach((code, index) => {
  const isOfSmallModule = code.includes("cubiform/solve") && !hasSmallModule;
  const skip = isOfSmallModule ? "dist/cubiform-solve.wasm is not built; `cargo xtask npm` builds it" : false;
  test(`example ${index + 1} of the README runs`, { skip }, () => {
    const file = join(folder, `example-${index + 1}.mjs`);
    writeFileSync(file, code);
    execFileSync(process.execPath, [file], { encoding: "utf8", timeout: 120_000 });
  });
});

test("the README has examples", () => assert.equal(blocks.length, 4));
