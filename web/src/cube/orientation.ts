// Orientations of the whole cube, found with the library of the player: the rotation from one hold to another.
import { sequence, withoutComments } from "./notation";

/** The 24 rotations of the whole cube. */
const ROTATIONS = ["", "x", "x2", "x'", "z", "z'"].flatMap((first) =>
  ["", "y", "y2", "y'"].map((second) => `${first} ${second}`.trim()),
);

const library = () => Promise.all([import("cubing/alg"), import("cubing/puzzles")]);

/** A function that returns the places of the centres after moves from a solved cube, as text. */
async function centres(): Promise<(moves: string) => string> {
  const [{ Alg }, { cube3x3x3 }] = await library();
  const solved = (await cube3x3x3.kpuzzle()).defaultPattern();
  return (moves) => (solved.applyAlg(new Alg(moves)).patternData["CENTERS"]?.pieces ?? []).join();
}

/** Returns the inverse of moves. Comments and lines are left out. */
export async function inverse(moves: string): Promise<string> {
  const [{ Alg }] = await library();
  return new Alg(withoutComments(moves)).invert().toString();
}

/** Returns the rotation after which the cube is held as after `to`, if it is held as after `from` before it. */
export async function rotationBetween(from: string, to: string): Promise<string> {
  const after = await centres();
  const goal = after(to);
  return ROTATIONS.find((rotation) => after(sequence(from, rotation)) === goal) ?? "";
}

/** Returns the setup of the state that `moves` solve, held as after `hold`. */
export async function setupSolvedBy(moves: string, hold = ""): Promise<string> {
  const after = await centres();
  const back = await inverse(moves);
  const goal = after(hold);
  const rotation = ROTATIONS.find((rotation) => after(sequence(rotation, back)) === goal) ?? "";
  return sequence(rotation, back);
}

/** Returns whether the player can read moves. */
export async function isReadable(moves: string): Promise<boolean> {
  const after = await centres();
  try {
    after(moves);
    return true;
  } catch {
    return false;
  }
}
