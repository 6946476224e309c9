// A scramble that is followed turn by turn, with the turns that must be undone.
import { append, readTurn, type Turn, writeTurn } from "./turns";

/** How far a scramble was followed. */
export interface Progress {
  /** The moves of the scramble. */
  moves: readonly Turn[];
  /** The number of moves that are done. */
  done: number;
  /** The turns since then: a part of the next move, or wrong ones. */
  made: readonly Turn[];
}

/** Returns the progress before the first turn. */
export const startOf = (scramble: string): Progress => ({
  moves: scramble.split(/\s+/).flatMap((move) => readTurn(move) ?? []),
  done: 0,
  made: [],
});

/** Returns whether the whole scramble is done. */
export const isDone = ({ moves, done }: Progress): boolean => done === moves.length;

/** Returns the progress after a turn. */
export function followed({ moves, done, made }: Progress, turn: Turn): Progress {
  const turned = append(made, turn);
  const [only] = turned;
  const next = moves[done];
  const isNext = turned.length === 1 && only?.face === next?.face && only?.quarters === next?.quarters;
  return isNext ? { moves, done: done + 1, made: [] } : { moves, done, made: turned };
}

/** Returns the turns that lead back to the scramble, the first first; none while the turns are a part of its next move. */
export function undoOf({ moves, done, made }: Progress): string[] {
  const [first] = made;
  const isPart = made.length === 1 && first?.face === moves[done]?.face;
  return isPart ? [] : [...made].reverse().map(({ face, quarters }) => writeTurn({ face, quarters: 4 - quarters }));
}
