// The abilities of the server: the page offers nothing else.
import { signal } from "@preact/signals";
import { loadAbilities } from "./transport";

/** The abilities of the server. */
export interface Abilities {
  /** The version of the program; empty if it is not known. */
  version: string;
  /** The named goals that can be analysed; null for all. */
  goals: readonly string[] | null;
  /** The metrics in which the 4x4x4 is solved. */
  four: readonly string[];
  /** Whether optimal solutions of the whole cube are offered. */
  optimal: boolean;
}

/** The abilities of the server; null until they are known. */
export const abilities = signal<Abilities | null>(null);

let isAsked = false;

/** Asks what the server can answer, once. Without an answer nothing is disabled. */
export function askAbilities(): void {
  if (isAsked) return;
  isAsked = true;
  loadAbilities().then(
    (found) => (abilities.value = found),
    () => (isAsked = false),
  );
}

/** Returns whether a named goal can be analysed, as far as that is known. */
export const hasGoal = (name: string): boolean => abilities.value?.goals?.includes(name) ?? true;
