// Turns that cancel: neighbours of the same face, also with turns of the opposite face between them.

/** Returns the length of a move in the half turn metric: a slice counts two, a rotation of the cube nothing. */
export const htmOf = (move: string): number => (/^[xyz]/.test(move) ? 0 : /^[MES]/.test(move) ? 2 : 1);

const TURN = /^([URFDLB])(2|')?$/;
const AXIS: Record<string, string> = { U: "y", D: "y", R: "x", L: "x", F: "z", B: "z" };

/**
 * Returns the length (HTM) that remains of moves once neighbours of the same face are joined. Moves other than turns of
 * faces, such as slices, stay as they are and separate their neighbours.
 */
export function withoutCancelled(moves: readonly string[]): number {
  // A group is the turns of one axis in a row: quarter turns by face. A move of another kind is a group of its own.
  const groups: { axis: string; turns: Map<string, number> }[] = [];
  for (const move of moves) {
    const [, face, power] = TURN.exec(move) ?? [];
    const axis = face === undefined ? null : AXIS[face]!;
    let group = groups.at(-1);
    if (axis === null || face === undefined) {
      groups.push({ axis: "", turns: new Map(Array.from({ length: htmOf(move) }, (_, part) => [`${move}${part}`, 1])) });
      continue;
    }
    if (group?.axis !== axis) groups.push((group = { axis, turns: new Map() }));
    const quarters = ((group.turns.get(face) ?? 0) + (power === undefined ? 1 : power === "2" ? 2 : 3)) % 4;
    if (quarters === 0) group.turns.delete(face);
    else group.turns.set(face, quarters);
    // The groups before and after an empty one become neighbours.
    if (group.turns.size === 0) groups.pop();
  }
  return groups.reduce((sum, { turns }) => sum + turns.size, 0);
}
