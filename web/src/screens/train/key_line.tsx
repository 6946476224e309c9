// The line of keys of a scramble: each action is a button with its key.
import type { ComponentChildren } from "preact";
import { CopyButton } from "../../components/basics";
import { strings } from "../../i18n";
import { practice } from "../../i18n/practice";
import { areKeysOn } from "../../state/shortcuts";
import { timeText } from "../../timer/results";
import type { Attempt } from "./attempts";
import { undone } from "./loop";

const PENALTIES = ["+2", "DNF"] as const;

/** The ways from a scramble to others; null where there is none. */
export interface Steps {
  next: () => void;
  previous: (() => void) | null;
  /** To the worst answer of the session. */
  worst: (() => void) | null;
  /** Takes the last solve of the session back, or brings it back. */
  undo: (() => void) | null;
}

interface Shown {
  isTimed: boolean;
  isRevealed: boolean;
  scramble: string;
  /** The record of the scramble, or null. */
  attempt: Attempt | null;
  steps: Steps;
  onToggle: () => void;
  /** Shows the first hint; null if there is none, absent once it is shown. */
  onHint?: (() => void) | null;
  /** Receives the penalty whose button was pressed. */
  onPenalty: (penalty: Attempt["penalty"]) => void;
}

export function KeyLine({ isTimed, isRevealed, scramble, attempt, steps, onToggle, onHint, onPenalty }: Shown) {
  const { train: s, common } = strings.value;
  const { loop } = practice.value;
  return (
    <div class="row">
      <KeyButton name="N" sign={isTimed && attempt !== null ? s.space : "N"} isPrimary act={steps.next}>
        {s.next}
      </KeyButton>
      {isTimed && attempt !== null && attempt.time !== null && (
        <div class="row" role="group" aria-label={loop.penalty}>
          <span class="hidden" role="status">
            {loop.yourTime(timeText(attempt.time, attempt.penalty))}
          </span>
          {PENALTIES.map((penalty) => (
            <KeyButton key={penalty} name={penalty[0]!} isPressed={attempt.penalty === penalty} act={() => onPenalty(penalty)}>
              {penalty}
            </KeyButton>
          ))}
        </div>
      )}
      {(steps.undo !== null || undone.value !== null) && (
        <KeyButton name="Z" act={steps.undo}>
          {undone.value === null ? loop.undo : loop.redo}
        </KeyButton>
      )}
      {undone.value?.time != null && <span role="status">{loop.undone(timeText(undone.value.time, undone.value.penalty))}</span>}
      {onHint !== undefined && !isRevealed && attempt === null && (
        <KeyButton name="H" act={onHint}>
          {strings.value.hands.hint}
        </KeyButton>
      )}
      <KeyButton name={isTimed ? "A" : "Space"} sign={isTimed ? "A" : s.space} isExpanded={isRevealed} act={onToggle}>
        {isRevealed ? s.hide : s.reveal}
      </KeyButton>
      <details>
        <summary>{loop.more}</summary>
        <div class="row">
          <KeyButton name="P" act={steps.previous}>
            {loop.previous}
          </KeyButton>
          <CopyButton text={scramble} label={s.copyScramble} />
          <CopyButton text={location.href} label={common.share} />
          <label class="check for-keys">
            <input type="checkbox" checked={areKeysOn.value} onChange={(event) => (areKeysOn.value = event.currentTarget.checked)} />
            <span>{s.keys}</span>
          </label>
          {areKeysOn.value && <p class="quiet for-keys">{loop.keys}</p>}
        </div>
      </details>
    </div>
  );
}

interface ButtonShown {
  /** The key, as the browser names it, and as it is written here. */
  name: string;
  sign?: string;
  isPrimary?: boolean;
  /** Absent for a button that is no switch. */
  isPressed?: boolean;
  isExpanded?: boolean;
  /** Null while it cannot be done. */
  act: (() => void) | null;
  children: ComponentChildren;
}

/** A button that a key presses, too. */
function KeyButton({ name, sign = name, isPrimary = false, isPressed, isExpanded, act, children }: ButtonShown) {
  return (
    <button
      type="button"
      class={isPrimary ? "primary" : undefined}
      disabled={act === null}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      aria-keyshortcuts={areKeysOn.value ? name : undefined}
      onClick={() => act?.()}
    >
      {children} {areKeysOn.value && <kbd aria-hidden="true">{sign}</kbd>}
    </button>
  );
}
