// The attempts that were handed in: their results, and the moves that each step lost.
import { useEffect, useState } from "preact/hooks";
import { asProblemError } from "../../api/answer";
import type { ProblemError } from "../../api/client";
import { ProblemText } from "../../components/basics";
import { RecordFiles } from "../../components/record_files";
import { fewest } from "../../i18n/fewest";
import { takeStep } from "../../state/route";
import { dateText } from "../../state/settings";
import { decimal } from "../../statistics/format";
import { attempts, COLUMNS, type FewestAttempt, read, review, stepsOfAttempt } from "./attempts";
import { keepChain } from "./kept_chain";

/** The number of attempts of the mean, as at competitions. */
const MEAN_OF = 3;

export function AttemptHistory() {
  const s = fewest.value;
  const [problem, setProblem] = useState<ProblemError | null>(null);
  const all = attempts.all.value ?? [];
  const open = problem === null ? all.find(({ result, solution }) => result === null && solution !== "") : undefined;
  useEffect(() => void attempts.load(), []);
  useEffect(() => {
    if (open === undefined) return;
    const control = new AbortController();
    review(open, control.signal).catch((error: unknown) => {
      if (!control.signal.aborted) setProblem(asProblemError(error));
    });
    return () => control.abort();
  }, [open?.id]);
  if (all.length === 0) return attempts.error.value === null ? null : <p class="problem">{attempts.error.value}</p>;
  const last = all.slice(-MEAN_OF);
  const lengths = last.flatMap(({ result }) => (result?.isSolved === true ? [result.length] : []));
  return (
    <section class="panel stack" aria-labelledby="fewest-attempts">
      <h2 id="fewest-attempts">{s.attempts}</h2>
      {lengths.length === MEAN_OF && <p>{s.meanOfAttempts(MEAN_OF, decimal(lengths.reduce((sum, length) => sum + length, 0) / MEAN_OF))}</p>}
      <div class="wide scroll">
        <table>
          <thead>
            <tr>
              {s.attemptColumns.map((name) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...all].reverse().map((attempt) => (
              <AttemptRow key={attempt.id} attempt={attempt} isWaiting={attempt === open} />
            ))}
          </tbody>
        </table>
      </div>
      {problem !== null && <ProblemText error={problem} />}
      <RecordFiles records={attempts} name="cubiform-fewest-moves" columns={COLUMNS} read={read} />
    </section>
  );
}

function AttemptRow({ attempt, isWaiting }: { attempt: FewestAttempt; isWaiting: boolean }) {
  const s = fewest.value;
  const { date, scramble, seconds, result } = attempt;
  const show = () => {
    keepChain(scramble, stepsOfAttempt(attempt));
    takeStep({ scramble, play: "", over: "", row: "", side: "", short: "" });
    scrollTo({ top: 0 });
  };
  return (
    <tr>
      <th scope="row">
        <button type="button" class="plain" title={scramble} onClick={show}>
          {dateText(new Date(date))}
        </button>
      </th>
      <td>{s.minutes(Math.ceil(seconds / 60))}</td>
      <td>{result?.isSolved === true ? result.length : isWaiting ? "…" : "DNF"}</td>
      <td>{result?.best ?? ""}</td>
      <td>{result?.losses.map(({ kind, axis, lost }) => `${s.kinds[kind]}${axis === "" ? "" : ` ${axis}`} ${lost}`).join(s.listComma)}</td>
    </tr>
  );
}
