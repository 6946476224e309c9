// The module for timers that only solve and scramble, which `cargo xtask npm` builds.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { CubiformError, client, scramble, solve } from "../dist/index.js";
import * as small from "../dist/solve.js";

const isBuilt = existsSync(join(import.meta.dirname, "../dist/cubiform-solve.wasm"));
const skip = isBuilt ? false : "dist/cubiform-solve.wasm is not built; `cargo xtask npm` builds it";
const SCRAMBLE = "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'";

client({ tables: "none" });
after(() => client().close());

test("the small module solves and scrambles as the whole one does", { skip }, async () => {
  const [whole] = await solve(SCRAMBLE);
  const alone = await small.solve(SCRAMBLE);
  assert.deepEqual(alone, Object.fromEntries(Object.keys(alone).map((name) => [name, whole[name]])));
  assert.deepEqual(await small.scramble({ count: 2, seed: 9 }), await scramble({ count: 2, seed: 9 }));
  for (const [asked, code, message] of [
    [() => small.solve("R Q"), "unreadable-cube", /is not a move/],
    [() => small.solve("R U F\nD2 L"), "several-cubes", /; pass one cube at a time, or the list to analyzeEach$/],
    [() => small.solve("R U F", { max_length: "20" }), "invalid-value", /^max_length: expected a whole number, not "20"$/],
  ]) {
    await assert.rejects(asked, (error) => {
      assert.ok(error instanceof CubiformError && error instanceof small.CubiformError);
      assert.equal(error.problem.code, code);
      assert.match(error.message, message);
      return true;
    });
  }
});
