// The history as a file: CSV (RFC 4180) or JSON, written and read.
import { csvField } from "../../components/file";
import type { Strings } from "../../i18n/en";
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
] as const satisfies (keyof Attempt)[];

/** Columns that a file may leave out. */
const OPTIONAL: readonly string[] = ["goal", "condition", "hold", "moves", "inspection"];

type Reason = (text: Strings["train"]) => string;

/** An error in a file, with its line. */
export class FileError extends Error {
  constructor(
    readonly line: number,
    readonly reason: Reason,
  ) {
    super(`line ${line}`);
  }
}

/** Returns the history as CSV. */
export function toCsv(attempts: readonly Attempt[]): string {
  const rows = attempts.map((attempt) => COLUMNS.map((name) => csvField(attempt[name])).join(","));
  return [COLUMNS.join(","), ...rows, ""].join("\r\n");
}

/** Returns the history as a JSON array with one attempt a line. */
export function toJson(attempts: readonly Attempt[]): string {
  return attempts.length === 0 ? "[]\n" : `[\n${attempts.map((attempt) => JSON.stringify(attempt)).join(",\n")}\n]\n`;
}

/** Reads a file of either kind. Throws a `FileError` for the first line that is wrong. */
export function read(text: string): Attempt[] {
  const plain = text.replace(/^\uFEFF/, "");
  const records = /^\s*[[{]/.test(plain) ? jsonRecords(plain) : csvRecords(plain);
  return records.map(({ line, fields }) => attemptOf(fields, line));
}

interface Found {
  line: number;
  fields: Record<string, unknown>;
}

/** Splits CSV into rows of fields, with the line at which each row begins. */
function csvRows(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = [];
  let [line, start, cell, isQuoted] = [1, 1, "", false];
  let cells: string[] = [];
  const endRow = () => {
    cells.push(cell);
    if (cells.length > 1 || cells[0] !== "") rows.push({ line: start, cells });
    [cells, cell] = [[], ""];
  };
  for (let index = 0; index < text.length; index++) {
    const sign = text[index]!;
    if (sign === "\n") line++;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[index + 1] === '"') cell += text[++index];
      else isQuoted = false;
    } else if (sign === '"' && cell === "") {
      isQuoted = true;
    } else if (sign === ",") {
      cells.push(cell);
      cell = "";
    } else if (sign === "\n") {
      endRow();
      start = line;
    } else if (sign !== "\r") {
      cell += sign;
    }
  }
  if (isQuoted) throw new FileError(start, (s) => s.openQuote);
  endRow();
  return rows;
}

function csvRecords(text: string): Found[] {
  const [header, ...rows] = csvRows(text);
  if (header === undefined) throw new FileError(1, (s) => s.emptyFile);
  const names = header.cells.map((name) => name.trim());
  const missing = COLUMNS.filter((name) => !names.includes(name) && !OPTIONAL.includes(name));
  if (missing.length > 0) throw new FileError(header.line, (s) => s.missingColumns(missing.join(", ")));
  return rows.map(({ line, cells }) => {
    if (cells.length !== names.length) throw new FileError(line, (s) => s.cellCount(cells.length, names.length));
    return { line, fields: Object.fromEntries(names.map((name, index) => [name, cells[index]!])) };
  });
}

/** Reads a JSON array of objects, each by itself, so that an error has the line of its object. */
function jsonRecords(text: string): Found[] {
  const found: Found[] = [];
  let [line, depth, isString, start, startLine] = [1, 0, false, -1, 1];
  const end = (index: number) => {
    const slice = text.slice(start, index).trim();
    start = index + 1;
    if (slice === "") return;
    const at = startLine;
    let value: unknown;
    try {
      value = JSON.parse(slice);
    } catch (error) {
      throw new FileError(at, (s) => s.badJson(error instanceof Error ? error.message : String(error)));
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new FileError(at, (s) => s.notObject);
    found.push({ line: at, fields: value as Record<string, unknown> });
  };
  for (let index = 0; index < text.length; index++) {
    const sign = text[index]!;
    if (sign === "\n") line++;
    if (isString) {
      if (sign === "\\") index++;
      else if (sign === '"') isString = false;
      continue;
    }
    if (/\s/.test(sign)) continue;
    if (depth === 0) {
      if (sign !== "[" || start >= 0) throw new FileError(line, (s) => s.notArray);
      [depth, start] = [1, index + 1];
      continue;
    }
    if (depth === 1 && text.slice(start, index).trim() === "") startLine = line;
    if (sign === '"') isString = true;
    else if (sign === "[" || sign === "{") depth++;
    else if (sign === "]" || sign === "}") {
      depth--;
      if (depth === 0) end(index);
    } else if (sign === "," && depth === 1) end(index);
  }
  if (depth > 0) throw new FileError(line, (s) => s.openEnd);
  return found;
}

/** Checks the fields of one attempt. */
function attemptOf(fields: Record<string, unknown>, line: number): Attempt {
  const text = (name: string): string => {
    const value = fields[name];
    if (typeof value === "string" && value !== "") return value;
    if (OPTIONAL.includes(name) && (value === undefined || value === null || value === "")) return "";
    throw new FileError(line, (s) => s.missingValue(name));
  };
  const count = (name: string): number => {
    const value = fields[name];
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number !== "number" || !Number.isInteger(number) || number < 0 || number > 999) {
      throw new FileError(line, (s) => s.notCount(name, String(value ?? "")));
    }
    return number;
  };
  const date = text("date");
  if (Number.isNaN(Date.parse(date))) throw new FileError(line, (s) => s.notDate(date));
  const [optimum, length] = [count("optimum"), count("length")];
  if (length < optimum) throw new FileError(line, (s) => s.belowMinimum(length, optimum));
  const seconds = fields["inspection"];
  const inspection = seconds === undefined || seconds === null || seconds === "" ? null : Number(seconds);
  if (inspection !== null && !(inspection >= 0)) throw new FileError(line, (s) => s.notSeconds(String(seconds)));
  return {
    id: text("id"),
    date: new Date(date).toISOString(),
    goal: text("goal"),
    stage: text("stage"),
    colors: text("colors"),
    condition: text("condition"),
    hold: text("hold") === "down" ? "down" : "standard",
    scramble: text("scramble"),
    optimum,
    length,
    moves: text("moves"),
    inspection,
  };
}
