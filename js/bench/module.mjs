// Times of the module on one thread: node js/bench/module.mjs SCRAMBLES [COUNT [TABLES...]]. Prints medians and means.
// SCRAMBLES is a file with a scramble, or an id, a comma and a scramble, in each line.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Module } from "../dist/module.js";

const [file, count = "100", ...tables] = process.argv.slice(2);
const lines = readFileSync(file, "utf8").trim().split("\n").slice(0, Number(count));
const scrambles = lines.map((line) => line.slice(line.indexOf(",") + 1));
const load = (name) => new WebAssembly.Module(readFileSync(join(import.meta.dirname, "../dist", name)));

/** Returns the milliseconds of a call, and its last event. */
function timed(call) {
  let last;
  const start = performance.now();
  call((event) => (last = event));
  if (last?.type === "error") throw new Error(last.problem.detail);
  return [performance.now() - start, last];
}

function print(name, times, extra = "") {
  times.sort((a, b) => a - b);
  const mean = times.reduce((sum, time) => sum + time) / times.length;
  console.log(`${name}: median ${times[times.length >> 1].toFixed(2)} ms, mean ${mean.toFixed(2)} ms, longest ${times.at(-1).toFixed(1)} ms${extra}`);
}

let start = performance.now();
const module = new Module(load("cubiform.wasm"), () => false);
console.log(`compiled in ${(performance.now() - start).toFixed(0)} ms`);
const ask = (request) => timed((sink) => module.answer(JSON.stringify(request), sink));
const each = (request) => scrambles.map((scramble) => ask({ ...request, scramble })[0]);

for (const name of ["cross", "cross-slot", ...tables]) {
  // Another instance fills it, as another worker does in a page.
  const [fill, { image }] = timed((sink) => new Module(load("cubiform.wasm"), () => false).fill(name, sink));
  const [open] = timed((sink) => module.open(image, sink));
  console.log(`${name}: ${(image.length / 1e6).toFixed(1)} MB, filled in ${fill.toFixed(0)} ms, opened in ${open.toFixed(0)} ms`);
}
const analyze = { operation: "analyze", stages: "cross,xcross" };
each(analyze);
print("cross and xcross, six colours", each(analyze));
if (tables.length > 0) print("all 30 cells of std", each({ operation: "analyze" }), `, memory ${(module.bytes / 1e6).toFixed(0)} MB`);

start = performance.now();
const small = new Module(load("cubiform-solve.wasm"), () => false);
const solve = (scramble) => timed((sink) => small.answer(JSON.stringify({ operation: "solve", scramble }), sink));
solve("R U F");
console.log(`small module: ready in ${(performance.now() - start).toFixed(0)} ms`);
let moves = 0;
const solved = scrambles.map((scramble) => {
  const [time, { json }] = solve(scramble);
  moves += JSON.parse(json)[0].length;
  return time;
});
print("two-phase to 21 moves", solved, `, mean length ${(moves / scrambles.length).toFixed(2)}`);
