// The choices of the screen Drill: which cases the address names, and what the browser keeps.
import { keptSignal, membersOf } from "../../state/kept";
import { parameter, setParameters } from "../../state/route";

export const SETS = ["oll", "pll", "f2l"] as const;
export type CaseSet = (typeof SETS)[number];

/** What is timed: recognition and moves, or recognition alone, without a cube at hand. */
export const MODES = ["both", "recognition"] as const;
export type Mode = (typeof MODES)[number];

/** The choices for new cases a day. */
export const FRESH = [0, 1, 2, 3, 5, 8, 12, 20] as const;

export interface DrillSettings {
  set: CaseSet;
  mode: Mode;
  /** New cases a day. */
  fresh: number;
}

/** The settings as they were last chosen. */
export const drillSettings = keptSignal<DrillSettings>("drill", (stored) => {
  const { set, mode, fresh } = membersOf(stored);
  return {
    set: SETS.find((known) => known === set) ?? "pll",
    mode: MODES.find((known) => known === mode) ?? "both",
    fresh: FRESH.find((known) => known === fresh) ?? 5,
  };
});

/** Returns the set in the address, or else the kept one. */
export const chosenSet = (): CaseSet => SETS.find((known) => known === parameter("set")) ?? drillSettings.value.set;

/** Returns the names of the cases in the address, such as `PLL Ga`; none for a whole set. */
export const chosenCases = (): string[] => parameter("cases").split(",").filter((name) => name !== "");

/** Chooses a whole set. */
export function chooseSet(set: CaseSet): void {
  drillSettings.value = { ...drillSettings.peek(), set };
  setParameters({ set, cases: "" }, "drill");
}
