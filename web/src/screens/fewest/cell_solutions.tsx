// The solutions of a cell: played when they are chosen, and used as the next steps of the chain.
import type { Answer } from "../../api/answer";
import { CopyButton, ProblemText } from "../../components/basics";
import { SlackChoice } from "../../components/slack_choice";
import { strings } from "../../i18n";
import { fewest } from "../../i18n/fewest";
import { parameter, setParameters } from "../../state/route";
import { writtenMoves } from "./chain";
import { MAX_SOLUTIONS } from "./questions";
import { type Cell, type CellSolution, type Step, stepsOf } from "./sides";
import { StepMoves } from "./step_moves";

interface CellSolutionsProps {
  cell: Cell;
  answer: Answer<CellSolution[]>;
  slack: number;
  /** The move that is played, from 0. */
  move: number | null;
  onUse: (steps: readonly Step[]) => void;
}

export function CellSolutions({ cell, answer, slack, move, onUse }: CellSolutionsProps) {
  const s = fewest.value;
  const { common } = strings.value;
  const found = answer.isStale ? [] : (answer.value ?? []);
  const isCut = found.filter(({ over }) => (over ?? 0) === 0).length >= MAX_SOLUTIONS;
  return (
    <section class="panel stack" aria-labelledby="fewest-solutions">
      <h2 id="fewest-solutions">{s.solutionsOf(s.rows[cell.row], s.sideName(cell.side))}</h2>
      {answer.problem !== null && <ProblemText error={answer.problem} />}
      <p role="status" class="quiet">
        {answer.isLoading ? common.loading : answer.problem === null ? s.found(found.length, isCut) : ""}
      </p>
      <ol class="plain-list fewest-solutions">
        {found.map((solution, index) => {
          const number = String(index + 1);
          const steps = stepsOf(cell, solution);
          const isPlayed = parameter("play") === number;
          return (
            <li key={number} class={isPlayed ? "is-played" : undefined}>
              <button type="button" class="plain moves" aria-pressed={isPlayed} onClick={() => setParameters({ play: number })}>
                {steps.length === 0 ? s.nothing : <StepMoves steps={steps} at={isPlayed ? move : null} />}
              </button>
              <span class="quiet">{solution.length}</span>
              <span class="row">
                <button type="button" disabled={steps.length === 0} onClick={() => onUse(steps)}>
                  {s.use(steps.length)}
                </button>
                <CopyButton text={steps.map(writtenMoves).join(" ")} />
              </span>
            </li>
          );
        })}
      </ol>
      <div class="no-print">
        <SlackChoice legend={s.longer} slack={slack} />
      </div>
    </section>
  );
}
