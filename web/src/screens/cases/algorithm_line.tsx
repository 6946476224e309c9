// An algorithm of a case with what can be done with it.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { CopyButton } from "../../components/basics";
import { nameOf, type Case } from "../../components/cases/case";
import { MoveText } from "../../components/player/move_text";
import { strings } from "../../i18n";
import { keepOwn } from "../../state/own_algorithms";

interface Shown {
  moves: string;
  /** The algorithm in the player. */
  played: string;
  /** The number of the move that is played. */
  at: number | null;
  play: (moves: string) => void;
  /** More buttons. */
  children?: ComponentChildren;
  /** What is known of it. */
  notes?: ComponentChildren;
}

export function AlgorithmLine({ moves, played, at, play, children, notes }: Shown) {
  const { common } = strings.value;
  return (
    <li class="head">
      <span class="moves">
        <MoveText text={moves} at={moves === played ? at : null} />
      </span>
      <span class="row">
        <button type="button" aria-label={`${common.play} ${moves}`} aria-pressed={moves === played} onClick={() => play(moves)}>
          {common.play}
        </button>
        <CopyButton text={moves} />
        {children}
      </span>
      {notes}
    </li>
  );
}

/** Keeps an algorithm that is known to solve the case. */
export function KeepButton({ of, moves }: { of: Case; moves: string }) {
  const { cases: text, train } = strings.value;
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <>
      <button type="button" aria-label={`${text.keep} ${moves}`} onClick={() => keepOwn(nameOf(of), moves).catch((error: unknown) => setFailure(String(error)))}>
        {text.keep}
      </button>
      {failure !== null && (
        <span class="problem" role="alert">
          {train.notStored(failure)}
        </span>
      )}
    </>
  );
}
