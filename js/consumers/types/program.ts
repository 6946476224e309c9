// A program that uses every function, as types see it.
import * as cube from "cubiform";
import { CubiformHint } from "cubiform/hint";
import * as small from "cubiform/solve";

const SCRAMBLE = "R U F";
cube.client({ tables: "none", onStatus: ({ open, notKept }) => console.log(open.length, notKept?.code) });
cube.useTables("small");
const { stages, best, solutions } = await cube.analyze(SCRAMBLE, { stages: "cross", solutions: 1, signal: AbortSignal.timeout(9000) });
const length: number | null | undefined = stages["cross"]?.["white"] ?? best["cross"]?.length;
for (const solution of solutions ?? []) console.log(solution.stage.toUpperCase(), solution.moves.length, length);
for await (const row of cube.analyzeEach([SCRAMBLE, "R Q"], { stages: "cross" })) {
  console.log(row.error === undefined ? row.stages["cross"]?.["white"] : row.error.length);
}
const [solved] = await cube.solve(SCRAMBLE, { method: "cfop" });
console.log(solved!.solution.length + solved!.length, solved!.cfop?.color);
const [within] = await cube.solve(SCRAMBLE, { max_length: 2 });
console.log(within!.error === null ? within!.solution.length : within!.error.length);
const [two] = await cube.solve(SCRAMBLE, { puzzle: "222" });
console.log(two!.solution.length, two!.puzzle);
const [drawn] = await cube.scramble({ count: 1, where: "cross[W] <= 3" });
const timed = await cube.review(`Scramble: ${drawn!.scramble}\nF' U' R'`, { time: 12.5 });
const reviewed = await cube.review("Scramble: R U F\nF' U' R'", { no_optimal: true });
const several = reviewed.solves ?? [reviewed];
console.log(timed.stages.length, several[0]!.stages.length, reviewed.summary?.mean_htm?.toFixed(1));
const [ga] = await cube.cases({ set: "pll", case: "Ga" });
const [found] = await cube.cases({ alg: "R U R' U R U2 R'" });
console.log(ga!.algorithms.length, found!.rotation, found!.case?.label);
const { mean, standard_deviation, distances } = await cube.distribution("cross", { colors: "all" });
const spread: (number | null)[] = [mean, standard_deviation, ...distances.map(({ share }) => share)];
const set = await cube.caseSet({ set: "epll" });
const algorithms = await cube.algorithms("PLL Ua", { alg: "M2 U M U2 M' U M2" });
console.log(spread.length, set.cases[0]!.probability[0], algorithms.cases[0]!.algorithms.length, algorithms.cases[0]!.optimal?.toFixed());
const attempted = await cube.attempt(SCRAMBLE, "F' U' R'");
const inserted = await cube.insert(SCRAMBLE, "F'", { solutions: 1 }).catch((error: unknown) => error);
const { methods } = await cube.methods({ methods: "cfop", count: 2 });
const { summary } = await cube.stats("R U F\nD L2 B\n", { sets: "W" });
const checked = await cube.check({ goal: "cross + FR" });
console.log(attempted.length, attempted.rest?.length, inserted, methods.length, summary[0]!.mean.toFixed(2), checked.error?.message);
const alone: small.Solution = await small.solve((await small.scramble({ seed: 1 }))[0]!.scramble);
await small.solve("R Q").catch((error: unknown) => error instanceof cube.CubiformError && console.log(error.problem.code, alone.length, CubiformHint.name));
cube.client().close();
