// Turns of faces as quarter turns, and the way from them to written moves.

/** A turn of a face: 1, 2 or 3 quarters clockwise. */
export interface Turn {
  face: string;
  quarters: number;
}

/** Returns a written move of a face, or null for anything else. */
export function readTurn(move: string): Turn | null {
  const [, face, power] = /^([URFDLB])(2|2'|')?$/.exec(move) ?? [];
  return face === undefined ? null : { face, quarters: power === undefined ? 1 : power === "'" ? 3 : 2 };
}

/** Returns a turn as it is written. */
export const writeTurn = ({ face, quarters }: Turn): string => face + ["", "", "2", "'"][quarters]!;

/** Returns a row of turns with another at its end; turns of the same face become one, or none. */
export function append(turns: readonly Turn[], turn: Turn): Turn[] {
  const last = turns.at(-1);
  if (last?.face !== turn.face) return [...turns, turn];
  const quarters = (last.quarters + turn.quarters) % 4;
  return quarters === 0 ? turns.slice(0, -1) : [...turns.slice(0, -1), { face: turn.face, quarters }];
}

/** A turn of a solve with the time of its end, in milliseconds from the first turn. */
export interface TimedTurn extends Turn {
  at: number;
}

/** The time between two quarter turns in the same direction that are written as a half turn, in milliseconds. */
const HALF_TURN = 500;

/** Returns the moves of a solve as they are written: two quarter turns in the same direction, close together, are a half turn. */
export function movesOf(turns: readonly TimedTurn[]): TimedTurn[] {
  const moves: TimedTurn[] = [];
  for (const turn of turns) {
    const last = moves.at(-1);
    const isHalf = last?.face === turn.face && last.quarters === turn.quarters && last.quarters !== 2 && turn.at - last.at <= HALF_TURN;
    if (isHalf) moves.splice(-1, 1, { face: turn.face, quarters: 2, at: turn.at });
    else moves.push(turn);
  }
  return moves;
}
