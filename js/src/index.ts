// The functions of the package. They share one client, which is made at the first call. Those whose types do not depend on
// the members of the request are in functions.ts, which scripts/operations.mjs generates.
import { type Answer, ask, client, type Options } from "./ask.js";
import type { components } from "./schema.js";

export { client, useTables } from "./ask.js";
export { Client, CubiformError, type AskOptions, type ClientOptions, type NotKept, type Request, type Status, type TableSet } from "./client.js";
export * from "./functions.js";
export type { Problem } from "./module.js";

type Schemas = components["schemas"];

/** Members that another type of a union has, and this one has not. */
type Without<Names extends string> = { [Name in Names]?: undefined };

/** The members of a solution that are null if there is none, and the reason for that, which is null otherwise. */
type Outcome = "solution" | "length" | "nodes" | "cpu_ms" | "error";
/** The answer for a cube that is solved. */
type Solved<Row> = Omit<Row, Outcome> & {
  solution: string;
  length: number;
  nodes: number;
  cpu_ms: number;
  error: null;
};
/** The answer for a cube that has no solution within the limits of the request. */
type Unsolved<Row> = Omit<Row, Outcome> & {
  solution: null;
  length: null;
  nodes: null;
  cpu_ms: null;
  error: string;
};

/** The options of a solve of the 3x3x3. */
type SolveOptions = Omit<Options<"solve", "scramble">, "puzzle"> & { puzzle?: "333" };
/** The options with which a cube may have no solution. */
type Bounds = "max_length" | "max_eo" | "max_dr" | "time_ms" | "nodes" | "moves" | "to";

export type Analysis = Answer<"analyze">;
/** A row of `analyzeEach`: an analysis, or the reason why a line cannot be read. */
export type AnalysisLine = (Schemas["AnalysisRow"] & { error?: undefined }) | (Schemas["BadRow"] & Without<Exclude<keyof Schemas["AnalysisRow"], keyof Schemas["BadRow"]>>);
/** A solution of the 3x3x3. */
export type SolvedCube = Solved<Schemas["SolveAnswer"]>;
/** A solution of the 2x2x2. */
export type SolvedPuzzle = Solved<Schemas["PuzzleAnswer"]>;
/** A solution, or the reason why there is none within the limits: `error` is null or a text. */
export type Solution<Row = Schemas["SolveAnswer"]> = Solved<Row> | Unsolved<Row>;
export type Scramble = Answer<"scramble">[number];
export type Case = Schemas["CaseAnswer"];
/** A case that a picture, an algorithm or a cube shows; `case` is null if it is no standard case. */
export type FoundCase = Schemas["FoundCase"];
/** The review of one solve. */
export type Review = Schemas["ReviewAnswer"] & { solves?: undefined; summary?: undefined };
/** The reviews of several solves. */
export type Reviews = Schemas["ReviewAnswers"] & Without<keyof Schemas["ReviewAnswer"] & string>;

/** Statistics of a sample: lists of rows by the name of their table, such as `summary`, `exact` and `histogram`. */
export interface Statistics {
  /** The number of scrambles. */
  scrambles: number;
  /** A row for each stage and set of colours. */
  summary: { stage: string; colors: string; n: number; min: number; max: number; mean: number; se: number; sd: number; mode: number; share: number }[];
  [table: string]: unknown;
}

/** Yields the analysis of each cube of a list, or of a text: lines, CSV, JSON lines, the WCA's table, an export of csTimer. */
export function analyzeEach(input: string | readonly string[], options: Options<"analyze", "scramble" | "id"> = {}): AsyncGenerator<AnalysisLine> {
  const isList = Array.isArray(input) && input.every((line) => typeof line === "string");
  return rows("analyze", { input: isList ? input.join("\n") : input, ...options });
}

/** Returns solutions of a cube. */
export function solve(scramble: string, options?: SolveOptions & Without<Bounds>): Promise<SolvedCube[]>;
export function solve(scramble: string, options: SolveOptions): Promise<Solution[]>;
export function solve(scramble: string, options: Options<"solve", "scramble"> & { puzzle: "222" }): Promise<SolvedPuzzle[]>;
export function solve(scramble: string, options: Options<"solve", "scramble">): Promise<(Solution | Solution<Schemas["PuzzleAnswer"]>)[]>;
export function solve(scramble: string, options: object = {}): Promise<never> {
  return ask("solve", { scramble, ...options });
}

/** Returns the review of a solve, or of several. With a `time` there is one solve; otherwise the member `solves` tells them apart. */
export function review(solution: string, options: Options<"review", "solution"> & { time: number }): Promise<Review>;
export function review(solution: string, options?: Options<"review", "solution">): Promise<Review | Reviews>;
export function review(solution: string, options: object = {}): Promise<never> {
  return ask("review", { solution, ...options });
}

/** The options that find cases. */
type Find = "pattern" | "alg" | "scramble";

/** Returns the cases of CFOP: a list of them, or those that a picture (`pattern`), an algorithm or a cube shows. */
export function cases(options?: Options<"cases", Find> & Without<Find>): Promise<Case[]>;
export function cases(options: Options<"cases", Find> & ({ pattern: string } | { alg: string } | { scramble: string })): Promise<FoundCase[]>;
export function cases(options: Options<"cases">): Promise<(Case | FoundCase)[]>;
export function cases(options: object = {}): Promise<never> {
  return ask("cases", options);
}

/** Returns statistics of a sample: an analysis as CSV or JSON lines, or scrambles, which are analysed first. */
export function stats(input: string, options: Options<"stats", "input"> = {}): Promise<Statistics> {
  return ask("stats", { input, ...options });
}

/** Turns the rows of a batch into a generator. */
async function* rows<Row>(operation: "analyze" | "solve", members: object): AsyncGenerator<Row> {
  const { signal, ...rest } = members as { signal?: AbortSignal };
  const control = new AbortController();
  signal?.addEventListener("abort", () => control.abort(signal.reason), { once: true });
  const ready: Row[] = [];
  let wake = () => {};
  let isDone = false;
  const done = client()
    .ask({ operation, ...rest }, { signal: control.signal, onRow: (row) => (ready.push(row as Row), wake()) })
    .finally(() => ((isDone = true), wake()));
  // An error is thrown below, once the rows before it are taken.
  done.catch(() => {});
  try {
    for (;;) {
      while (ready.length > 0) yield ready.shift()!;
      if (isDone) break;
      await new Promise<void>((resolve) => (wake = resolve));
    }
    await done;
  } finally {
    control.abort();
  }
}
