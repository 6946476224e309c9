// The view Solve: a cube, how to solve it, scrambles to draw, and the solutions with the player.
import { useId, useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { allCases } from "../../components/cases/case";
import { api, ask } from "../../api/client";
import { ProblemText } from "../../components/basics";
import { strings } from "../../i18n";
import { parameter } from "../../state/route";
import { CubeInput, OptionsPanel } from "./options_panel";
import { solved, type Answer } from "./parts";
import { words } from "./words";
import { options, queryOf, type PuzzleId } from "./question";
import { Scrambles } from "./scrambles";
import { Solutions } from "./solutions";

/** The answers to a question, with the puzzle that they are for. */
interface Found {
  puzzle: PuzzleId;
  answers: Answer[];
}

/** The scrambles of the examples. */
const EXAMPLES: Record<PuzzleId, string> = {
  "333": "D2 U' R2 U F2 D2 U' R2 U' B' L2 R' B' D2 U B2 L' D' R2",
  "222": "F2 R U' R' F R2 F' R' U R2 U'",
  "444": "",
};

export function SolveView() {
  const { solve, common } = strings.value;
  const chosen = options();
  // Before there is a cube, an example shows what becomes of one.
  const isExample = chosen.scramble.trim() === "";
  // Beside scrambles that are drawn no example is needed.
  const isDrawing = parameter("view") === "scramble";
  const query = isExample && isDrawing ? null : queryOf(isExample ? { ...chosen, scramble: EXAMPLES[chosen.puzzle] } : chosen);
  const key = query === null ? null : JSON.stringify(query);
  const [stopped, setStopped] = useState<string | null>(null);
  const isStopped = key !== null && key === stopped;
  const problemId = useId();
  const { value, problem, isLoading, isStale } = useAnswer<Found>(
    isStopped ? null : key,
    async (signal) => ({
      puzzle: chosen.puzzle,
      answers: await ask(api.GET("/v1/solve", { params: { query: query! }, signal })),
    }),
    120,
  );
  const isByHand = chosen.puzzle === "333" && chosen.method === "cfop";
  const cases = useAnswer(isByHand ? "all" : null, allCases).value ?? [];
  const naming = { strings: strings.value, words: words(), cases, isExplained: chosen.isExplained };
  const refused = value?.answers.flatMap((answer) => answer.error ?? []) ?? [];
  const hasPlace = problem?.problem.position !== undefined;
  return (
    <div class="stack">
      <section class={`panel columns${isDrawing ? " no-print" : ""}`} aria-label={solve.views.solve}>
        <div class="stack tight">
          <CubeInput chosen={chosen} problemId={problemId} isWrong={problem !== null} />
          <div class="row">
            <p role="status">
              {isLoading && common.loading}
              {isStopped && solve.stopped}
              {isExample && !isLoading && solve.empty}
            </p>
            {isLoading && (
              <button type="button" onClick={() => setStopped(key)}>
                {solve.stop}
              </button>
            )}
            {isStopped && (
              <button type="button" onClick={() => setStopped(null)}>
                {solve.again}
              </button>
            )}
          </div>
        </div>
        <OptionsPanel chosen={chosen} />
      </section>
      <Scrambles />
      {problem !== null && (
        <ProblemText id={problemId} error={problem} {...(hasPlace ? { text: chosen.scramble } : {})} />
      )}
      {refused.map((reason) => (
        <p key={reason} class="problem" role="alert">
          {reason}
        </p>
      ))}
      {isExample && value !== null && (
        <p class="note">
          {solve.exampleNote} <span class="moves">{EXAMPLES[chosen.puzzle]}</span>
        </p>
      )}
      {value !== null && value.puzzle === chosen.puzzle && (
        <Solutions
          key={value.puzzle}
          found={value.answers.flatMap((answer) => solved(answer, naming) ?? [])}
          puzzle={value.puzzle}
          isOld={isLoading || isStale}
          isPrinted={!isDrawing}
        />
      )}
    </div>
  );
}
