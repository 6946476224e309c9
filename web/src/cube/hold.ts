// Rotations of the whole cube about the vertical axis: the same moves, named as somebody sees them who has turned the cube.

/** The holds of a cube with the same bottom. */
export const TURNS = ["", "y", "y2", "y'"] as const;
export type Turn = (typeof TURNS)[number];

/** The side faces in the order in which y carries each to the place of the one before it: after y, the old R is in front. */
const SIDES = ["F", "R", "B", "L"] as const;

/** Returns the name that a face has after a turn of the cube. */
function faceAfter(face: string, turn: Turn): string {
  const side = SIDES.findIndex((known) => known === face);
  return side < 0 ? face : SIDES[(side + 4 - TURNS.indexOf(turn)) % 4]!;
}

/** Returns moves as they are written after a turn of the cube. */
export const movesAfter = (moves: string, turn: Turn): string => moves.replace(/[FRBL]/g, (face) => faceAfter(face, turn));

/** Returns a slot such as `FR` as it is named after a turn of the cube: front or back first. */
export function slotAfter(slot: string, turn: Turn): string {
  const faces = [...slot].map((face) => faceAfter(face, turn));
  return faces.sort((one, other) => Number("FB".includes(other)) - Number("FB".includes(one))).join("");
}
