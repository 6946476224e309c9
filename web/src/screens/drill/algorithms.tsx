// The algorithms of the drilled case, for the cube as the scramble leaves it.
import { useAnswer } from "../../api/answer";
import { api, ask } from "../../api/client";
import type { Case } from "../../components/cases/case";
import { sequence } from "../../cube/notation";
import { strings } from "../../i18n";
import { ownOf } from "../../state/own_algorithms";

/** The number of algorithms that are shown. */
const COUNT = 3;

/** The goals of the sheets. */
const GOALS: Readonly<Record<string, string>> = { F2L: "f2l", OLL: "f2l + oll", PLL: "solved + up to U" };

/** An algorithm of a case. */
export interface DrilledAlgorithm {
  /** The moves, with the turn of U that the cube needs before them, in brackets. */
  moves: string;
  isOwn: boolean;
}

/** Returns the first algorithms of a case, the trainee's own ones before those of the sheet, with the turns of U that they need after the scramble. */
export function useAlgorithms(of: Case, scramble: string | null): DrilledAlgorithm[] {
  const own = ownOf(of).map(({ algorithm }) => algorithm);
  const all = [...own, ...of.algorithms.filter((moves) => !own.includes(moves))].slice(0, Math.max(COUNT, own.length));
  const turned = useAnswer(scramble === null || all.length === 0 ? null : JSON.stringify([scramble, all]), (signal) =>
    Promise.all(all.map((alg) => withTurn(of, scramble!, alg, signal))),
  );
  // Until the turns are known, the algorithms stand alone.
  const known = turned.isStale ? null : turned.value;
  return all.map((moves, index) => ({ moves: known?.[index] ?? moves, isOwn: own.includes(moves) }));
}

/** Returns an algorithm with the turn of U before it that solves the case after a scramble. */
async function withTurn({ set, derived }: Case, scramble: string, alg: string, signal: AbortSignal): Promise<string> {
  const query = { case: scramble, to: derived?.to ?? GOALS[set]!, alg, fixed: derived?.isTurned === false };
  const { cases } = await ask(api.GET("/v1/algorithms", { params: { query }, signal }));
  const { before } = cases[0]!.algorithms[0]!;
  return sequence(before === "" ? "" : `(${before})`, alg);
}

export function AlgorithmList({ algorithms }: { algorithms: readonly DrilledAlgorithm[] }) {
  const { cases: text } = strings.value;
  return (
    <ul class="drill-algorithms">
      {algorithms.map(({ moves, isOwn }) => (
        <li key={moves} class="moves">
          {moves} {isOwn && <span class="chip">{text.own}</span>}
        </li>
      ))}
    </ul>
  );
}
