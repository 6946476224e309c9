// The state of the screen Cases: the cases, and what is searched for among them.
import { api, ask, type Schemas } from "../../api/client";
import { nameOf, titleOf, type Case } from "../../components/cases/case";
import { SHEETS, type SheetName } from "../../components/cases/sets";

export type Found = Schemas["FoundCase"];

/** A case to show, with the rotation after which the cube looks as pictured; empty for none. */
export interface Shown {
  case: Case;
  rotation: string;
}

/** Returns the set of a case. */
export const setOf = (one: Case): SheetName => SHEETS.find((set) => set === one.set.toLowerCase()) ?? "oll";

/** Finds the cases that a pattern, or an algorithm, shows. */
export async function findCases(query: { pattern: string } | { alg: string }, signal: AbortSignal): Promise<Shown[]> {
  const found = (await ask(api.GET("/v1/cases", { params: { query }, signal }))).filter((one): one is Found => "rotation" in one);
  // The description of the server has the case of a found case as an object without members.
  return found.flatMap(({ case: one, rotation }) =>
    one === null || one === undefined ? [] : [{ case: one as unknown as Case, rotation }],
  );
}

/** Returns whether a search is meant as moves: only their letters, and more than one of them. */
export const isMoves = (search: string): boolean =>
  /^[URFDLBMESxyzurfdlbw\s()[\]2'’]+$/.test(search) && /[A-Za-z].*[\s'’2(].*[A-Za-z]|[A-Za-z]['’2]/.test(search.trim());

/** Returns a test whether a case has a text in its name, number, group or algorithms. */
export function matches(search: string): (one: Case) => boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[’`]/g, "'").replace(/\s+/g, " ").trim();
  const wanted = plain(search);
  if (wanted === "") return () => true;
  // A number or letters alone are a label, and do not search the algorithms.
  if (/^(?:(?:oll|pll|f2l) ?)?(\d{1,2}|[a-z][a-d]?)$/.test(wanted)) {
    const [, set = "", label = ""] = /^(oll|pll|f2l)? ?(.*)$/.exec(wanted) ?? [];
    return (one) => {
      const own = one.label.toLowerCase();
      const isLabel = own === label || (/^[a-z]$/.test(label) && own.startsWith(label));
      return isLabel && (set === "" || one.set.toLowerCase() === set);
    };
  }
  const moves = search.replace(/[’`]/g, "'").replace(/\s+/g, " ").trim();
  return (one) =>
    [titleOf(one), nameOf(one), one.name ?? "", one.group].some((name) => plain(name).includes(wanted)) ||
    (isMoves(search) && one.algorithms.some((algorithm) => algorithm.includes(moves)));
}
