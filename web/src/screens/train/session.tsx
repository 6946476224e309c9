// The session: times and averages of the timed loop, beside moves above the minimum; and the choice of another session.
import { NumberHeadings } from "../../components/number_headings";
import { practice } from "../../i18n/practice";
import { addressOf, parameters } from "../../state/route";
import { dateText } from "../../state/settings";
import { textOf, timeText } from "../../timer/results";
import { type Attempt, isMeasured, markOf } from "./attempts";
import { signed } from "./mean_chart";
import { AVERAGES, figuresOf, freeName, namesOf, sessionOf } from "./sessions";
import { sessionName } from "./settings";
import { differenceOf, meanOf } from "./statistics";

/** The number of times that are listed. */
const LISTED = 12;

interface Shown {
  /** All attempts at the task. */
  all: readonly Attempt[];
  /** The number of failed attempts that may be done again. */
  failed: number;
  onRepeat: () => void;
  /** Shows the worst attempt; null without one. */
  onWorst: (() => void) | null;
}

export function Session({ all, failed, onRepeat, onWorst }: Shown) {
  const { loop: s } = practice.value;
  const session = sessionOf(all, sessionName.value);
  const names = namesOf(all, sessionName.value);
  const { solves, best, mean, averages } = figuresOf(session);
  const measured = session.filter(isMeasured);
  const figures: [label: string, value: string][] = [
    [s.best, textOf(best)],
    [s.mean, textOf(mean)],
    ...averages.flatMap(({ count, last, best }): [string, string][] => [
      [s.average(count), textOf(last)],
      [s.bestAverage(count), textOf(best)],
    ]),
    [s.movesAbove, measured.length === 0 ? "–" : signed(meanOf(measured).mean)],
  ];
  return (
    <section class="panel stack tight timer-aside" aria-labelledby="train-session">
      <div class="head">
        <h2 id="train-session">{s.title}</h2>
        <div class="row">
          {names.length > 1 && (
            <select aria-label={s.chosenSession} value={sessionName.value} onChange={(event) => (sessionName.value = event.currentTarget.value)}>
              {names.map((name) => (
                <option key={name} value={name}>
                  {titleOf(name)}
                </option>
              ))}
            </select>
          )}
          <button type="button" onClick={() => begin(names)}>
            {s.newSession}
          </button>
        </div>
      </div>
      <p class="quiet" role="status">
        {session.length === 0 ? s.empty : s.solves(solves, session.length - solves)}
      </p>
      <dl class="facts">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="row">
        {session.slice(-LISTED).map((attempt) => (
          <span key={attempt.id}>
            <a href={addressOf("train", { ...parameters(), scramble: attempt.scramble, shown: attempt.id })}>{timeText(attempt.time, attempt.penalty)}</a>
            {isMeasured(attempt) && <span class="quiet"> +{differenceOf(attempt)}</span>}
            {attempt.seen && <span class="note"> {markOf(attempt)}</span>}
          </span>
        ))}
      </p>
      <div class="row">
        <button type="button" disabled={onWorst === null} onClick={() => onWorst?.()} aria-keyshortcuts="W">
          {s.worstOfSession}
        </button>
        <button type="button" disabled={failed === 0} onClick={onRepeat} title={s.againHint}>
          {s.again(failed)}
        </button>
      </div>
      {names.length > 1 && <Sessions all={all} names={names} />}
    </section>
  );
}

/** Returns the name of a session as it is shown. */
const titleOf = (name: string): string => (name === "" ? practice.value.loop.firstSession : name);

/** Asks for a name, and begins a session. One with a known name goes on. */
function begin(names: readonly string[]): void {
  const name = prompt(practice.value.loop.nameSession, freeName(dateText(new Date()), names));
  if (name !== null && name.trim() !== "") sessionName.value = name.trim();
}

/** The figures of all sessions beside each other. */
function Sessions({ all, names }: { all: readonly Attempt[]; names: readonly string[] }) {
  const { loop: s } = practice.value;
  return (
    <details>
      <summary>{s.allSessions}</summary>
      <div class="wide" tabIndex={0} role="region" aria-label={s.allSessions}>
        <table>
          <thead>
            <tr>
              <th scope="col">{s.chosenSession}</th>
              <NumberHeadings labels={[s.solveCount, s.best, s.mean, ...AVERAGES.map(s.bestAverage)]} />
            </tr>
          </thead>
          <tbody>
            {names.map((name) => {
              const { solves, best, mean, averages } = figuresOf(sessionOf(all, name));
              return (
                <tr key={name} class={name === sessionName.value ? "shown" : undefined}>
                  <th scope="row">{titleOf(name)}</th>
                  {[String(solves), textOf(best), textOf(mean), ...averages.map(({ best }) => textOf(best))].map((text, index) => (
                    <td key={index} class="number">
                      {text}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
