// The area in which a chart draws, at its real size, and its scales.
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** The room around the area, in pixels: for the texts of the axes. */
interface Margins {
  left: number;
  right?: number;
  top?: number;
  bottom: number;
}

/** Returns a reference to the element of a chart, its size, and the edges of its area, in pixels. */
export function usePlot(height: number, { left, right = 0, top = 10, bottom }: Margins) {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(560);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const read = () => setWidth(Math.max(Math.round(measured.clientWidth), 200));
    read();
    const observer = new ResizeObserver(read);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return { element, width, height, left, right: width - right, top, bottom: height - bottom };
}
export type Plot = ReturnType<typeof usePlot>;

/** Returns the place of a value in pixels. */
export type Scale = (value: number) => number;

const scaleOf = (low: number, high: number, from: number, to: number): Scale => {
  const pixels = (to - from) / Math.max(high - low, 1e-9);
  return (value) => from + (value - low) * pixels;
};

/** Returns the scale of values from left to right. */
export const across = ({ left, right }: Plot, low: number, high: number): Scale => scaleOf(low, high, left, right);

/** Returns the scale of values from bottom to top. */
export const upwards = ({ bottom, top }: Plot, low: number, high: number): Scale => scaleOf(low, high, bottom, top);

/** Returns the middles of columns for whole numbers from left to right, and their width in pixels. */
export function columnsOf(plot: Plot, first: number, last: number): { x: Scale; step: number } {
  return { x: across(plot, first - 0.5, last + 0.5), step: (plot.right - plot.left) / (last - first + 1) };
}

/** Returns about `count` round numbers from `low` to `high`, both included in their range. */
export function ticksOf(low: number, high: number, count: number): number[] {
  const rough = Math.max(high - low, Number.EPSILON) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? rough;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => (first + index) * step);
}

/** Returns the decimals that ticks need: none for whole numbers, else one. */
export const digitsOf = (ticks: readonly number[]): number => (ticks.every((tick) => Math.abs(tick - Math.round(tick)) < 1e-9) ? 0 : 1);
