// What each step of the chain cost beside the shortest chain that is known, and better continuations.
import type { Answer } from "../../api/answer";
import type { Schemas } from "../../api/client";
import { ProblemText } from "../../components/basics";
import { strings } from "../../i18n";
import { fewest } from "../../i18n/fewest";
import { nameOfStep } from "./chain";
import { stepsOfChain, type Step } from "./sides";
import { StepList } from "./step_list";

interface ChainReviewProps {
  steps: readonly Step[];
  answer: Answer<Schemas["AttemptAnswer"]>;
  /** Whether the review is asked for. */
  isAsked: boolean;
  onAsk: () => void;
  /** Takes another chain in place of the present one. */
  onChange: (steps: readonly Step[]) => void;
}

export function ChainReview({ steps, answer, isAsked, onAsk, onChange }: ChainReviewProps) {
  const s = fewest.value;
  const { common } = strings.value;
  const review = answer.isStale ? null : answer.value;
  const reached = stepsOfChain({ steps: review?.steps.map(({ made }) => made) ?? [] }, true);
  return (
    <section class="panel stack" aria-labelledby="fewest-review">
      <h2 id="fewest-review">{s.review}</h2>
      <p class="quiet">{s.reviewNote}</p>
      <div class="row no-print">
        <button type="button" aria-pressed={isAsked} disabled={steps.length === 0} onClick={onAsk}>
          {s.reviewChain}
        </button>
      </div>
      <p role="status" class="quiet">
        {answer.isLoading ? common.loading : ""}
      </p>
      {isAsked && answer.problem !== null && <ProblemText error={answer.problem} />}
      {isAsked && review !== null && (
        <>
          <div class="wide">
            <table class="fewest-review">
              <thead>
                <tr>
                  <th scope="col">{s.step}</th>
                  {s.reviewColumns.map((name) => (
                    <th scope="col" key={name}>
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {review.steps.map(({ made, shortest, total, best, lost }, index) => (
                  <tr key={index}>
                    <th scope="row">{nameOfStep(reached[index]!, s.kinds)}</th>
                    {[made.length, shortest, total, best, lost].map((number, column) => (
                      <td key={column} class={column === 4 && lost > 0 ? "bad" : undefined}>
                        {number}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p>{review.is_solved ? s.reviewSolved(review.length) : s.reviewOpen(review.best)}</p>
          {review.steps.map(({ lost, best, better_steps }, index) => {
            if (lost === 0) return null;
            const better = stepsOfChain({ steps: better_steps });
            const name = nameOfStep(reached[index]!, s.kinds);
            return (
              <div key={index} class="stack">
                <h3>{s.betterBefore(name, best)}</h3>
                <StepList steps={better} label={s.betterBefore(name, best)} />
                <div class="row no-print">
                  <button type="button" onClick={() => onChange([...reached.slice(0, index).filter(hasMoves), ...better])}>
                    {s.takeBetter}
                  </button>
                </div>
              </div>
            );
          })}
        </>
      )}
    </section>
  );
}

const hasMoves = ({ normal, inverse }: Step): boolean => normal !== "" || inverse !== "";
