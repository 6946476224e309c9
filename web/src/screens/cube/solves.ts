// The solves on smart cubes, kept in the browser.
import { Collection } from "../../state/collection";
import { type Fields, FileError, readRecords } from "../../state/record_file";
import type { Penalty } from "../../timer/results";

/** A solve with the time of each move. */
export interface Solve {
  id: string;
  /** The time of the record, in ISO 8601. */
  date: string;
  scramble: string;
  /** The moves, seen with white on top and green in front all the time. */
  moves: string;
  /** The end of each move in milliseconds after the first turn, separated by spaces. */
  times: string;
  /** The time from the first turn to the last, in seconds. */
  time: number;
  /** The inspection in seconds. */
  inspection: number;
  penalty: Penalty;
}

/** All solves. */
export const solves = new Collection<Solve>("solves");

export const COLUMNS = ["id", "date", "scramble", "moves", "times", "time", "inspection", "penalty"] as const satisfies (keyof Solve)[];

/** Reads a file of solves. Throws a `FileError` for the first line that is wrong. */
export const read = (text: string): Solve[] => readRecords(text, ["id", "date", "scramble", "moves", "times", "time"], solveOf);

function solveOf(fields: Fields): Solve {
  const [moves, times] = [fields.text("moves"), fields.text("times")];
  const counts = [moves.split(" ").length, times.split(" ").length] as const;
  if (counts[0] !== counts[1]) throw new FileError(fields.line, (s) => s.cellCount(counts[1], counts[0]));
  return {
    id: fields.text("id"),
    date: fields.date("date"),
    scramble: fields.text("scramble"),
    moves,
    times,
    time: fields.seconds("time") ?? 0,
    inspection: fields.seconds("inspection") ?? 0,
    penalty: fields.choice("penalty", ["", "+2", "DNF"]),
  };
}
