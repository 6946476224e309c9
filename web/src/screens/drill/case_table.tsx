// The cases of the drill as a table: tick and mark, when they are due, times, and probability.
import { type Case, nameOf, percentOf, titleOf } from "../../components/cases/case";
import { CasePicture } from "../../components/cases/pictures";
import { setOfCase } from "../../components/cases/sets";
import { tick, tickedOf } from "../../components/cases/ticks";
import { useGrowing } from "../../components/growing";
import { NumberHeadings } from "../../components/number_headings";
import { practice } from "../../i18n/practice";
import { newId } from "../../state/collection";
import { addressOf } from "../../state/route";
import { language } from "../../state/settings";
import { type Answer, answers, type Mark, MARKS } from "./answers";
import type { Candidate } from "./queue";
import { meansOf } from "./times";

interface Shown {
  cases: readonly Case[];
  candidates: ReadonlyMap<string, Candidate>;
  past: ReadonlyMap<string, readonly Answer[]>;
  now: Date;
}

/** Gives a case a mark. */
const setMark = (name: string, mark: Mark) =>
  answers.save({ id: newId(), date: new Date().toISOString(), case: name, rating: null, mark, recognition: null, execution: null });

export function CaseTable({ cases, candidates, past, now }: Shown) {
  const { drill: s } = practice.value;
  const day = new Intl.DateTimeFormat(language.value === "zh" ? "zh-CN" : "en-GB", { day: "numeric", month: "short" });
  const seconds = (value: number | null) => (value === null ? "–" : value.toFixed(2));
  const ticked = new Set(tickedOf(cases));
  const { count, end } = useGrowing<HTMLTableRowElement>(cases.length, cases[0]?.set ?? "");
  return (
    <div class="wide scroll" tabIndex={0} role="region" aria-label={s.table}>
      <table>
        <caption class="hidden">{s.table}</caption>
        <thead>
          <tr>
            <th scope="col">{s.case}</th>
            <NumberHeadings labels={[s.due, s.recognition, s.execution, s.count, s.probability]} />
          </tr>
        </thead>
        <tbody>
          {cases.slice(0, count).map((one) => {
            const name = nameOf(one);
            const candidate = candidates.get(name);
            const means = meansOf(past.get(name) ?? []);
            return (
              <tr key={name}>
                <th scope="row">
                  {/* The name is not narrowed for the columns beside it. */}
                  <span class="illustrated" style={{ "grid-template-columns": "2.5rem max-content" }}>
                    <CasePicture of={one} />
                    <span>
                      <a href={addressOf("drill", { ...(one.derived !== undefined && setOfCase(one)), cases: name })} title={s.onlyThis}>
                        {titleOf(one)}
                      </a>
                      <span class="row">
                        <input
                          type="checkbox"
                          aria-label={s.tick(titleOf(one))}
                          checked={ticked.has(one)}
                          onChange={(event) => tick([one], event.currentTarget.checked)}
                        />
                        <select
                          aria-label={`${s.mark}, ${titleOf(one)}`}
                          value={candidate?.mark ?? "new"}
                          onChange={(event) => void setMark(name, event.currentTarget.value as Mark)}
                        >
                          {MARKS.map((mark) => (
                            <option key={mark} value={mark}>
                              {s.marks[mark]}
                            </option>
                          ))}
                        </select>
                      </span>
                    </span>
                  </span>
                </th>
                <td class="number">{candidate?.due == null ? "–" : candidate.due <= now ? s.now : day.format(candidate.due)}</td>
                <td class="number">{seconds(means.recognition)}</td>
                <td class="number">{seconds(means.execution)}</td>
                <td class="number">{candidate?.count ?? 0}</td>
                <td class="number">{percentOf(one.probability)}</td>
              </tr>
            );
          })}
          {count < cases.length && <tr ref={end} aria-hidden="true" />}
        </tbody>
      </table>
    </div>
  );
}
