// One solve on a smart cube, stage by stage: moves, time, recognition and speed; and the way to Review.
import { useAnswer } from "../../api/answer";
import { ProblemText } from "../../components/basics";
import { NumberHeadings } from "../../components/number_headings";
import { strings } from "../../i18n";
import { practice } from "../../i18n/practice";
import { timeText } from "../../timer/results";
import { reviewAddress, stagesOf, type TimedStage } from "./reconstruction";
import type { Solve } from "./solves";

const sumOf = (stages: readonly TimedStage[], name: "time" | "pause"): number => stages.reduce((sum, stage) => sum + (stage[name] ?? 0), 0);

export function SolveView({ solve }: { solve: Solve }) {
  const { cube: s } = practice.value;
  const { common } = strings.value;
  const answer = useAnswer(solve.id, (signal) => stagesOf(solve, signal));
  const stages = answer.value ?? [];
  const recognition = sumOf(stages, "pause");
  return (
    <section class="panel stack timer-aside" aria-labelledby="cube-solve">
      <h2 id="cube-solve">{s.solve(timeText(solve.time, solve.penalty))}</h2>
      {answer.isLoading && <p role="status">{common.loading}</p>}
      {answer.problem !== null && <ProblemText error={answer.problem} />}
      {stages.length > 0 && (
        <>
          <p>{s.split(recognition.toFixed(2), (sumOf(stages, "time") - recognition).toFixed(2), solve.inspection.toFixed(1))}</p>
          <div class="wide" tabIndex={0} role="region" aria-label={s.stages}>
            <table>
              <caption class="hidden">{s.stages}</caption>
              <thead>
                <tr>
                  <th scope="col">{s.stage}</th>
                  <th scope="col">{s.moves}</th>
                  <NumberHeadings labels={[s.count, s.time, s.recognition, s.tps]} />
                </tr>
              </thead>
              <tbody>
                {stages.map(({ name, moves, time = 0, pause }, index) => (
                  <tr key={index}>
                    <th scope="row">{name}</th>
                    <td class="moves">{moves.length === 0 ? "–" : moves.join(" ")}</td>
                    <td class="number">{moves.length}</td>
                    <td class="number">{time === 0 ? "–" : time.toFixed(2)}</td>
                    <td class="number">{pause === undefined ? "–" : pause.toFixed(2)}</td>
                    <td class="number">{time === 0 ? "–" : (moves.length / time).toFixed(1)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p>
            <a href={reviewAddress(solve, stages)}>{s.toReview}</a>
          </p>
        </>
      )}
    </section>
  );
}
