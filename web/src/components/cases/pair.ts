// The pictures of F2L: where the corner and the edge of the slot at the front right are, and how they are turned.
import type { Color } from "../../cube/colors";

/** A position and the face that shows its bottom colour (corner) or its front colour (edge): `URF F`. */
export type Placement = string;

/** The placements of the corner that a picture can show. The last layer is turned so that the corner is above its slot. */
export const CORNERS: readonly Placement[] = ["URF U", "URF R", "URF F", "DFR D", "DFR F", "DFR R"];

/** The placements of the edge. */
export const EDGES: readonly Placement[] = ["UF U", "UF F", "UR U", "UR R", "UB U", "UB B", "UL U", "UL L", "FR F", "FR R"];

/** Returns the corner and the edge of a picture such as `URF F, UR U`. */
export function placementsOf(picture: string): { corner: Placement; edge: Placement } {
  const [corner = "", edge = ""] = picture.split(", ");
  return { corner, edge };
}

/** Returns a placement from the address if it is one. */
export const readPlacement = (text: string, known: readonly Placement[]): Placement =>
  known.find((placement) => placement === text) ?? "";

/** The colours of the pair and of the cross as pictured: held with yellow on top and green in front. */
const [FRONT, RIGHT, BOTTOM]: [Color, Color, Color] = ["green", "orange", "white"];

/** Returns the colour of each sticker of a piece: position and face, such as `URF F`, to colour. */
export function colorsOf(placement: Placement): [sticker: string, color: Color][] {
  const [position = "", face = ""] = placement.split(" ");
  const faces = [...position];
  const at = faces.indexOf(face);
  if (at < 0) return [];
  // The faces of a corner are named clockwise, and its colours follow each other so: bottom, front, right.
  const colors: readonly Color[] = faces.length === 3 ? [BOTTOM, FRONT, RIGHT] : [FRONT, RIGHT];
  return colors.map((color, index) => [`${position} ${faces[(at + index) % faces.length]}`, color]);
}

type Point = [number, number];

/** The faces that are seen, as in the picture of a cube: the first corner, and a sticker to the right and down. */
const SEEN: Record<"U" | "F" | "R", { corner: Point; right: Point; down: Point }> = {
  U: { corner: [60, 10], right: [15, 8.66], down: [-15, 8.66] },
  F: { corner: [15, 35.98], right: [15, 8.66], down: [0, 17.32] },
  R: { corner: [60, 61.96], right: [15, -8.66], down: [0, 17.32] },
};

/** The cells of the stickers that are seen, by position and face. All others are grey. */
const CELLS: Record<string, [face: "U" | "F" | "R", row: number, column: number]> = {
  "URF U": ["U", 2, 2],
  "URF F": ["F", 0, 2],
  "URF R": ["R", 0, 0],
  "DFR F": ["F", 2, 2],
  "DFR R": ["R", 2, 0],
  "UF U": ["U", 2, 1],
  "UF F": ["F", 0, 1],
  "UR U": ["U", 1, 2],
  "UR R": ["R", 0, 1],
  "UB U": ["U", 0, 1],
  "UL U": ["U", 1, 0],
  "FR F": ["F", 1, 2],
  "FR R": ["R", 1, 0],
};

const GAP = 0.05;

/** Returns the outline of a sticker of a face that is seen, as points of a polygon. */
export function quad(face: "U" | "F" | "R", row: number, column: number): string {
  const { corner, right, down } = SEEN[face];
  const at = (i: number, j: number): Point => [corner[0] + j * right[0] + i * down[0], corner[1] + j * right[1] + i * down[1]];
  const points = [at(row + GAP, column + GAP), at(row + GAP, column + 1 - GAP), at(row + 1 - GAP, column + 1 - GAP), at(row + 1 - GAP, column + GAP)];
  return points.map((point) => point.map((value) => value.toFixed(2)).join(",")).join(" ");
}

/** Stickers that are not seen, drawn as flaps beside the edge of the cube behind which they are. */
const FLAPS: Record<string, string> = {
  "UB B": "76.5,16.1 82,6.5 97,15.2 91.5,24.7",
  "UL L": "43.5,16.1 38,6.5 23,15.2 28.5,24.7",
  "DFR D": "45,109.3 60,117.9 75,109.3 75,120.3 60,128.9 45,120.3",
};

/** Returns the outline of a sticker, as points of a polygon. */
export function outlineOf(sticker: string): string {
  const cell = CELLS[sticker];
  return cell === undefined ? (FLAPS[sticker] ?? "") : quad(...cell);
}

/** The stickers that are drawn as flaps. */
export const FLAPS_OF: readonly string[] = Object.keys(FLAPS);

/** The outlines of all stickers of the three faces that are seen. */
export const ALL_CELLS: readonly { outline: string; sticker: string | null; face: "U" | "F" | "R"; row: number; column: number }[] = (
  ["U", "F", "R"] as const
).flatMap((face) =>
  Array.from({ length: 9 }, (_, index) => {
    const [row, column] = [Math.floor(index / 3), index % 3];
    const sticker = Object.keys(CELLS).find((name) => {
      const cell = CELLS[name];
      return cell !== undefined && cell[0] === face && cell[1] === row && cell[2] === column;
    });
    return { outline: quad(face, row, column), sticker: sticker ?? null, face, row, column };
  }),
);

/** The frame of the picture. */
export const VIEW = "8 2 104 130";

/** The outline of the cube behind its stickers. */
export const BODY = "60,10 105,35.98 105,87.94 60,113.92 15,87.94 15,35.98";
