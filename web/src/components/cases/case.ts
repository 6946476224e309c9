// Cases of OLL, PLL and F2L, as the server knows them.
import { api, ask, type Schemas } from "../../api/client";

export type Case = Schemas["CaseAnswer"];

/** Returns the name of a case as the server writes it: `OLL 27 (Sune)`, `PLL Ga`. */
export const titleOf = (one: Case): string => `${one.set} ${one.label}${one.set === "OLL" && one.name ? ` (${one.name})` : ""}`;

/** Returns the name by which the server knows a case in a scramble. */
export const nameOf = (one: Case): string => `${one.set} ${one.label}`;

/** Returns a test for the case with this set and label. */
export const isNamed =
  (name: readonly string[] | null | undefined) =>
  (one: Case): boolean =>
    one.set === name?.[0] && one.label === name[1];

/** Loads all cases. */
export async function allCases(signal: AbortSignal): Promise<Case[]> {
  return (await ask(api.GET("/v1/cases", { signal }))).filter((one): one is Case => "label" in one);
}
