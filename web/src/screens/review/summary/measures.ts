// The numbers of which reviews show the trend: the moves lost, which the solver can change, and the time, which counts.
import { lostIn, type Review } from "../state";

/** The numbers that trends are about, with their values in a solve. */
export const MEASURES = {
  lost_htm: { valueOf: lostIn, digits: 0 },
  time: { valueOf: (solve: Review) => solve.time ?? null, digits: 2 },
};

/** The name of a number. */
export type Measure = keyof typeof MEASURES;

/** Returns whether a name is that of a measure. */
export const isMeasure = (name: string): name is Measure => name in MEASURES;
