// The settings of Train that the browser keeps: the scrambles to train, and the session.
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

/** The name of the session to which times are added; empty for the first one. */
export const sessionName = keptSignal("train-session-name", (stored) => (typeof stored === "string" ? stored : ""));
