// The scrambles whose answers were shown, so that an answer to one of them is not taken for the trainee's own.
import { keptSignal } from "../../state/kept";

/** The number of scrambles that are remembered. */
const MOST = 500;

const seen = keptSignal<string[]>("train-seen", (stored) =>
  Array.isArray(stored) ? stored.filter((key): key is string => typeof key === "string").slice(-MOST) : [],
);

/** Returns whether the answer of a task was shown. A task is a stage, the bottom colours and the scramble, with the hold. */
export const isSeen = (task: string): boolean => seen.value.includes(task);

/** Remembers that the answer of a task was shown. */
export function markSeen(task: string): void {
  if (!isSeen(task)) seen.value = [...seen.value, task].slice(-MOST);
}
