// Sentences about the figures, which the screen and its summary share.
import type { Color } from "../../cube/colors";
import { strings } from "../../i18n";
import { decimal, digitsFor, mean, plusMinus } from "../../statistics/format";
import type { Reference } from "./reference";
import type { Times } from "./sample";
import type { Estimate } from "../../statistics/estimate";
import { hasSlope, standardErrorsFrom } from "./statistics";
import { colorsIn, type ColorSet } from "./view";

/** Returns the name of a colour set. */
export function nameOf(set: ColorSet, own: Color): string {
  const { common, session } = strings.value;
  const [first, second = first] = colorsIn(set === "six" ? "two" : set, own);
  return session.sets[set](common.colors[first!], common.colors[second!]);
}

/** Returns the name of the colour opposite to the own one. */
export const nameOfOther = (own: Color): string => strings.value.common.colors[colorsIn("two", own)[1]!];

/** Returns what the mean is, and how far from that of random states. */
export function aboutMean(stage: string, colors: string, found: Estimate, reference: Reference | null): string[] {
  const { session } = strings.value;
  const sentences = [session.mean(stage, colors, mean(found))];
  if (reference === null) return sentences;
  const isExact = reference.scrambles === null;
  sentences.push(session.against(isExact ? decimal(reference.mean, 3) : plusMinus(reference.mean, reference.error, 3), isExact));
  const errors = standardErrorsFrom(found, reference);
  if (errors === null) return sentences;
  const size = Math.abs(errors);
  const verdict = size < 1 ? "chance" : size < 2 ? "within" : size < 3 ? "unusual" : "beyond";
  const difference = decimal(Math.abs(found.mean - reference.mean), digitsFor(found.error));
  sentences.push(session.difference(difference, decimal(size, 1), errors > 0), session.verdicts[verdict]);
  return sentences;
}

/** Returns what a further move cost, and which solves that leaves out. */
export function aboutTimes(stage: string, colors: string, times: Times): string[] {
  const { session } = strings.value;
  const sentences: string[] = [];
  const { line } = times;
  if (times.points.length === 0) sentences.push(session.noTimes);
  else if (line === null) sentences.push(session.oneLength);
  else {
    const say = line.slope < 0 ? session.gain : session.cost;
    const slope = plusMinus(Math.abs(line.slope), line.slopeError);
    sentences.push(say(stage, colors, slope, line.count, line.determination === null ? "–" : decimal(line.determination)));
    if (!hasSlope(line)) sentences.push(session.uncertain);
  }
  if (times.failed > 0) sentences.push(session.dnf(times.failed));
  if (times.penalized > 0) sentences.push(session.plus(times.penalized));
  if (times.points.length > 0 && times.untimed > 0) sentences.push(session.untimed(times.untimed));
  return sentences;
}
