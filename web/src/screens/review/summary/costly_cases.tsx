// The cases in which most moves were lost, those of the sheets with their pictures.
import { useState } from "preact/hooks";
import { useAnswer } from "../../../api/answer";
import { allCases, titleOf } from "../../../components/cases/case";
import { CasePicture } from "../../../components/cases/pictures";
import { isSheet, nameOfSet, sheetOrKnown } from "../../../components/cases/sets";
import { NumberHeadings } from "../../../components/number_headings";
import { strings } from "../../../i18n";
import { addressOf } from "../../../state/route";
import { decimal } from "../../../statistics/format";
import { caseParameters, casesOf, type CostlyCase, methodOf, type MethodSummary, type Summary } from "../state";
import { CaseLink } from "../timeline";
import { TablePanel, titleOf as titleBy } from "./table_panel";

/** The number of cases that are shown at first. */
const SHOWN = 8;

export function CostlyCases({ summary }: { summary: Summary | MethodSummary }) {
  const { review: text } = strings.value;
  const [isAll, setAll] = useState(false);
  const known = useAnswer("all", allCases).value ?? [];
  const method = methodOf(summary);
  const costly = casesOf(summary).filter(({ lost }) => lost > 0);
  if (costly.length === 0) return null;
  return (
    <TablePanel
      id={`review-cases-${method ?? "CFOP"}`}
      title={titleBy(text.cases, method)}
      note={
        <>
          {costly.length > SHOWN && (
            <button type="button" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
              {isAll ? text.fewerCases : text.allCases(costly.length)}
            </button>
          )}
          <DrillLinks cases={costly.slice(0, SHOWN)} />
          <p class="quiet">{text.casesNote}</p>
        </>
      }
    >
      <thead>
        <tr>
          <th scope="col">{text.case}</th>
          <NumberHeadings labels={[text.lostInAll, text.times, text.moves, text.bestKnown]} />
        </tr>
      </thead>
      <tbody>
        {costly.slice(0, isAll ? undefined : SHOWN).map((found) => {
          const pictured = known.find((one) => titleOf(one) === found.case);
          const link = <CaseLink name={found.case} />;
          return (
            <tr key={found.case}>
              <th scope="row">
                {isSheet(caseParameters(found.case).set) ? (
                  <span class="illustrated">
                    <span>{pictured !== undefined && <CasePicture of={pictured} />}</span>
                    {link}
                  </span>
                ) : (
                  link
                )}
              </th>
              <td class="number">{found.lost}</td>
              <td class="number">{found.times}</td>
              <td class="number">{decimal(found.mean)}</td>
              <td class="number">{found.best === null ? "–" : decimal(found.best)}</td>
            </tr>
          );
        })}
      </tbody>
    </TablePanel>
  );
}

/** Links to a drill of the cases: one for those of the sheets, and one for each other set. */
function DrillLinks({ cases }: { cases: readonly CostlyCase[] }) {
  const { review: text, common } = strings.value;
  const bySet = new Map<string, string[]>();
  for (const { case: name } of cases) {
    const { set } = caseParameters(name);
    const key = isSheet(set) ? "" : set;
    bySet.set(key, [...(bySet.get(key) ?? []), name.replace(/ \(.*\)$/, "")]);
  }
  return (
    <>
      {[...bySet].map(([set, names]) => {
        const sets = new Set(names.map((name) => nameOfSet(sheetOrKnown(caseParameters(name).set))));
        return (
          <a key={set} href={addressOf("drill", { set, cases: names.join(",") })}>
            {bySet.size === 1 ? text.drillCases : `${text.drillCases}: ${[...sets].join(common.listComma)}`}
          </a>
        );
      })}
    </>
  );
}
