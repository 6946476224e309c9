// A histogram of numbers of moves: bars for a sample, steps for the exact distribution, and both as a table.
import { strings } from "../i18n";

export interface Series {
  label: string;
  /** The share of each number of moves, from 0. */
  shares: readonly number[];
  /** The standard error of each share, for a sample. */
  errors?: readonly number[];
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [640, 260, 46, 34, 10];

/** Bars of one series, and steps of others over them. `marked` is a number of moves to point out. */
export function Histogram({ bars, steps = [], marked, caption }: { bars: Series | null; steps?: Series[]; marked?: number; caption: string }) {
  const { common } = strings.value;
  const all = [...(bars === null ? [] : [bars]), ...steps];
  const used = all.flatMap(({ shares }) => shares.flatMap((share, moves) => (share > 0.0005 ? [moves] : [])));
  const [first, last] = [Math.min(...used, marked ?? Infinity), Math.max(...used, marked ?? -Infinity)];
  const tallest = Math.max(...all.flatMap(({ shares, errors }) => shares.map((share, moves) => share + (errors?.[moves] ?? 0))), 0.01);
  const lengths = Array.from({ length: Number.isFinite(first) ? last - first + 1 : 0 }, (_, index) => first + index);
  const step = (WIDTH - LEFT) / Math.max(lengths.length, 1);
  const x = (moves: number) => LEFT + (moves - first) * step;
  const y = (share: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - share / tallest);
  const percent = (share: number) => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;
  const ticks = [0, tallest / 2, tallest];
  return (
    <figure class="histogram">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={caption}>
        {ticks.map((share) => (
          <g key={share}>
            <line x1={LEFT} x2={WIDTH} y1={y(share)} y2={y(share)} class="grid" />
            <text x={LEFT - 6} y={y(share) + 4} text-anchor="end">
              {percent(share)}
            </text>
          </g>
        ))}
        {bars !== null &&
          lengths.map((moves) => {
            const share = bars.shares[moves] ?? 0;
            const error = bars.errors?.[moves] ?? 0;
            return (
              <g key={moves}>
                <rect
                  class={moves === marked ? "bar marked" : "bar"}
                  x={x(moves) + step * 0.12}
                  width={step * 0.76}
                  y={y(share)}
                  height={y(0) - y(share)}
                >
                  <title>{`${common.moves(moves)}: ${percent(share)}`}</title>
                </rect>
                {error > 0 && (
                  <line class="error" x1={x(moves) + step / 2} x2={x(moves) + step / 2} y1={y(share - error)} y2={y(share + error)} />
                )}
              </g>
            );
          })}
        {steps.map((series, index) => (
          <path
            key={series.label}
            class={`steps steps-${index}`}
            d={`M${x(first)},${y(0)}${lengths.map((moves) => `V${y(series.shares[moves] ?? 0)}H${x(moves + 1)}`).join("")}V${y(0)}`}
          />
        ))}
        {lengths.map((moves) => (
          <text key={moves} x={x(moves) + step / 2} y={HEIGHT - 12} text-anchor="middle">
            {moves}
          </text>
        ))}
      </svg>
      <figcaption>
        {caption}
        <span class="legend">
          {bars !== null && steps.length > 0 && <span class="key bar-key">{bars.label}</span>}
          {bars !== null && steps.map((series, index) => (
            <span key={series.label} class={`key steps-key-${index}`}>
              {series.label}
            </span>
          ))}
        </span>
      </figcaption>
      <details class="no-print">
        <summary>{common.asTable}</summary>
        <table>
          <tbody>
            {lengths.map((moves) => (
              <tr key={moves}>
                <th scope="row" class="number">
                  {moves}
                </th>
                {all.map(({ label, shares }) => (
                  <td key={label} class="number">
                    {(100 * (shares[moves] ?? 0)).toFixed(2)} %
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
