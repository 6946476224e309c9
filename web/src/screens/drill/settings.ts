// The choices of the screen Drill: which cases the address names, and what the browser keeps.
import { chosenSet, isSheet, knownSet, type SetChoice } from "../../components/cases/sets";
import { keptSignal, membersOf } from "../../state/kept";
import { parameter, setParameters } from "../../state/route";

/** What is timed: recognition and moves, or recognition alone, without a cube at hand. */
export const MODES = ["both", "recognition"] as const;
export type Mode = (typeof MODES)[number];

/** The choices for new cases a day. */
export const FRESH = [0, 1, 2, 3, 5, 8, 12, 20] as const;

export interface DrillSettings extends SetChoice {
  mode: Mode;
  /** New cases a day. */
  fresh: number;
}

/** The settings as they were last chosen. */
export const drillSettings = keptSignal<DrillSettings>("drill", (stored) => {
  const { set, from, to, mode, fresh } = membersOf(stored);
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const isKnown = isSheet(text(set)) || knownSet(text(set)) !== undefined || (set === "own" && text(to) !== "");
  return {
    ...(isKnown ? { set: text(set), from: text(from), to: text(to) } : { set: "pll", from: "", to: "" }),
    mode: MODES.find((known) => known === mode) ?? "both",
    fresh: FRESH.find((known) => known === fresh) ?? 5,
  };
});

/** Returns the set in the address, or else the kept one. */
export function drilledSet(): SetChoice {
  const { set, from, to } = drillSettings.value;
  return chosenSet({ set, from, to });
}

/** Returns the names of the cases in the address, such as `PLL Ga`; none for a whole set. A case of an own set is alone: its goals may have commas. */
export function chosenCases(): string[] {
  const cases = parameter("cases");
  return (parameter("set") === "own" ? [cases] : cases.split(",")).filter((name) => name !== "");
}

/** Chooses a whole set. */
export function chooseSet(choice: SetChoice): void {
  drillSettings.value = { ...drillSettings.peek(), ...choice };
  setParameters({ ...choice, cases: "" }, "drill");
}
