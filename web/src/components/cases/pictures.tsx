// The drawn pictures of cases, from the pictures that the server writes as text.
import { arrowsOf, cellOf, isOnTop, isOutside, OTHER, sideStickers, TOP, UNKNOWN, type Arrow } from "./last_layer";
import { ALL_CELLS, BODY, colorsOf, FLAPS_OF, outlineOf, placementsOf, VIEW } from "./pair";
import type { Case } from "./case";
import { colorOfFace, CubePictures } from "./cube_pictures";
import "./pictures.css";

/** The degrees by which a picture is turned so that it looks as the cube does before a rotation and a turn of U. */
const DEGREES: Readonly<Record<string, number>> = { y: -90, "y'": 90, y2: 180 };

/**
 * The picture of a case. Its name stands beside it, so that the drawing itself is hidden from screen readers. `rotation` is the one after
 * which the cube looks as the sheet has it: the picture is that of the cube before.
 */
export function CasePicture({ of, rotation = "" }: { of: Case; rotation?: string }) {
  if (of.derived !== undefined && of.picture === "") return <CubePictures mask={of.derived.mask} />;
  if (of.set === "F2L") return <PairPicture picture={of.picture} />;
  const degrees = DEGREES[rotation.split(" ")[0] ?? ""] ?? 0;
  return (
    <span class="case-turned" style={degrees === 0 ? undefined : { rotate: `${degrees}deg` }}>
      {of.set === "PLL" ? <PllPicture picture={of.picture} /> : <LayerPicture picture={of.picture} />}
    </span>
  );
}

/** Where the rows and the columns of a drawing begin. */
const STARTS = [2, 12, 37, 62, 87];

/** Returns the rectangle of a cell: squares on top, bars around it. */
export function rectangleOf(row: number, column: number): { x: number; y: number; width: number; height: number } {
  const span = (index: number): [number, number] => [STARTS[index] ?? 0, index % 4 === 0 ? 8 : 23];
  const [x, width] = span(column);
  const [y, height] = span(row);
  return { x, y, width, height };
}

const CELLS = Array.from({ length: 25 }, (_, index) => [Math.floor(index / 5), index % 5] as const).filter(
  ([row, column]) => !isOutside(row, column),
);

/** The last layer as rows of stickers: the top colour, another one, those of the sides, and stickers that do not matter. */
function LayerPicture({ picture }: { picture: string }) {
  return (
    <svg class="case-picture" viewBox="0 0 97 97" aria-hidden="true">
      {CELLS.map(([row, column]) => {
        const sticker = picture[6 * row + column] ?? UNKNOWN;
        const isOfSide = sticker !== TOP && sticker !== OTHER && sticker !== UNKNOWN;
        if (!isOnTop(row, column) && sticker !== TOP && !isOfSide) return null;
        const look = isOfSide ? { class: "side", style: { fill: colorOfFace(sticker) } } : { class: sticker === TOP ? "top" : sticker === UNKNOWN ? "any" : "other" };
        return <rect key={`${row}${column}`} {...look} rx="2" {...rectangleOf(row, column)} />;
      })}
    </svg>
  );
}

/** Returns the middle of a position in a drawing. */
function middleOf(position: string): [number, number] {
  const { x, y, width, height } = rectangleOf(...cellOf(position));
  return [x + width / 2, y + height / 2];
}

function ArrowLine({ arrow }: { arrow: Arrow }) {
  const [from, to] = [middleOf(arrow.from), middleOf(arrow.to)];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const along = (distance: number): [number, number] => [
    from[0] + ((to[0] - from[0]) * distance) / length,
    from[1] + ((to[1] - from[1]) * distance) / length,
  ];
  const head = ([x, y]: [number, number], sign: number) => {
    const [dx, dy] = [((to[0] - from[0]) / length) * sign, ((to[1] - from[1]) / length) * sign];
    const back: [number, number] = [x - 9 * dx, y - 9 * dy];
    return `${x},${y} ${back[0] - 5 * dy},${back[1] + 5 * dx} ${back[0] + 5 * dy},${back[1] - 5 * dx}`;
  };
  const [start, end] = [along(arrow.isDouble ? 10 : 2), along(length - 10)];
  return (
    <g class="arrow">
      <line x1={start[0]} y1={start[1]} x2={end[0]} y2={end[1]} />
      <polygon points={head(along(length - 3), 1)} />
      {arrow.isDouble && <polygon points={head(along(3), -1)} />}
    </g>
  );
}

function PllPicture({ picture }: { picture: string }) {
  return (
    <svg class="case-picture" viewBox="0 0 97 97" aria-hidden="true">
      {CELLS.filter(([row, column]) => isOnTop(row, column)).map(([row, column]) => (
        <rect key={`${row}${column}`} class="top" rx="2" {...rectangleOf(row, column)} />
      ))}
      {sideStickers(picture).map(({ cell: [row, column], face }) => (
        <rect key={`${row}${column}`} class="side" rx="2" {...rectangleOf(row, column)} style={{ fill: colorOfFace(face) }} />
      ))}
      {arrowsOf(picture).map((arrow) => (
        <ArrowLine key={`${arrow.from}${arrow.to}`} arrow={arrow} />
      ))}
    </svg>
  );
}

function PairPicture({ picture }: { picture: string }) {
  const { corner, edge } = placementsOf(picture);
  const colors = new Map([...colorsOf(corner), ...colorsOf(edge)]);
  return (
    <svg class="case-picture" viewBox={VIEW} aria-hidden="true">
      <polygon points={BODY} class="body" />
      {ALL_CELLS.map(({ outline, sticker, face, row, column }) => {
        const color = sticker === null ? undefined : colors.get(sticker);
        const solved = solvedColor(face, row, column, sticker);
        return <polygon key={outline} points={outline} class="sticker" style={{ fill: color !== undefined ? `var(--cube-${color})` : (solved ?? "var(--cube-grey)") }} />;
      })}
      {FLAPS_OF.map((sticker) => {
        const color = colors.get(sticker);
        return color === undefined ? null : <polygon key={sticker} points={outlineOf(sticker)} class="sticker flap" style={{ fill: `var(--cube-${color})` }} />;
      })}
    </svg>
  );
}

/** Returns the colour of a sticker that is solved in every F2L case, as CSS; undefined for the others. */
export function solvedColor(face: "U" | "F" | "R", row: number, column: number, sticker: string | null): string | undefined {
  if (face === "U" ? row !== 1 || column !== 1 : row === 0 || sticker !== null) return undefined;
  return colorOfFace(face);
}
