// The module for timers that only solve and scramble, and for the first seconds of a visit.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Client, CubiformError, client, scramble, solve } from "../dist/index.js";
import * as small from "../dist/solve.js";

const SCRAMBLE = "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'";

client({ tables: "none" });
after(() => client().close());

test("the small module solves and scrambles as the whole one does", async () => {
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

test("a client with a quick start answers scrambles and crosses by the small module first", async () => {
  const early = new Client({ tables: "none", quickStart: true });
  const request = { operation: "analyze", scramble: SCRAMBLE, stages: "cross" };
  const [row, made] = await Promise.all([early.ask(request), early.ask({ operation: "scramble", seed: 9 })]);
  // No table was made for them.
  assert.deepEqual(early.status.open, []);
  const { nodes: _, ...whole } = await client().ask(request);
  const { nodes: searched, ...first } = row;
  assert.equal(searched, 0);
  assert.deepEqual(first, whole);
  assert.deepEqual(made, await client().ask({ operation: "scramble", seed: 9 }));
  // What it lacks, the whole module answers, and what is wrong, it says.
  const { best } = await early.ask({ operation: "analyze", scramble: SCRAMBLE, stages: "xcross" });
  assert.equal(best.xcross.length, 5);
  await assert.rejects(early.ask({ operation: "scramble", count: "x" }), /count: expected a whole number/);
  assert.equal(early.status.loading, null);
  early.close();
});
