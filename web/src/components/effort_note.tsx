// The effort of a solution in the hands, and the turns that are hard.
import type { Held } from "../cube/held";
import { strings } from "../i18n";
import "./effort_note.css";

/** The strains that each reason names. */
const REASONS = {
  regrip: ["regrip-left", "regrip-right"],
  bent: ["bent-wrist"],
  awkward: ["back", "slice", "rotation"],
} as const;

export function EffortNote({ held }: { held: Held }) {
  const { hands, common } = strings.value;
  const reasons = (["regrip", "bent", "awkward"] as const).flatMap((reason) => {
    const isMeant = (strain: string) => REASONS[reason].some((known) => known === strain);
    const turns = held.turns.filter(({ strains }) => strains.some(isMeant)).map(({ move }) => move);
    return turns.length === 0 ? [] : [hands[reason](turns.join(common.listComma))];
  });
  return (
    <span class="quiet effort-note" title={hands.about}>
      {[hands.effort(held.effort.toFixed(1)), ...reasons].join(" · ")}
    </span>
  );
}
