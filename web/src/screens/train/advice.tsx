// What to practise, in one sentence with its evidence: the kinds of moves lost in the last answers.
import { NumberHeadings } from "../../components/number_headings";
import { strings } from "../../i18n";
import { practice } from "../../i18n/practice";
import type { Attempt } from "./attempts";
import { lostBy } from "./losses";
import { levelOf, weaknessOf } from "./lost";
import { setOptions } from "./options";

/** The number of answers from which there is advice. */
const NEEDED = 5;

/** `all` are the attempts at one stage. */
export function Advice({ all }: { all: readonly Attempt[] }) {
  const { losses: s } = practice.value;
  const { common } = strings.value;
  const { examined, moves: sum, kinds: lost } = weaknessOf(all);
  const [worst] = lost;
  const level = worst === undefined ? 0 : (levelOf(examined, (attempt) => lostBy(attempt, worst.kind) > 0) ?? 0);
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
