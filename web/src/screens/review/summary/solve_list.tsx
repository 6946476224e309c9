// The solves of the text, and the choice of the one that is shown.
import { NumberHeadings } from "../../../components/number_headings";
import { strings } from "../../../i18n";
import { takeStep } from "../../../state/route";
import { lengthOfSolve, lostIn, numberedName, type Review } from "../state";
import { TablePanel } from "./table_panel";

export function SolveList({ solves, chosen }: { solves: readonly Review[]; chosen: number }) {
  const { review: text } = strings.value;
  return (
    <TablePanel id="review-solves" title={text.solvesOfText}>
      <thead>
        <tr>
          <th scope="col">{text.solve}</th>
          <NumberHeadings labels={[text.lost, text.moves, text.seconds]} />
          <th scope="col">{text.ending}</th>
        </tr>
      </thead>
      <tbody>
        {solves.map((solve, index) => (
          <tr key={index}>
            <th scope="row">
              <button
                type="button"
                aria-pressed={index === chosen}
                onClick={() => takeStep({ solve: index === 0 ? "" : String(index + 1), stage: "" })}
              >
                {numberedName(solve, index + 1, text.untitled)}
              </button>
            </th>
            <td class="number">{solve.ending === "unsolved" ? "–" : lostIn(solve)}</td>
            <td class="number">{lengthOfSolve(solve)}</td>
            <td class="number">{solve.time?.toFixed(2) ?? "–"}</td>
            <td>{text.endings[solve.ending as "solved" | "one_move_off" | "unsolved"]}</td>
          </tr>
        ))}
      </tbody>
    </TablePanel>
  );
}
