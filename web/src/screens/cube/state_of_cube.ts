// Whether turns solve a cube, found with the library of the player.

/** Returns a test whether moves from a solved cube lead to a solved one, however it is held. */
export async function solvedTest(): Promise<(moves: string) => boolean> {
  const [{ Alg }, { cube3x3x3 }] = await Promise.all([import("cubing/alg"), import("cubing/puzzles")]);
  const solved = (await cube3x3x3.kpuzzle()).defaultPattern();
  return (moves) => solved.applyAlg(new Alg(moves)).experimentalIsSolved({ ignorePuzzleOrientation: true, ignoreCenterOrientation: true });
}
