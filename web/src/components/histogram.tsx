// A histogram of numbers of moves: bars for a sample, steps for the exact distribution, and both as a table.
import { useState } from "preact/hooks";
import { strings } from "../i18n";
import { percent } from "../statistics/format";
import { Chart } from "./chart";
import { BottomAxis, ErrorBar, ValueAxis } from "./chart/axes";
import { Columns, type Picking, Readout } from "./chart/columns";
import { columnsOf, ticksOf, upwards, usePlot } from "./chart/plot";

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

/** The looks of the series of steps. */
const LOOKS = ["line", "second"] as const;

/** Returns the ends of the error bar of a share. */
function rangeOf(series: Series, moves: number): readonly [number, number] {
  const share = series.shares[moves] ?? 0;
  const error = series.errors?.[moves] ?? 0;
  return series.intervals?.[moves] ?? [Math.max(share - error, 0), share + error];
}

/** Bars of one series, and steps of others over them. */
export function Histogram({ bars, steps = [], marked, caption, picking }: Shown) {
  const { common } = strings.value;
  const plot = usePlot(260, { left: 46, bottom: 34 });
  const [pointed, setPointed] = useState<number | null>(null);
  const all = [...(bars === null ? [] : [bars]), ...steps];
  const used = all.flatMap(({ shares }) => shares.flatMap((share, moves) => (share > 0.0005 ? [moves] : [])));
  const [first, last] = [Math.min(...used, marked ?? Infinity), Math.max(...used, marked ?? -Infinity)];
  const lengths = Array.from({ length: Number.isFinite(first) ? last - first + 1 : 0 }, (_, index) => first + index);
  const tallest = Math.max(...all.flatMap((series) => lengths.map((moves) => rangeOf(series, moves)[1])), 0.01);
  const { x, step } = columnsOf(plot, first, last);
  const y = upwards(plot, 0, tallest);
  const isChosen = (moves: number) => [marked, picking?.picked, pointed].includes(moves);
  return (
    <Chart
      plot={plot}
      name={caption}
      over={picking !== undefined && <Columns {...{ plot, lengths, x, step, picking }} onShow={setPointed} />}
      readout={picking !== undefined && <Readout shown={pointed} picking={picking} />}
      legend={
        bars === null || steps.length === 0 ? [] : [["bar", bars.label], ...steps.map(({ label }, index) => [LOOKS[index] ?? "line", label] as const)]
      }
      table={{
        headings: ["", ...all.map(({ label }) => label)],
        rows: lengths.map((moves) => [moves, ...all.map(({ shares }) => `${(100 * (shares[moves] ?? 0)).toFixed(2)} %`)]),
      }}
    >
      <ValueAxis plot={plot} scale={y} ticks={ticksOf(0, tallest, 4)} textOf={(share) => `${Number((100 * share).toFixed(2))} %`} />
      {bars !== null &&
        lengths.map((moves) => {
          const share = bars.shares[moves] ?? 0;
          const [low, high] = rangeOf(bars, moves);
          return (
            <g key={moves}>
              <rect class={isChosen(moves) ? "bar chosen" : "bar"} x={x(moves) - step * 0.38} width={step * 0.76} y={y(share)} height={y(0) - y(share)}>
                <title>{`${common.moves(moves)}: ${percent(share)}`}</title>
              </rect>
              {high > low && <ErrorBar at={x(moves)} low={y(low)} high={y(high)} />}
            </g>
          );
        })}
      {steps.map((series, index) => (
        <path
          key={series.label}
          class={`steps ${LOOKS[index] ?? ""}`}
          d={`M${x(first - 0.5)},${y(0)}${lengths.map((moves) => `V${y(series.shares[moves] ?? 0)}H${x(moves + 0.5)}`).join("")}V${y(0)}`}
        />
      ))}
      <BottomAxis plot={plot} scale={x} ticks={lengths} textOf={String} />
    </Chart>
  );
}
