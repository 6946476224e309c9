// Cases of the sheets of OLL, PLL and F2L, and of derived sets, as the server knows them.
import { api, ask, type Schemas } from "../../api/client";
import { sequence } from "../../cube/notation";

/** What a case of a derived set has beyond one of a sheet. */
export interface DerivedDetails {
  /** The goals of its set, as the server writes them; `from` is empty for any state. */
  from: string;
  to: string;
  /** Whether the server knows the case by the name of its set and its number. */
  isKnown: boolean;
  /** Whether a turn of U before the first move leads to the same case. */
  isTurned: boolean;
  /** A cube with the case, as facelets. */
  cube: string;
  /** Its facelets, with `?` for those that do not matter. */
  mask: string;
  /** The case of a sheet that it shows; empty for none. */
  shows: string;
}

export type Case = Schemas["CaseAnswer"] & { derived?: DerivedDetails };

/** Returns the name of a case as the server writes it: `OLL 27 (Sune)`, `PLL Ga`, `ZBLL 17`. */
export const titleOf = (one: Case): string => `${one.set} ${one.label}${one.set === "OLL" && one.name ? ` (${one.name})` : ""}`;

/** Returns a test for the case with this set and label. */
export const isNamed =
  (name: readonly string[] | null | undefined) =>
  (one: Case): boolean =>
    one.set === name?.[0] && one.label === name[1];

/** Returns the name of a case in records, by which the server knows it unless its set is an own one. */
export const nameOf = (one: Case): string => `${one.set} ${one.label}`;

/** Returns the probability of a case or of a solved set, as percent. */
export const percentOf = ([part = 0, whole = 1]: readonly number[]): string => `${((100 * part) / whole).toFixed(2)} %`;

/** Loads all cases of the sheets. */
export async function allCases(signal: AbortSignal): Promise<Case[]> {
  return (await ask(api.GET("/v1/cases", { signal }))).filter((one): one is Case => "label" in one);
}

/** Returns an algorithm of an answer with its turns of U before and after. */
export const textOf = ({ text, after }: Schemas["CaseAlgorithm"]): string => sequence(text, after === "" ? "" : `(${after})`);

/** Returns the members of a question about the algorithms of a case. */
export function questionOf(one: Case): { case: string; to?: string } {
  const { derived } = one;
  return derived === undefined || derived.isKnown ? { case: nameOf(one) } : { case: derived.cube, to: derived.to };
}
