// The user's own algorithms of cases, kept in the browser.
import { Collection, newId } from "./collection";
import { type Fields, readRecords } from "./record_file";

/** An algorithm that the user keeps for a case. */
export interface OwnAlgorithm {
  id: string;
  /** The time of the record, in ISO 8601. */
  date: string;
  /** The case, by its name such as `PLL Ga` or `ZBLL 17`. */
  case: string;
  /** The moves. */
  algorithm: string;
}

/** All own algorithms. */
export const ownAlgorithms = new Collection<OwnAlgorithm>("algorithms");

/** Returns the own algorithms of a case, in the order in which they were kept. Reading it in a component subscribes the component to them. */
export const ownOf = (name: string): OwnAlgorithm[] => (ownAlgorithms.all.value ?? []).filter((one) => one.case === name);

/** Keeps an algorithm for a case. */
export const keepOwn = (name: string, algorithm: string): Promise<void> =>
  ownAlgorithms.save({ id: newId(), date: new Date().toISOString(), case: name, algorithm });

export const COLUMNS = ["id", "date", "case", "algorithm"] as const satisfies (keyof OwnAlgorithm)[];

/** Reads a file of own algorithms. Throws a `FileError` for the first line that is wrong. */
export const readOwn = (text: string): OwnAlgorithm[] =>
  readRecords(text, COLUMNS, (fields: Fields) => ({
    id: fields.text("id"),
    date: fields.date("date"),
    case: fields.text("case"),
    algorithm: fields.text("algorithm"),
  }));
