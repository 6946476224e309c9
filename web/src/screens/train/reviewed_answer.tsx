// An answer of the history beside the shortest solutions: its moves, its time, and what it lost.
import { useAnswer } from "../../api/answer";
import { ProblemText } from "../../components/basics";
import { strings } from "../../i18n";
import { practice } from "../../i18n/practice";
import { timeText } from "../../timer/results";
import { type Attempt, markOf } from "./attempts";
import { LossView, type Scene } from "./loss_view";
import { examine } from "./losses";
import type { Options } from "./options";

interface Shown {
  attempt: Attempt;
  label: string;
  options: Options;
  setup: string;
  optimum: number;
  onPlay: (scene: Scene) => void;
}

export function ReviewedAnswer({ attempt, label, options, setup, optimum, onPlay }: Shown) {
  const { train: s, common } = strings.value;
  const { loop } = practice.value;
  const { moves, length, time } = attempt;
  const examined = useAnswer(moves === "" || length === null ? null : attempt.id, (signal) =>
    examine({ goal: options.goal, label, colors: options.colors, setup, moves, length: length!, optimum }, signal),
  );
  return (
    <div class="stack tight parted">
      <p>
        {time !== null && <strong>{loop.yourTime(timeText(time, attempt.penalty))}</strong>} {length !== null && `${s.own}: ${length} (+${length - optimum})`}{" "}
        {attempt.seen && <span class="note">{markOf(attempt)}</span>}
      </p>
      {moves !== "" && <p class="moves">{moves}</p>}
      {examined.isLoading && <p role="status">{common.loading}</p>}
      {examined.problem !== null && <ProblemText error={examined.problem} />}
      {examined.value !== null && <LossView examined={examined.value} setup={setup} onPlay={onPlay} />}
    </div>
  );
}
