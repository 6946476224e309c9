// The mean loss of each stage as a bar with its standard error.
import { ticksOf, useWidth } from "../../../components/columns";
import { strings } from "../../../i18n";
import { decimal, plusMinus } from "../../../statistics/format";
import type { StageSummary } from "../state";

const [WIDTH, ROW, TOP, BOTTOM, RIGHT] = [560, 34, 6, 26, 14];
/** The width of the names, and of a letter of them. */
const [MIN_LEFT, LETTER] = [56, 7.6];

export function LossChart({ stages }: { stages: readonly StageSummary[] }) {
  const { review: text } = strings.value;
  const { element, width } = useWidth(WIDTH);
  const names = stages.map(({ stage }) => text.stages(stage));
  // Chinese characters are twice as wide as letters.
  const widthOf = (name: string) => Array.from(name).reduce((sum, letter) => sum + (letter > "⺀" ? 13.5 : LETTER), 0);
  const left = Math.max(MIN_LEFT, ...names.map(widthOf)) + 10;
  const losses = stages.map(({ mean_lost_htm, mean_lost_htm_se }) => ({ lost: mean_lost_htm ?? 0, error: mean_lost_htm_se ?? 0 }));
  const most = Math.max(...losses.map(({ lost, error }) => lost + error), 0.5);
  const height = TOP + ROW * stages.length + BOTTOM;
  const x = (moves: number) => left + (Math.max(moves, 0) / most) * (width - left - RIGHT);
  const ticks = ticksOf(0, most, width < 420 ? 3 : 6);
  const digits = ticks.every(Number.isInteger) ? 0 : 1;
  return (
    <figure class="review-losses">
      <figcaption id="review-losses">{text.lossCaption}</figcaption>
      <div class="plot" ref={element}>
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={text.lossCaption}>
          {ticks.map((moves) => (
            <g key={moves}>
              <line class="grid" x1={x(moves)} x2={x(moves)} y1={TOP} y2={height - BOTTOM} />
              <text x={x(moves)} y={height - 8} text-anchor="middle">
                {decimal(moves, digits)}
              </text>
            </g>
          ))}
          {losses.map(({ lost, error }, index) => {
            const middle = TOP + ROW * (index + 0.5);
            const [low, high] = [x(lost - error), x(lost + error)];
            return (
              <g key={names[index]}>
                <title>{`${names[index]}: ${plusMinus(lost, stages[index]?.mean_lost_htm_se ?? null, 2)}`}</title>
                <text class="name" x={left - 8} y={middle + 5} text-anchor="end">
                  {names[index]}
                </text>
                <rect class="bar" x={left} width={x(lost) - left} y={middle - 10} height={20} />
                {error > 0 && <path class="error" d={`M${low},${middle}H${high}M${low},${middle - 5}v10M${high},${middle - 5}v10`} />}
              </g>
            );
          })}
          <line class="axis" x1={left} x2={left} y1={TOP} y2={height - BOTTOM} />
        </svg>
      </div>
    </figure>
  );
}
