// Whether the visitor has records of practice, known before the database is open.
import { keep, kept } from "./storage";

/** The collections that practice fills. */
const PRACTICE = ["attempts", "drills", "solves"] as const;

const keyOf = (store: string): string => `has-${store}`;

/** Notes whether a collection has records. */
export function noteRecords(store: string, hasSome: boolean): void {
  if (!PRACTICE.some((name) => name === store) || (kept(keyOf(store)) === "1") === hasSome) return;
  keep(keyOf(store), hasSome ? "1" : "");
}

/** Returns whether there are records of practice: the visitor comes back to it. */
export const hasPractised = (): boolean => PRACTICE.some((store) => kept(keyOf(store)) === "1");

/** Returns whether there are attempts at scrambles. */
export const hasTrained = (): boolean => kept(keyOf("attempts")) === "1";
