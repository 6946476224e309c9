// The cases in which most moves were lost, with their pictures.
import { useState } from "preact/hooks";
import { useAnswer } from "../../../api/answer";
import { allCases, titleOf } from "../../../components/cases/case";
import { CasePicture } from "../../../components/cases/pictures";
import { NumberHeadings } from "../../../components/number_headings";
import { strings } from "../../../i18n";
import { addressOf } from "../../../state/route";
import { decimal } from "../../../statistics/format";
import type { CaseSummary } from "../state";
import { CaseLink } from "../timeline";
import { TablePanel } from "./table_panel";

/** The number of cases that are shown at first. */
const SHOWN = 8;

export function CostlyCases({ cases }: { cases: readonly CaseSummary[] }) {
  const { review: text } = strings.value;
  const [isAll, setAll] = useState(false);
  const known = useAnswer("all", allCases).value ?? [];
  const costly = cases.filter(({ lost_htm }) => lost_htm > 0);
  if (costly.length === 0) return null;
  return (
    <TablePanel
      id="review-cases"
      title={text.cases}
      note={
        <>
          {costly.length > SHOWN && (
            <button type="button" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
              {isAll ? text.fewerCases : text.allCases(costly.length)}
            </button>
          )}
          <a href={addressOf("drill", { cases: costly.slice(0, SHOWN).map(({ case: name }) => name.replace(/ \(.*\)$/, "")).join(",") })}>{text.drillCases}</a>
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
          return (
            <tr key={found.case}>
              <th scope="row">
                <span class="illustrated">
                  <span>{pictured !== undefined && <CasePicture of={pictured} />}</span>
                  <CaseLink name={found.case} />
                </span>
              </th>
              <td class="number">{found.lost_htm}</td>
              <td class="number">{found.times}</td>
              <td class="number">{decimal(found.mean_htm)}</td>
              <td class="number">{typeof found.mean_least_htm === "number" ? decimal(found.mean_least_htm) : "–"}</td>
            </tr>
          );
        })}
      </tbody>
    </TablePanel>
  );
}
