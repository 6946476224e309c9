// The answers of the trainee, kept in the browser.
import { practice } from "../../i18n/practice";
import { Collection } from "../../state/collection";
import type { Losses } from "./losses";

/** One answer of the trainee. */
export interface Attempt extends Losses {
  id: string;
  /** The time of the record, in ISO 8601. */
  date: string;
  goal: string;
  /** The stage, as conditions name it. */
  stage: string;
  /** The letters of the bottom colours, or `all`. */
  colors: string;
  condition: string;
  hold: "standard" | "down";
  scramble: string;
  /** The minimum number of moves (HTM); null if the analysis of the scramble has failed. */
  optimum: number | null;
  /** The number of moves (HTM) of the answer; null if only a time was recorded. */
  length: number | null;
  /** The moves of the answer with their rotation; empty if only their number was recorded. */
  moves: string;
  /** The inspection time in seconds; null without the clock. */
  inspection: number | null;
  /** The execution time in seconds, without its penalty; null without the clock. */
  time: number | null;
  penalty: "" | "+2" | "DNF";
  /** Whether the solution had been shown before the answer was given. Such an answer is not counted. */
  seen: boolean;
  /** Whether that were only hints. Such an answer is `seen` as well. */
  hinted: boolean;
  /** The name of its session; empty for the first one. */
  session: string;
}

/** The members that attempts recorded by earlier versions lack. */
const ADDED = { time: null, penalty: "", seen: false, hinted: false, lost_color: null, lost_slot: null, lost_detour: null, lost_cancelled: null, session: "" } as const;

/** Returns an attempt with all members. */
export const completed = (stored: Partial<Attempt>): Attempt => ({ ...ADDED, ...stored }) as Attempt;

/** All attempts. */
export const attempts = new Collection<Attempt>("attempts", completed);

/** The members of an attempt that say what was asked. */
export type Base = Pick<Attempt, "goal" | "stage" | "colors" | "condition" | "hold" | "scramble">;

/** Returns how an attempt that does not count was helped, or null. */
export function markOf({ seen, hinted }: Attempt): string | null {
  if (!seen) return null;
  return hinted ? practice.value.loop.hintMark : practice.value.loop.seenMark;
}

/** Returns the name of what is asked: the answer of the same task is the same. */
export const taskOf = ({ goal, stage, colors, hold, scramble }: Base): string => [goal, stage, colors, hold, scramble].join(" ");

/** An attempt whose number of moves counts against the minimum. */
export type Measured = Attempt & { length: number; optimum: number };

/** Returns whether the number of moves of an attempt and its minimum are known, and count. */
export const isMeasured = <T extends Attempt>(attempt: T): attempt is T & Measured =>
  attempt.length !== null && attempt.optimum !== null && !attempt.seen;

/** The moves above the minimum from which an answer counts as failed. */
const FAILED_FROM = 2;

/** Returns whether the result of an attempt is one to do again: not finished, or too many moves above the minimum. */
const isFailed = ({ penalty, length, optimum }: Attempt): boolean => penalty === "DNF" || (length !== null && optimum !== null && length - optimum >= FAILED_FROM);

/**
 * Returns the last attempts at the scrambles to do again, newest first: the last attempt failed, or the only one was made after its answer
 * was seen.
 */
export function failedOf(all: readonly Attempt[]): Attempt[] {
  const tasks = new Map<string, Attempt[]>();
  for (const attempt of all) {
    const task = taskOf(attempt);
    tasks.set(task, [...(tasks.get(task) ?? []), attempt]);
  }
  const last = [...tasks.values()].flatMap((made) => {
    const attempt = made.at(-1);
    return attempt !== undefined && (isFailed(attempt) || (made.length === 1 && attempt.seen)) ? [attempt] : [];
  });
  return last.sort((one, other) => other.date.localeCompare(one.date));
}
