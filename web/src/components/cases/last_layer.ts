// The last layer seen from above: five rows of five, back row first, with the stickers of the sides around the top face.

/** The characters of an unknown sticker, of the top colour, and of another colour. */
export const [UNKNOWN, TOP, OTHER] = ["?", "x", "."] as const;

/** The letters of the side colours, in the order in which clicks go through them. */
export const SIDE_COLORS = { G: "green", R: "red", B: "blue", O: "orange" } as const;
export type SideLetter = keyof typeof SIDE_COLORS;

/** Whether a cell is a corner of the square, where there is no sticker. */
export const isOutside = (row: number, column: number): boolean => row % 4 === 0 && column % 4 === 0;

/** Whether a cell is on the top face. */
export const isOnTop = (row: number, column: number): boolean => row % 4 !== 0 && column % 4 !== 0;

/** Returns the pattern of which nothing is known; the top face of a PLL case has its colour. */
export const blankOf = (set: "oll" | "pll"): string =>
  set === "oll" ? "?????/?????/??x??/?????/?????" : "?????/?xxx?/?xxx?/?xxx?/?????";

/** Returns a pattern from the address if it is one of five rows of five. */
export const readPattern = (text: string, set: "oll" | "pll"): string =>
  /^[?x.GRBO]{5}(?:\/[?x.GRBO]{5}){4}$/.test(text) ? text : blankOf(set);

/** Returns the sticker of a cell. */
export const stickerAt = (pattern: string, row: number, column: number): string => pattern[6 * row + column] ?? UNKNOWN;

/** Returns the pattern with another sticker in a cell. */
export const withSticker = (pattern: string, row: number, column: number, sticker: string): string =>
  pattern.slice(0, 6 * row + column) + sticker + pattern.slice(6 * row + column + 1);

/** The cell of each position, and the cells of its side stickers by face. */
const CELLS: Record<string, [row: number, column: number]> = {
  ULB: [1, 1],
  UB: [1, 2],
  UBR: [1, 3],
  UL: [2, 1],
  UR: [2, 3],
  UFL: [3, 1],
  UF: [3, 2],
  URF: [3, 3],
};

const STEP: Record<string, [row: number, column: number]> = { B: [-1, 0], F: [1, 0], L: [0, -1], R: [0, 1] };

/** Returns the cell of a position of the last layer on the top face. */
export const cellOf = (position: string): [row: number, column: number] => CELLS[position] ?? [2, 2];

/** An arrow of a PLL picture: the piece at one position belongs at another. */
export interface Arrow {
  from: string;
  to: string;
  isDouble: boolean;
}

/** Returns the arrows of the cycles of a PLL picture such as `URF UBR, UF UB`. */
export const arrowsOf = (picture: string): Arrow[] =>
  picture.split(", ").flatMap((cycle): Arrow[] => {
    const positions = cycle.split(" ");
    const [one = "", two = ""] = positions;
    if (positions.length === 2) return [{ from: one, to: two, isDouble: true }];
    return positions.map((from, index) => ({ from, to: positions[(index + 1) % positions.length] ?? "", isDouble: false }));
  });

/** A sticker on a side: its cell, and the face to which it belongs. */
export interface SideSticker {
  cell: [row: number, column: number];
  face: string;
}

/** Returns the side stickers of a PLL picture. Positions name their faces clockwise, from the top. */
export function sideStickers(picture: string): SideSticker[] {
  const belongs = new Map<string, string>();
  for (const { from, to, isDouble } of arrowsOf(picture)) {
    belongs.set(from, to);
    if (isDouble) belongs.set(to, from);
  }
  return Object.entries(CELLS).flatMap(([position, [row, column]]) => {
    const home = belongs.get(position) ?? position;
    return [...position].slice(1).map((side, index) => {
      const [down, right] = STEP[side] ?? [0, 0];
      return { cell: [row + down, column + right] as [number, number], face: home[index + 1] ?? "" };
    });
  });
}
