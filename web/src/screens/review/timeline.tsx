// The stages of a solve as bars: where each begins and ends, and which of its moves were lost.
import { strings } from "../../i18n";
import { addressOf } from "../../state/route";
import { caseParameters, nameOfRow, type Row } from "./state";

export interface Stages {
  rows: readonly Row[];
  /** The metric of their lengths. */
  metric: string;
  chosen: Row | null;
  /** Plays the stage with this number, from 0. */
  onPlay: (index: number) => void;
}

export function Timeline({ rows, metric, chosen, onPlay }: Stages) {
  const { review: text } = strings.value;
  const all = Math.max(rows.at(-1)?.total ?? 0, 1);
  const percent = (moves: number) => `${(100 * moves) / all}%`;
  return (
    <>
      <div class="review-timeline">
        <div class="review-labels" aria-hidden="true">
          <span>{text.stage}</span>
          <span />
          {[text.moves, text.optimal, text.lost, text.total].map((label) => (
            <span key={label}>{label}</span>
          ))}
          <span>{text.case}</span>
        </div>
        <ol class="plain-list">
          {rows.map((row, index) => {
            const lost = Math.min(row.lost ?? 0, row.length);
            return (
              <li key={index}>
                <button type="button" class="choice review-stage" aria-pressed={row === chosen} onClick={() => onPlay(index)}>
                  <span class="name strong">{nameOfRow(row, strings.value) ?? text.unfinished}</span>
                  <span class="track" aria-hidden="true">
                    {row.length > 0 && (
                      <span class={row.name === null ? "bar rest" : "bar"} style={{ left: percent(row.lengthBefore), width: percent(row.length) }}>
                        {lost > 0 && <span class="lost" style={{ width: `${(100 * lost) / row.length}%` }} />}
                      </span>
                    )}
                    {row.optimal !== null && row.length > 0 && <span class="optimal" style={{ left: percent(row.lengthBefore + row.optimal) }} />}
                  </span>
                  <Number label={text.moves} value={String(row.length)} />
                  <Number label={text.optimal} value={optimalOf(row)} />
                  <Number label={text.lost} value={row.lost === null ? "–" : String(row.lost)} isLoss={(row.lost ?? 0) > 0} />
                  <Number label={text.total} value={String(row.total)} />
                </button>
                <span class="case">{row.case !== null && <CaseLink name={row.case} />}</span>
              </li>
            );
          })}
        </ol>
      </div>
      <p class="quiet row review-legend">
        <span>
          <span class="sample bar" aria-hidden="true" /> {text.legend.kept(metric)}
        </span>
        <span>
          <span class="sample bar" aria-hidden="true">
            <span class="lost" />
          </span>{" "}
          {text.legend.lost}
        </span>
        <span>
          <span class="sample tick" aria-hidden="true" /> {text.legend.optimal}
        </span>
      </p>
    </>
  );
}

function Number({ label, value, isLoss = false }: { label: string; value: string; isLoss?: boolean }) {
  return (
    <span class={isLoss ? "number strong bad" : "number"}>
      {value}
      <span class="label"> {label}</span>
    </span>
  );
}

/** Returns the minimum number of moves of a stage; `~` if it is the length of the shortest known algorithm. */
export function optimalOf(row: Row): string {
  if (row.optimal === null) return "–";
  return `${row.optimal}${row.isProven ? "" : "~"}`;
}

/** A link to a case in the screen Cases. */
export function CaseLink({ name }: { name: string }) {
  return (
    <a href={addressOf("cases", caseParameters(name))} title={strings.value.review.toCase}>
      {name}
    </a>
  );
}
