// What to practise, in one sentence with its evidence: the kinds of moves lost in the last answers.
import { NumberHeadings } from "../../components/number_headings";
import { strings } from "../../i18n";
import { practice } from "../../i18n/practice";
import { type Attempt, isMeasured, type Measured } from "./attempts";
import { type Kind, KINDS, lostBy } from "./losses";
import { setOptions } from "./options";
import { differenceOf } from "./statistics";

/** The number of answers that are looked at, and the number from which there is advice. */
const [LAST, NEEDED] = [50, 5];

interface Lost {
  kind: Kind;
  moves: number;
  answers: number;
}

/** Returns the moves lost by each kind, the largest first. */
function lostIn(examined: readonly Measured[]): Lost[] {
  return KINDS.map((kind) => ({
    kind,
    moves: examined.reduce((sum, attempt) => sum + lostBy(attempt, kind), 0),
    answers: examined.filter((attempt) => lostBy(attempt, kind) > 0).length,
  })).sort((one, other) => other.moves - one.moves);
}

/** Returns the smallest minimum at which a kind is lost in at least half of the answers, or else the largest of all. */
function levelOf(examined: readonly Measured[], kind: Kind): number {
  const levels = [...new Set(examined.map(({ optimum }) => optimum))].sort((one, other) => one - other);
  const isWeak = (level: number) => {
    const answers = examined.filter(({ optimum }) => optimum === level);
    return 2 * answers.filter((attempt) => lostBy(attempt, kind) > 0).length >= answers.length;
  };
  return levels.find(isWeak) ?? levels.at(-1) ?? 0;
}

/** `all` are the attempts at one stage. */
export function Advice({ all }: { all: readonly Attempt[] }) {
  const { losses: s } = practice.value;
  const { common } = strings.value;
  const examined = all.filter(isMeasured).filter(({ lost_detour }) => lost_detour !== null).slice(-LAST);
  const lost = lostIn(examined);
  const sum = examined.reduce((sum, attempt) => sum + differenceOf(attempt), 0);
  const [worst] = lost;
  const level = worst === undefined ? 0 : levelOf(examined, worst.kind);
  return (
    <section class="panel stack timer-aside" aria-labelledby="train-advice">
      <h2 id="train-advice">{s.title}</h2>
      {examined.length < NEEDED ? (
        <p class="quiet">{s.none(NEEDED)}</p>
      ) : sum === 0 || worst === undefined ? (
        <p>{s.optimal(examined.length)}</p>
      ) : (
        <>
          <p>
            <strong>{s.advice[worst.kind]}</strong>
            {s.colon}
            {s.evidence(examined.length, sum, worst.moves, s.kinds[worst.kind], worst.answers)}
          </p>
          <div>
            <button type="button" onClick={() => setOptions({ where: "", moves: String(level) })}>
              {s.practiseAt(level)}
            </button>
          </div>
          <details>
            <summary>{common.asTable}</summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">{s.column}</th>
                  <NumberHeadings labels={[s.moves, s.answers]} />
                </tr>
              </thead>
              <tbody>
                {lost.map(({ kind, moves, answers }) => (
                  <tr key={kind}>
                    <th scope="row">{s.kinds[kind]}</th>
                    <td class="number">{moves}</td>
                    <td class="number">{answers}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </section>
  );
}
