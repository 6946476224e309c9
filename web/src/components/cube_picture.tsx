// A picture of a cube from its facelets: three faces as one sees them.
import { FACE_COLORS } from "../cube/colors";
import { strings } from "../i18n";

/** The order of the faces in facelets. */
export const FACES = ["U", "R", "F", "D", "L", "B"] as const;

/** The colour of a facelet, as a CSS value. */
export const fillOf = (face: string): string =>
  FACE_COLORS[face] === undefined ? "var(--edge)" : `var(--cube-${FACE_COLORS[face]})`;

type Point = [number, number];

/** Where each visible face lies: its first corner, and its edges to the right and down. */
const VISIBLE: Record<"U" | "F" | "R", { corner: Point; right: Point; down: Point }> = {
  U: { corner: [50, 0], right: [43.3, 25], down: [-43.3, 25] },
  F: { corner: [6.7, 25], right: [43.3, 25], down: [0, 50] },
  R: { corner: [50, 50], right: [43.3, -25], down: [0, 50] },
};

/** Three faces of a cube of any size that is held with white up and green in front. */
export function CubePicture({ facelets }: { facelets: string }) {
  const size = Math.round(Math.sqrt(facelets.length / 6));
  const stickers = (["U", "F", "R"] as const).flatMap((face) => {
    const { corner, right, down } = VISIBLE[face];
    const at = (column: number, row: number): Point => [
      corner[0] + (column * right[0] + row * down[0]) / size,
      corner[1] + (column * right[1] + row * down[1]) / size,
    ];
    return Array.from({ length: size * size }, (_, index) => {
      const [row, column] = [Math.floor(index / size), index % size];
      const edge = 0.06;
      const points = [
        at(column + edge, row + edge),
        at(column + 1 - edge, row + edge),
        at(column + 1 - edge, row + 1 - edge),
        at(column + edge, row + 1 - edge),
      ];
      const shown = facelets[FACES.indexOf(face) * size * size + index] ?? "";
      return <polygon key={`${face}${index}`} points={points.map((point) => point.join(",")).join(" ")} fill={fillOf(shown)} />;
    });
  });
  return (
    <svg class="cube-picture" viewBox="0 0 100 100" role="img" aria-label={strings.value.common.cubeOf(strings.value.common.colors.green)}>
      <polygon points="50,0 93.3,25 93.3,75 50,100 6.7,75 6.7,25" fill="var(--cube-body)" />
      {stickers}
    </svg>
  );
}
