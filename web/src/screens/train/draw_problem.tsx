// Why there is no scramble, in the words of the screen where the reason is known.
import type { ProblemError, Schemas } from "../../api/client";
import { ProblemText } from "../../components/basics";
import { strings } from "../../i18n";
import { practice } from "../../i18n/practice";
import type { Options } from "./options";
import { useMost } from "./shares";

interface Shown {
  problem: ProblemError | null;
  options: Options;
  stage: Schemas["CheckedStage"] | null;
  condition: string;
  /** Draws again. */
  onRetry: () => void;
}

export function DrawProblem({ problem, options, stage, condition, onRetry }: Shown) {
  const { common } = strings.value;
  const title = stage === null ? "" : common.stageName(stage.title);
  const most = useMost(options, stage);
  if (problem === null) return null;
  const isMade = options.own === null && stage !== null;
  if (problem.problem.code === "unsatisfiable" && isMade) {
    const { limit, limitUnknown } = practice.value;
    const isTooLong = most !== null && options.range !== null && options.range.from > most;
    return (
      <div class="panel problem" role="alert">
        {isTooLong ? limit(title, most) : limitUnknown(title)}
      </div>
    );
  }
  return (
    <div class="panel">
      <ProblemText error={problem} text={problem.problem.position?.parameter === "where" ? condition : undefined} onRetry={onRetry} />
    </div>
  );
}
