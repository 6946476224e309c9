// The axes of a chart, and the bars of standard errors.
import type { Plot, Scale } from "./plot";

interface Axis {
  plot: Plot;
  scale: Scale;
  ticks: readonly number[];
  textOf: (tick: number) => string;
}

/** Values from bottom to top: lines through the area, with their texts left of it. */
export function ValueAxis({ plot, scale, ticks, textOf }: Axis) {
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={plot.left} x2={plot.right} y1={scale(tick)} y2={scale(tick)} />
          <text x={plot.left - 6} y={scale(tick) + 4} text-anchor="end">
            {textOf(tick)}
          </text>
        </g>
      ))}
    </>
  );
}

/** Texts below the area, and lines through it if `isLined`. */
export function BottomAxis({ plot, scale, ticks, textOf, isLined = false }: Axis & { isLined?: boolean }) {
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          {isLined && <line class="grid" x1={scale(tick)} x2={scale(tick)} y1={plot.top} y2={plot.bottom} />}
          <text x={scale(tick)} y={plot.bottom + 20} text-anchor="middle">
            {textOf(tick)}
          </text>
        </g>
      ))}
    </>
  );
}

/** A bar from `low` to `high` in pixels, upright or level, with its ends marked. */
export function ErrorBar({ at, low, high, isLevel = false }: { at: number; low: number; high: number; isLevel?: boolean }) {
  const level = `M${low},${at}H${high}M${low},${at - 4}v8M${high},${at - 4}v8`;
  const upright = `M${at},${low}V${high}M${at - 4},${low}h8M${at - 4},${high}h8`;
  return <path class="error" d={isLevel ? level : upright} />;
}
