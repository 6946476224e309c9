// Moves on a cube that are played: the states between them, and the place at which the playing is.
import { solved, turned, type Sticker, type Turn } from "./cube";
import { masked } from "./mask";
import { movesOf, turnOf } from "./notation";

/** Moves to play, with the states before and after each. */
export interface Film {
  size: number;
  /** The moves as they are written, and their turns. */
  moves: readonly string[];
  turns: readonly Turn[];
  /** The states: one more than turns. */
  states: readonly (readonly Sticker[])[];
}

/** The milliseconds of a quarter turn at normal speed. A half turn takes half as long again. */
const QUARTER = 420;

/** Returns the moves that a cube of this size knows, with their turns. */
async function read(text: string, size: number): Promise<[move: string, turn: Turn][]> {
  const moves = await movesOf(text);
  return moves.flatMap((move): [string, Turn][] => {
    const turn = turnOf(move, size);
    return turn === null ? [] : [[move, turn]];
  });
}

/** Prepares moves after a setup from the solved cube. A mask shades the pieces of a 3x3x3. */
export async function filmOf(size: number, setup: string, text: string, mask: string | null): Promise<Film> {
  const [before, played] = await Promise.all([read(setup, size), read(text, size)]);
  const start = mask === null || size !== 3 ? solved(size) : masked(solved(size), mask);
  const first = before.reduce<readonly Sticker[]>((state, [, turn]) => turned(state, turn, size), start);
  const states = [first];
  for (const [, turn] of played) states.push(turned(states.at(-1)!, turn, size));
  return { size, moves: played.map(([move]) => move), turns: played.map(([, turn]) => turn), states };
}

/** Returns the milliseconds that a turn takes at normal speed. */
export const durationOf = (turn: Turn): number => (Math.abs(turn.quarters) > 1 ? 1.5 * QUARTER : QUARTER);

/** Returns the share of a turn that is done after a share of its time: slow at both ends. */
export const eased = (share: number): number => share * share * (3 - 2 * share);
