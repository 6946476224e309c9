// The state of the timed loop: whether it runs, and the scrambles that are done again.
import { signal } from "@preact/signals";
import type { Attempt } from "./attempts";

/** Whether the next scramble starts its countdown by itself: from the first start until the trainee leaves the loop. */
export const isLooping = signal(false);

/** Whether there is an inspection or a solve, during which only scramble, time and cube are shown. */
export const isAlone = signal(false);

/** The attempt that was taken back last, until the next one; null without one. */
export const undone = signal<Attempt | null>(null);

/** The failed attempts that are still to be done again. */
export const again = signal<readonly Attempt[]>([]);
