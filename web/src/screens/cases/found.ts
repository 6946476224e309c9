// The search for all algorithms of a case: its choices in the address, and its answer.
import { type Answer, useAnswer } from "../../api/answer";
import { api, ask, type Schemas } from "../../api/client";
import { type Case, questionOf } from "../../components/cases/case";
import { parameter } from "../../state/route";

/** The metrics of the length. */
export const METRICS = ["htm", "qtm", "stm", "etm"] as const;
export type Metric = (typeof METRICS)[number];

/** The largest number of algorithms that are listed. */
const MOST = 100;

/** The choices of a search, as they are in the address. */
export interface Choices {
  /** The moves, without the brackets of `<R,U,F>`. */
  moves: string;
  metric: Metric;
  slack: number;
  /** Whether turns of U before and after the algorithm count nothing. */
  isFree: boolean;
}

export interface FoundAlgorithms {
  choices: Choices;
  /** Whether the search is asked for. */
  isOn: boolean;
  answer: Answer<Schemas["CaseAlgorithms"]>;
  /** The algorithms that are listed: the first ones of the answer. */
  found: readonly Schemas["CaseAlgorithm"][];
}

/** Returns the choices in the address. */
function choices(): Choices {
  const over = Number(parameter("over", "0"));
  return {
    moves: parameter("moves", "R,U,F").replace(/^\s*<(.+)>\s*$/, "$1"),
    metric: METRICS.find((metric) => metric === parameter("metric")) ?? "htm",
    slack: [0, 1, 2].includes(over) ? over : 0,
    isFree: parameter("fixed") === "",
  };
}

/** Searches the algorithms of a case while the address says so. A change of the choices begins anew, and ends the search before. */
export function useFound(of: Case): FoundAlgorithms {
  const chosen = choices();
  const isOn = parameter("find") !== "";
  const { moves, metric, slack, isFree } = chosen;
  const query = { ...questionOf(of), moves, metric, slack, fixed: !isFree || of.derived?.isTurned === false };
  const asked = useAnswer(isOn ? JSON.stringify(query) : null, async (signal) => {
    const { cases } = await ask(api.GET("/v1/algorithms", { params: { query }, signal }));
    return cases[0]!;
  });
  const answer = asked.isStale ? { ...asked, value: null } : asked;
  return { choices: chosen, isOn, answer, found: answer.value?.algorithms.slice(0, MOST) ?? [] };
}
