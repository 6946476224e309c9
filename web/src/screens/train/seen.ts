// The scrambles whose answers, or hints at them, were shown, so that an answer to one of them is not taken for the trainee's own.
import { keptSignal } from "../../state/kept";

/** The number of scrambles that are remembered. */
const MOST = 500;

const seen = keptSignal<string[]>("train-seen", (stored) =>
  Array.isArray(stored) ? stored.filter((key): key is string => typeof key === "string").slice(-MOST) : [],
);

/** The help that a trainee had: hints at the answer, or the answer. */
export type Help = "none" | "hint" | "answer";

/** Returns what is remembered of help with a task. A task is a stage, the bottom colours and the scramble, with the hold. */
const keyOf = (task: string, help: Exclude<Help, "none">) => (help === "hint" ? `${task} hint` : task);

/** Returns the help that was shown with a task. */
export const helpWith = (task: string): Help =>
  (["answer", "hint"] as const).find((help) => seen.value.includes(keyOf(task, help))) ?? "none";

/** Remembers that help with a task was shown. */
export function markSeen(task: string, help: Exclude<Help, "none">): void {
  const key = keyOf(task, help);
  if (!seen.value.includes(key)) seen.value = [...seen.value, key].slice(-MOST);
}
