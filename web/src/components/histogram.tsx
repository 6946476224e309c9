// A histogram of numbers of moves: bars for a sample, steps for the exact distribution, and both as a table.
import { useState } from "preact/hooks";
import { strings } from "../i18n";
import { Columns, type Picking, Readout, ticksOf, useWidth } from "./columns";
import { NumberHeadings } from "./number_headings";

export interface Series {
  label: string;
  /** The share of each number of moves, from 0. */
  shares: readonly number[];
  /** The standard error of each share, for a sample. */
  errors?: readonly number[];
  /** The interval of each share instead, where it is not symmetric. */
  intervals?: readonly (readonly [number, number])[];
}

interface Shown {
  bars: Series | null;
  steps?: Series[];
  /** A number of moves to point out. */
  marked?: number;
  caption: string;
  /** Makes the columns buttons. */
  picking?: Picking;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [640, 260, 46, 34, 10];

/** Returns the ends of the error bar of a share. */
function rangeOf(series: Series, moves: number): readonly [number, number] {
  const share = series.shares[moves] ?? 0;
  const error = series.errors?.[moves] ?? 0;
  return series.intervals?.[moves] ?? [Math.max(share - error, 0), share + error];
}

/** Bars of one series, and steps of others over them. */
export function Histogram({ bars, steps = [], marked, caption, picking }: Shown) {
  const { common } = strings.value;
  const { element, width } = useWidth(WIDTH);
  const [pointed, setPointed] = useState<number | null>(null);
  const all = [...(bars === null ? [] : [bars]), ...steps];
  const used = all.flatMap(({ shares }) => shares.flatMap((share, moves) => (share > 0.0005 ? [moves] : [])));
  const [first, last] = [Math.min(...used, marked ?? Infinity), Math.max(...used, marked ?? -Infinity)];
  const lengths = Array.from({ length: Number.isFinite(first) ? last - first + 1 : 0 }, (_, index) => first + index);
  const tallest = Math.max(...all.flatMap((series) => lengths.map((moves) => rangeOf(series, moves)[1])), 0.01);
  const step = (width - LEFT) / Math.max(lengths.length, 1);
  const x = (moves: number) => LEFT + (moves - first) * step;
  const y = (share: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - share / tallest);
  const percent = (share: number) => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;
  const classOf = (moves: number) => {
    const isMarked = moves === marked || moves === picking?.picked;
    return `bar${isMarked ? " marked" : ""}${moves === pointed ? " pointed" : ""}`;
  };
  return (
    <figure class="histogram">
      <div class="plot" ref={element}>
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={caption}>
          {ticksOf(0, tallest, 4).map((share) => (
            <g key={share}>
              <line x1={LEFT} x2={width} y1={y(share)} y2={y(share)} class="grid" />
              <text x={LEFT - 6} y={y(share) + 4} text-anchor="end">
                {`${Number((100 * share).toFixed(2))} %`}
              </text>
            </g>
          ))}
          {bars !== null &&
            lengths.map((moves) => {
              const share = bars.shares[moves] ?? 0;
              const [low, high] = rangeOf(bars, moves);
              return (
                <g key={moves}>
                  <rect class={classOf(moves)} x={x(moves) + step * 0.12} width={step * 0.76} y={y(share)} height={y(0) - y(share)}>
                    <title>{`${common.moves(moves)}: ${percent(share)}`}</title>
                  </rect>
                  {high > low && <line class="error" x1={x(moves) + step / 2} x2={x(moves) + step / 2} y1={y(low)} y2={y(high)} />}
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
        {picking !== undefined && (
          <Columns
            picking={picking}
            onShow={setPointed}
            places={lengths.map((moves) => ({ moves, left: x(moves) / width, width: step / width }))}
          />
        )}
      </div>
      {picking !== undefined && <Readout shown={pointed} picking={picking} />}
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
          <thead>
            <tr>
              <td />
              <NumberHeadings labels={all.map(({ label }) => label)} />
            </tr>
          </thead>
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
