// Changes from one solve to the next: a figure for each number, its slope with the 95 % interval, and the verdict.
import { strings } from "../../../i18n";
import { decimal, probability } from "../../../statistics/format";
import { numberedName, type Review, type Summary, type TrendSummary } from "../state";
import { isMeasure, MEASURES, type Measure } from "./measures";
import { TrendFigure, type Point } from "./trend_figure";

/** The number of decimals of slopes. */
const SLOPE_DIGITS = 3;

export function Trends({ solves, summary, chosen }: { solves: readonly Review[]; summary: Summary; chosen: number }) {
  const { review: text } = strings.value;
  const shown = summary.trends.flatMap((trend) => (isMeasure(trend.measure) ? [{ trend, measure: trend.measure }] : []));
  return (
    <section class="panel stack" aria-labelledby="review-trends">
      <h2 id="review-trends">{text.trends}</h2>
      {shown.length === 0 ? (
        <p>{text.noTrends}</p>
      ) : (
        <div class="columns">
          {shown.map(({ trend, measure }) => (
            <section key={measure} class="stack tight review-trend-of" aria-labelledby={`review-trend-${measure}`}>
              <h3 id={`review-trend-${measure}`}>{text.measures[measure]}</h3>
              <Verdict trend={trend} measure={measure} />
              <TrendFigure trend={trend} measure={measure} points={pointsOf(solves, measure)} digits={MEASURES[measure].digits} chosen={chosen + 1} />
            </section>
          ))}
        </div>
      )}
    </section>
  );
}

/** Returns the values of the complete solves, over which the server fits the line. */
function pointsOf(solves: readonly Review[], measure: Measure): Point[] {
  return solves.flatMap((solve, index) => {
    const value = solve.ending === "unsolved" ? null : MEASURES[measure].valueOf(solve);
    return value === null ? [] : [{ number: index + 1, value, name: numberedName(solve, index + 1, strings.value.review.untitled) }];
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
