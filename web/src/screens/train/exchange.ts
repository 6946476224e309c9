// The history as a file: its columns, and the check of an attempt that is read.
import { type Fields, FileError, readRecords } from "../../state/record_file";
import type { Attempt } from "./attempts";

export const COLUMNS = [
  "id",
  "date",
  "goal",
  "stage",
  "colors",
  "condition",
  "hold",
  "scramble",
  "optimum",
  "length",
  "moves",
  "inspection",
  "time",
  "penalty",
  "seen",
  "hinted",
  "lost_color",
  "lost_slot",
  "lost_detour",
  "lost_cancelled",
  "session",
] as const satisfies (keyof Attempt)[];

/** Columns that a file must have. */
const REQUIRED = ["id", "date", "stage", "colors", "scramble", "optimum", "length"] as const;

/** Reads a file of either kind. Throws a `FileError` for the first line that is wrong. */
export const read = (text: string): Attempt[] => readRecords(text, REQUIRED, attemptOf);

/** Checks the fields of one attempt. */
function attemptOf(fields: Fields): Attempt {
  const time = fields.seconds("time");
  // An attempt with a time may have no minimum, and no number of moves.
  const optimum = time === null ? fields.count("optimum") : fields.countOrNull("optimum");
  const length = time === null ? fields.count("length") : fields.countOrNull("length");
  if (length !== null && optimum !== null && length < optimum) throw new FileError(fields.line, (s) => s.belowMinimum(length, optimum));
  return {
    id: fields.text("id"),
    date: fields.date("date"),
    goal: fields.textOr("goal", ""),
    stage: fields.text("stage"),
    colors: fields.text("colors"),
    condition: fields.textOr("condition", ""),
    hold: fields.choice("hold", ["standard", "down"]),
    scramble: fields.text("scramble"),
    optimum,
    length,
    moves: fields.textOr("moves", ""),
    inspection: fields.seconds("inspection"),
    time,
    penalty: fields.choice("penalty", ["", "+2", "DNF"]),
    seen: fields.flag("seen"),
    hinted: fields.flag("hinted"),
    lost_color: fields.countOrNull("lost_color"),
    lost_slot: fields.countOrNull("lost_slot"),
    lost_detour: fields.countOrNull("lost_detour"),
    lost_cancelled: fields.countOrNull("lost_cancelled"),
    session: fields.textOr("session", ""),
  };
}
