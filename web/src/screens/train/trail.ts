// The scrambles shown so far, so that the trainee can go back to them.
import { keptSignal } from "../../state/kept";

/** The number of scrambles that are remembered of each kind. */
const MOST = 100;
/** The number of kinds: conditions and holds. */
const MOST_KINDS = 20;

const trails = keptSignal<Record<string, string[]>>("train-trail", (stored) => {
  const entries = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string[]] => Array.isArray(entry[1])));
});

/** Adds a scramble of a kind that is shown, unless it was shown before. */
export function follow(kind: string, scramble: string): void {
  const trail = trails.peek()[kind] ?? [];
  if (trail.includes(scramble)) return;
  const others = Object.entries(trails.peek()).filter(([other]) => other !== kind).slice(1 - MOST_KINDS);
  trails.value = Object.fromEntries([...others, [kind, [...trail, scramble].slice(-MOST)]]);
}

/** Returns the scramble shown before or after another of its kind, or null. */
export function neighbour(kind: string, scramble: string, step: -1 | 1): string | null {
  const trail = trails.value[kind] ?? [];
  const at = trail.indexOf(scramble);
  return at < 0 ? null : (trail[at + step] ?? null);
}
