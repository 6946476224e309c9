// Turns that cancel: neighbours of the same face, also with turns of the opposite face between them.

/** Returns the length of a move in the half turn metric: a slice counts two, a rotation of the cube nothing. */
export const htmOf = (move: string): number => (/^[xyz]/.test(move) ? 0 : /^[MES]/.test(move) ? 2 : 1);

const TURN = /^([URFDLB])(2|')?$/;
const AXIS: Record<string, string> = { U: "y", D: "y", R: "x", L: "x", F: "z", B: "z" };

/** The turns of one axis in a row, as quarter turns by face; or a move of another kind, which is a group of its own. */
interface Group {
  axis: string | null;
  turns: Map<string, number>;
  other: string;
}

/** Returns moves in groups, with neighbours of the same face joined. */
function groupsOf(moves: readonly string[]): Group[] {
  const groups: Group[] = [];
  for (const move of moves) {
    const [, face, power] = TURN.exec(move) ?? [];
    if (face === undefined) {
      groups.push({ axis: null, turns: new Map(), other: move });
      continue;
    }
    const axis = AXIS[face]!;
    let group = groups.at(-1);
    if (group?.axis !== axis) groups.push((group = { axis, turns: new Map(), other: "" }));
    const quarters = ((group.turns.get(face) ?? 0) + (power === undefined ? 1 : power === "2" ? 2 : 3)) % 4;
    if (quarters === 0) group.turns.delete(face);
    else group.turns.set(face, quarters);
    // The groups before and after an empty one become neighbours.
    if (group.turns.size === 0) groups.pop();
  }
  return groups;
}

/**
 * Returns the length (HTM) that remains of moves once neighbours of the same face are joined. Moves other than turns of
 * faces, such as slices, stay as they are and separate their neighbours.
 */
export const withoutCancelled = (moves: readonly string[]): number =>
  groupsOf(moves).reduce((sum, { axis, turns, other }) => sum + (axis === null ? htmOf(other) : turns.size), 0);

/** The order in which turns of parallel faces are written, as the engine does. */
const ORDER = "URFDLB";

/** Returns the moves that remain once neighbours of the same face are joined, turns of parallel faces in a fixed order. */
export function joinedTurns(moves: readonly string[]): string[] {
  const written = ([face, quarters]: [string, number]) => `${face}${["", "", "2", "'"][quarters]}`;
  const ordered = (turns: Map<string, number>) => [...turns].sort(([one], [two]) => ORDER.indexOf(one) - ORDER.indexOf(two));
  return groupsOf(moves).flatMap(({ axis, turns, other }) => (axis === null ? [other] : ordered(turns).map(written)));
}
