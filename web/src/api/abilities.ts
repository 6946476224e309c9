// The abilities of the server: the page offers nothing else.
import { signal } from "@preact/signals";
import { loadAbilities } from "./transport";

/** The abilities of the server. */
export interface Abilities {
  /** The version of the program; empty if it is not known. */
  version: string;
  /** The named goals that can be analysed; null for all. */
  goals: readonly string[] | null;
  /** The named goals whose tables are being made. */
  preparing: readonly string[];
  /** The metrics in which the 4x4x4 is solved. */
  four: readonly string[];
  /** Whether optimal solutions of the whole cube are offered. */
  optimal: boolean;
}

/** The abilities of the server; null until they are known. */
export const abilities = signal<Abilities | null>(null);

let isAsked = false;

/** The time between two questions while the server makes tables, in milliseconds. */
const PAUSE = 2000;

/** Asks what the server can answer: once, and on while it makes tables. Without an answer nothing is disabled. */
export function askAbilities(): void {
  if (isAsked) return;
  isAsked = true;
  const ask = () =>
    loadAbilities().then(
      (found) => {
        abilities.value = found;
        if (found.preparing.length > 0) setTimeout(() => void ask(), PAUSE);
      },
      () => (isAsked = false),
    );
  void ask();
}

/** Returns whether the tables of a named goal are being made. */
export const isPreparing = (name: string): boolean => abilities.value?.preparing.includes(name) ?? false;

/** Returns whether a named goal can be analysed, as far as that is known. */
export const hasGoal = (name: string): boolean => abilities.value?.goals?.includes(name) ?? true;
