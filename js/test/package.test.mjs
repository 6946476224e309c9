// The package in Node: every operation answers the document of the command, bit for bit but for times.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { Client, CubiformError, client, algorithms, analyze, analyzeEach, attempt, cases, check, distribution, insert, review, scramble, solve, stats } from "../dist/index.js";
import * as functions from "../dist/index.js";
import { FIRST, OPERATIONS, SETS } from "../dist/client.js";

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
    // The filters of the two-phase solver, which the module has not, save nodes and change no solution.
    const found = (solutions) => timeless(solutions).map((solution) => ({ ...solution, nodes: 0 }));
    assert.deepEqual(found(await solve(SCRAMBLE, options)), found(command("solve", SCRAMBLE, "--threads", "1", ...args)), JSON.stringify(options));
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

test("a batch is ended in 50 ms by abort and by break, and the next question has its answer", async () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `${["R", "U2", "F'"][i % 3]} L D2 B`);
  const bad = lines.map(() => "R Q");
  for (const [input, ends] of [[lines, "abort"], [lines.join("\n"), "break"], [bad, "abort"], [bad, "break"]]) {
    const late = [];
    for (let i = 0; i < 3; i++) {
      const control = new AbortController();
      let since;
      let rows = 0;
      const each = async () => {
        for await (const _ of analyzeEach(input, { stages: "cross", signal: control.signal })) {
          if (++rows < 10) continue;
          since ??= performance.now();
          if (ends === "break") return;
          control.abort();
        }
      };
      if (ends === "abort") await assert.rejects(each(), { name: "AbortError" });
      else await each();
      await analyze("R U F", { stages: "cross" });
      late.push(performance.now() - since);
      assert.ok(rows < 20_000, `${rows} rows`);
    }
    late.sort((a, b) => a - b);
    // Other processes may delay one of them.
    assert.ok(late[0] < 50, `${ends}: ${late}`);
  }
});

test("a program does not end while a question is open, also when a table becomes ready", async () => {
  const index = JSON.stringify(new URL("../dist/index.js", import.meta.url));
  const run = promisify(execFile);
  const body = `
    const isReady = () => client().status.open.includes("cross-three-edges");
    while (!isReady()) await analyze("R U F D", { stages: "cross" });
    for (let i = 0; i < 200; i++) await analyze("R U F D", { stages: "cross" });
    for await (const row of analyzeEach("R U F\\nD2 L", { stages: "cross" })) console.log(row.row);
    console.log("done");`;
  const programs = [body, `async function main() {${body}}\nmain();`].map((program) => `import { analyze, analyzeEach, client } from ${index};\n${program}`);
  // The second one also ends by itself, though another table is being made.
  const outcomes = await Promise.all(programs.map((program) => run(process.execPath, ["--input-type=module", "--eval", program], { timeout: 120_000 })));
  assert.deepEqual(outcomes.map(({ stdout }) => stdout), ["1\n2\ndone\n", "1\n2\ndone\n"]);
  const background = `import { analyze, client, useTables } from ${index};\nuseTables("large");\nawait analyze("R", { stages: "cross" });\nconsole.log(client().status.building);`;
  const since = performance.now();
  await run(process.execPath, ["--input-type=module", "--eval", background], { timeout: 120_000 });
  assert.ok(performance.now() - since < 20_000, "tables that are made in the background hold the program");
});

test("several lines are refused where one cube is expected", async () => {
  for (const [name, asked] of Object.entries({
    analyze: () => analyze("R U F\nD2 L B' R U2", { stages: "cross" }),
    lines: () => analyze("R U F\r\nD2 L\r\n", { stages: "cross" }),
    list: () => analyze(["R U F", "D2 L"], { stages: "cross" }),
    table: () => analyze("id,scramble\na,R U F\n", { stages: "cross" }),
    solve: () => solve("R U F\nD2 L"),
    cases: () => cases({ scramble: "R U F\nD2 L" }),
    attempt: () => attempt("R U F\nD2 L", "F'"),
    insert: () => insert("R U F\nD2 L", "F'"),
    algorithms: () => algorithms("R U F\nD2 L"),
    review: () => review("F' U' R'", { scramble: "R U F\nD2 L" }),
  })) {
    await assert.rejects(asked, ({ problem, message }) => {
      assert.equal(problem?.code, "several-cubes", `${name}: ${message}`);
      assert.match(message, /not a list.*; pass one cube at a time, or the list to analyzeEach$/);
      return true;
    });
  }
  const { stages } = await analyze("// the first\nR U F\n", { stages: "cross" });
  assert.equal(stages.cross.white, 2);
  const facelets = "UUFUUFUUF\nRRRRRRRRR\nFFDFFDFFD\nDDBDDBDDB\nLLLLLLLLL\nUBBUBBUBB\n";
  assert.equal((await analyze(facelets, { stages: "cross" })).stages.cross.white, (await analyze("R", { stages: "cross" })).stages.cross.white);
});

test("a list of cubes has a row for each", async () => {
  const rows = [];
  for await (const row of analyzeEach(["R U F", "D2 L", "R Q"], { stages: "cross" })) rows.push(row);
  assert.deepEqual(rows.map((row) => row.stages?.cross.white), [2, 1, undefined]);
  assert.match(rows[2].error, /^input:3:3: 'Q' is not a move/);
  const wrong = analyzeEach(7);
  await assert.rejects(wrong.next(), { message: "input: expected text with a cube in each line" });
});

test("an error names the option that is wrong", async () => {
  for (const [asked, parameter, message] of [
    [() => analyze("R", { stages: ["cross"] }), "stages", /^stages: expected text, not a list; write several values in one text/],
    [() => analyze("R", { solutions: "all" }), "solutions", /^solutions: expected a whole number, not "all"$/],
    [() => analyze("R", { slack: -1 }), "slack", /^slack: -1 is out of range$/],
    [() => analyze("R", { links: 1 }), "links", /^links: expected true or false, not 1$/],
    [() => analyze(7), "scramble", /^scramble: expected text, not 7$/],
    [() => solve("R", { method: 3 }), "method", /^method: expected /],
    [() => solve("R", { max_length: "20" }), "max_length", /^max_length: expected a whole number, not "20"$/],
    [() => scramble({ count: 1.5 }), "count", /^count: expected a whole number, not 1.5$/],
    [() => review({}), "solution", /^solution: expected text, not an object$/],
    [() => cases({ set: ["oll"] }), "set", /^set: expected text, not a list/],
    [() => distribution("cross", { colors: ["white"] }), "colors", /^colors: expected text, not a list/],
    [() => stats("R U\n", { sets: ["W"] }), "sets", /^sets: expected text, not a list/],
    [() => check({ goal: 1 }), "goal", /^goal: expected text, not 1$/],
    [() => analyze("R", { stagess: "cross" }), undefined, /^unknown option 'stagess' \(did you mean 'stages'\?\)$/],
  ]) {
    await assert.rejects(asked, (error) => {
      assert.ok(error instanceof CubiformError);
      assert.match(error.message, message);
      assert.equal(error.problem.parameter, parameter);
      assert.equal(error.problem.position, undefined);
      return true;
    });
  }
});

test("counts that need more memory than there is are refused with the numbers of the command", async () => {
  for (const goal of ["f2l", "cross + FR + FL + BR"]) {
    const { stderr } = spawnSync(program, ["distribution", goal], { encoding: "utf8" });
    const [, memory] = stderr.match(/takes ([\d.]+ GB of memory)/) ?? assert.fail(stderr);
    await assert.rejects(distribution(goal), { message: `counting these states takes ${memory}, too much here; choose a stage with fewer pieces` });
  }
});

test("every file that the types import is in the package", () => {
  const dist = join(import.meta.dirname, "../dist");
  const types = readdirSync(dist).filter((name) => name.endsWith(".d.ts"));
  for (const name of types) {
    for (const [, path] of readFileSync(join(dist, name), "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]*)"/g)) {
      assert.ok(existsSync(join(dist, path.replace(/\.js$/, ".d.ts"))), `${name} imports ${path}`);
    }
  }
  assert.ok(types.includes("index.d.ts"));
});

test("each operation of the document has a function, except the list of tables", () => {
  const names = Object.keys(OPERATIONS).map((name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()));
  assert.deepEqual(names.filter((name) => typeof functions[name] !== "function"), ["tables"]);
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
