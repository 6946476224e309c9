// A solution as somebody holds it: after a turn of the cube, or in the way that takes the least effort.
import type { components } from "../api/schema";
import { movesAfter, TURNS, type Turn } from "./hold";
import { sequence } from "./notation";
import type { StageSolution } from "./tracked";

/** A solution in the easiest hold, with the effort of its turns. */
export type Held = components["schemas"]["HeldSolution"];

/** How solutions are held: in the easiest way, or after a turn of the cube with its bottom colour down. */
export type Holding = "easiest" | Turn;

export interface HeldMoves {
  /** The rotation before the moves. */
  rotation: string;
  moves: string;
  /** The turn by which the hold differs from that of the answer, for the names of slots. */
  turn: Turn;
  /** The efforts, where they are known for this hold. */
  held: Held | null;
}

/** Returns a solution as it is held. */
export function heldAs(solution: StageSolution, holding: Holding): HeldMoves {
  const held = solution.held ?? null;
  if (holding === "easiest" && held !== null) {
    const turn = TURNS.find((turn) => movesAfter(solution.moves, turn) === held.moves) ?? "";
    return { rotation: held.rotation, moves: held.moves, turn, held };
  }
  const turn = holding === "easiest" ? "" : holding;
  return { rotation: sequence(solution.rotation, turn), moves: movesAfter(solution.moves, turn), turn, held: null };
}
