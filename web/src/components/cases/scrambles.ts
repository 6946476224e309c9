// Scrambles that lead to a case.
import { api, ask } from "../../api/client";
import { sequence } from "../../cube/notation";
import { inverse } from "../../cube/orientation";
import { type Case, type DerivedDetails, nameOf } from "./case";
import { tellsTopApart } from "./top_pieces";

/** Returns a random one of some things. */
const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!;

/** Returns moves that make a cube: those of a short solution, reversed. */
export async function movesTo(scramble: string, signal: AbortSignal): Promise<string> {
  const [found] = await ask(api.GET("/v1/solve", { params: { query: { scramble } }, signal }));
  return (await inverse(found?.solution ?? "")).replaceAll("2'", "2");
}

/** Returns scrambles that lead to a case, with the last layer on top. */
export async function scramblesOf(one: Case, count: number, signal: AbortSignal): Promise<string[]> {
  if (one.derived !== undefined) return Promise.all(Array.from({ length: count }, () => derivedScramble(one.derived!, signal)));
  const found = await ask(api.GET("/v1/scramble", { params: { query: { case: nameOf(one), count } }, signal }));
  return found.map(({ scramble }) => scramble);
}

/**
 * Returns a scramble that leads to a derived case. It begins with random moves, so that it does not show the case. Pieces of the top layer
 * that the goals do not tell apart are permuted at random.
 */
async function derivedScramble({ cube, from, to, isTurned }: DerivedDetails, signal: AbortSignal): Promise<string> {
  const isOpen = !tellsTopApart(`${from} + ${to}`);
  const [state, permuted] = await Promise.all([
    movesTo(cube, signal),
    isOpen ? ask(api.GET("/v1/scramble", { params: { query: { case: "PLL", count: 1 } }, signal })).then(([drawn]) => drawn!.scramble) : "",
  ]);
  const turn = isTurned ? oneOf(["", "U", "U2", "U'"]) : "";
  for (;;) {
    const start = [oneOf(["R", "R2", "L'"]), oneOf(["F", "F2", "B'"]), oneOf(["D", "D2", "D'"])].join(" ");
    const rest = await movesTo(sequence(await inverse(start), permuted, state, turn), signal);
    // Turns of the same face would be one.
    if (!/^[UD]/.test(rest)) return sequence(start, rest);
  }
}
