// The bottom colours, and whether they differ.
import { Swatch } from "../../../components/basics";
import { NumberHeadings } from "../../../components/number_headings";
import type { Color } from "../../../cube/colors";
import { strings } from "../../../i18n";
import { decimal, plusMinus, probability } from "../../../statistics/format";
import type { Summary } from "../state";
import { TablePanel } from "./table_panel";

/** The probability below which the colours count as different. */
const LEVEL = 0.05;

export function BottomColors({ summary }: { summary: Summary }) {
  const { review: text, common } = strings.value;
  const { colors, colors_p: p } = summary;
  if (colors.length === 0) return null;
  return (
    <TablePanel
      id="review-colors"
      title={text.colors}
      note={typeof p === "number" && <p>{text.colorsTest(p < LEVEL, probability(p))}</p>}
    >
      <thead>
        <tr>
          <th scope="col">{common.color}</th>
          <NumberHeadings labels={[text.lost, text.moves, text.solves]} />
          <th scope="col">{text.biggestLossColumn}</th>
        </tr>
      </thead>
      <tbody>
        {colors.map((one) => (
          <tr key={one.color}>
            <th scope="row">
              <Swatch color={one.color as Color} isNamed={false} /> {common.colors[one.color as Color]}
            </th>
            <td class="number">{plusMinus(one.mean_lost_htm, one.mean_lost_htm_se ?? null, 2)}</td>
            <td class="number">{decimal(one.mean_htm)}</td>
            <td class="number">{one.solves}</td>
            <td>{typeof one.biggest_loss === "string" ? text.stages(one.biggest_loss) : "–"}</td>
          </tr>
        ))}
      </tbody>
    </TablePanel>
  );
}
