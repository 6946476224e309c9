// The unfolded cube with stickers to paint, and the colours to paint with.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Swatch } from "../../components/basics";
import { FACES } from "../../components/cube_picture";
import { FACE_COLORS, inkOn, type Color } from "../../cube/colors";
import { strings } from "../../i18n";
import { BLANK, cellsOf, countOf, neighbor, pieceOf, sorted, type Cell, type Size } from "./net";

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the style of a sticker and of the letter on it. */
const inkOf = (color: Color | undefined) =>
  color === undefined ? { "--cell": "var(--sunk)" } : { "--cell": `var(--cube-${color})`, "--ink": inkOn(color) };

/** Returns the colour of a face's letter; a blank has none. */
const colorOf = (letter: string): Color | undefined => FACE_COLORS[letter];

interface NetProps {
  net: string;
  size: Size;
  /** The places of the pieces that are wrong, by their faces. */
  wrong: readonly string[];
  /** Gets the net after a sticker is painted. */
  onChange: (net: string) => void;
}

/** Whether a key is meant for a field that has the focus. */
const isForField = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.closest("input, select, textarea") !== null;

/** The palette and the net. */
export function StickerNet({ net, size, wrong, onChange }: NetProps) {
  const { solve } = strings.value;
  const cells = useMemo(() => cellsOf(size), [size]);
  const [letter, setLetter] = useState<string>("U");
  const [current, setCurrent] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const paint = (index: number) => {
    setCurrent(index);
    if (!cells[index]!.isCenter) onChange(net.slice(0, index) + letter + net.slice(index + 1));
  };
  // The keys of the colours work wherever the focus is.
  useLayoutEffect(() => {
    const choose = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isForField(event)) return;
      const chosen = event.key === "0" ? BLANK : FACES[Number(event.key) - 1];
      if (chosen !== undefined) setLetter(chosen);
    };
    addEventListener("keydown", choose);
    return () => removeEventListener("keydown", choose);
  }, []);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = neighbor(cells, current, ...step);
    setCurrent(next);
    grid.current?.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div class="stack">
      <div class="row solve-palette" role="group" aria-label={solve.palette}>
        {FACES.map((face, index) => (
          <button
            key={face}
            type="button"
            aria-pressed={letter === face}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => setLetter(face)}
          >
            <Swatch color={FACE_COLORS[face]!} /> <kbd aria-hidden="true">{index + 1}</kbd>{" "}
            <span class={countOf(net, face) > size * size ? "number strong" : "number"}>
              {solve.countOf(countOf(net, face), size * size)}
            </span>
          </button>
        ))}
        <button type="button" aria-pressed={letter === BLANK} aria-keyshortcuts="0" onClick={() => setLetter(BLANK)}>
          {solve.erase} <kbd aria-hidden="true">0</kbd>
        </button>
      </div>
      <div
        class="solve-net"
        style={{ "--columns": 4 * size }}
        role="group"
        aria-label={solve.net}
        ref={grid}
        onKeyDown={move}
      >
        {cells.map((cell, index) => (
          <Sticker
            key={index}
            cell={cell}
            color={colorOf(net[index] ?? BLANK)}
            isCurrent={index === current % cells.length}
            isWrong={wrong.some((place) => sorted(place) === pieceOf(cell, size))}
            onPaint={() => paint(index)}
            onFocus={() => setCurrent(index)}
          />
        ))}
      </div>
    </div>
  );
}

/** A sticker. Only the current one is reached by Tab; arrow keys reach the others. */
function Sticker(props: {
  cell: Cell;
  color: Color | undefined;
  isCurrent: boolean;
  isWrong: boolean;
  onPaint: () => void;
  onFocus: () => void;
}) {
  const { solve, common } = strings.value;
  const { cell, color, isCurrent, isWrong } = props;
  const face = solve.faces[cell.face];
  const name = color === undefined ? solve.blank : common.colors[color];
  return (
    <button
      type="button"
      class={`paint solve-sticker${color === undefined ? " solve-blank" : ""}${isWrong ? " solve-wrong" : ""}`}
      style={{ ...inkOf(color), gridColumn: cell.x + 1, gridRow: cell.y + 1 }}
      tabIndex={isCurrent ? 0 : -1}
      aria-disabled={cell.isCenter}
      aria-label={cell.isCenter ? solve.center(face, name) : solve.sticker(face, cell.row + 1, cell.column + 1, name)}
      onClick={props.onPaint}
      onFocus={props.onFocus}
    >
      <span aria-hidden="true">{color === undefined ? "" : common.letters[color]}</span>
    </button>
  );
}
