// All cases of a set as pictures, as many as are scrolled to. A picture opens its case, or ticks it.
import { useArrowKeys } from "../../components/arrow_keys";
import { percentOf, titleOf, type Case } from "../../components/cases/case";
import { CasePicture } from "../../components/cases/pictures";
import { tick, tickedOf } from "../../components/cases/ticks";
import { useGrowing } from "../../components/growing";
import { strings } from "../../i18n";
import type { Shown } from "./state";

interface GridProps {
  shown: readonly Shown[];
  chosen: Case | null;
  /** Whether a picture ticks its case instead. */
  isTicking: boolean;
  onChoose: (one: Case) => void;
}

export function CaseGrid({ shown, chosen, isTicking, onChoose }: GridProps) {
  const { cases: text } = strings.value;
  const ticked = new Set(tickedOf(shown.map(({ case: one }) => one)));
  const chosenIndex = shown.findIndex(({ case: one }) => one === chosen);
  const { count, end } = useGrowing<HTMLLIElement>(shown.length, shown[0]?.case.set ?? "");
  const { onKeyDown, stop } = useArrowKeys(chosenIndex < count ? Math.max(chosenIndex, 0) : 0);
  /** What is said of a case beside its name. */
  const aboutOf = ({ group, derived, probability }: Case) =>
    derived === undefined ? text.groupName(group) : [derived.shows, percentOf(probability)].filter((part) => part !== "").join(", ");
  return (
    <ul class="plain-list cases-grid" onKeyDown={onKeyDown}>
      {shown.slice(0, count).map(({ case: one, rotation }, index) => (
        <li key={titleOf(one)}>
          <button
            type="button"
            class="choice"
            aria-pressed={isTicking ? ticked.has(one) : one === chosen}
            aria-label={[titleOf(one), aboutOf(one), rotation === "" ? "" : text.hold(rotation), ticked.has(one) ? text.ticked : ""].filter((part) => part !== "").join(", ")}
            title={`${titleOf(one)} · ${aboutOf(one)}`}
            onClick={() => (isTicking ? tick([one], !ticked.has(one)) : onChoose(one))}
            {...stop(index)}
          >
            <CasePicture of={one} rotation={rotation} />
            <span class="strong">
              {ticked.has(one) && "✓ "}
              {one.label}
              {rotation !== "" && <span class="quiet"> {rotation}</span>}
            </span>
            {one.set === "OLL" && <small>{one.name}</small>}
            {one.derived !== undefined && (
              <>
                {one.derived.shows !== "" && <small>{one.derived.shows}</small>}
                <small class="quiet">{percentOf(one.probability)}</small>
              </>
            )}
          </button>
        </li>
      ))}
      {count < shown.length && <li ref={end} aria-hidden="true" />}
    </ul>
  );
}
