// The order in which cases are asked.
import type { Scheduled } from "./schedule";

/** A case that may be asked. */
export interface Candidate extends Scheduled {
  name: string;
  /** The probability of the case within its set. */
  probability: number;
  /** The number of its answers. */
  count: number;
}

/** Returns the end of a day. */
export const endOfDay = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);

/** Returns whether a case is due before the end of the day. */
export const isDueToday = ({ due }: Scheduled, now: Date): boolean => due !== null && due < endOfDay(now);

/**
 * Returns the case to ask next, or null if nothing is due: those that are due, the longest first; then new ones, the most probable first, as
 * far as `fresh` allows; then those that are due later today. With `isForced` there is always one: at last the one that is due next. The case
 * that was asked before comes again only if there is no other.
 */
export function nextCase(candidates: readonly Candidate[], now: Date, fresh: number, before: string | null, isForced: boolean): Candidate | null {
  const byDue = (one: Candidate, other: Candidate) => (one.due?.getTime() ?? 0) - (other.due?.getTime() ?? 0);
  const seen = candidates.filter(({ due }) => due !== null).sort(byDue);
  const unseen = candidates.filter(({ due }) => due === null).sort((one, other) => other.probability - one.probability);
  const order = [
    ...seen.filter(({ due }) => due! <= now),
    ...unseen.slice(0, isForced ? undefined : Math.max(fresh, 0)),
    ...seen.filter((one) => one.due! > now && (isForced || isDueToday(one, now))),
  ];
  return order.find(({ name }) => name !== before) ?? order[0] ?? null;
}
