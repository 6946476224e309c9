// The table of stages and colours. Each cell opens its solutions; its shade and small number say how it compares with all
// scrambles.
import { COLORS, type Color } from "../../cube/colors";
import { forColor, longer, type StageShares, wholePercent } from "../../cube/percentiles";
import { strings } from "../../i18n";
import { takeStep } from "../../state/route";
import { Swatch } from "../../components/basics";
import { moveFocus } from "../../components/cell_focus";
import type { Cell, Row, Stage } from "./state";

interface LengthTableProps {
  row: Row | null;
  isLoading: boolean;
  stages: Stage[];
  shares: Record<string, StageShares> | null;
  chosen: Cell | null;
  /** Called when a cell is chosen. */
  onChoose: () => void;
}

/** The rows before the stages of the goal are known, so that nothing moves once they are. */
const EXPECTED = ["cross", "xcross", "xxcross", "xxxcross", "f2l"];

const COLUMNS: readonly Cell["color"][] = [...COLORS, "best"];

export function LengthTable({ row, isLoading, stages, shares, chosen, onChoose }: LengthTableProps) {
  const { analyze: s, common } = strings.value;
  const known = stages.length > 0 ? stages.map((stage) => stage.name) : Object.keys(row?.stages ?? {});
  const names = known.length > 0 ? known : EXPECTED;
  // The only stage of an own goal has no name within it.
  const labelOf = (name: string) => (stages.length === 1 ? name : (stages.find((stage) => stage.name === name)?.label ?? name));
  return (
    <div class="wide">
      <table class="lengths" aria-busy={isLoading} onKeyDown={moveFocus}>
        <caption class="quiet">{s.legend}</caption>
        <thead>
          <tr>
            <th scope="col">{s.stage}</th>
            {COLUMNS.map((column) => (
              <th scope="col" key={column}>
                {column === "best" ? common.best : <Swatch color={column} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{common.stageName(labelOf(name))}</th>
              {COLUMNS.map((column) => (
                <LengthCell
                  key={column}
                  isFirst={name === names[0] && column === COLUMNS[0]}
                  stage={name}
                  label={common.stageName(labelOf(name))}
                  color={column}
                  row={row}
                  shares={shares?.[name] ?? null}
                  chosen={chosen}
                  onChoose={onChoose}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  isFirst: boolean;
  stage: string;
  label: string;
  color: Cell["color"];
  row: Row | null;
  shares: StageShares | null;
  chosen: Cell | null;
  onChoose: () => void;
}

function LengthCell({ isFirst, stage, label, color, row, shares, chosen, onChoose }: CellProps) {
  const { analyze: s, common } = strings.value;
  const best = row?.best[stage];
  const length = color === "best" ? best?.length : row?.stages[stage]?.[color];
  if (length === undefined || length === null) return <td aria-label={common.loading}>·</td>;
  const distribution = shares === null ? null : forColor(shares, color);
  const compared = distribution === null ? null : longer(distribution, length).share;
  const isBest = color !== "best" && best?.colors?.some((name) => (name as Color) === color);
  const isChosen = chosen?.stage === stage && chosen.color === color;
  const name = color === "best" ? common.best : common.colors[color];
  const percent = distribution === null || compared === null ? null : wholePercent(distribution, compared);
  const description = [s.cell(name, label, length), percent === null ? "" : s.shorterThan(percent), isBest ? s.isBest : ""];
  return (
    <td class={isBest ? "is-best" : undefined} style={compared === null ? undefined : { "--easy": 100 * compared }}>
      <button
        type="button"
        aria-pressed={isChosen}
        // One cell is in the order of Tab; arrow keys lead to the others.
        tabIndex={isChosen || (chosen === null && isFirst) ? 0 : -1}
        aria-label={description.filter((part) => part !== "").join(", ")}
        onClick={() => {
          takeStep({ stage, color, play: "1", over: "", slot: "" });
          onChoose();
        }}
      >
        <span class="length">
          {length}
          {isBest && <span aria-hidden="true">★</span>}
        </span>
        <span class="percent">{percent === null ? "" : `${percent} %`.replaceAll(" ", "\u202f")}</span>
      </button>
    </td>
  );
}
