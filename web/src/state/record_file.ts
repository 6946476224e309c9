// Records as a file: CSV (RFC 4180) or JSON, written and read.
import { csvField } from "../components/file";
import type { Strings } from "../i18n/en";

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

/** Returns records as CSV. */
export function toCsv<T extends object>(records: readonly T[], columns: readonly (keyof T & string)[]): string {
  const rows = records.map((record) => columns.map((name) => csvField(record[name])).join(","));
  return [columns.join(","), ...rows, ""].join("\r\n");
}

/** Returns records as a JSON array with one record a line. */
export function toJson(records: readonly object[]): string {
  return records.length === 0 ? "[]\n" : `[\n${records.map((record) => JSON.stringify(record)).join(",\n")}\n]\n`;
}

/**
 * Reads a file of either kind. `required` are the columns that CSV must have; `recordOf` checks the fields of a record. Throws a `FileError`
 * for the first line that is wrong.
 */
export function readRecords<T>(text: string, required: readonly string[], recordOf: (fields: Fields) => T): T[] {
  const plain = text.replace(/^\uFEFF/, "");
  const records = /^\s*[[{]/.test(plain) ? jsonRecords(plain) : csvRecords(plain, required);
  return records.map(({ line, fields }) => recordOf(new Fields(fields, line)));
}

/** The fields of one record. Each reader throws a `FileError` for a value that is missing or wrong. */
export class Fields {
  constructor(
    private readonly fields: Record<string, unknown>,
    readonly line: number,
  ) {}

  /** Returns whether a field is missing or empty. */
  isEmpty(name: string): boolean {
    const value = this.fields[name];
    return value === undefined || value === null || value === "";
  }

  text(name: string): string {
    const value = this.fields[name];
    if (typeof value === "string" && value !== "") return value;
    throw new FileError(this.line, (s) => s.missingValue(name));
  }

  textOr(name: string, fallback: string): string {
    return this.isEmpty(name) ? fallback : this.text(name);
  }

  /** A whole number from 0 to 999. */
  count(name: string): number {
    const value = this.fields[name];
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number !== "number" || !Number.isInteger(number) || number < 0 || number > 999) {
      throw new FileError(this.line, (s) => s.notCount(name, String(value ?? "")));
    }
    return number;
  }

  countOrNull(name: string): number | null {
    return this.isEmpty(name) ? null : this.count(name);
  }

  /** A number of seconds; null if it is missing. */
  seconds(name: string): number | null {
    if (this.isEmpty(name)) return null;
    const seconds = Number(this.fields[name]);
    if (!(seconds >= 0)) throw new FileError(this.line, (s) => s.notSeconds(name, String(this.fields[name])));
    return seconds;
  }

  /** A time as ISO 8601. */
  date(name: string): string {
    const date = this.text(name);
    if (Number.isNaN(Date.parse(date))) throw new FileError(this.line, (s) => s.notDate(date));
    return new Date(date).toISOString();
  }

  /** One of some values; the first of them if it is missing or another. */
  choice<T extends string>(name: string, values: readonly [T, ...T[]]): T {
    return values.find((value) => value === this.fields[name]) ?? values[0];
  }

  flag(name: string): boolean {
    return this.fields[name] === true || this.fields[name] === "true";
  }
}

/** The fields of one record, and the line at which it begins. */
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

function csvRecords(text: string, required: readonly string[]): Found[] {
  const [header, ...rows] = csvRows(text);
  if (header === undefined) throw new FileError(1, (s) => s.emptyFile);
  const names = header.cells.map((name) => name.trim());
  const missing = required.filter((name) => !names.includes(name));
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
