// Moves as turns of layers.
import { withPlainPrimes } from "../../cube/notation";
import type { Axis, Turn } from "./cube";

/** The axis of each letter, and whether a clockwise turn of it is one about the positive end. */
const AXES: Readonly<Record<string, readonly [axis: Axis, isPositive: boolean]>> = {
  R: [0, true], L: [0, false], M: [0, false], x: [0, true],
  U: [1, true], D: [1, false], E: [1, false], y: [1, true],
  F: [2, true], B: [2, false], S: [2, true], z: [2, true],
};

/** A move: the layers before the letter, the letter, whether it is wide, and the amount. */
const MOVE = /^(?:(\d+)-)?(\d+)?([URFDLBMESxyzurfdlb])(w?)(\d*)('?)(\d*)$/;

/** Returns the turn of a move on a cube of a size; null for a text that is none. */
export function turnOf(move: string, size: number): Turn | null {
  const match = MOVE.exec(withPlainPrimes(move));
  if (match === null) return null;
  const [, from = "", to = "", written = "", w = "", amount = "", prime = "", after = ""] = match;
  const isLower = /[urfdlb]/.test(written);
  const letter = isLower ? written.toUpperCase() : written;
  const [axis, isPositive] = AXES[letter]!;
  const quarters = Number(amount || after || 1) * (prime === "" ? 1 : -1) * (isPositive ? 1 : -1);
  if (/[xyz]/.test(letter)) return { axis, first: 0, last: size - 1, quarters };
  if (/[MES]/.test(letter)) return { axis, first: 1, last: size - 2, quarters };
  const isWide = w !== "" || isLower || from !== "";
  const last = Number(to || (isWide ? 2 : 1));
  const first = from !== "" ? Number(from) : isWide ? 1 : last;
  // Layers of a face are counted from it.
  return isPositive
    ? { axis, first: size - last, last: size - first, quarters }
    : { axis, first: first - 1, last: last - 1, quarters };
}

/** Returns moves on both sides of a scramble, and those on its inverse, in `^(...)`. */
export function onSides(text: string): { normal: string; inverse: string } {
  const inverse = [...text.matchAll(/\^\(([^()]*)\)/g)].map(([, moves]) => moves).join(" ");
  return { normal: text.replace(/\^\([^()]*\)/g, " ").trim(), inverse };
}

/**
 * Returns moves one by one, those on the inverse of a scramble last, inverted. Brackets are written out by the library of algorithms,
 * which is loaded for them alone.
 */
export async function movesOf(text: string): Promise<string[]> {
  const { normal, inverse } = onSides(withPlainPrimes(text.replace(/\/\/[^\n]*/g, " ")));
  const plain = inverse === "" ? normal : `${normal} (${inverse})'`;
  const expanded = /[()[\]]/.test(plain) ? await expand(plain) : plain;
  return expanded.split(/\s+/).filter((move) => move !== "");
}

async function expand(text: string): Promise<string> {
  const { Alg } = await import("cubing/alg");
  return new Alg(text).expand().toString();
}

/** A part of a text of moves: a move with its number from 0, or what stands between moves. */
export interface Token {
  text: string;
  move: number | null;
}

/** Returns the parts of a text of moves. A comment is none. Brackets that are repeated have moves that are played twice: none is numbered. */
export function tokensOf(text: string): Token[] {
  const isPlain = !/[[\]]|\)\s*['’\d]/.test(text.replace(/\/\/[^\n]*/g, ""));
  let number = 0;
  return text.split(/(\/\/[^\n]*|[\s()]+)/).flatMap((part): Token[] => {
    if (part === "") return [];
    const isMove = isPlain && MOVE.test(withPlainPrimes(part));
    return [{ text: part, move: isMove ? number++ : null }];
  });
}
