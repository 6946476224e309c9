// The time of an attempt, and the penalty that the trainee gives it.
import { practice } from "../../i18n/practice";
import { timeText } from "../../timer/results";
import type { Attempt } from "./attempts";

const PENALTIES = ["+2", "DNF"] as const;

/** `onChange` gets the penalty whose button was pressed. */
export function PenaltyChoice({ attempt, onChange }: { attempt: Attempt; onChange: (penalty: Attempt["penalty"]) => void }) {
  const { loop } = practice.value;
  if (attempt.time === null) return null;
  return (
    <div class="row" role="group" aria-label={loop.penalty}>
      <strong role="status">{loop.yourTime(timeText(attempt.time, attempt.penalty))}</strong>
      {PENALTIES.map((penalty) => (
        <button key={penalty} type="button" aria-pressed={attempt.penalty === penalty} onClick={() => onChange(penalty)}>
          {penalty}
        </button>
      ))}
    </div>
  );
}
