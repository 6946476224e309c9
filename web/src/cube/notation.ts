// Texts of moves, as the player reads them.

/** What stands for an apostrophe: those of the engine (`cubiform_cube::notation::is_apostrophe`). */
const PRIMES = /[’‘‛ʼʹʻˈ′‵´`\u055a\u05f3\u07f4\ua78c\u1fbd\u1fbf\u1ffd\uff07]/g;

/** Pauses, arrows of regrips, timestamps and characters without width. */
const FILLERS = /@[\d.:]+(?:ms|s)?|[.…\u00ad\u200b-\u200f\u2060\u2190-\u21ff\u27f0-\u27ff\u2b00-\u2b11\ufe0e\ufe0f\ufeff]/g;

/** Returns a text of moves with plain apostrophes. */
export const withPlainPrimes = (text: string): string => text.replace(PRIMES, "'");

/** Returns moves in one line, without comments, pauses and timestamps, and with plain apostrophes. */
export const withoutComments = (moves: string): string =>
  withPlainPrimes(moves)
    .replace(/\/\/[^\n]*/g, " ")
    .replace(/\/\*[\s\S]*?\*\//g, " ")
    .replace(FILLERS, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Joins moves, leaving out empty ones. */
export const sequence = (...moves: string[]): string => moves.filter((part) => part !== "").join(" ");

/** Returns the number of moves (HTM) in a text of moves: a rotation is none, a slice two. */
export const lengthOf = (moves: string): number =>
  moves.split(/\s+/).reduce((sum, move) => sum + (move === "" || /^[xyz]/.test(move) ? 0 : /^[MES]/.test(move) ? 2 : 1), 0);
