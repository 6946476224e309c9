// The sets of cases that can be chosen: the sheets, the sets that the server derives, and own ones by two goals.
import { api, ask, type Schemas } from "../../api/client";
import { parameter } from "../../state/route";
import { allCases, type Case } from "./case";
import { groupsOf } from "./groups";

/** The sets with a sheet of algorithms. */
export const SHEETS = ["oll", "pll", "f2l"] as const;
export type SheetName = (typeof SHEETS)[number];

/** The other sets that the server knows, by the part of a solve. */
export const GROUPS = {
  slot: ["Advanced F2L", "ZBLS", "WV", "SV", "VLS", "CLS"],
  orientation: ["EOLL", "OCLL", "OLLCP"],
  permutation: ["CPLL", "EPLL"],
  layer: ["COLL", "ELL", "2GLL", "ZBLL", "1LLL"],
  roux: ["CMLL", "LSE EO", "LSE UL/UR", "LSE 4c"],
  two: ["CLL", "EG-1", "EG-2"],
} as const;

const KNOWN: readonly string[] = Object.values(GROUPS).flat();

/** A chosen set: the name of a sheet or of a known set in lower case, or `own` with its goals. */
export interface SetChoice {
  set: string;
  from: string;
  to: string;
}

/** The goals with which the boxes of an own set open. */
export const EXAMPLE = { from: "f2l + eo", to: "f2l + oll" } as const;

/** Returns whether a choice is a sheet. */
export const isSheet = (set: string): set is SheetName => SHEETS.some((sheet) => sheet === set);

/** Returns a known set by its name in lower case. */
export const knownSet = (set: string): string | undefined => KNOWN.find((name) => name.toLowerCase() === set);

/** Returns the set in the address, or else another one. */
export function chosenSet(fallback: SetChoice): SetChoice {
  const set = parameter("set").toLowerCase();
  if (set === "own") return { set, from: parameter("from"), to: parameter("to", EXAMPLE.to) };
  return isSheet(set) || knownSet(set) !== undefined ? sheetOrKnown(set) : fallback;
}

/** Returns the choice of a sheet or of a known set. */
export const sheetOrKnown = (set: string): SetChoice => ({ set, from: "", to: "" });

/** Returns the name of a chosen set as people write it. */
export function nameOfSet({ set, from, to }: SetChoice): string {
  if (set === "own") return from === "" ? to : `${from} → ${to}`;
  return knownSet(set) ?? set.toUpperCase();
}

/** Returns the choice of the set of a case. */
export function setOfCase({ set, derived }: Case): SetChoice {
  return derived === undefined || derived.isKnown ? sheetOrKnown(set.toLowerCase()) : { set: "own", from: derived.from, to: derived.to };
}

/** The cases of a chosen set. */
export interface CaseList {
  cases: readonly Case[];
  /** The document of a derived set; null for a sheet. */
  derived: Schemas["CaseSetAnswer"] | null;
}

/** Loads a chosen set. */
export async function loadSet(choice: SetChoice, signal: AbortSignal): Promise<CaseList> {
  if (isSheet(choice.set)) {
    return { cases: (await allCases(signal)).filter((one) => one.set.toLowerCase() === choice.set), derived: null };
  }
  const known = knownSet(choice.set);
  const goals = choice.from === "" ? { to: choice.to } : { from: choice.from, to: choice.to };
  const query = known === undefined ? goals : { set: known };
  const derived = await ask(api.GET("/v1/cases/set", { params: { query }, signal }));
  const common = { from: derived.from ?? "", to: derived.to, isKnown: known !== undefined, isTurned: derived.turns_before };
  // A goal may see more than colours, such as flipped edges. Then all stickers are shown.
  const isSeen = new Set(derived.cases.map(({ mask }) => mask)).size === derived.cases.length;
  const groups = groupsOf(derived.cases.map(({ cube }) => cube));
  const cases = derived.cases.map(
    ({ number, probability, picture, cube, mask, shows }, index): Case => ({
      set: nameOfSet(choice),
      label: String(number),
      group: groups[index]!,
      probability,
      picture: picture ?? "",
      algorithms: [],
      derived: { ...common, cube, mask: isSeen ? mask : cube, shows: shows ?? "" },
    }),
  );
  return { cases, derived };
}
