// The unfolded cube: where each sticker lies, and texts of facelets with blanks.
import { FACES } from "../../components/cube_picture";

export type Size = 2 | 3;
export type Face = (typeof FACES)[number];

/** The letter of a sticker that is not painted yet. */
export const BLANK = "-";

/** A sticker: its face, its row and column there from 0, and its place in the unfolded cube. */
export interface Cell {
  face: Face;
  row: number;
  column: number;
  x: number;
  y: number;
  isCenter: boolean;
}

/** The corner of each face in the unfolded cube, in faces. */
const CORNERS: Record<Face, readonly [number, number]> = {
  U: [1, 0],
  R: [2, 1],
  F: [1, 1],
  D: [1, 2],
  L: [0, 1],
  B: [3, 1],
};

/** Returns the stickers in the order of facelets. */
export function cellsOf(size: Size): Cell[] {
  return FACES.flatMap((face) =>
    Array.from({ length: size * size }, (_, index) => {
      const [row, column] = [Math.floor(index / size), index % size];
      const [left, top] = CORNERS[face];
      return { face, row, column, x: left * size + column, y: top * size + row, isCenter: size === 3 && index === 4 };
    }),
  );
}

/** Returns the cube with all stickers blank but the fixed centres. */
export const blankNet = (size: Size): string =>
  cellsOf(size)
    .map(({ face, isCenter }) => (isCenter ? face : BLANK))
    .join("");

/** Returns the solved cube. */
export const solvedNet = (size: Size): string =>
  cellsOf(size)
    .map(({ face }) => face)
    .join("");

/** Returns whether a text is a net of this size, blanks allowed, with the centres in their places. */
export function isNet(text: string, size: Size): boolean {
  const cells = cellsOf(size);
  return (
    text.length === cells.length &&
    /^[URFDLB-]*$/.test(text) &&
    cells.every(({ face, isCenter }, index) => !isCenter || text[index] === face)
  );
}

/** Returns the sticker that is reached by a step from another; the same one at the border of the net. */
export function neighbor(cells: readonly Cell[], from: number, dx: number, dy: number): number {
  const start = cells[from]!;
  const found = cells.findIndex(({ x, y }) => x === start.x + dx && y === start.y + dy);
  return found < 0 ? from : found;
}

/** Returns the number of stickers with a letter. */
export const countOf = (net: string, letter: string): number => [...net].filter((other) => other === letter).length;

/** The directions of a face's columns and rows, and the face's own, each by the letters of its ends: first and last. */
const ALONG: Record<Face, readonly [columns: string, rows: string]> = {
  U: ["LR", "BF"],
  R: ["FB", "UD"],
  F: ["LR", "UD"],
  D: ["LR", "FB"],
  L: ["BF", "UD"],
  B: ["RL", "UD"],
};

/** Returns the faces of the piece that a sticker is on, in the order of the alphabet. */
export function pieceOf({ face, row, column }: Cell, size: Size): string {
  const [columns, rows] = ALONG[face];
  const end = (ends: string, index: number) => (index === 0 ? ends[0] : index === size - 1 ? ends[1] : "");
  return sorted(`${face}${end(columns, column)}${end(rows, row)}`);
}

/** Returns letters in the order of the alphabet, so that names of one piece are equal. */
export const sorted = (letters: string): string => [...letters].sort().join("");
