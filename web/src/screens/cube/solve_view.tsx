// One solve on a smart cube, stage by stage: moves, recognition, execution and speed; and the way to Review.
import { useAnswer } from "../../api/answer";
import { ProblemText } from "../../components/basics";
import { NumberHeadings } from "../../components/number_headings";
import { strings } from "../../i18n";
import { practice } from "../../i18n/practice";
import { timeText } from "../../timer/results";
import { reviewAddress, stagesOf, type TimedStage } from "./reconstruction";
import type { Solve } from "./solves";

const sumOf = (stages: readonly TimedStage[], name: "recognition" | "execution"): number => stages.reduce((sum, stage) => sum + (stage[name] ?? 0), 0);

export function SolveView({ solve }: { solve: Solve }) {
  const { cube: s } = practice.value;
  const { common } = strings.value;
  const answer = useAnswer(solve.id, (signal) => stagesOf(solve, signal));
  const stages = answer.value ?? [];
  const comment = ({ name, recognition, execution, at }: TimedStage) =>
    s.comment(name, (recognition ?? 0).toFixed(2), (execution ?? 0).toFixed(2), at.map((time) => time.toFixed(2)).join(" "));
  return (
    <section class="panel stack timer-aside" aria-labelledby="cube-solve">
      <h2 id="cube-solve">{s.solve(timeText(solve.time, solve.penalty))}</h2>
      {answer.isLoading && <p role="status">{common.loading}</p>}
      {answer.problem !== null && <ProblemText error={answer.problem} />}
      {stages.length > 0 && (
        <>
          <p>{s.split(sumOf(stages, "recognition").toFixed(2), sumOf(stages, "execution").toFixed(2), solve.inspection.toFixed(1))}</p>
          <div class="wide" tabIndex={0} role="region" aria-label={s.stages}>
            <table>
              <caption class="hidden">{s.stages}</caption>
              <thead>
                <tr>
                  <th scope="col">{s.stage}</th>
                  <th scope="col">{s.moves}</th>
                  <NumberHeadings labels={[s.count, s.recognition, s.execution, s.tps]} />
                </tr>
              </thead>
              <tbody>
                {stages.map(({ name, moves, recognition, execution }, index) => (
                  <tr key={index}>
                    <th scope="row">{name}</th>
                    <td class="moves">{moves.length === 0 ? "–" : moves.join(" ")}</td>
                    <td class="number">{moves.length}</td>
                    <td class="number">{recognition === null ? "–" : recognition.toFixed(2)}</td>
                    <td class="number">{execution === null ? "–" : execution.toFixed(2)}</td>
                    <td class="number">{execution === null || execution === 0 ? "–" : (moves.length / execution).toFixed(1)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p>
            <a href={reviewAddress(solve, stages, comment)}>{s.toReview}</a>
          </p>
        </>
      )}
    </section>
  );
}
