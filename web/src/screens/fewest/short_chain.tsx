// A short chain that the engine finds for what remains: its steps, what is proven, and the solution.
import type { Answer } from "../../api/answer";
import type { Schemas } from "../../api/client";
import { ProblemText } from "../../components/basics";
import { lengthOf } from "../../cube/notation";
import { strings } from "../../i18n";
import { fewest } from "../../i18n/fewest";
import { setParameters } from "../../state/route";
import { solutionOf } from "./chain";
import { type Step, stepsOfChain } from "./sides";
import { StepList } from "./step_list";
import { WriteUpButton } from "./write_up_button";

/** The times for shorter chains, in seconds; 0 is the first search alone. */
export const TIMES = [0, 1, 10] as const;

interface ShortChainProps {
  scramble: string;
  /** The steps that were made before. */
  before: readonly Step[];
  answer: Answer<Schemas["SolveAnswer"]>;
  seconds: number | null;
  onUse: (steps: readonly Step[]) => void;
  onPlay: () => void;
}

export function ShortChain({ scramble, before, answer, seconds, onUse, onPlay }: ShortChainProps) {
  const s = fewest.value;
  const { common } = strings.value;
  const chain = answer.isStale ? null : answer.value?.dr;
  const steps = chain === null || chain === undefined ? null : stepsOfChain(chain);
  const within = chain?.shortest_within;
  const solution = steps === null ? "" : solutionOf(steps);
  return (
    <section class="panel stack" aria-labelledby="fewest-short">
      <h2 id="fewest-short">{s.short}</h2>
      <p class="quiet">{before.length === 0 ? s.shortNote : s.shortAfter(before.length)}</p>
      <div class="row no-print">
        {TIMES.map((time) => (
          <button key={time} type="button" aria-pressed={seconds === time} onClick={() => setParameters({ short: String(time), play: "" })}>
            {s.within(time)}
          </button>
        ))}
        <span role="status" class="quiet">
          {answer.isLoading ? common.loading : ""}
        </span>
      </div>
      {answer.problem !== null && <ProblemText error={answer.problem} />}
      {steps !== null && !answer.isLoading && (
        <>
          <StepList steps={steps} label={s.short} />
          <p>
            {s.solution}: <span class="moves">{solution}</span> <strong>{common.moves(lengthOf(solution))}</strong>
          </p>
          <p class="quiet">{within ? s.proven(within.eo, within.dr) : s.notProven}</p>
          <div class="row no-print">
            <button type="button" onClick={onPlay}>
              {common.play}
            </button>
            <button type="button" disabled={steps.length === 0} onClick={() => onUse(steps)}>
              {s.use(steps.length)}
            </button>
            <WriteUpButton scramble={scramble} steps={[...before, ...steps]} isSolved />
          </div>
        </>
      )}
    </section>
  );
}
