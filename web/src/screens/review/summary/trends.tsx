// Changes from one solve to the next: a figure for each number, its slope with the 95 % interval, and the verdict.
import { strings } from "../../../i18n";
import { decimal, probability } from "../../../statistics/format";
import { methodOf, type MethodSummary, numberedName, type Review, type Summary, type TrendSummary } from "../state";
import { measureOf, MEASURES, type Measure } from "./measures";
import { titleOf } from "./table_panel";
import { TrendFigure, type Point } from "./trend_figure";

/** The number of decimals of slopes. */
const SLOPE_DIGITS = 3;

interface Properties {
  solves: readonly Review[];
  /** The summary of the solves by one method, whose trends are shown. */
  summary: Summary | MethodSummary;
  /** The index of the solve that is shown below. */
  chosen: number;
}

export function Trends({ solves, summary, chosen }: Properties) {
  const { review: text } = strings.value;
  const method = methodOf(summary);
  const id = `review-trends-${method ?? "CFOP"}`;
  const named = solves.map((solve, index) => ({ solve, name: numberedName(solve, index + 1, text.untitled) }));
  const own = named.filter(({ solve }) => solve.method === method);
  const shown = summary.trends.flatMap((trend) => {
    const measure = measureOf(trend);
    return measure === null ? [] : [{ trend, measure }];
  });
  return (
    <section class="panel stack" aria-labelledby={id}>
      <h2 id={id}>{titleOf(text.trends, method)}</h2>
      {shown.length === 0 ? (
        <p>{text.noTrends}</p>
      ) : (
        <div class="columns">
          {shown.map(({ trend, measure }) => (
            <section key={measure} class="stack tight review-trend-of" aria-labelledby={`${id}-${measure}`}>
              <h3 id={`${id}-${measure}`}>{text.measures[measure]}</h3>
              <Verdict trend={trend} measure={measure} />
              <TrendFigure
                trend={trend}
                measure={measure}
                points={pointsOf(own, measure)}
                digits={MEASURES[measure].digits}
                chosen={own.findIndex(({ solve }) => solve === solves[chosen]) + 1}
              />
            </section>
          ))}
        </div>
      )}
    </section>
  );
}

/** Returns the values of the complete solves, over which the server fits the line, by their number among the solves by the method. */
function pointsOf(own: readonly { solve: Review; name: string }[], measure: Measure): Point[] {
  return own.flatMap(({ solve, name }, index) => {
    const value = solve.ending === "unsolved" ? null : MEASURES[measure].valueOf(solve);
    return value === null ? [] : [{ number: index + 1, value, name }];
  });
}

/** The slope with its interval, and whether it is more than chance. */
function Verdict({ trend, measure }: { trend: TrendSummary; measure: Measure }) {
  const { review: text } = strings.value;
  const [slope, error, low, high] = [trend.slope, trend.se, trend.low, trend.high].map((value) => decimal(value, SLOPE_DIGITS));
  const direction = trend.low > 0 ? "rising" : trend.high < 0 ? "falling" : "none";
  return (
    <p>
      <strong>{text.directions[direction]}</strong>
      {text.slope(`${slope} ± ${error}`, text.units[measure], `${low}`, `${high}`)}
      {text.chance(probability(trend.p), direction !== "none")}
    </p>
  );
}
