// The session: times and averages of the timed loop, beside moves above the minimum.
import { practice } from "../../i18n/practice";
import { averageOf, bestAverageOf, bestOf, meanTimeOf, type Result, resultOf, textOf, timeText } from "../../timer/results";
import { addressOf, parameters } from "../../state/route";
import { type Attempt, isMeasured, markOf } from "./attempts";
import { signed } from "./mean_chart";
import { sessionStart } from "./settings";
import { differenceOf, meanOf } from "./statistics";

/** The number of times that are listed. */
const LISTED = 12;

/** An attempt with a time. */
type Timed = Attempt & { time: number };

/** Returns the attempts with a time since a moment, oldest first. */
export const sessionOf = (all: readonly Attempt[], start: string): Timed[] =>
  all.filter((attempt): attempt is Timed => attempt.time !== null && attempt.date >= start);

/** Returns the result of an attempt. */
const resultOfAttempt = ({ time, penalty }: Timed): Result => resultOf(time, penalty);

/** Returns the worst attempt: that with the most moves above the minimum, or of those the slowest; null without one. */
export function worstOf(session: readonly Timed[]): Timed | null {
  const order = (attempt: Timed) => {
    const result = resultOfAttempt(attempt);
    return [isMeasured(attempt) ? differenceOf(attempt) : 0, result === "DNF" ? Infinity : result] as const;
  };
  const counted = session.filter(({ seen }) => !seen);
  const sorted = counted.sort((one, other) => {
    const [[moves, time], [otherMoves, otherTime]] = [order(one), order(other)];
    return moves === otherMoves ? (time === otherTime ? 0 : otherTime - time) : otherMoves - moves;
  });
  return sorted[0] ?? null;
}

interface Shown {
  session: readonly Timed[];
  /** The number of failed attempts that may be done again. */
  failed: number;
  onRepeat: () => void;
  /** Shows the worst attempt; null without one. */
  onWorst: (() => void) | null;
}

export function Session({ session, failed, onRepeat, onWorst }: Shown) {
  const { loop: s } = practice.value;
  const counted = session.filter(({ seen }) => !seen);
  const results = counted.map(resultOfAttempt);
  const measured = session.filter(isMeasured);
  const times = results.filter((result): result is number => result !== "DNF");
  const figures: [label: string, value: string][] = [
    [s.best, textOf(bestOf(results))],
    [s.mean, textOf(times.length === 0 ? null : meanTimeOf(times))],
    ...[5, 12].flatMap((count): [string, string][] => [
      [s.average(count), textOf(averageOf(results, count))],
      [s.bestAverage(count), textOf(bestAverageOf(results, count))],
    ]),
    [s.movesAbove, measured.length === 0 ? "–" : signed(meanOf(measured).mean)],
  ];
  return (
    <section class="panel stack tight timer-aside" aria-labelledby="train-session">
      <h2 id="train-session">{s.title}</h2>
      <p class="quiet" role="status">
        {session.length === 0 ? s.empty : s.solves(counted.length, session.length - counted.length)}
      </p>
      <dl class="facts">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ol class="train-times" start={Math.max(session.length - LISTED, 0) + 1}>
        {session.slice(-LISTED).map((attempt) => (
          <li key={attempt.id}>
            <a href={addressOf("train", { ...parameters(), scramble: attempt.scramble, shown: attempt.id })}>{timeText(attempt.time, attempt.penalty)}</a>
            {isMeasured(attempt) && <span class="quiet"> +{differenceOf(attempt)}</span>}
            {attempt.seen && <span class="note"> {markOf(attempt)}</span>}
          </li>
        ))}
      </ol>
      <div class="row">
        <button type="button" disabled={onWorst === null} onClick={() => onWorst?.()} aria-keyshortcuts="W">
          {s.worstOfSession}
        </button>
        <button type="button" disabled={failed === 0} onClick={onRepeat} title={s.againHint}>
          {s.again(failed)}
        </button>
        <button type="button" disabled={session.length === 0} onClick={() => (sessionStart.value = new Date().toISOString())}>
          {s.newSession}
        </button>
      </div>
    </section>
  );
}
