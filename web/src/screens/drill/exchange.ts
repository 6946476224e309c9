// The answers of the drill as a file: its columns, and the check of an answer that is read.
import { type Fields, FileError, readRecords } from "../../state/record_file";
import { type Answer, MARKS, type Rating, RATINGS } from "./answers";

export const COLUMNS = ["id", "date", "case", "rating", "mark", "recognition", "execution"] as const satisfies (keyof Answer)[];

/** Columns that a file must have. */
const REQUIRED = ["id", "date", "case", "rating"] as const;

/** Reads a file of either kind. Throws a `FileError` for the first line that is wrong. */
export const read = (text: string): Answer[] => readRecords(text, REQUIRED, answerOf);

/** Checks the fields of one answer. */
function answerOf(fields: Fields): Answer {
  const mark = fields.choice("mark", ["", ...MARKS]);
  const rating = fields.countOrNull("rating");
  if (mark === "" && !RATINGS.some((known) => known === rating)) throw new FileError(fields.line, (s) => s.notRating(String(rating ?? "")));
  return {
    id: fields.text("id"),
    date: fields.date("date"),
    case: fields.text("case"),
    rating: mark === "" ? (rating as Rating) : null,
    mark,
    recognition: fields.seconds("recognition"),
    execution: fields.seconds("execution"),
  };
}
