// The player of a case: at the state that an algorithm solves, or for a case of a derived set as it is pictured.
import { useEffect, useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { LoadFailure, ProblemText } from "../../components/basics";
import type { Case } from "../../components/cases/case";
import { maskOfCase } from "../../components/cases/player_mask";
import { movesTo } from "../../components/cases/scrambles";
import { HOLD } from "../../components/cases/view";
import { Player } from "../../components/player";
import { sequence } from "../../cube/notation";
import { setupSolvedBy } from "../../cube/orientation";

interface Shown {
  of: Case;
  /** The algorithm; empty for none. */
  moves: string;
  /** The number of requests to play so far. */
  run: number;
  onMove: (move: number | null) => void;
}

export function CasePlayer(shown: Shown) {
  const { derived } = shown.of;
  return derived === undefined ? <SheetPlayer {...shown} /> : <DerivedPlayer {...shown} cube={derived.cube} />;
}

/** The player of a case of a sheet, whose setup follows from the algorithm. */
function SheetPlayer({ of, moves, run, onMove }: Shown) {
  // The setup and what belongs to it: the player gets them at once.
  const [shown, setShown] = useState<{ setup: string; moves: string; run: number } | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setupSolvedBy(moves, HOLD).then(
      (setup) => {
        if (!isCurrent) return;
        setShown({ setup, moves, run });
        setFailure(null);
      },
      (error: unknown) => {
        if (isCurrent) setFailure({ error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [of, moves, run]);
  if (failure !== null) return <LoadFailure error={failure.error} />;
  if (shown === null) return null;
  return <Player setup={shown.setup} moves={shown.moves} mask={maskOfCase(of)} isPlaying={shown.run > 0} run={shown.run} onMove={onMove} />;
}

/** The player of a derived case. The server is asked once for its setup, which all algorithms have in common. */
function DerivedPlayer({ of, moves, run, onMove, cube }: Shown & { cube: string }) {
  const setup = useAnswer(cube, async (signal) => sequence(HOLD, await movesTo(cube, signal)));
  if (setup.problem !== null) return <ProblemText error={setup.problem} />;
  if (setup.value === null || setup.isStale) return null;
  return <Player setup={setup.value} moves={moves} mask={maskOfCase(of)} isPlaying={run > 0} run={run} onMove={onMove} />;
}
