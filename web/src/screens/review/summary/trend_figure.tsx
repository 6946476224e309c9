// A number of the solves in their order: points, and the fitted line.
import { ticksOf, useWidth } from "../../../components/columns";
import { NumberHeadings } from "../../../components/number_headings";
import { strings } from "../../../i18n";
import { decimal } from "../../../statistics/format";
import type { TrendSummary } from "../state";
import type { Measure } from "./trends";

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

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [480, 210, 40, 10, 10, 40];

export function TrendFigure({ trend, measure, points, digits, chosen }: Properties) {
  const { review: text, common } = strings.value;
  const { element, width } = useWidth(WIDTH);
  const [first, last] = [points[0]?.number ?? 1, points.at(-1)?.number ?? 1];
  const lineAt = (number: number) => trend.intercept + trend.slope * number;
  const values = [...points.map(({ value }) => value), lineAt(first), lineAt(last)];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = 0.06 * Math.max(most - least, 1);
  // Zero is drawn if the values are near it.
  const low = least >= 0 && least < most - least ? 0 : least - margin;
  const high = most + margin;
  const x = (number: number) => LEFT + ((number - first + 0.5) / (last - first + 1)) * (width - LEFT - RIGHT);
  const y = (value: number) => TOP + (1 - (value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const ticks = ticksOf(low, high, 5);
  const tickDigits = ticks.every((tick) => Math.abs(tick - Math.round(tick)) < 1e-9) ? 0 : 1;
  const numbers = ticksOf(first, last, Math.min(width / 60, last - first + 1)).filter(Number.isInteger);
  const caption = text.trendCaption(text.measures[measure]);
  return (
    <figure class="review-trend">
      <div class="plot" ref={element}>
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={caption}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line class="grid" x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
              <text x={LEFT - 6} y={y(tick) + 4} text-anchor="end">
                {decimal(tick, tickDigits)}
              </text>
            </g>
          ))}
          {numbers.map((number) => (
            <text key={number} x={x(number)} y={HEIGHT - BOTTOM + 18} text-anchor="middle">
              {number}
            </text>
          ))}
          <text x={(LEFT + width - RIGHT) / 2} y={HEIGHT - 4} text-anchor="middle">
            {text.numberOfSolve}
          </text>
          <line class="fit" x1={x(first)} x2={x(last)} y1={y(lineAt(first))} y2={y(lineAt(last))} />
          {points.map(({ number, value, name }) => (
            <circle key={number} class={number === chosen ? "point chosen" : "point"} cx={x(number)} cy={y(value)} r={number === chosen ? 6 : 4}>
              <title>{`${name}: ${decimal(value, digits)} ${text.valueUnits[measure]}`}</title>
            </circle>
          ))}
        </svg>
      </div>
      <figcaption>
        <span class="legend">
          <span class="key dot-key">{text.trendKey.points}</span>
          <span class="key steps-key-0">{text.trendKey.line}</span>
          <span class="key ring-key">{text.trendKey.chosen}</span>
        </span>
      </figcaption>
      <details class="no-print">
        <summary>{common.asTable}</summary>
        <div class="wide" tabIndex={0} role="group" aria-label={caption}>
          <table>
            <caption class="hidden">{caption}</caption>
            <thead>
              <tr>
                <NumberHeadings labels={[text.numberOfSolve, text.measures[measure], text.onLine]} />
              </tr>
            </thead>
            <tbody>
              {points.map(({ number, value }) => (
                <tr key={number}>
                  <th scope="row" class="number">
                    {number}
                  </th>
                  <td class="number">{decimal(value, digits)}</td>
                  <td class="number">{decimal(lineAt(number))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
