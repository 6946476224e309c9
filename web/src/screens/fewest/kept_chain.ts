// The chain that is built by hand, and the attempt that runs: the browser keeps both with their scrambles.
import { newId } from "../../state/collection";
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

/** A chain, with the scramble that it is for. */
interface KeptChain {
  scramble: string;
  steps: Step[];
}

function asChain(stored: unknown): KeptChain | null {
  const { scramble, steps } = membersOf(stored);
  const read = Array.isArray(steps) ? steps.map(asStep) : [];
  // A chain with a step that cannot be read would lead elsewhere.
  const isWhole = typeof scramble === "string" && read.every((step) => step !== null);
  return isWhole ? { scramble, steps: read } : null;
}

/** The chain that was changed last. */
const keptChain = keptSignal<KeptChain>("fewest-chain", (stored) => asChain(stored) ?? { scramble: "", steps: [] });

/** An attempt that runs: its chain, and its start in milliseconds since 1970. */
export interface RunningAttempt extends KeptChain {
  id: string;
  start: number;
}

/** The attempt that runs; null if there is none. It goes on while the page is closed. */
export const runningAttempt = keptSignal<RunningAttempt | null>("fewest-attempt", (stored) => {
  const { id, start } = membersOf(stored);
  const chain = asChain(stored);
  return chain !== null && typeof id === "string" && typeof start === "number" ? { id, start, ...chain } : null;
});

/** Returns whether an attempt at a scramble runs. */
export const isAttempted = (scramble: string): boolean => runningAttempt.value?.scramble === scramble;

/** Returns the chain of a scramble: empty if none is kept. */
export function chainOf(scramble: string): readonly Step[] {
  const kept = [runningAttempt.value, keptChain.value].find((kept) => kept?.scramble === scramble);
  return kept?.steps ?? [];
}

/** Keeps the chain of a scramble, in place of any other that is of no attempt. */
export function keepChain(scramble: string, steps: readonly Step[]): void {
  const attempt = runningAttempt.peek();
  if (attempt?.scramble === scramble) runningAttempt.value = { ...attempt, steps: [...steps] };
  else keptChain.value = { scramble, steps: [...steps] };
}

/** Starts an attempt at a scramble, without steps. */
export function startAttempt(scramble: string): void {
  runningAttempt.value = { id: newId(), start: Date.now(), scramble, steps: [] };
}

/** Ends the attempt, and returns it. Its chain stays. */
export function endAttempt(): RunningAttempt | null {
  const attempt = runningAttempt.peek();
  runningAttempt.value = null;
  if (attempt !== null) keepChain(attempt.scramble, attempt.steps);
  return attempt;
}
