// Means with their standard errors, as points with bars; and the same as a table.
import { NumberHeadings } from "../../components/number_headings";
import { strings } from "../../i18n";
import type { Mean } from "./statistics";

export interface Point {
  /** The place on the axis. */
  place: number;
  label: string;
  mean: Mean;
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [480, 220, 40, 12, 12, 30];
const MOST_LABELS = 6;

/** `heading` names the axis, `caption` the whole. */
export function MeanChart({ points, heading, caption }: { points: readonly Point[]; heading: string; caption: string }) {
  const { train: s } = strings.value;
  const [first, last] = [points[0]?.place ?? 0, points[points.length - 1]?.place ?? 0];
  const top = Math.max(1, ...points.map(({ mean }) => mean.mean + (mean.error ?? 0)));
  const x = (place: number) => LEFT + ((place - first + 0.5) / (last - first + 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const step = top <= 1 ? 0.5 : top <= 4 ? 1 : Math.ceil(top / 4);
  const ticks = Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
  const every = Math.ceil(points.length / MOST_LABELS);
  return (
    <figure class="train-chart">
      <figcaption>{caption}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={caption}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 6} y={y(tick) + 4} text-anchor="end">
              {tick === 0 ? "0" : `+${tick}`}
            </text>
          </g>
        ))}
        <polyline class="path" points={points.map(({ place, mean }) => `${x(place)},${y(mean.mean)}`).join(" ")} />
        {points.map(({ place, label, mean }, index) => (
          <g key={place}>
            {mean.error !== null && mean.error > 0 && (
              <path
                class="error"
                d={`M${x(place)},${y(mean.mean + mean.error)}V${y(Math.max(mean.mean - mean.error, 0))}m-4,0h8M${x(place) - 4},${y(mean.mean + mean.error)}h8`}
              />
            )}
            <circle class="point" cx={x(place)} cy={y(mean.mean)} r="4.5">
              <title>{`${label}: ${s.meanText(signed(mean.mean), mean.error === null ? null : mean.error.toFixed(2), mean.count)}`}</title>
            </circle>
            {index % every === 0 && (
              <text x={x(place)} y={HEIGHT - 10} text-anchor="middle">
                {label}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details>
        <summary>{strings.value.common.asTable}</summary>
        <div class="wide">
          <table>
            <caption class="hidden">{caption}</caption>
            <thead>
              <tr>
                <th scope="col">{heading}</th>
                <NumberHeadings labels={[s.meanColumn, s.errorColumn, s.optimalColumn, s.countColumn]} />
              </tr>
            </thead>
            <tbody>
              {points.map(({ place, label, mean }) => (
                <tr key={place}>
                  <th scope="row">{label}</th>
                  <td class="number">{signed(mean.mean)}</td>
                  <td class="number">{mean.error === null ? "–" : mean.error.toFixed(2)}</td>
                  <td class="number">{Math.round(100 * mean.optimal)} %</td>
                  <td class="number">{mean.count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

export const signed = (value: number): string => `+${value.toFixed(2)}`;
