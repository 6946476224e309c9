// The mean loss of each stage as a bar with its standard error.
import { Chart } from "../../../components/chart";
import { BottomAxis, ErrorBar } from "../../../components/chart/axes";
import { across, digitsOf, ticksOf, usePlot } from "../../../components/chart/plot";
import { strings } from "../../../i18n";
import { decimal, plusMinus } from "../../../statistics/format";
import type { StageSummary } from "../state";

/** The height of a bar with its room, in pixels. */
const ROW = 34;
/** The width of the names, and of a letter of them. */
const [MIN_LEFT, LETTER] = [56, 7.6];

export function LossChart({ stages }: { stages: readonly StageSummary[] }) {
  const { review: text } = strings.value;
  const names = stages.map(({ stage }) => text.stages(stage));
  // Chinese characters are twice as wide as letters.
  const widthOf = (name: string) => Array.from(name).reduce((sum, letter) => sum + (letter > "⺀" ? 13.5 : LETTER), 0);
  const plot = usePlot(ROW * stages.length + 32, { left: Math.max(MIN_LEFT, ...names.map(widthOf)) + 10, right: 14, top: 6, bottom: 26 });
  const losses = stages.map(({ mean_lost_htm, mean_lost_htm_se }) => ({ lost: mean_lost_htm ?? 0, error: mean_lost_htm_se ?? 0 }));
  const most = Math.max(...losses.map(({ lost, error }) => lost + error), 0.5);
  const x = across(plot, 0, most);
  const ticks = ticksOf(0, most, plot.width < 420 ? 3 : 6);
  return (
    <Chart plot={plot} name={text.lossCaption} caption={<span id="review-losses">{text.lossCaption}</span>}>
      <BottomAxis plot={plot} scale={x} ticks={ticks} textOf={(moves) => decimal(moves, digitsOf(ticks))} isLined />
      {losses.map(({ lost, error }, index) => {
        const middle = plot.top + ROW * (index + 0.5);
        return (
          <g key={names[index]}>
            <title>{`${names[index]}: ${plusMinus(lost, stages[index]?.mean_lost_htm_se ?? null, 2)}`}</title>
            <text class="name" x={plot.left - 8} y={middle + 5} text-anchor="end">
              {names[index]}
            </text>
            <rect class="bar" x={plot.left} width={Math.max(x(lost) - plot.left, 0)} y={middle - 10} height={20} />
            {error > 0 && <ErrorBar isLevel at={middle} low={x(Math.max(lost - error, 0))} high={x(lost + error)} />}
          </g>
        );
      })}
      <line class="axis" x1={plot.left} x2={plot.left} y1={plot.top} y2={plot.bottom} />
    </Chart>
  );
}
