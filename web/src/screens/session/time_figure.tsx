// The figure of times against numbers of moves: solves as dots, means with their errors, and the line of least squares.
import { useState } from "preact/hooks";
import { Columns, type Picking, Readout, ticksOf, useWidth } from "../../components/columns";
import { NumberHeadings } from "../../components/number_headings";
import { strings } from "../../i18n";
import { estimate, type Estimate } from "../../statistics/estimate";
import { mean } from "../../statistics/format";
import type { Times } from "./sample";
import type { Point } from "./statistics";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [640, 300, 46, 34, 10];
/** The number of dots above which only some are drawn. */
const MAX_DOTS = 3000;
/** The multiple of the median time above which solves are cut off, so that a forgotten timer does not flatten the figure. */
const MAX_MEDIANS = 3;

/** Returns a share of a column's width by which a dot is moved aside, so that equal times do not hide each other. */
const aside = (index: number): number => (((index * 0.618034) % 1) - 0.5) * 0.62;

/** Returns the means of the times by number of moves. */
export function meansOf(points: readonly Point[]): Map<number, Estimate> {
  const seconds = new Map<number, number[]>();
  for (const { x, y } of points) {
    const list = seconds.get(x);
    if (list === undefined) seconds.set(x, [y]);
    else list.push(y);
  }
  return new Map([...seconds].sort(([one], [other]) => one - other).map(([moves, list]) => [moves, estimate(list)!]));
}

export function TimeFigure({ times, caption, picking }: { times: Times; caption: string; picking: Omit<Picking, "describe"> }) {
  const { common, session } = strings.value;
  const { element, width } = useWidth(WIDTH);
  const [pointed, setPointed] = useState<number | null>(null);
  const { points, line } = times;
  const means = meansOf(points);
  const [first, last] = [Math.min(...means.keys()), Math.max(...means.keys())];
  const lengths = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const sorted = points.map(({ y }) => y).sort((one, other) => one - other);
  const fastest = sorted[0]!;
  const limit = MAX_MEDIANS * sorted[Math.floor(sorted.length / 2)]!;
  const high = 1.02 * sorted.findLast((seconds) => seconds <= limit)!;
  const low = Math.max(0, fastest - 0.08 * (high - fastest));
  const step = (width - LEFT) / lengths.length;
  const x = (moves: number) => LEFT + (moves - first + 0.5) * step;
  const y = (seconds: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (seconds - low) / Math.max(high - low, 0.01));
  const every = Math.ceil(points.length / MAX_DOTS);
  const dots = points.filter((point, index) => index % every === 0 && point.y <= high);
  const above = points.filter((point) => point.y > high).length;
  const ticks = ticksOf(low, high, 5);
  const digits = ticks.every((tick) => Math.abs(tick - Math.round(tick)) < 1e-9) ? 0 : 1;
  const described: Picking = {
    ...picking,
    describe: (moves) => {
      const found = means.get(moves);
      return found === undefined ? session.noSolves(moves) : session.timeColumn(moves, found.count, mean(found));
    },
  };
  return (
    <figure class="session-times">
      <div class="plot" ref={element}>
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={caption}>
          <clipPath id="session-times-inside">
            <rect x={LEFT} y={TOP} width={width - LEFT} height={HEIGHT - TOP - BOTTOM} />
          </clipPath>
          {ticks.map((seconds) => (
            <g key={seconds}>
              <line x1={LEFT} x2={width} y1={y(seconds)} y2={y(seconds)} class="grid" />
              <text x={LEFT - 6} y={y(seconds) + 4} text-anchor="end">
                {`${seconds.toFixed(digits)} s`}
              </text>
            </g>
          ))}
          {lengths.map((moves) => (
            <g key={moves}>
              {moves === (pointed ?? picking.picked) && (
                <rect class="band" x={x(moves) - step / 2} width={step} y={TOP} height={HEIGHT - TOP - BOTTOM} />
              )}
              <text x={x(moves)} y={HEIGHT - 12} text-anchor="middle">
                {moves}
              </text>
            </g>
          ))}
          <path class="dots" d={dots.map((dot, index) => `M${(x(dot.x) + aside(index) * step).toFixed(1)},${y(dot.y).toFixed(1)}h0`).join("")} />
          <g clip-path="url(#session-times-inside)">
            {line !== null && (
              <line
                class="fit"
                x1={x(first) - step / 2}
                x2={x(last) + step / 2}
                y1={y(line.intercept + line.slope * (first - 0.5))}
                y2={y(line.intercept + line.slope * (last + 0.5))}
              />
            )}
            {[...means].map(([moves, { mean: center, error }]) => (
              <g key={moves} class="mean">
                {error !== null && <line x1={x(moves)} x2={x(moves)} y1={y(center - error)} y2={y(center + error)} />}
                <circle cx={x(moves)} cy={y(center)} r={5} />
              </g>
            ))}
          </g>
        </svg>
        <Columns
          picking={described}
          onShow={setPointed}
          places={lengths.map((moves) => ({ moves, left: (x(moves) - step / 2) / width, width: step / width }))}
        />
      </div>
      <Readout shown={pointed} picking={described} />
      <figcaption>
        {caption}
        <span class="legend">
          <span class="key dot-key">{session.timesKey.points}</span>
          <span class="key ring-key">{session.timesKey.means}</span>
          {line !== null && <span class="key steps-key-0">{session.timesKey.line}</span>}
        </span>
        {every > 1 && <span class="quiet">{session.thinned(every)} </span>}
        {above > 0 && <span class="quiet">{session.cut(above)}</span>}
      </figcaption>
      <details class="no-print">
        <summary>{common.asTable}</summary>
        <table>
          <thead>
            <tr>
              <NumberHeadings labels={[session.moves, session.solves, session.meanTime]} />
            </tr>
          </thead>
          <tbody>
            {[...means].map(([moves, found]) => (
              <tr key={moves}>
                <th scope="row" class="number">
                  {moves}
                </th>
                <td class="number">{found.count}</td>
                <td class="number">{mean(found)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
