// The chain that is built by hand: its steps, typed moves as one more, and the write-up.
import { useId, useState } from "preact/hooks";
import { Field } from "../../components/basics";
import { lengthOf } from "../../cube/notation";
import { strings } from "../../i18n";
import { fewest } from "../../i18n/fewest";
import { hasOpenBracket, solutionOf, stepFrom } from "./chain";
import type { Step } from "./sides";
import { StepList } from "./step_list";
import { WriteUpButton } from "./write_up_button";

/** The id of the heading of the chain. */
const TITLE = "fewest-chain";

/** Gives the focus to the chain, once the button that was pressed is gone. */
export function focusChain(): void {
  document.getElementById(TITLE)?.focus();
}

interface ChainPanelProps {
  scramble: string;
  steps: readonly Step[];
  /** The number of steps up to the point that the table shows. */
  point: number;
  /** Whether an attempt runs, in which steps are typed alone. */
  isAttempt: boolean;
  /** Whether the cube is solved at the end of the chain. */
  isSolved: boolean;
  /** Whether something remains at the point. */
  hasRest: boolean;
  onPoint: (at: number) => void;
  onUse: (steps: readonly Step[]) => void;
  onChange: (steps: readonly Step[]) => void;
  onPlay: () => void;
}

export function ChainPanel({ scramble, steps, point, isAttempt, isSolved, hasRest, onPoint, onUse, onChange, onPlay }: ChainPanelProps) {
  const s = fewest.value;
  const { common } = strings.value;
  const solution = solutionOf(steps);
  const [removed, setRemoved] = useState<{ scramble: string; steps: readonly Step[] } | null>(null);
  const lost = removed?.scramble === scramble && steps.length === 0 ? removed.steps : [];
  const change = (steps: readonly Step[]) => {
    onChange(steps);
    focusChain();
  };
  const clear = () => {
    setRemoved({ scramble, steps });
    change([]);
  };
  return (
    <section class="panel stack" aria-labelledby={TITLE}>
      <h2 id={TITLE} tabIndex={-1}>
        {s.chain}
      </h2>
      {steps.length === 0 ? <p class="quiet">{isAttempt ? s.noChainYet : s.noChain}</p> : <StepList steps={steps} label={s.chain} point={{ at: point, onChange: onPoint }} />}
      {steps.length > 0 && (
        <p>
          {isSolved ? s.solution : s.skeleton}: <span class="moves">{solution}</span>{" "}
          <strong class={isSolved ? "good" : undefined}>{common.moves(lengthOf(solution))}</strong>
        </p>
      )}
      {point < steps.length && <p class="note">{s.earlier(point)}</p>}
      {hasRest && <OwnMoves onUse={onUse} />}
      {steps.length > 0 && (
        <div class="row no-print">
          <button type="button" onClick={onPlay}>
            {common.play}
          </button>
          <WriteUpButton scramble={scramble} steps={steps} isSolved={isSolved} />
          <button type="button" onClick={() => onChange(steps.slice(0, -1))}>
            {s.takeBack}
          </button>
          <button type="button" onClick={clear}>
            {s.clearChain}
          </button>
        </div>
      )}
      {lost.length > 0 && (
        <button type="button" class="no-print" onClick={() => change(lost)}>
          {s.restoreChain(lost.length)}
        </button>
      )}
    </section>
  );
}

/** A field for moves of one's own as a step. */
function OwnMoves({ onUse }: { onUse: (steps: readonly Step[]) => void }) {
  const s = fewest.value;
  const [text, setText] = useState("");
  const problemId = useId();
  const step = stepFrom(text);
  const isWrong = text.trim() !== "" && step === null;
  const use = (event: Event) => {
    event.preventDefault();
    if (step === null) return;
    onUse([step]);
    setText("");
  };
  return (
    <form class="row fields no-print" onSubmit={use}>
      <Field label={s.own}>
        <input
          class="moves"
          value={text}
          placeholder="R U2 (F' D)"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-invalid={isWrong}
          aria-describedby={problemId}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <button type="submit" disabled={step === null}>
        {s.use(1)}
      </button>
      <span id={problemId} class="quiet">
        {!isWrong ? "" : hasOpenBracket(text) ? s.openBracket : s.notTurns}
      </span>
    </form>
  );
}
