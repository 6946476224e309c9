// The chain that is built by hand, which the browser keeps with its scramble, and the clock of the attempt.
import { keptSignal, membersOf } from "../../state/kept";
import { KINDS, type Step } from "./sides";

const TURNS = /^[URFDLB2' ]*$/;

/** Returns a kept step, or null for anything else. */
function asStep(stored: unknown): Step | null {
  const { kind, axis, normal, inverse } = membersOf(stored);
  const known = KINDS.find((name) => name === kind);
  const texts = [axis, normal, inverse];
  if (known === undefined || !texts.every((text) => typeof text === "string")) return null;
  const [of, ...moves] = texts as [string, string, string];
  return moves.every((text) => TURNS.test(text)) ? { kind: known, axis: of, normal: moves[0]!, inverse: moves[1]! } : null;
}

/** The chain, with the scramble that it is for. */
export const keptChain = keptSignal<{ scramble: string; steps: Step[] }>("fewest-chain", (stored) => {
  const { scramble, steps } = membersOf(stored);
  const read = Array.isArray(steps) ? steps.map(asStep) : [];
  // A chain with a step that cannot be read would lead elsewhere.
  const isWhole = typeof scramble === "string" && read.every((step) => step !== null);
  return isWhole ? { scramble, steps: read } : { scramble: "", steps: [] };
});

/** Returns the chain of a scramble: empty if none is kept. */
export const chainOf = (scramble: string): readonly Step[] => (keptChain.value.scramble === scramble ? keptChain.value.steps : []);

/** Keeps the chain of a scramble, in place of any other. */
export function keepChain(scramble: string, steps: readonly Step[]): void {
  keptChain.value = { scramble, steps: [...steps] };
}

/** The time at which the attempt ends, in milliseconds since 1970; null while no clock runs. */
export const endOfAttempt = keptSignal<number | null>("fewest-end", (stored) => (typeof stored === "number" ? stored : null));
