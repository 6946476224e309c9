// The questions of the screen and their answers: the table, the solutions of a cell, a short chain, the review of a chain and
// insertions into it.
import { type Answer, useAnswer } from "../../api/answer";
import { api, ask, type Schemas } from "../../api/client";
import type { Cell, CellSolution, Row } from "./sides";

/** The number of solutions that are asked for on each side. */
export const MAX_SOLUTIONS = 50;

/** Asks for the lengths of all rows and sides of a cube; null asks nothing. */
export function useLengths(scramble: string | null): Answer<Row> {
  const key = scramble === null || scramble.trim() === "" ? null : scramble;
  return useAnswer(key, async (signal) => {
    const query = { scramble: key!, goal: "dr" };
    return (await ask(api.GET("/v1/analyze", { params: { query }, signal }))) as Row;
  });
}

/** Asks for the solutions of a cell of a cube. */
export function useSolutions(scramble: string | null, cell: Cell | null, slack: number): Answer<CellSolution[]> {
  const key = scramble === null || cell === null ? null : JSON.stringify([scramble, cell, slack]);
  return useAnswer(key, async (signal) => {
    const query = { scramble: scramble!, goal: "dr", stages: cell!.row, solutions: MAX_SOLUTIONS, slack };
    const row = (await ask(api.GET("/v1/analyze", { params: { query }, signal }))) as Row;
    return (row.solutions ?? []).filter(({ side }) => side === cell!.side);
  });
}

/** Asks for the review of a chain, whose moves on the inverse are in parentheses; null asks nothing. */
export function useReview(scramble: string, chain: string | null): Answer<Schemas["AttemptAnswer"]> {
  return useAnswer(chain === null ? null : JSON.stringify([scramble, chain]), (signal) => {
    const query = { scramble, solution: chain! };
    return ask(api.GET("/v1/attempt", { params: { query }, signal }));
  });
}

/** Asks for the shortest insertions into a chain; null asks nothing. */
export function useInsertions(scramble: string, chain: string | null): Answer<Schemas["InsertAnswer"]> {
  return useAnswer(chain === null ? null : JSON.stringify([scramble, chain]), (signal) => {
    const query = { scramble, skeleton: chain! };
    return ask(api.GET("/v1/insert", { params: { query }, signal }));
  });
}

/** Asks for a short chain; `seconds` is the time for shorter ones, 0 for the first search alone. */
export function useShortChain(scramble: string | null, seconds: number | null): Answer<Schemas["SolveAnswer"]> {
  const key = scramble === null || seconds === null ? null : JSON.stringify([scramble, seconds]);
  return useAnswer(key, async (signal) => {
    const query = { scramble: scramble!, method: "dr" as const, ...(seconds! > 0 && { time_ms: 1000 * seconds! }) };
    const [answer] = await ask(api.GET("/v1/solve", { params: { query }, signal }));
    return answer as Schemas["SolveAnswer"];
  });
}
