// A cube of any size as its stickers, for the player: where each is, and how moves carry them.

export type Vector = readonly [number, number, number];

/** How a sticker is shown: in its colour, darker, or grey. */
export type Shade = "lit" | "dim" | "grey";

/** The axes: x to the right, y up, z to the front. */
export type Axis = 0 | 1 | 2;

/** A sticker: the cubie that it is on, the side that it looks to, the face of its colour, and how it is shown. */
export interface Sticker {
  /** The place of the cubie; neighbours are 2 apart, and the middle of the cube is 0. */
  place: Vector;
  normal: Vector;
  face: string;
  shade: Shade;
}

/** A turn of some layers: clockwise quarter turns as seen from the positive end of the axis. */
export interface Turn {
  axis: Axis;
  /** The first and the last layer, counted from the negative end from 0. */
  first: number;
  last: number;
  quarters: number;
}

/** The faces by the direction in which they look. */
export const FACES: Readonly<Record<string, Vector>> = {
  U: [0, 1, 0],
  R: [1, 0, 0],
  F: [0, 0, 1],
  D: [0, -1, 0],
  L: [-1, 0, 0],
  B: [0, 0, -1],
};

/** Returns the layer of a place along an axis. */
export const layerOf = (place: Vector, axis: Axis, size: number): number => (place[axis] + size - 1) / 2;

/** Returns the stickers of a solved cube. */
export function solved(size: number): Sticker[] {
  const places = Array.from({ length: size }, (_, index) => 2 * index - size + 1);
  return Object.entries(FACES).flatMap(([face, normal]) =>
    places.flatMap((one) =>
      places.map((other): Sticker => {
        const free = [one, other];
        const place = normal.map((part) => (part === 0 ? free.shift()! : part * (size - 1)));
        return { place: place as unknown as Vector, normal, face, shade: "lit" };
      }),
    ),
  );
}

/** Returns a vector after one clockwise quarter turn about an axis. */
function quarter([x, y, z]: Vector, axis: Axis): Vector {
  if (axis === 0) return [x, z, -y];
  return axis === 1 ? [-z, y, x] : [y, -x, z];
}

/** Returns the stickers after a turn. */
export function turned(stickers: readonly Sticker[], turn: Turn, size: number): Sticker[] {
  const times = ((turn.quarters % 4) + 4) % 4;
  return stickers.map((sticker) => {
    const layer = layerOf(sticker.place, turn.axis, size);
    if (layer < turn.first || layer > turn.last) return sticker;
    let { place, normal } = sticker;
    for (let time = 0; time < times; time += 1) [place, normal] = [quarter(place, turn.axis), quarter(normal, turn.axis)];
    return { ...sticker, place, normal };
  });
}

/** Returns the face to which a sticker looks. */
export const sideOf = ({ normal }: Sticker): string =>
  Object.keys(FACES).find((face) => FACES[face]!.every((part, axis) => part === normal[axis]))!;

/** Returns whether every side has one colour. */
export function isSolved(stickers: readonly Sticker[]): boolean {
  const colors = new Map<string, string>();
  return stickers.every((sticker) => {
    const side = sideOf(sticker);
    if (!colors.has(side)) colors.set(side, sticker.face);
    return colors.get(side) === sticker.face;
  });
}
