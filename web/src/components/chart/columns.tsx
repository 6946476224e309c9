// The columns of a chart as buttons, and their figures as a line of text.
import type { Plot, Scale } from "./plot";

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

interface Shown {
  plot: Plot;
  lengths: readonly number[];
  /** The middles of the columns, and their width. */
  x: Scale;
  step: number;
  picking: Picking;
  /** Gets the column that is pointed at or has the focus. */
  onShow: (moves: number | null) => void;
}

/** The columns of a chart as buttons over it. */
export function Columns({ plot, lengths, x, step, picking, onShow }: Shown) {
  const share = (pixels: number) => `${(100 * pixels) / plot.width}%`;
  return (
    <>
      {lengths.map((moves) => (
        <button
          key={moves}
          type="button"
          class="column"
          style={{ left: share(x(moves) - step / 2), width: share(step) }}
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
