// The player of a case: at the state that an algorithm solves, or for a case of a derived set as it is pictured.
import { useEffect, useState } from "preact/hooks";
import type { Case } from "../../components/cases/case";
import { maskOfCase } from "../../components/cases/player_mask";
import { movesTo } from "../../components/cases/scrambles";
import { HOLD } from "../../components/cases/view";
import { LoadFailure } from "../../components/basics";
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

export function CasePlayer({ of, moves, run, onMove }: Shown) {
  // The setup and what belongs to it: the player gets them at once.
  const [shown, setShown] = useState<{ setup: string; moves: string; run: number } | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const setup = async () => (of.derived === undefined ? setupSolvedBy(moves, HOLD) : sequence(HOLD, await movesTo(of.derived.cube, signal)));
    setup().then(
      (setup) => {
        if (signal.aborted) return;
        setShown({ setup, moves, run });
        setFailure(null);
      },
      (error: unknown) => {
        if (!signal.aborted) setFailure({ error });
      },
    );
    return () => control.abort();
  }, [of, moves, run]);
  if (failure !== null) return <LoadFailure error={failure.error} />;
  if (shown === null) return null;
  return <Player setup={shown.setup} moves={shown.moves} mask={maskOfCase(of)} isPlaying={shown.run > 0} run={shown.run} onMove={onMove} />;
}
