// A list of scrambles: each a link to its analysis, with its time.
import { useState } from "preact/hooks";
import { CopyButton } from "../../components/basics";
import { strings } from "../../i18n";
import { addressOf } from "../../state/route";
import { hundredthsOf, textOf } from "../../timer/results";
import type { Row } from "./run";
import type { Measured } from "./sample";
import { chosenGoal } from "./view";

/** The number of scrambles that are shown at once. */
const PAGE = 24;

/** The time of a row as timers show it; empty without one. */
function timeOf({ time_ms, penalty }: Row): string {
  if (penalty === "DNF") return "DNF";
  return time_ms === undefined ? "" : `${textOf(hundredthsOf(time_ms))}${penalty === "+2" ? "+" : ""}`;
}

/** The scrambles with their numbers of moves; a long list is shown in parts. */
export function ScrambleList({ list, label }: { list: readonly Measured[]; label: string }) {
  const { session, common } = strings.value;
  const [limit, setLimit] = useState(PAGE);
  return (
    <>
      <ol class="plain-list session-scrambles" aria-label={label}>
        {list.slice(0, limit).map(({ row, moves }) => {
          const cube = row.scramble ?? row.facelets ?? "";
          return (
            <li key={row.row} class="row">
              <span class="number">{common.moves(moves)}</span>
              <span class="quiet number">
                <span class="hidden">{session.number} </span>
                {row.id}
              </span>
              <span class="number">{timeOf(row)}</span>
              <a class="moves" href={addressOf("analyze", { scramble: cube, goal: chosenGoal() })}>
                <span class="hidden">{session.analyze} </span>
                {cube}
              </a>
              <CopyButton text={cube} />
            </li>
          );
        })}
      </ol>
      {list.length > limit && (
        <div>
          <button type="button" onClick={() => setLimit(limit + PAGE)}>
            {session.more(Math.min(PAGE, list.length - limit))}
          </button>
        </div>
      )}
    </>
  );
}
