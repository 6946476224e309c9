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
