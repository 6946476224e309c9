// The shortest insertions of commutators and other algorithms into a chain that leaves a few corners or edges.
import type { Answer } from "../../api/answer";
import type { Schemas } from "../../api/client";
import { CopyButton } from "../../components/basics";
import { strings } from "../../i18n";
import { fewest } from "../../i18n/fewest";
import { AskedPanel } from "./asked_panel";

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

export function Insertions(asked: InsertionsProps) {
  const s = fewest.value;
  const { common } = strings.value;
  return (
    <AskedPanel id="fewest-insertions" title={s.insertions} note={s.insertionsNote} ask={s.findInsertions} {...asked}>
      {(found) => (
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
    </AskedPanel>
  );
}
