// The settings of the timer, kept in the browser.
import { keptSignal, membersOf } from "../state/kept";

/** How 8 and 12 seconds of inspection are called, beside the text. */
export const CALLS = ["speech", "beep", "off"] as const;
export type Calls = (typeof CALLS)[number];

/** Seconds between a scramble and its inspection; null waits for Space. */
export const SCRAMBLING = [null, 0, 10, 20, 30, 45, 60] as const;

/** How a solve is timed. */
export interface TimerSettings {
  /** How the calls of the inspection are given. */
  calls: Calls;
  /** The time for scrambling the cube, one of `SCRAMBLING`. */
  scrambling: number | null;
  /** Whether there is an inspection before the solve. */
  inspects: boolean;
}

/** The settings of the timer. */
export const timerSettings = keptSignal<TimerSettings>("timer", (stored) => {
  const { calls, scrambling, inspects } = membersOf(stored);
  const seconds = SCRAMBLING.find((known) => known === scrambling);
  return { calls: CALLS.find((known) => known === calls) ?? "speech", scrambling: seconds ?? null, inspects: inspects !== false };
});
