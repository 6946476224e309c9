// The pictures of derived cases whose first two layers are not solved: the cube from the front, and from the back
// if a piece there matters and is not solved.
import { FACE_COLORS } from "../../cube/colors";
import { FACES } from "../cube_picture";
import { BODY, quad } from "./pair";
import { TURNED } from "./view";

/** Returns the colour of a face of a picture, which is held with yellow on top and green in front. */
export const colorOfFace = (face: string): string => `var(--cube-${FACE_COLORS[TURNED[face] ?? ""] ?? "white"})`;

/** Returns the letter of a sticker by its face and its index in it. */
const letterAt = (facelets: string, face: string, index: number): string => facelets[9 * FACES.findIndex((known) => known === face) + index] ?? "?";

/** The stickers of the pieces that no sticker shows from the front: DB, DL, BL and the corner between them. */
const HIDDEN = ["D7", "B7", "D3", "L7", "B5", "L3", "D6", "B8", "L6"];

/** Returns the facelets of the three faces that are seen after x2: bottom, back and right. */
function fromBack(mask: string): string {
  const face = (name: string) => Array.from({ length: 9 }, (_, index) => letterAt(mask, name, index));
  return [face("D"), face("R").reverse(), face("B").reverse()].flat().join("");
}

/** A cube as its facelets, with `?` for stickers that do not matter, which are grey. */
export function CubePictures({ mask }: { mask: string }) {
  const isBackShown = HIDDEN.some((sticker) => {
    const letter = letterAt(mask, sticker[0]!, Number(sticker[1]));
    return letter !== "?" && letter !== sticker[0];
  });
  return (
    <span class="case-cube">
      <CubeView facelets={mask} hasFlaps />
      {isBackShown && <CubeView facelets={fromBack(mask)} />}
    </span>
  );
}

type Point = [number, number];

/** Stickers that are not seen, as flaps beside the edge behind which they are: where the first begins, the next one, and outwards. */
const FLAPS: { stickers: readonly string[]; corner: Point; along: Point; out: Point }[] = [
  { stickers: ["B2", "B1", "B0"], corner: [61.5, 7.4], along: [15, 8.66], out: [5.5, -9.53] },
  { stickers: ["L0", "L1", "L2"], corner: [58.5, 7.4], along: [-15, 8.66], out: [-5.5, -9.53] },
  { stickers: ["D0", "D1", "D2"], corner: [14.25, 91], along: [15, 8.66], out: [-1.5, 9.53] },
  { stickers: ["D2", "D5", "D8"], corner: [60.75, 117], along: [15, -8.66], out: [1.5, 9.53] },
];

const outlineOf = (corner: Point, along: Point, out: Point, at: number): string => {
  const point = (steps: number, outwards: number): string =>
    [0, 1].map((axis) => (corner[axis]! + steps * along[axis]! + outwards * out[axis]!).toFixed(2)).join(",");
  return [point(at + 0.05, 0), point(at + 0.95, 0), point(at + 0.95, 1), point(at + 0.05, 1)].join(" ");
};

function CubeView({ facelets, hasFlaps = false }: { facelets: string; hasFlaps?: boolean }) {
  const fillOf = (letter: string) => (letter === "?" ? "var(--cube-grey)" : colorOfFace(letter));
  return (
    <svg class="case-picture" viewBox="8 -4 104 134" aria-hidden="true">
      <polygon points={BODY} class="body" />
      {(["U", "R", "F"] as const).flatMap((face) =>
        Array.from({ length: 9 }, (_, index) => {
          const outline = quad(face, Math.floor(index / 3), index % 3);
          return <polygon key={outline} points={outline} class="sticker" style={{ fill: fillOf(letterAt(facelets, face, index)) }} />;
        }),
      )}
      {hasFlaps &&
        FLAPS.flatMap(({ stickers, corner, along, out }) =>
          stickers.map((sticker, at) => {
            const letter = letterAt(facelets, sticker[0]!, Number(sticker[1]));
            // Below, only what is not solved is drawn.
            if (letter === "?" || (letter === "D" && sticker[0] === "D")) return null;
            const outline = outlineOf(corner, along, out, at);
            return <polygon key={outline} points={outline} class="sticker flap" style={{ fill: fillOf(letter) }} />;
          }),
        )}
    </svg>
  );
}
