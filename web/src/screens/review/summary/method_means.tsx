// The means of the solves by a method that is not CFOP, step by step.
import { NumberHeadings } from "../../../components/number_headings";
import { strings } from "../../../i18n";
import { decimal, plusMinus } from "../../../statistics/format";
import type { MethodSummary } from "../state";
import { mean } from "./stage_means";
import { TablePanel } from "./table_panel";

export function MethodMeans({ method }: { method: MethodSummary }) {
  const { review: text } = strings.value;
  const hasTimes = method.steps.some(({ mean_time }) => mean_time !== undefined);
  const total = typeof method.mean_stm === "number" && typeof method.mean_lost_stm === "number";
  const { mean_time: time, mean_tps: tps } = method;
  return (
    <TablePanel
      id={`review-${method.method}`}
      title={text.solvesBy(method.solves, method.method)}
      note={
        <>
          {typeof time === "number" && typeof tps === "number" && <p>{text.meanTime(decimal(time), decimal(tps))}</p>}
          <p class="quiet">{text.stepsNote}</p>
        </>
      }
    >
      <thead>
        <tr>
          <th scope="col">{text.stage}</th>
          <NumberHeadings labels={[text.solves, text.moves, text.optimal, text.lost, text.share, ...(hasTimes ? [text.partTime] : [])]} />
        </tr>
      </thead>
      <tbody>
        {method.steps.map((step) => (
          <tr key={step.step}>
            <th scope="row">{step.step}</th>
            <td class="number">{step.solves}</td>
            <td class="number">{decimal(step.mean_stm)}</td>
            <td class="number">{mean(step.mean_optimal_stm)}</td>
            <td class="number">{plusMinus(step.mean_lost_stm, step.mean_lost_stm_se ?? null, 2)}</td>
            <td class="number">{typeof step.lost_share === "number" ? `${decimal(100 * step.lost_share, 0)} %` : "–"}</td>
            {hasTimes && <td class="number">{mean(step.mean_time)}</td>}
          </tr>
        ))}
        {total && (
          <tr>
            <th scope="row">{text.whole}</th>
            <td class="number">{method.solves - method.unsolved}</td>
            <td class="number">{decimal(method.mean_stm!)}</td>
            <td class="number">–</td>
            <td class="number">{plusMinus(method.mean_lost_stm!, method.mean_lost_stm_se ?? null, 2)}</td>
            <td class="number">–</td>
            {hasTimes && <td class="number">{mean(method.mean_time)}</td>}
          </tr>
        )}
      </tbody>
    </TablePanel>
  );
}
