// The figure of times against numbers of moves: solves as dots, means with their errors, and the line of least squares.
import { useState } from "preact/hooks";
import { Chart } from "../../components/chart";
import { BottomAxis, ErrorBar, ValueAxis } from "../../components/chart/axes";
import { Columns, type Picking, Readout } from "../../components/chart/columns";
import { columnsOf, digitsOf, ticksOf, upwards, usePlot } from "../../components/chart/plot";
import { strings } from "../../i18n";
import { mean } from "../../statistics/format";
import type { Times } from "./sample";
import { meansOf } from "./statistics";

/** The number of dots above which only some are drawn. */
const MAX_DOTS = 3000;
/** The multiple of the median time above which solves are cut off, so that a forgotten timer does not flatten the figure. */
const MAX_MEDIANS = 3;

/** Returns a share of a column's width by which a dot is moved aside, so that equal times do not hide each other. */
const aside = (index: number): number => (((index * 0.618034) % 1) - 0.5) * 0.62;

export function TimeFigure({ times, caption, picking }: { times: Times; caption: string; picking: Omit<Picking, "describe"> }) {
  const { session } = strings.value;
  const plot = usePlot(300, { left: 46, bottom: 34 });
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
  const { x, step } = columnsOf(plot, first, last);
  const y = upwards(plot, low, high);
  const every = Math.ceil(points.length / MAX_DOTS);
  const dots = points.filter((point, index) => index % every === 0 && point.y <= high);
  const above = points.filter((point) => point.y > high).length;
  const ticks = ticksOf(low, high, 5);
  const digits = digitsOf(ticks);
  const banded = pointed ?? picking.picked;
  const described: Picking = {
    ...picking,
    describe: (moves) => {
      const found = means.get(moves);
      return found === undefined ? session.noSolves(moves) : session.timeColumn(moves, found.count, mean(found));
    },
  };
  return (
    <Chart
      plot={plot}
      name={caption}
      over={<Columns {...{ plot, lengths, x, step }} picking={described} onShow={setPointed} />}
      readout={<Readout shown={pointed} picking={described} />}
      caption={[caption, every > 1 && session.thinned(every), above > 0 && session.cut(above)].filter((part) => part !== false).join(" ")}
      legend={[
        ["dot", session.timesKey.points],
        ["ring", session.timesKey.means],
        ...(line === null ? [] : [["line", session.timesKey.line] as const]),
      ]}
      table={{
        headings: [session.moves, session.solves, session.meanTime],
        rows: [...means].map(([moves, found]) => [moves, found.count, mean(found)]),
      }}
    >
      <clipPath id="session-times-inside">
        <rect x={plot.left} y={plot.top} width={plot.right - plot.left} height={plot.bottom - plot.top} />
      </clipPath>
      <ValueAxis plot={plot} scale={y} ticks={ticks} textOf={(seconds) => `${seconds.toFixed(digits)} s`} />
      {banded !== null && lengths.includes(banded) && (
        <rect class="band" x={x(banded - 0.5)} width={step} y={plot.top} height={plot.bottom - plot.top} />
      )}
      <BottomAxis plot={plot} scale={x} ticks={lengths} textOf={String} />
      <path class="dots" d={dots.map((dot, index) => `M${(x(dot.x) + aside(index) * step).toFixed(1)},${y(dot.y).toFixed(1)}h0`).join("")} />
      <g clip-path="url(#session-times-inside)">
        {line !== null && (
          <line
            class="fit"
            x1={x(first - 0.5)}
            x2={x(last + 0.5)}
            y1={y(line.intercept + line.slope * (first - 0.5))}
            y2={y(line.intercept + line.slope * (last + 0.5))}
          />
        )}
        {[...means].map(([moves, { mean: center, error }]) => (
          <g key={moves}>
            {error !== null && <ErrorBar at={x(moves)} low={y(center - error)} high={y(center + error)} />}
            <circle class="ring" cx={x(moves)} cy={y(center)} r={5} />
          </g>
        ))}
      </g>
    </Chart>
  );
}
