// The stages of a solve as a table: the numbers of the timeline, times, easiest algorithms, and all moves.
import { NumberHeadings } from "../../components/number_headings";
import { strings } from "../../i18n";
import { decimal } from "../../statistics/format";
import { nameOfRow } from "./state";
import { CaseLink, optimalOf, type Stages } from "./timeline";

export function StageTable({ rows, metric, chosen, onPlay }: Stages) {
  const { review: text, solve } = strings.value;
  const hasTimes = rows.some(({ time }) => time !== undefined);
  return (
    <>
      <div class="wide" tabIndex={0} role="region" aria-label={text.table}>
        <table class="review-table">
          <thead>
            <tr>
              <th scope="col">{text.stage}</th>
              <NumberHeadings labels={[text.moves, text.optimal, text.lost, text.total, ...(hasTimes ? [text.partTime, text.pause] : [])]} />
              <th scope="col">{text.case}</th>
              <th scope="col">{text.turns}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                <th scope="row">
                  <button type="button" aria-pressed={row === chosen} onClick={() => onPlay(index)}>
                    {nameOfRow(row, strings.value) ?? text.unfinished}
                  </button>
                </th>
                <td class="number">{row.length}</td>
                <td class="number">{optimalOf(row)}</td>
                <td class={(row.lost ?? 0) > 0 ? "number strong bad" : "number"}>{row.lost ?? "–"}</td>
                <td class="number">{row.total}</td>
                {hasTimes && [row.time, row.pause].map((seconds, column) => <td key={column} class="number">{seconds === undefined ? "–" : decimal(seconds)}</td>)}
                <td class={row.easiest && "easiest"}>
                  {row.case !== null && <CaseLink name={row.case} />}
                  {row.easiest && (
                    <div>
                      <span class="moves">{row.easiest.moves}</span> <span class="quiet">{solve.handEffort(row.easiest.effort.toFixed(1))}</span>
                    </div>
                  )}
                </td>
                <td class="moves">{row.written}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet">
        {text.tableNote(metric)} {rows.some(({ easiest }) => easiest) && text.easiestNote}
      </p>
    </>
  );
}
