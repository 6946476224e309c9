// An algorithm of a case with what can be done with it.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { CopyButton } from "../../components/basics";
import type { Case } from "../../components/cases/case";
import { MoveText } from "../../components/player/move_text";
import { strings } from "../../i18n";
import { keepOwn, type OwnAlgorithm, ownAlgorithms } from "../../state/own_algorithms";

interface Shown {
  moves: string;
  /** The algorithm in the player. */
  played: string;
  /** The number of the move that is played. */
  at: number | null;
  play: (moves: string) => void;
  /** More buttons, which are shown while the algorithm is in the player. */
  actions: ComponentChildren;
  /** What is known of it. */
  notes?: ComponentChildren;
}

export function AlgorithmLine({ moves, played, at, play, actions, notes }: Shown) {
  const { common } = strings.value;
  const isPlayed = moves === played;
  return (
    <li class={isPlayed ? "is-played" : undefined}>
      <button type="button" class="plain moves" aria-label={`${common.play} ${moves}`} aria-pressed={isPlayed} onClick={() => play(moves)}>
        <MoveText text={moves} at={isPlayed ? at : null} />
      </button>
      {notes}
      {isPlayed && (
        <span class="row whole">
          <CopyButton text={moves} />
          {actions}
        </span>
      )}
    </li>
  );
}

/** Keeps an algorithm that is known to solve the case. */
export function KeepButton({ of, moves }: { of: Case; moves: string }) {
  const { cases: text, train } = strings.value;
  return <ChangeButton label={text.keep} moves={moves} change={() => keepOwn(of, moves)} failed={train.notStored} />;
}

/** Deletes an algorithm of the user. */
export function ForgetButton({ of: { id, algorithm } }: { of: OwnAlgorithm }) {
  const { cases: text, train } = strings.value;
  return <ChangeButton label={text.forget} moves={algorithm} change={() => ownAlgorithms.remove(id)} failed={train.notDeleted} />;
}

interface Change {
  label: string;
  moves: string;
  /** Changes the records. */
  change: () => Promise<void>;
  /** Returns the message that the change failed. */
  failed: (reason: string) => string;
}

/** A button that changes the records, with the reason if that fails. */
function ChangeButton({ label, moves, change, failed }: Change) {
  const [failure, setFailure] = useState<string | null>(null);
  const start = () => {
    setFailure(null);
    change().catch((error: unknown) => setFailure(String(error)));
  };
  return (
    <>
      <button type="button" aria-label={`${label} ${moves}`} onClick={start}>
        {label}
      </button>
      {failure !== null && (
        <span class="problem" role="alert">
          {failed(failure)}
        </span>
      )}
    </>
  );
}
