// The condition on the scrambles: examples of it, and its text, which is checked as it is typed.
import { useId, useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { api, ask, type Schemas } from "../../api/client";
import { CheckProblem } from "../../components/basics";
import { strings } from "../../i18n";
import { takeStep, typeParameters } from "../../state/route";
import type { ScrambleOptions } from "./scramble_options";

export type Checked = Schemas["CheckAnswer"];

const CONDITIONS = ["cross[W] <= 4", "cross[W] == 7", "6 <= cross[WY] <= 7", "xcross[W] - cross[W] <= 1"] as const;

/** Returns the check of the condition as it is now; null while it is not known, and where there is none. */
export function useCondition({ kind, condition }: ScrambleOptions): Checked | null {
  const text = kind === "where" && condition.trim() !== "" ? condition : null;
  const { value } = useAnswer(
    text,
    async (signal) => ({
      text,
      checked: await ask(api.GET("/v1/goals/check", { params: { query: { condition: text! } }, signal })),
    }),
    100,
  );
  return value !== null && value.text === text ? value.checked : null;
}

/** The choice of a condition. Its text is folded away while it is one of the examples. */
export function ConditionField({ condition, checked }: { condition: string; checked: Checked | null }) {
  const { solve } = strings.value;
  const id = useId();
  const error = checked?.error;
  const [isOpen] = useState(!CONDITIONS.some((known) => known === condition));
  return (
    <div class="stack">
      <Examples of={CONDITIONS} onChoose={(text) => takeStep({ where: text })} />
      <details open={isOpen}>
        <summary>
          {solve.condition}: <span class="moves">{condition}</span>
        </summary>
        <input
          class="moves"
          aria-label={solve.condition}
          value={condition}
          spellcheck={false}
          aria-invalid={error !== undefined && error !== null}
          aria-describedby={id}
          onInput={(event) => typeParameters({ where: event.currentTarget.value })}
        />
      </details>
      <div id={id} role="status">
        {error !== undefined && error !== null ? (
          <CheckProblem error={error} text={condition} />
        ) : (
          checked?.name !== undefined && checked.name !== null && <span class="quiet">{solve.conditionHolds(checked.name)}</span>
        )}
      </div>
    </div>
  );
}

/** Texts that fill a field when they are clicked. */
export function Examples({ of, onChoose }: { of: readonly string[]; onChoose: (text: string) => void }) {
  const { solve } = strings.value;
  return (
    <div class="row" role="group" aria-label={solve.examples}>
      <span class="quiet" aria-hidden="true">
        {solve.examples}
      </span>
      {of.map((text) => (
        <button key={text} type="button" class="moves solve-example" onClick={() => onChoose(text)}>
          {text}
        </button>
      ))}
    </div>
  );
}
