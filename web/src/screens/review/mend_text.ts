// Mends in a text: where the move is that a mend is about, and the text with the mend.
import { withPlainPrimes } from "../../cube/notation";
import type { Mend } from "./state";

/** A move as people write it, from its first letter. */
const MOVE = /^[URFDLBMESxyzurfdlb][wW]?[23]?'?[23]?/;

/** The place of a move: its line from 0, and its first and last columns from 0. */
export interface Place {
  line: number;
  from: number;
  to: number;
}

/** Returns a move as the server writes it: `r` as `Rw`, `U2'` as `U2`. */
function normalized(move: string): string {
  const [, letter = "", wide = "", end = ""] = /^(.)([wW]?)(.*)$/.exec(move) ?? [];
  const isWide = wide !== "" || /[urfdlb]/.test(letter);
  const amount = end.includes("2") ? "2" : /3/.test(end) !== end.includes("'") ? "'" : "";
  return `${isWide ? `${letter.toUpperCase()}w` : letter}${amount}`;
}

/**
 * Returns the place of the move of a mend in the text, or null if the text does not have it there as written: moves in
 * brackets that are repeated or inverted, and moves of a link.
 */
export function placeOf(text: string, mend: Mend): Place | null {
  const { line, column, written } = mend;
  if (mend.edit === "insert" && (written === undefined || written === null)) {
    // After the last move: a line of its own.
    const lines = text.trimEnd().split("\n");
    return { line: lines.length, from: 0, to: 0 };
  }
  if (line === undefined || line === null || column === undefined || column === null) return null;
  // A prime takes one character, however it is written.
  const shown = withPlainPrimes(text.split("\n")[line - 1] ?? "");
  if (/[[\]]|\)\s*['\d]/.test(shown.replace(/\/\/.*$/, ""))) return null;
  // Columns count characters, as `Array.from` does.
  const rest = Array.from(shown).slice(column - 1).join("");
  const from = shown.length - rest.length;
  const move = MOVE.exec(rest)?.[0] ?? "";
  if (move === "" || normalized(move) !== written) return null;
  return { line: line - 1, from, to: from + move.length };
}

/** Returns the text with a mend. */
export function mended(text: string, mend: Mend, place: Place): string {
  const lines = text.trimEnd().split("\n");
  const line = lines[place.line] ?? "";
  const [before, move, after] = [line.slice(0, place.from), line.slice(place.from, place.to), line.slice(place.to)];
  const instead = mend.instead ?? "";
  if (mend.edit === "remove") lines[place.line] = before + after.replace(/^ /, "");
  else if (mend.edit === "change") lines[place.line] = before + instead + after;
  else if (move === "") lines[place.line] = instead;
  else lines[place.line] = `${before}${instead} ${move}${after}`;
  return lines.join("\n");
}
