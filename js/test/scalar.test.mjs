// The module for hosts without vector instructions, in a host that denies them.
import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const path = join(import.meta.dirname, "../dist/cubiform-scalar.wasm");
const skip = existsSync(path) ? false : "dist/cubiform-scalar.wasm is not built; `cargo xtask npm` builds it";

test("without vectors the other module is loaded, and answers the same", { skip }, async () => {
  const { validate, compile } = WebAssembly;
  const sizes = [];
  WebAssembly.compile = (bytes) => (sizes.push(bytes.byteLength), compile(bytes));
  const { Client } = await import("../dist/client.js");
  const answers = [];
  for (const hasVectors of [true, false]) {
    WebAssembly.validate = hasVectors ? validate : () => false;
    const client = new Client({ tables: "none" });
    const analysis = await client.ask({ operation: "analyze", scramble: "D2 U L2 B2 R2 F2 R2 U2", stages: "cross,xcross", colors: "W", solutions: 2 });
    const [solution] = await client.ask({ operation: "solve", scramble: "D2 U L2 B2 R2 F2 R2 U2", method: "cfop" });
    answers.push(JSON.parse(JSON.stringify([analysis, solution], (name, value) => (name === "cpu_ms" ? undefined : value))));
    client.close();
  }
  assert.equal(sizes[1], statSync(path).size);
  assert.notEqual(sizes[0], sizes[1]);
  assert.deepEqual(answers[1], answers[0]);
});
