// The effort of a solution in the hands, and the moves before which a hand regrips.
import type { Held } from "../cube/held";
import { strings } from "../i18n";

/** Shows the effort of a solution: compared with `easiest`, the smallest effort of a list, or else as a number. */
export function EffortNote({ held, easiest }: { held: Held; easiest?: number }) {
  const { hands, common } = strings.value;
  const regrips = held.turns.filter(({ strains }) => strains.some((strain) => strain.startsWith("regrip"))).map(({ move }) => move);
  const effort =
    easiest === undefined
      ? hands.effort(held.effort.toFixed(1))
      : held.effort <= easiest
        ? hands.easiest
        : hands.harder(Math.max(Math.round(100 * (held.effort / easiest - 1)), 1));
  return (
    <span class="quiet whole" title={easiest === undefined ? hands.about : hands.aboutShare}>
      {[effort, ...(regrips.length > 0 ? [hands.regrip(regrips.join(common.listComma))] : [])].join(" · ")}
    </span>
  );
}
