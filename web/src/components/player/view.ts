// The drawing of a cube: a canvas, seen from above the front right edge, with a layer that may be on its way.
import { FACE_COLORS } from "../../cube/colors";
import { layerOf, type Axis, type Sticker, type Turn, type Vector } from "./cube";

/** The direction from which the cube is seen, in radians: around it, and above it. */
export interface Angle {
  around: number;
  above: number;
}

/** As in the pictures of cubes: white on top, green in front, red on the right. */
export const START: Angle = { around: -0.7, above: 0.55 };

/** The distance of the eye from the middle, in cubes. */
const DISTANCE = 5.5;

/** The share of a sticker's side that is left free on each side, and the radius of its corners. */
const [GAP, RADIUS] = [0.055, 0.085];

/** The colours of the drawing, read from the style of the page. */
export interface Palette {
  body: string;
  grey: string;
  faces: Readonly<Record<string, string>>;
  dim: Readonly<Record<string, string>>;
}

/** Returns a colour such as `#ff7a00` as it is where it does not matter: nearer to grey. */
function dimmed(color: string): string {
  const parts = [1, 3, 5].map((at) => Math.round(0.4 * parseInt(color.slice(at, at + 2), 16) + 0.6 * 0x60));
  return `rgb(${parts.join(" ")})`;
}

/** Reads the colours of the page. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  const faces = Object.fromEntries(Object.entries(FACE_COLORS).map(([face, color]) => [face, read(`--cube-${color}`)]));
  const dim = Object.fromEntries(Object.entries(faces).map(([face, color]) => [face, dimmed(color)]));
  return { body: read("--cube-body"), grey: read("--cube-grey"), faces, dim };
}

/** What is drawn: stickers, and the turn that is on its way with the share of it that is done. */
export interface Scene {
  size: number;
  stickers: readonly Sticker[];
  turn: Turn | null;
  done: number;
  angle: Angle;
}

type Point = [number, number];

/** Returns a vector turned clockwise about an axis, as seen from its positive end. */
function rotate([x, y, z]: Vector, axis: Axis, radians: number): Vector {
  const [c, s] = [Math.cos(radians), Math.sin(radians)];
  if (axis === 0) return [x, y * c + z * s, z * c - y * s];
  return axis === 1 ? [x * c - z * s, y, z * c + x * s] : [x * c + y * s, y * c - x * s, z];
}

const dot = (one: Vector, other: Vector): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];

/** Layers that move together: from the first to the last, and how far they are turned. */
interface Slab {
  first: number;
  last: number;
  radians: number;
}

/** Returns the slabs along the axis of the turn, or the whole cube as one. */
function slabsOf({ turn, done, size }: Scene): Slab[] {
  if (turn === null) return [{ first: 0, last: size - 1, radians: 0 }];
  const radians = (turn.quarters * done * Math.PI) / 2;
  const slabs = [
    { first: 0, last: turn.first - 1, radians: 0 },
    { first: turn.first, last: turn.last, radians },
    { first: turn.last + 1, last: size - 1, radians: 0 },
  ];
  return slabs.filter(({ first, last }) => last >= first);
}

/** Draws a cube on a canvas of this size in device pixels. */
export function draw(context: CanvasRenderingContext2D, width: number, height: number, palette: Palette, scene: Scene): void {
  const { size, stickers, angle } = scene;
  const axis: Axis = scene.turn?.axis ?? 1;
  const scale = Math.min(width, height) * 0.66;
  // The eye as the cube sees it.
  const eye = rotate(rotate([0, 0, DISTANCE], 0, angle.above), 1, angle.around);
  const project = (point: Vector): Point => {
    const [x, y, z] = rotate(rotate(point, 1, -angle.around), 0, -angle.above);
    const near = (DISTANCE - 0.87) / (DISTANCE - z);
    return [width / 2 + scale * x * near, height / 2 - scale * y * near];
  };
  context.clearRect(0, 0, width, height);
  const edgeOf = (layer: number) => layer / size - 0.5;
  // The slab that is farther from the eye along the axis is behind the others.
  const depth = ({ first, last }: Slab) => {
    const [low, high] = [edgeOf(first), edgeOf(last + 1)];
    return Math.max(low - eye[axis], eye[axis] - high, 0);
  };
  for (const slab of slabsOf(scene).sort((one, other) => depth(other) - depth(one))) {
    const place = (point: Vector): Vector => rotate(point, axis, slab.radians);
    const isSeen = (normal: Vector, middle: Vector) => {
      const [n, m] = [place(normal), place(middle)];
      return dot(n, [eye[0] - m[0], eye[1] - m[1], eye[2] - m[2]]) > 0;
    };
    const quad = (corners: Vector[], fill: string, radius: number) => outline(context, corners.map((corner) => project(place(corner))), fill, radius);
    for (const [normal, corners, middle] of sidesOf(axis, edgeOf(slab.first), edgeOf(slab.last + 1))) {
      if (isSeen(normal, middle)) quad(corners, palette.body, 0);
    }
    const unit = (scale / size) * RADIUS;
    for (const sticker of stickers) {
      const layer = layerOf(sticker.place, axis, size);
      if (layer < slab.first || layer > slab.last) continue;
      const { corners, middle } = cornersOf(sticker, size);
      if (!isSeen(sticker.normal, middle)) continue;
      const { shade, face } = sticker;
      quad(corners, (shade === "grey" ? palette.grey : palette[shade === "dim" ? "dim" : "faces"][face]) ?? palette.grey, unit);
    }
  }
}

/** Returns the six sides of a slab: where each looks to, its corners, and its middle. */
function sidesOf(axis: Axis, low: number, high: number): [normal: Vector, corners: Vector[], middle: Vector][] {
  const ranges = [0, 1, 2].map((index) => (index === axis ? [low, high] : [-0.5, 0.5])) as [number, number][];
  return [0, 1, 2].flatMap((side) =>
    [0, 1].map((end): [Vector, Vector[], Vector] => {
      const [one, other] = [(side + 1) % 3, (side + 2) % 3];
      const at = (u: number, v: number): Vector => {
        const point = [0, 0, 0];
        point[side] = ranges[side]![end]!;
        point[one] = u;
        point[other] = v;
        return point as unknown as Vector;
      };
      const [[u0, u1], [v0, v1]] = [ranges[one]!, ranges[other]!];
      const normal = [0, 0, 0];
      normal[side] = end === 0 ? -1 : 1;
      return [normal as unknown as Vector, [at(u0, v0), at(u1, v0), at(u1, v1), at(u0, v1)], at((u0 + u1) / 2, (v0 + v1) / 2)];
    }),
  );
}

/** Returns the corners of a sticker on the unit cube, and its middle. */
function cornersOf({ place, normal }: Sticker, size: number): { corners: Vector[]; middle: Vector } {
  const side = normal.findIndex((part) => part !== 0) as Axis;
  const [one, other] = [((side + 1) % 3) as Axis, ((side + 2) % 3) as Axis];
  const center = (axis: Axis) => place[axis] / (2 * size);
  const half = (0.5 - GAP) / size;
  const at = (u: number, v: number): Vector => {
    const point = [0, 0, 0];
    point[side] = normal[side] / 2;
    point[one] = center(one) + u * half;
    point[other] = center(other) + v * half;
    return point as unknown as Vector;
  };
  return { corners: [at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)], middle: at(0, 0) };
}

/** Fills a quadrangle with rounded corners; one without is also drawn along its edge, so that neighbours leave no gap. */
function outline(context: CanvasRenderingContext2D, points: Point[], fill: string, radius: number): void {
  const [last, first] = [points.at(-1)!, points[0]!];
  context.beginPath();
  context.moveTo((last[0] + first[0]) / 2, (last[1] + first[1]) / 2);
  points.forEach((point, index) => {
    const next = points[(index + 1) % points.length]!;
    context.arcTo(...point, ...next, radius);
  });
  context.closePath();
  context.fillStyle = fill;
  context.fill();
  if (radius > 0) return;
  context.strokeStyle = fill;
  context.lineJoin = "round";
  context.lineWidth = 2;
  context.stroke();
}
