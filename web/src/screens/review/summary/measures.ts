// The numbers of which reviews show the trend.
import { lostIn, type Review } from "../state";

/** The numbers that trends are about, with their values in a solve. */
export const MEASURES = {
  lost_htm: { valueOf: lostIn, digits: 0 },
  htm: { valueOf: (solve: Review) => solve.htm, digits: 0 },
  time: { valueOf: (solve: Review) => solve.time ?? null, digits: 2 },
  tps: { valueOf: (solve: Review) => solve.tps ?? null, digits: 2 },
};

/** The name of a number. */
export type Measure = keyof typeof MEASURES;

/** Returns whether a name is that of a measure. */
export const isMeasure = (name: string): name is Measure => name in MEASURES;
