// The numbers of which reviews show the trend: the moves lost, which the solver can change, and the time, which counts.
import { lostIn, type Review, type TrendSummary } from "../state";

/** The numbers that trends are about, with their values in a solve. */
export const MEASURES = {
  lost: { valueOf: lostIn, digits: 0 },
  time: { valueOf: (solve: Review) => solve.time ?? null, digits: 2 },
};

/** The name of a number. */
export type Measure = keyof typeof MEASURES;

/** Returns the measure of a trend; null for one that is not shown. */
export function measureOf({ measure }: TrendSummary): Measure | null {
  const name = measure.replace(/_[hs]tm$/, "");
  return name in MEASURES ? (name as Measure) : null;
}
