// Figures with a column for each number of moves: their size, their scale, and the columns as buttons.
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Returns a reference to an element and its width in pixels, so that a figure is drawn at its real size. */
export function useWidth(fallback: number) {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(fallback);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const read = () => setWidth(Math.max(Math.round(measured.clientWidth), 200));
    read();
    const observer = new ResizeObserver(read);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

/** Returns about `count` round numbers from `low` to `high`, both included in their range. */
export function ticksOf(low: number, high: number, count: number): number[] {
  const rough = Math.max(high - low, Number.EPSILON) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? rough;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => (first + index) * step);
}

/** The columns of a figure as buttons: the picked one, and their texts. */
export interface Picking {
  /** The number of moves that is picked. */
  picked: number | null;
  onPick: (moves: number) => void;
  /** Returns the figures of a column, as a sentence. */
  describe: (moves: number) => string;
  /** An instruction, shown while no column is pointed at. */
  hint: string;
}

/** Where a column lies, as shares of the figure's width. */
export interface Place {
  moves: number;
  left: number;
  width: number;
}

/** The columns of a figure as buttons over it. `onShow` gets the column that is pointed at or has the focus. */
export function Columns({ places, picking, onShow }: { places: Place[]; picking: Picking; onShow: (moves: number | null) => void }) {
  return (
    <>
      {places.map(({ moves, left, width }) => (
        <button
          key={moves}
          type="button"
          class="column"
          style={{ left: `${100 * left}%`, width: `${100 * width}%` }}
          aria-label={picking.describe(moves)}
          aria-pressed={picking.picked === moves}
          onClick={() => picking.onPick(moves)}
          onFocus={() => onShow(moves)}
          onBlur={() => onShow(null)}
          onPointerEnter={() => onShow(moves)}
          onPointerLeave={() => onShow(null)}
        />
      ))}
    </>
  );
}

/** The figures of the column that is pointed at, else of the picked one, else the hint. Screen readers read the button. */
export function Readout({ shown, picking }: { shown: number | null; picking: Picking }) {
  const moves = shown ?? picking.picked;
  return (
    <p class="readout" aria-hidden="true">
      {moves === null ? picking.hint : picking.describe(moves)}
    </p>
  );
}
