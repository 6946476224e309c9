// What each step of the chain cost beside the shortest chain that is known, and better continuations.
import type { Answer } from "../../api/answer";
import type { Schemas } from "../../api/client";
import { fewest } from "../../i18n/fewest";
import { AskedPanel } from "./asked_panel";
import { nameOfStep } from "./chain";
import { stepsOfChain, type Step } from "./sides";
import { StepList } from "./step_list";

interface ChainReviewProps {
  answer: Answer<Schemas["AttemptAnswer"]>;
  /** Whether the review is asked for. */
  isAsked: boolean;
  onAsk: () => void;
  /** Takes another chain in place of the present one. */
  onChange: (steps: readonly Step[]) => void;
}

export function ChainReview({ onChange, ...asked }: ChainReviewProps) {
  const s = fewest.value;
  return (
    <AskedPanel id="fewest-review" title={s.review} note={s.reviewNote} ask={s.reviewChain} {...asked}>
      {(review) => {
        const reached = stepsOfChain({ steps: review.steps.map(({ made }) => made) }, true);
        return (
          <>
            <div class="wide">
              <table>
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
        );
      }}
    </AskedPanel>
  );
}

const hasMoves = ({ normal, inverse }: Step): boolean => normal !== "" || inverse !== "";
