// The settings of Train that the browser keeps: the scrambles to train, and when the session began.
import { membersOf, keptSignal } from "../../state/kept";
import { parameters } from "../../state/route";

/** Parameters of one scramble or one sheet, which are not kept. */
const PASSING: readonly string[] = ["scramble", "shown", "sheet", "count"];

/** The parameters of the screen as they were last chosen. */
export const keptOptions = keptSignal("train-options", (stored) =>
  Object.fromEntries(Object.entries(membersOf(stored)).filter((entry): entry is [string, string] => typeof entry[1] === "string")),
);

/** Keeps the choices that the address holds. */
export function keepOptions(): void {
  keptOptions.value = Object.fromEntries(Object.entries(parameters()).filter(([name]) => !PASSING.includes(name)));
}

/** The time at which the session began, in ISO 8601; empty for one that has all attempts. */
export const sessionStart = keptSignal("train-session", (stored) => (typeof stored === "string" ? stored : ""));
