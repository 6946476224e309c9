// The groups of a derived set: its cases by the shape of the last layer, as cubers name it.

/** The facelets of the top corners and edges, clockwise; that of the top face first, then clockwise around the corner. */
const CORNERS = [[8, 9, 20], [6, 18, 38], [0, 36, 47], [2, 45, 11]];
const EDGES = [[5, 10], [7, 19], [3, 37], [1, 46]];

/** The shapes by the place of the top colour at each piece, clockwise from any of them: 0 is the top face. */
const CORNER_SHAPES = { "0012": "T", "0021": "U", "0102": "L", "1212": "H", "1122": "Pi", "0222": "S", "0111": "AS", "0000": "corners oriented" };
const EDGE_SHAPES = { "1111": "dot", "0011": "L", "0101": "line", "0000": "cross" };

/** Returns the shape of some pieces of a cube; empty if one of them does not belong to the top layer. */
function shapeOf(cube: string, pieces: readonly (readonly number[])[], shapes: Readonly<Record<string, string>>): string {
  const places = pieces.map((facelets) => facelets.findIndex((index) => cube[index] === "U"));
  if (places.includes(-1)) return "";
  const around = [...places, ...places].join("");
  return Object.entries(shapes).find(([shape]) => around.includes(shape))?.[1] ?? "";
}

/**
 * Returns the group of each case, from its cube as facelets: the shape of its corners (T, U, L, H, Pi, S, AS), or that of its edges (dot, line, L,
 * cross) if all corners are alike. All are empty if neither divides the set into groups.
 */
export function groupsOf(cubes: readonly string[]): string[] {
  const divisions = [
    cubes.map((cube) => shapeOf(cube, CORNERS, CORNER_SHAPES)),
    cubes.map((cube) => shapeOf(cube, EDGES, EDGE_SHAPES)),
  ];
  const divides = (groups: readonly string[]) => {
    const { size } = new Set(groups);
    return !groups.includes("") && size > 1 && size < groups.length;
  };
  return divisions.find(divides) ?? cubes.map(() => "");
}
