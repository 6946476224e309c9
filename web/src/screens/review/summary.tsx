// Several solves: their means by stage, and the choice of the one that is shown.
import { strings } from "../../i18n";
import { setParameters } from "../../state/route";
import type { Review, Summary } from "./state";

/** Returns a mean with two decimals, or a dash. */
const mean = (value: number | null | undefined): string => (value === null || value === undefined ? "–" : value.toFixed(2));

export function SolveChoice({ solves, summary, chosen }: { solves: readonly Review[]; summary: Summary; chosen: number }) {
  const { review: text } = strings.value;
  return (
    <section class="panel review-summary" aria-labelledby="review-summary">
      <h2 id="review-summary">{text.summary(summary.solves, summary.solved, summary.one_move_off)}</h2>
      <div class="review-tables">
        <div class="wide">
          <table>
            <caption>{text.means}</caption>
            <thead>
              <tr>
                <th scope="col">{text.stage}</th>
                {[text.solves, text.moves, text.optimal, text.lost].map((label) => (
                  <th key={label} scope="col" class="number">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {summary.stages.map((stage) => (
                <tr key={stage.stage}>
                  <th scope="row">{stage.stage}</th>
                  <td class="number">{stage.solves}</td>
                  <td class="number">{mean(stage.mean_htm)}</td>
                  <td class="number">{mean(stage.mean_least_htm)}</td>
                  <td class="number">{mean(stage.mean_lost_htm)}</td>
                </tr>
              ))}
              <tr class="review-total">
                <th scope="row">{text.whole}</th>
                <td class="number">{summary.solved + summary.one_move_off}</td>
                <td class="number">{mean(summary.mean_htm)}</td>
                <td />
                <td />
              </tr>
            </tbody>
          </table>
          {typeof summary.biggest_loss === "string" && <p>{text.biggestLoss(summary.biggest_loss)}</p>}
          {typeof summary.mean_time === "number" && <p>{text.meanTime(mean(summary.mean_time), mean(summary.mean_tps))}</p>}
        </div>
        <div class="wide">
          <table>
            <caption>{text.solvesOfText}</caption>
            <thead>
              <tr>
                <th scope="col">{text.solve}</th>
                <th scope="col" class="number">
                  {text.moves}
                </th>
                <th scope="col" class="number">
                  {text.seconds}
                </th>
                <th scope="col">{text.ending}</th>
              </tr>
            </thead>
            <tbody>
              {solves.map((solve, index) => (
                <tr key={index}>
                  <th scope="row">
                    <button
                      type="button"
                      aria-pressed={index === chosen}
                      onClick={() => setParameters({ solve: index === 0 ? "" : String(index + 1), stage: "" })}
                    >
                      {`${index + 1}. ${solve.title ?? text.untitled}`}
                    </button>
                  </th>
                  <td class="number">{solve.htm}</td>
                  <td class="number">{solve.time?.toFixed(2) ?? "–"}</td>
                  <td>{text.endings[solve.ending as "solved" | "one_move_off" | "unsolved"]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}
