// Named sessions of the timed loop: their solves, and the figures of their times.
import { averageOf, bestAverageOf, bestOf, meanTimeOf, type Result, resultOf } from "../../timer/results";
import { type Attempt, isMeasured } from "./attempts";
import { differenceOf } from "./statistics";

/** The numbers of solves of which there are averages. */
export const AVERAGES = [5, 12, 100] as const;

/** An attempt with a time. */
export type Timed = Attempt & { time: number };

const isTimed = (attempt: Attempt): attempt is Timed => attempt.time !== null;

/** Returns the attempts of a session with a time, oldest first. */
export const sessionOf = (all: readonly Attempt[], name: string): Timed[] => all.filter(isTimed).filter(({ session }) => session === name);

/** Returns the names of all sessions, the one with the newest solve first; the current one is there even if it is empty. */
export function namesOf(all: readonly Attempt[], current: string): string[] {
  const names = all.filter(isTimed).map(({ session }) => session);
  return [...new Set([...names, current].reverse())].sort((one, other) => names.lastIndexOf(other) - names.lastIndexOf(one));
}

/** Returns a name that no session has: this one, or this one with a number. */
export function freeName(name: string, names: readonly string[]): string {
  let free = name;
  for (let number = 2; names.includes(free); number++) free = `${name} (${number})`;
  return free;
}

/** Returns the result of an attempt. */
export const resultOfAttempt = ({ time, penalty }: Timed): Result => resultOf(time, penalty);

export interface Figures {
  solves: number;
  best: Result | null;
  mean: Result | null;
  averages: readonly { count: number; last: Result | null; best: Result | null }[];
}

/** Returns the figures of a session. Solves whose answer was seen are left out. */
export function figuresOf(session: readonly Timed[]): Figures {
  const results = session.filter(({ seen }) => !seen).map(resultOfAttempt);
  const times = results.filter((result): result is number => result !== "DNF");
  return {
    solves: results.length,
    best: bestOf(results),
    mean: times.length === 0 ? null : meanTimeOf(times),
    averages: AVERAGES.map((count) => ({ count, last: averageOf(results, count), best: bestAverageOf(results, count) })),
  };
}

/** Returns the worst attempt: that with the most moves above the minimum, or of those the slowest; null without one. */
export function worstOf(session: readonly Timed[]): Timed | null {
  const order = (attempt: Timed) => {
    const result = resultOfAttempt(attempt);
    return [isMeasured(attempt) ? differenceOf(attempt) : 0, result === "DNF" ? Infinity : result] as const;
  };
  const counted = session.filter(({ seen }) => !seen);
  const sorted = counted.sort((one, other) => {
    const [[moves, time], [otherMoves, otherTime]] = [order(one), order(other)];
    return moves === otherMoves ? (time === otherTime ? 0 : otherTime - time) : otherMoves - moves;
  });
  return sorted[0] ?? null;
}
