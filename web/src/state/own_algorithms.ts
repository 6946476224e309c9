// The user's own algorithms of cases, kept in the browser.
import { type Case, nameOf } from "../components/cases/case";
import { Collection, newId } from "./collection";
import { type Fields, readRecords } from "./record_file";

/** An algorithm that the user keeps for a case. */
export interface OwnAlgorithm {
  id: string;
  /** The time of the record, in ISO 8601. */
  date: string;
  /** The name of the case, such as `PLL Ga` or `ZBLL 17`. It identifies a case of a sheet. */
  case: string;
  /** The facelets of a derived case, whose number may be another in a later version; empty for a case of a sheet. */
  cube: string;
  /** The goals of the set of a derived case; empty for a case of a sheet, and `from` also for any state. */
  from: string;
  to: string;
  /** The moves. */
  algorithm: string;
}

/** All own algorithms. */
export const ownAlgorithms = new Collection<OwnAlgorithm>("algorithms");

/** Returns the own algorithms of a case, in the order in which they were kept. Reading it in a component subscribes the component to them. */
export const ownOf = (of: Case): OwnAlgorithm[] => (ownAlgorithms.all.value ?? []).filter(isFor(of));

/** Returns a test for the algorithms of a case. */
function isFor(of: Case): (one: OwnAlgorithm) => boolean {
  const { derived } = of;
  if (derived === undefined) return (one) => one.cube === "" && one.case === nameOf(of);
  return (one) => one.cube === derived.cube && one.from === derived.from && one.to === derived.to;
}

/** Keeps an algorithm for a case, unless it is kept already. */
export function keepOwn(of: Case, algorithm: string): Promise<void> {
  const { cube, from, to } = of.derived ?? { cube: "", from: "", to: "" };
  const isOfCase = isFor(of);
  return ownAlgorithms.saveUnless(
    (one) => one.algorithm === algorithm && isOfCase(one),
    { id: newId(), date: new Date().toISOString(), case: nameOf(of), cube, from, to, algorithm },
  );
}

export const COLUMNS = ["id", "date", "case", "cube", "from", "to", "algorithm"] as const satisfies (keyof OwnAlgorithm)[];

/** Columns that a file must have. */
const REQUIRED = ["id", "date", "case", "algorithm"] as const;

/** Reads a file of own algorithms. Throws a `FileError` for the first line that is wrong. */
export const readOwn = (text: string): OwnAlgorithm[] =>
  readRecords(text, REQUIRED, (fields: Fields) => ({
    id: fields.text("id"),
    date: fields.date("date"),
    case: fields.text("case"),
    cube: fields.textOr("cube", ""),
    from: fields.textOr("from", ""),
    to: fields.textOr("to", ""),
    algorithm: fields.text("algorithm"),
  }));
