// Steps one below the other, as a competitor writes them: the moves, the name, the length and the length so far.
import { fewest } from "../../i18n/fewest";
import { lengthOfStep, nameOfStep, totalsOf, writtenMoves } from "./chain";
import type { Step } from "./sides";

interface StepListProps {
  steps: readonly Step[];
  label: string;
  /** The number of steps up to the point that the table shows, and its change; without it steps cannot be chosen. */
  point?: { at: number; onChange: (at: number) => void };
}

export function StepList({ steps, label, point }: StepListProps) {
  const s = fewest.value;
  const totals = totalsOf(steps);
  return (
    <ol class="plain-list fewest-steps" aria-label={label}>
      {steps.map((step, index) => (
        <li key={index} class={point !== undefined && index >= point.at ? "row is-later" : "row"}>
          <span class="moves">{writtenMoves(step)}</span>
          <span class="quiet">
            {`// ${nameOfStep(step, s.kinds)} (${lengthOfStep(step)}/${totals[index]})`}
          </span>
          {point !== undefined && (
            <button type="button" class="no-print" aria-pressed={point.at === index + 1} aria-label={s.remainsAfter(index + 1)} onClick={() => point.onChange(index + 1)}>
              {s.remains}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}
