// The package in Node: every operation answers the document of the command, bit for bit but for times.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Client, CubiformError, client, analyze, analyzeEach, cases, check, distribution, review, scramble, solve, stats } from "../dist/index.js";
import { FIRST, SETS } from "../dist/client.js";

const program = process.env.CUBIFORM ?? join(import.meta.dirname, "../../target/debug/cubiform");
const folder = mkdtempSync(join(tmpdir(), "cubiform-js-"));
const SCRAMBLE = "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'";

/** Returns the document that the command prints. */
function command(...args) {
  return JSON.parse(execFileSync(program, [...args, "--format", "json"], { encoding: "utf8", maxBuffer: 1 << 26 }));
}

/** Returns a document without the members that differ from run to run. */
function timeless(document) {
  return JSON.parse(JSON.stringify(document), (name, value) => (name === "cpu_ms" ? undefined : value));
}

client({ tables: "none" });
after(() => client().close());

test("an analysis is the object of the command", async () => {
  for (const [options, args] of [
    [{ stages: "cross,xcross" }, ["--stages", "cross,xcross"]],
    [{ stages: "cross,xcross", colors: "WY", solutions: 2, slack: 1 }, ["--stages", "cross,xcross", "--colors", "WY", "-n", "2", "--slack", "1"]],
    [{ stages: "cross", colors: "WR", solutions: 2, order: "effort" }, ["--stages", "cross", "--colors", "WR", "-n", "2", "--order", "effort"]],
    [{ goal: "eocross", stages: "..eo_xcross" }, ["--goal", "eocross", "--stages", "..eo_xcross"]],
    [{ goal: "cross + FR" }, ["--goal", "cross + FR"]],
    [{ goal: "dr", solutions: 2, only_best: true }, ["--goal", "dr", "-n", "2"]],
  ]) {
    const [expected] = command("analyze", SCRAMBLE, "--threads", "1", ...args);
    const analysis = timeless(await analyze(SCRAMBLE, options));
    // With fewer tables, a search takes more nodes to the same lengths and solutions.
    assert.deepEqual({ ...analysis, nodes: 0 }, { ...timeless(expected), nodes: 0 }, JSON.stringify(options));
  }
});

test("solutions of each method are those of the command", async () => {
  for (const [options, args] of [
    [{}, []],
    [{ max_length: 20, phases: true }, ["--max-length", "20", "--phases"]],
    [{ method: "thistlethwaite" }, ["--method", "thistlethwaite"]],
    [{ method: "dr" }, ["--method", "dr"]],
    [{ method: "cfop" }, ["--method", "cfop"]],
    [{ method: "beginner" }, ["--method", "beginner"]],
  ]) {
    assert.deepEqual(timeless(await solve(SCRAMBLE, options)), timeless(command("solve", SCRAMBLE, "--threads", "1", ...args)), JSON.stringify(options));
  }
  const two = ["solve", "--puzzle", "222", "R U F R2 U'"];
  assert.deepEqual(timeless(await solve("R U F R2 U'", { puzzle: "222" })), timeless(command(...two)));
});

test("scrambles of a seed are those of the command, also under a condition", async () => {
  assert.deepEqual(await scramble({ count: 3, seed: 5 }), command("scramble", "-n", "3", "--seed", "5"));
  const where = "cross[W] <= 3";
  assert.deepEqual(await scramble({ count: 2, seed: 1, where }), command("scramble", "-n", "2", "--seed", "1", "--where", where));
  const [one] = await scramble();
  const [other] = await scramble();
  assert.notEqual(one.scramble, other.scramble);
});

test("reviews, cases, distributions and checks are those of the command", async () => {
  const solve = `Scramble: ${SCRAMBLE}\nx2 // inspection\nR' D' F D2 // cross\n`;
  writeFileSync(join(folder, "solve.txt"), solve);
  const expected = command("review", join(folder, "solve.txt"), "--no-optimal", "--threads", "1");
  assert.deepEqual(timeless(await review(solve, { no_optimal: true })), timeless(Array.isArray(expected) ? expected[0] : expected));
  assert.deepEqual(await cases({ set: "oll" }), command("cases", "list", "oll"));
  assert.deepEqual(await distribution("cross", { colors: "all" }), command("distribution", "cross", "--colors", "all"));
  assert.equal((await check({ goal: "cross + FR" })).valid, true);
});

test("statistics of an analysis and of its scrambles are those of the command", async () => {
  const path = join(folder, "sample.csv");
  const sample = `id,event,cross_white,cross_yellow\n1,333,6,5\n2,333bf,5,7\n3,333,6,6\n`;
  writeFileSync(path, sample);
  const { provenance, ...expected } = command("stats", path, "--sets", "W,WY", "--by", "event");
  const { provenance: ours, ...found } = await stats(sample, { sets: "W,WY", by: "event" });
  assert.deepEqual(found, expected);
  assert.equal(ours.files[0].file.xxh3, provenance.files[0].file.xxh3);
  const { scrambles, summary } = await stats(`${SCRAMBLE}\nR U F\n`, { sets: "W" });
  const lengths = await Promise.all([SCRAMBLE, "R U F"].map(async (one) => (await analyze(one, { stages: "cross" })).stages.cross.white));
  assert.equal(scrambles, 2);
  assert.equal(summary[0].mean, (lengths[0] + lengths[1]) / 2);
});

test("each line of a text has a row", async () => {
  const text = `id,scramble\nmine,${SCRAMBLE}\nyours,R Q\n`;
  const rows = [];
  for await (const row of analyzeEach(text, { stages: "cross" })) rows.push(row);
  assert.equal(rows.length, 2);
  const [expected] = command("analyze", SCRAMBLE, "--stages", "cross", "--threads", "1");
  assert.deepEqual(rows[0], { ...expected, id: "mine" });
  assert.match(rows[1].error, /^input:3:9: 'Q' is not a move/);
});

test("an error has the code, the place and the hint of the server", async () => {
  await assert.rejects(analyze("R Q"), (error) => {
    assert.ok(error instanceof CubiformError);
    const { kind, code, parameter, position } = error.problem;
    assert.deepEqual({ kind, code, parameter, position }, {
      kind: "usage",
      code: "unreadable-cube",
      parameter: "scramble",
      position: { parameter: "scramble", line: 1, column: 3 },
    });
    return true;
  });
  await assert.rejects(solve("R U F", { puzzle: "444" }), /4x4x4|R U F/);
  await assert.rejects(solve("R U F", { method: "optimal" }), CubiformError);
});

test("a search is cancelled in 50 ms, and the next question has its answer", async () => {
  const own = new Client({ tables: "none" });
  await own.ask({ operation: "analyze", scramble: "R U F", stages: "cross" });
  const late = [];
  for (let i = 0; i < 5; i++) {
    const control = new AbortController();
    const search = own.ask({ operation: "analyze", scramble: SCRAMBLE }, { signal: control.signal });
    setTimeout(() => control.abort(), 100);
    await assert.rejects(search, { name: "AbortError" });
    const since = performance.now();
    await own.ask({ operation: "analyze", scramble: "R U F", stages: "cross" });
    late.push(performance.now() - since);
  }
  late.sort((a, b) => a - b);
  // Other processes may delay one of them.
  assert.ok(late[0] < 50, `${late}`);
  own.close();
});

test("questions without a search do not wait for one", async () => {
  const control = new AbortController();
  const search = analyze(SCRAMBLE, { signal: control.signal });
  assert.equal((await cases({ set: "pll", case: "Ga" }))[0].name, "Ga perm");
  control.abort();
  await assert.rejects(search, { name: "AbortError" });
});

test("the sets of tables are those of the catalogue, and the README has their sizes", () => {
  const catalogue = readFileSync(join(import.meta.dirname, "../../crates/tables/src/catalogue.rs"), "utf8");
  const [list] = catalogue.match(/SETS_FOR_MEMORY: [^;]*; 5\] = \[[^;]*;/);
  const known = [...list.matchAll(/\("\w+", (\d+), &\[(.*)\]\)/g)].map(([, megabytes, names]) => ({ megabytes: Number(megabytes), tables: JSON.parse(`[${names}]`).sort() }));
  const profile = command("tables", "list").filter(({ name }) => [...FIRST, ...SETS.large].includes(name));
  known.push({ megabytes: Math.round(profile.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6), tables: profile.map(({ name }) => name).sort() });
  const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
  for (const set of ["small", "medium", "large"]) {
    const found = known.find(({ tables }) => tables.join() === [...FIRST, ...SETS[set]].sort().join());
    assert.ok(found, set);
    assert.match(readme, new RegExp(`"${set}" \\((the default, )?${found.megabytes} MB\\)`));
  }
});
