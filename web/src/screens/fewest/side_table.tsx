// The table of steps and sides: the fewest moves of each, with stars at the best. Each cell opens its solutions.
import { moveFocus } from "../../components/cell_focus";
import { strings } from "../../i18n";
import { fewest } from "../../i18n/fewest";
import { takeStep } from "../../state/route";
import { type Cell, nameOf, type Row, type RowName, ROWS, type Side, SIDES } from "./sides";

/** The part of the address that belongs to the solutions of one cell. */
export const NO_SOLUTION = { play: "", over: "" };

interface SideTableProps {
  row: Row;
  /** Whether the row is of the question before. */
  isOld: boolean;
  chosen: Cell | null;
  /** Is told that a cell was chosen. */
  onChoose: () => void;
}

export function SideTable({ row, isOld, chosen, onChoose }: SideTableProps) {
  const s = fewest.value;
  return (
    <div class="wide">
      <table class="fewest-table" aria-busy={isOld} onKeyDown={moveFocus}>
        <caption class="quiet">{s.legend}</caption>
        <thead>
          <tr>
            <th scope="col">{s.step}</th>
            {SIDES.map((side) => (
              <th scope="col" key={side}>
                {nameOf(side)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((name) => (
            <tr key={name}>
              <th scope="row">{s.rows[name]}</th>
              {SIDES.map((side) => (
                <SideCell key={side} row={row} name={name} side={side} chosen={chosen} onChoose={onChoose} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SideCellProps extends Omit<SideTableProps, "isOld"> {
  name: RowName;
  side: Side;
}

function SideCell({ row, name, side, chosen, onChoose }: SideCellProps) {
  const s = fewest.value;
  const length = row.stages[name]?.[side];
  if (length === undefined || length === null) return <td aria-label={strings.value.common.loading}>·</td>;
  const isBest = row.best[name]?.sides?.some((best) => best === side) ?? false;
  const isChosen = chosen?.row === name && chosen.side === side;
  const isFirst = name === ROWS[0] && side === SIDES[0];
  return (
    <td class={isBest ? "is-best" : undefined}>
      <button
        type="button"
        aria-pressed={isChosen}
        // One cell is in the order of Tab; arrow keys lead to the others.
        tabIndex={isChosen || (chosen === null && isFirst) ? 0 : -1}
        aria-label={`${s.cell(s.rows[name], s.sideName(side), length)}${isBest ? s.isBest : ""}`}
        onClick={() => {
          takeStep({ row: name, side, ...NO_SOLUTION, play: "1" });
          onChoose();
        }}
      >
        {length}
        {isBest && <small aria-hidden="true">★</small>}
      </button>
    </td>
  );
}
