// The means of each stage as a table.
import { NumberHeadings } from "../../../components/number_headings";
import { strings } from "../../../i18n";
import { decimal, plusMinus } from "../../../statistics/format";
import type { Summary } from "../state";

/** Returns a mean with two decimals, or a dash. */
export const mean = (value: number | null | undefined): string => (typeof value === "number" ? decimal(value) : "–");

/** Returns a mean with its standard error, or a dash. */
const withError = (value: number | null | undefined, error: number | null | undefined): string =>
  typeof value === "number" ? plusMinus(value, error ?? null, 2) : "–";

export function StageMeans({ summary }: { summary: Summary }) {
  const { review: text } = strings.value;
  return (
    <div class="wide" tabIndex={0} role="group" aria-label={text.means}>
      <table>
        <caption>{text.means}</caption>
        <thead>
          <tr>
            <th scope="col">{text.stage}</th>
            <NumberHeadings labels={[text.lost, text.share, text.moves, text.optimal, text.solves]} />
          </tr>
        </thead>
        <tbody>
          {summary.stages.map((stage) => (
            <tr key={stage.stage} class={stage.stage === summary.biggest_loss ? "shown" : undefined}>
              <th scope="row">{text.stages(stage.stage)}</th>
              <td class="number">{withError(stage.mean_lost_htm, stage.mean_lost_htm_se)}</td>
              <td class="number">{typeof stage.lost_share === "number" ? `${decimal(100 * stage.lost_share, 0)} %` : "–"}</td>
              <td class="number">{mean(stage.mean_htm)}</td>
              <td class="number">{mean(stage.mean_least_htm)}</td>
              <td class="number">{stage.solves}</td>
            </tr>
          ))}
          <tr class="strong">
            <th scope="row">{text.whole}</th>
            <td class="number">{withError(summary.mean_lost_htm, summary.mean_lost_htm_se)}</td>
            <td />
            <td class="number">{mean(summary.mean_htm)}</td>
            <td />
            <td class="number">{summary.solved + summary.one_move_off}</td>
          </tr>
        </tbody>
      </table>
      <p class="quiet">{text.meansNote}</p>
    </div>
  );
}
