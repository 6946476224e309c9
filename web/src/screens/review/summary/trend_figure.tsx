// A number of the solves in their order: points, and the fitted line.
import { Chart } from "../../../components/chart";
import { BottomAxis, ValueAxis } from "../../../components/chart/axes";
import { columnsOf, digitsOf, ticksOf, upwards, usePlot } from "../../../components/chart/plot";
import { strings } from "../../../i18n";
import { decimal } from "../../../statistics/format";
import type { TrendSummary } from "../state";
import type { Measure } from "./measures";

export interface Point {
  /** The number of the solve, from 1. */
  number: number;
  value: number;
  /** The name of the solve. */
  name: string;
}

interface Properties {
  trend: TrendSummary;
  measure: Measure;
  points: readonly Point[];
  /** The number of decimals of the values. */
  digits: number;
  /** The number of the solve that is shown below. */
  chosen: number;
}

export function TrendFigure({ trend, measure, points, digits, chosen }: Properties) {
  const { review: text } = strings.value;
  const plot = usePlot(210, { left: 40, right: 10, bottom: 40 });
  const [first, last] = [points[0]?.number ?? 1, points.at(-1)?.number ?? 1];
  const lineAt = (number: number) => trend.intercept + trend.slope * number;
  const values = [...points.map(({ value }) => value), lineAt(first), lineAt(last)];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = 0.06 * Math.max(most - least, 1);
  // Zero is drawn if the values are near it.
  const low = least >= 0 && least < most - least ? 0 : least - margin;
  const high = most + margin;
  const { x } = columnsOf(plot, first, last);
  const y = upwards(plot, low, high);
  const ticks = ticksOf(low, high, 5);
  const numbers = ticksOf(first, last, Math.min(plot.width / 60, last - first + 1)).filter(Number.isInteger);
  return (
    <Chart
      plot={plot}
      name={text.trendCaption(text.measures[measure])}
      caption=""
      legend={[
        ["dot", text.trendKey.points],
        ["line", text.trendKey.line],
        ["ring", text.trendKey.chosen],
      ]}
      table={{
        headings: [text.numberOfSolve, text.measures[measure], text.onLine],
        rows: points.map(({ number, value }) => [number, decimal(value, digits), decimal(lineAt(number))]),
      }}
    >
      <ValueAxis plot={plot} scale={y} ticks={ticks} textOf={(tick) => decimal(tick, digitsOf(ticks))} />
      <BottomAxis plot={plot} scale={x} ticks={numbers} textOf={String} />
      <text x={(plot.left + plot.right) / 2} y={plot.height - 4} text-anchor="middle">
        {text.numberOfSolve}
      </text>
      <line class="fit" x1={x(first)} x2={x(last)} y1={y(lineAt(first))} y2={y(lineAt(last))} />
      {points.map(({ number, value, name }) => (
        <circle key={number} class={number === chosen ? "ring chosen" : "point"} cx={x(number)} cy={y(value)} r={number === chosen ? 6 : 4}>
          <title>{`${name}: ${decimal(value, digits)} ${text.valueUnits[measure]}`}</title>
        </circle>
      ))}
    </Chart>
  );
}
