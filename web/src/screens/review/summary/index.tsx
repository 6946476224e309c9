// The summary of several solves, as the server computes it: where their moves are lost, whether that changes, the most
// costly cases and the bottom colours; and the choice of the solve that is shown.
import { strings } from "../../../i18n";
import { decimal, plusMinus } from "../../../statistics/format";
import type { Review, Summary } from "../state";
import { BottomColors } from "./bottom_colors";
import { CostlyCases } from "./costly_cases";
import { LossChart } from "./loss_chart";
import { MethodMeans } from "./method_means";
import { SolveList } from "./solve_list";
import { StageMeans } from "./stage_means";
import { Trends } from "./trends";

interface Properties {
  solves: readonly Review[];
  summary: Summary;
  /** The index of the solve that is shown. */
  chosen: number;
}

/** What the summary comes to, and the list of the solves: before the solve that is shown. */
export function SummaryHead({ solves, summary, chosen }: Properties) {
  const { review: text } = strings.value;
  const endings = (ending: string) => solves.filter((solve) => solve.ending === ending).length;
  return (
    <div class="columns review-summary">
      <section class="panel stack tight" aria-labelledby="review-summary">
        <h2 id="review-summary">{text.summary(solves.length, endings("solved"), endings("one_move_off"))}</h2>
        <Headline summary={summary} />
      </section>
      <SolveList solves={solves} chosen={chosen} />
    </div>
  );
}

/** The figures of the summary: after the solve that is shown. */
export function SummaryFigures({ solves, summary, chosen }: Properties) {
  const isComplete = summary.stages.length > 0;
  return (
    <div class="stack review-summary">
      {isComplete && (
        <section class="panel columns" aria-labelledby="review-losses">
          <LossChart stages={summary.stages} />
          <StageMeans summary={summary} />
        </section>
      )}
      {isComplete && (
        <div class="columns">
          <CostlyCases summary={summary} />
          <BottomColors summary={summary} />
        </div>
      )}
      {isComplete && <Trends solves={solves} summary={summary} chosen={chosen} />}
      {summary.methods?.map((method) => (
        <div key={method.method} class="stack">
          <div class="columns">
            <MethodMeans method={method} />
            <CostlyCases summary={method} />
          </div>
          {typeof method.mean_stm === "number" && <Trends solves={solves} summary={method} chosen={chosen} />}
        </div>
      ))}
    </div>
  );
}

/** The result in a few sentences. */
function Headline({ summary }: { summary: Summary }) {
  const { review: text } = strings.value;
  const { mean_lost_htm: lost, mean_time: time, mean_tps: tps } = summary;
  const biggest = summary.stages.find(({ stage }) => stage === summary.biggest_loss);
  if (typeof lost !== "number") return (summary.methods?.length ?? 0) > 0 ? null : <p>{text.noComplete}</p>;
  return (
    <>
      <p>
        {text.meanLost(plusMinus(lost, summary.mean_lost_htm_se ?? null, 2))}
        {biggest !== undefined && (
          <strong>
            {text.biggestLoss(
              text.stages(biggest.stage),
              plusMinus(biggest.mean_lost_htm ?? 0, biggest.mean_lost_htm_se ?? null, 2),
              decimal(100 * (biggest.lost_share ?? 0), 0),
            )}
          </strong>
        )}
      </p>
      {typeof time === "number" && typeof tps === "number" && <p>{text.meanTime(decimal(time), decimal(tps))}</p>}
      {summary.unsolved > 0 && <p class="quiet">{text.leftOut(summary.unsolved)}</p>}
    </>
  );
}
