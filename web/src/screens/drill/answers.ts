// The trainee's answers in the drill of cases, kept in the browser. They are the only record: what is due follows from them.
import { Collection } from "../../state/collection";

/** How well a case went: again, hard, good, easy. */
export const RATINGS = [1, 2, 3, 4] as const;
export type Rating = (typeof RATINGS)[number];

/** How well a case is known. */
export const MARKS = ["new", "learning", "known"] as const;
export type Mark = (typeof MARKS)[number];

/** One answer, or a mark that the trainee gave a case. */
export interface Answer {
  id: string;
  /** The time of the record, in ISO 8601. */
  date: string;
  /** The case, by its name such as `PLL Ga`. */
  case: string;
  /** The rating; null for a mark. */
  rating: Rating | null;
  /** The mark; empty for an answer. */
  mark: Mark | "";
  /** The time from the sight of the case to the first move, in seconds; null for a mark. */
  recognition: number | null;
  /** The time of the moves, in seconds; null if only the recognition was practised. */
  execution: number | null;
}

/** All answers. */
export const answers = new Collection<Answer>("drills");

/** Returns the answers of each case, oldest first. */
export function byCase(all: readonly Answer[]): Map<string, Answer[]> {
  const cases = new Map<string, Answer[]>();
  for (const answer of all) {
    const made = cases.get(answer.case);
    if (made === undefined) cases.set(answer.case, [answer]);
    else made.push(answer);
  }
  return cases;
}
