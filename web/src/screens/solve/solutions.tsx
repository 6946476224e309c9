// The solutions of a cube beside the player, which plays one of them, a part of it, or a step.
import { useState } from "preact/hooks";
import { Hints } from "../../components/hints";
import { Player } from "../../components/player";
import { strings } from "../../i18n";
import { parameter, setParameters } from "../../state/route";
import { sequence } from "../../cube/notation";
import { hintsOf } from "./hints";
import type { Solved, Stretch } from "./parts";
import type { PuzzleId } from "./question";
import { SolutionCard, type Place } from "./solution_card";

const PLAYED = { "333": "3x3x3", "222": "2x2x2", "444": "4x4x4" } as const;

/** Returns the place in the address: `SOLUTION`, `SOLUTION.PART` or `SOLUTION.PART.STEP`. */
function place(): Place {
  const [solution = 1, part = 0, step = 0] = parameter("play", "1").split(".").map((text) => Number(text) || 0);
  return { solution, part, step };
}

/** A stretch with its name, for the caption of the player. */
interface Shown extends Stretch {
  title: string;
}

/** Returns the stretch at a place. A place that is not there is the whole solution. */
function stretchAt(solution: Solved, { part, step }: Place, whole: string): Shown {
  const chosen = solution.parts[part - 1];
  if (chosen === undefined) return { title: whole, before: solution.before, moves: solution.moves };
  return chosen.steps[step - 1] ?? chosen;
}

interface SolutionsProps {
  found: Solved[];
  puzzle: PuzzleId;
  /** Whether a newer question has no answer yet. */
  isOld: boolean;
  isPrinted: boolean;
}

/** The list of solutions, and the player. */
export function Solutions({ found, puzzle, isOld, isPrinted }: SolutionsProps) {
  const { solve, hands } = strings.value;
  const [run, setRun] = useState({ count: 0, moves: "" });
  const [help, setHelp] = useState({ of: "", taken: 0 });
  const [move, setMove] = useState<number | null>(null);
  const at = place();
  const solution = found[at.solution - 1] ?? found[0];
  if (solution === undefined) return null;
  const shown = stretchAt(solution, at, solve.whole);
  const hinted = found[Number(parameter("hints")) - 1];
  const hints = hinted === undefined ? null : hintsOf(hinted);
  const taken = help.of === hinted?.moves ? help.taken : 0;
  const hint = hints?.[taken - 1];
  const play = (next: Place) => {
    const part = next.part > 0 ? `.${next.part}` : "";
    const step = next.step > 0 ? `.${next.step}` : "";
    setParameters({ play: `${next.solution}${part}${step}` });
    setRun(({ count }) => ({ count: count + 1, moves: stretchAt(found[next.solution - 1] ?? solution, next, "").moves }));
  };
  return (
    <div class={`beside solve-found${isPrinted ? "" : " no-print"}`} aria-busy={isOld}>
      {hinted !== undefined && hints !== null ? (
        <div class="panel">
          <Hints hints={hints} taken={taken} onTake={() => setHelp({ of: hinted.moves, taken: taken + 1 })} onAll={() => setParameters({ hints: "" })} />
        </div>
      ) : (
        <ol class="plain-list solve-solutions">
          {found.map((each, index) => (
            <SolutionCard
              key={index}
              solution={each}
              number={index + 1}
              count={found.length}
              at={each === solution ? { ...at, solution: index + 1 } : null}
              onPlay={play}
              move={each === solution ? move : null}
            />
          ))}
        </ol>
      )}
      <aside class="solve-player" aria-label={solve.shown}>
        <Player
          puzzle={PLAYED[puzzle]}
          setup={hints === null ? sequence(solution.setup, shown.before) : sequence(hinted!.setup, hint?.rotation ?? "")}
          moves={hints === null ? shown.moves : (hint?.moves ?? "")}
          isPlaying={hint !== undefined || (run.count > 0 && run.moves === shown.moves)}
          run={run.count}
          onMove={setMove}
        />
        <p class="quiet" role="status">
          {solve.shown}: {hints === null ? shown.title : hands.hints}
        </p>
      </aside>
    </div>
  );
}
