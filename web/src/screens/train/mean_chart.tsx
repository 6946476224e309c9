// Means with their standard errors, as points with bars; and the same as a table.
import { Chart } from "../../components/chart";
import { BottomAxis, ErrorBar, ValueAxis } from "../../components/chart/axes";
import { columnsOf, digitsOf, type Scale, ticksOf, upwards, usePlot } from "../../components/chart/plot";
import { strings } from "../../i18n";
import type { Mean } from "./statistics";

export interface Point {
  /** The place on the axis. */
  place: number;
  label: string;
  mean: Mean;
}

/** The least room between labels, in pixels. */
const LABEL = 56;

/** Returns the labels that fit below the axis: each is left out that would come too close to the one before. */
function fitting(points: readonly Point[], x: Scale): Map<number, string> {
  let end = -Infinity;
  const shown = points.filter(({ place, label }) => {
    // Numbers are short.
    const isShown = x(place) - end >= Math.min(LABEL, 12 * label.length);
    if (isShown) end = x(place);
    return isShown;
  });
  return new Map(shown.map(({ place, label }) => [place, label]));
}

/** `heading` names the axis, `caption` the whole. */
export function MeanChart({ points, heading, caption }: { points: readonly Point[]; heading: string; caption: string }) {
  const { train: s } = strings.value;
  const plot = usePlot(220, { left: 40, right: 12, bottom: 30 });
  const top = Math.max(1, ...points.map(({ mean }) => mean.mean + (mean.error ?? 0)));
  const { x } = columnsOf(plot, points[0]?.place ?? 0, points.at(-1)?.place ?? 0);
  const y = upwards(plot, 0, top);
  const ticks = ticksOf(0, top, 4);
  const labels = fitting(points, x);
  const errorOf = ({ error }: Mean) => (error === null ? null : error.toFixed(2));
  return (
    <Chart
      plot={plot}
      name={caption}
      table={{
        headings: [heading, s.meanColumn, s.errorColumn, s.optimalColumn, s.countColumn],
        rows: points.map(({ label, mean }) => [label, signed(mean.mean), errorOf(mean) ?? "–", `${Math.round(100 * mean.optimal)} %`, mean.count]),
      }}
    >
      <ValueAxis plot={plot} scale={y} ticks={ticks} textOf={(tick) => (tick === 0 ? "0" : `+${tick.toFixed(digitsOf(ticks))}`)} />
      <BottomAxis plot={plot} scale={x} ticks={[...labels.keys()]} textOf={(place) => labels.get(place)!} />
      <polyline class="path" points={points.map(({ place, mean }) => `${x(place)},${y(mean.mean)}`).join(" ")} />
      {points.map(({ place, label, mean }) => (
        <g key={place}>
          {mean.error !== null && mean.error > 0 && (
            <ErrorBar at={x(place)} low={y(Math.max(mean.mean - mean.error, 0))} high={y(mean.mean + mean.error)} />
          )}
          <circle class="point" cx={x(place)} cy={y(mean.mean)} r="4.5">
            <title>{`${label}: ${s.meanText(signed(mean.mean), errorOf(mean), mean.count)}`}</title>
          </circle>
        </g>
      ))}
    </Chart>
  );
}

export const signed = (value: number): string => `+${value.toFixed(2)}`;
