// The times of a case: means of the last answers, and the rating that a time suggests.
import { meanSecondsOf } from "../../timer/results";
import type { Answer, Rating } from "./answers";

/** The number of answers in a mean, and the number from which a time is compared with them. */
const [LAST, COMPARED] = [12, 3];

/** The mean times of a case in seconds; null where there are none. */
export interface Means {
  recognition: number | null;
  execution: number | null;
}

/** Returns the mean times of the last answers of a case. */
export function meansOf(answers: readonly Answer[]): Means {
  const values = (name: "recognition" | "execution") => answers.flatMap((answer) => answer[name] ?? []).slice(-LAST);
  return { recognition: meanSecondsOf(values("recognition")), execution: meanSecondsOf(values("execution")) };
}

/** Returns the time of an answer in whole milliseconds, so that comparisons with shares of the median are exact. */
const totalOf = ({ recognition, execution }: Pick<Answer, "recognition" | "execution">): number =>
  Math.round(1000 * ((recognition ?? 0) + (execution ?? 0)));

/** Returns the rating that a time suggests beside the median of the last answers of the same kind: easy, good, or hard. */
export function suggested(answers: readonly Answer[], made: Pick<Answer, "recognition" | "execution">): Rating {
  const alike = answers.filter(({ recognition, execution }) => recognition !== null && (execution === null) === (made.execution === null));
  const totals = alike.slice(-LAST).map(totalOf).sort((one, other) => one - other);
  const median = totals[Math.floor(totals.length / 2)];
  if (median === undefined || totals.length < COMPARED) return 3;
  const total = totalOf(made);
  return 10 * total <= 8 * median ? 4 : 10 * total <= 13 * median ? 3 : 2;
}
