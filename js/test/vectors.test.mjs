// A host without vector instructions, which the module needs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../dist/client.js";

test("a host without vector instructions is told so", async () => {
  WebAssembly.validate = () => false;
  const client = new Client({ tables: "none" });
  const request = { operation: "analyze", scramble: "R U F", stages: "cross" };
  await assert.rejects(client.ask(request), /WebAssembly lacks vector instructions \(SIMD\) here/);
  client.close();
});
