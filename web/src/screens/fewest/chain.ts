// A chain of steps: what remains of the cube after it, its solution, and the text that a competitor hands in.
import { joinedTurns } from "../../cube/cancelled";
import { lengthOf, sequence, withPlainPrimes } from "../../cube/notation";
import type { Kind, Step } from "./sides";

const movesOf = (text: string): string[] => text.split(/\s+/).filter((move) => move !== "");

/** Returns the inverse of turns: from the last to the first, each the other way. */
export const inverted = (moves: string): string =>
  movesOf(moves)
    .reverse()
    .map((move) => (move.endsWith("'") ? move.slice(0, -1) : move.endsWith("2") ? move : `${move}'`))
    .join(" ");

const normalOf = (steps: readonly Step[]): string => sequence(...steps.map(({ normal }) => normal));
const inverseOf = (steps: readonly Step[]): string => sequence(...steps.map(({ inverse }) => inverse));

/** Returns moves that lead from solved to the cube that remains after steps. */
export const remaining = (setup: string, steps: readonly Step[]): string =>
  sequence(inverted(inverseOf(steps)), setup, normalOf(steps));

/** Returns the solution that steps write: the normal moves, then the inverse of those on the inverse; what cancels is joined. */
export const solutionOf = (steps: readonly Step[]): string =>
  joinedTurns(movesOf(sequence(normalOf(steps), inverted(inverseOf(steps))))).join(" ");

/** Returns the moves of a step as they are written: those on the inverse in parentheses. */
export const writtenMoves = ({ normal, inverse }: Step): string => sequence(normal, inverse === "" ? "" : `(${inverse})`);

/** Returns the number of moves of a step. */
export const lengthOfStep = ({ normal, inverse }: Step): number => lengthOf(normal) + lengthOf(inverse);

/** Returns the number of moves up to each step. */
export function totalsOf(steps: readonly Step[]): number[] {
  let total = 0;
  return steps.map((step) => (total += lengthOfStep(step)));
}

/** The words of a write-up. */
export interface WriteUpWords {
  scramble: string;
  solution: string;
  skeleton: string;
  kinds: Record<Kind, string>;
  moves: (count: number) => string;
}

/** Returns the name of a step with its axis, such as `EO FB`. */
export const nameOfStep = ({ kind, axis }: Step, kinds: Record<Kind, string>): string => sequence(kinds[kind], axis);

/** Returns the write-up: the scramble, each step with its length and the length so far, and the solution. */
export function writeUp(scramble: string, steps: readonly Step[], isSolved: boolean, words: WriteUpWords): string {
  const totals = totalsOf(steps);
  const solution = solutionOf(steps);
  return [
    `${words.scramble}: ${scramble}`,
    "",
    ...steps.map((step, index) => `${writtenMoves(step)} // ${nameOfStep(step, words.kinds)} (${lengthOfStep(step)}/${totals[index]})`),
    "",
    `${isSolved ? words.solution : words.skeleton}: ${solution} // ${words.moves(lengthOf(solution))}`,
  ].join("\n");
}

/** A turn of a face as somebody types it. */
const TURN = /^[URFDLB][2']?$/;

/** Returns whether a bracket of a text is not closed yet. */
export const hasOpenBracket = (text: string): boolean => /\([^)]*$/.test(text);

/** Returns typed moves as a step, those on the inverse in parentheses; null if they are not turns of faces. */
export function stepFrom(text: string): Step | null {
  const plain = withPlainPrimes(text).replace(/2'/g, "2");
  const inverse = [...plain.matchAll(/\^?\(([^()]*)\)/g)].map(([, moves]) => moves);
  const parts = [plain.replace(/\^?\([^()]*\)/g, " "), inverse.join(" ")].map(movesOf);
  const isValid = parts.flat().length > 0 && parts.flat().every((move) => TURN.test(move));
  return isValid ? { kind: "own", axis: "", normal: parts[0]!.join(" "), inverse: parts[1]!.join(" ") } : null;
}
