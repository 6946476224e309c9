// Texts of moves, as the player reads them.

/** Returns moves in one line, without comments and with plain apostrophes. */
export const withoutComments = (moves: string): string =>
  moves
    .replace(/\/\/[^\n]*/g, " ")
    .replace(/\/\*[\s\S]*?\*\//g, " ")
    .replace(/[’‘′´`]/g, "'")
    .replace(/\s+/g, " ")
    .trim();

/** Joins moves, leaving out empty ones. */
export const sequence = (...moves: string[]): string => moves.filter((part) => part !== "").join(" ");

/** Returns the number of moves (HTM) in a text of moves: a rotation is none, a slice two. */
export const lengthOf = (moves: string): number =>
  moves.split(/\s+/).reduce((sum, move) => sum + (move === "" || /^[xyz]/.test(move) ? 0 : /^[MES]/.test(move) ? 2 : 1), 0);
