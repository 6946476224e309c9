// The entry for timers that only solve and scramble: the two-phase solver in a small module, on the thread that calls it.
import { CubiformError, type Event, Module, type Problem } from "./module.js";
import { compileSmall } from "./spawn.js";

export { CubiformError, type Problem };

/** A solution in half turns. */
export interface Solution {
  id: string;
  input: string;
  method: "two-phase";
  solution: string;
  length: number;
  metric: "HTM";
}

/** A random-state scramble. */
export interface Scramble {
  event: string;
  facelets: string;
  id: string;
  length: number;
  scramble: string;
}

let module: Promise<Module> | null = null;

async function ask<Document>(request: object): Promise<Document> {
  module ??= compileSmall().then((compiled) => new Module(compiled, () => false));
  let answer: Document | null = null;
  let problem: Problem | null = null;
  (await module).answer(JSON.stringify(request), (event: Event) => {
    if (event.type === "document") answer = JSON.parse(event.json) as Document;
    if (event.type === "error") ({ problem } = event);
  });
  if (problem !== null) throw new CubiformError(problem);
  return answer!;
}

/** Returns a solution of at most `max_length` moves, 21 by default. The first call computes tables for half a second. */
export async function solve(scramble: string, options: { max_length?: number } = {}): Promise<Solution> {
  const [solution] = await ask<[Solution]>({ operation: "solve", scramble, ...options });
  return solution;
}

/** Returns random-state scrambles. The same seed, below 2^53, gives the same ones. */
export function scramble(options: { count?: number; seed?: number } = {}): Promise<Scramble[]> {
  return ask({ operation: "scramble", count: options.count ?? 1, seed: options.seed ?? randomSeed() });
}

function randomSeed(): number {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high! & 0x1fffff) * 2 ** 32 + low!;
}
