// The shortest insertions of commutators and other algorithms into a chain that leaves a few corners or edges.
import type { Answer } from "../../api/answer";
import type { Schemas } from "../../api/client";
import { CopyButton, ProblemText } from "../../components/basics";
import { strings } from "../../i18n";
import { fewest } from "../../i18n/fewest";

interface InsertionsProps {
  answer: Answer<Schemas["InsertAnswer"]>;
  isAsked: boolean;
  onAsk: () => void;
}

/** Returns moves with a mark at the place of an insertion: `R U [1] F2`. */
function marked({ skeleton, after }: Schemas["InsertionStep"], number: number): string {
  const moves = skeleton.split(" ");
  return [...moves.slice(0, after), `[${number}]`, ...moves.slice(after)].join(" ");
}

export function Insertions({ answer, isAsked, onAsk }: InsertionsProps) {
  const s = fewest.value;
  const { common } = strings.value;
  const found = answer.isStale ? null : answer.value;
  return (
    <section class="panel stack" aria-labelledby="fewest-insertions">
      <h2 id="fewest-insertions">{s.insertions}</h2>
      <p class="quiet">{s.insertionsNote}</p>
      <div class="row no-print">
        <button type="button" aria-pressed={isAsked} onClick={onAsk}>
          {s.findInsertions}
        </button>
      </div>
      <p role="status" class="quiet">
        {answer.isLoading ? common.loading : ""}
      </p>
      {isAsked && answer.problem !== null && <ProblemText error={answer.problem} />}
      {isAsked && found !== null && (
        <>
          <ol class="plain-list stack">
            {found.solutions.map(({ insertions, solution, length }, index) => (
              <li key={index} class="stack">
                {insertions.map((step, number) => (
                  <span key={number}>
                    <span class="moves">{marked(step, number + 1)}</span>{" "}
                    <span class="quiet">
                      {`[${number + 1}] ${step.algorithm} // ${step.commutator === null ? "" : `${step.commutator}, `}${s.inserted(step.inserted, step.cancelled)}`}
                    </span>
                  </span>
                ))}
                <span class="row">
                  <span class="moves">{solution}</span> <strong>{common.moves(length)}</strong> <CopyButton text={solution} />
                </span>
              </li>
            ))}
          </ol>
          <p class="quiet">{found.is_proven ? s.insertionsProven(found.algorithm_moves) : s.insertionsNotProven(found.algorithm_moves)}</p>
        </>
      )}
    </section>
  );
}
