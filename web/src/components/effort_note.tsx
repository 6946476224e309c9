// The effort of a solution in the hands, and the moves before which a hand regrips.
import type { Held } from "../cube/held";
import { strings } from "../i18n";

/** Shows the effort of a solution compared with `easiest`, the smallest one of a list; null for a solution alone. */
export function EffortNote({ held, easiest }: { held: Held; easiest: number | null }) {
  const { hands, common } = strings.value;
  const regrips = held.turns.filter(({ strains }) => strains.some((strain) => strain.startsWith("regrip"))).map(({ move }) => move);
  const parts = regrips.length > 0 ? [hands.regrip(regrips.join(common.listComma))] : [];
  if (easiest !== null) {
    parts.unshift(held.effort <= easiest ? hands.easiest : hands.harder(Math.max(Math.round(100 * (held.effort / easiest - 1)), 1)));
  }
  if (parts.length === 0) return null;
  return (
    <span class="quiet whole" title={hands.aboutShare}>
      {parts.join(" · ")}
    </span>
  );
}

/** Returns the smallest effort of a list of solutions; null if there is nothing to compare. */
export function easiestOf(all: readonly (Held | null)[]): number | null {
  const efforts = all.flatMap((held) => (held === null ? [] : [held.effort]));
  return efforts.length > 1 ? Math.min(...efforts) : null;
}
