// All cases of a set as pictures, as many as are scrolled to.
import { useArrowKeys } from "../../components/arrow_keys";
import { percentOf, titleOf, type Case } from "../../components/cases/case";
import { CasePicture } from "../../components/cases/pictures";
import { useGrowing } from "../../components/growing";
import { strings } from "../../i18n";
import type { Shown } from "./state";

export function CaseGrid({ shown, chosen, onChoose }: { shown: readonly Shown[]; chosen: Case | null; onChoose: (one: Case) => void }) {
  const { cases: text } = strings.value;
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
            aria-pressed={one === chosen}
            aria-label={`${titleOf(one)}, ${aboutOf(one)}${rotation === "" ? "" : `, ${text.hold(rotation)}`}`}
            title={`${titleOf(one)} · ${aboutOf(one)}`}
            onClick={() => onChoose(one)}
            {...stop(index)}
          >
            <CasePicture of={one} rotation={rotation} />
            <span class="strong">
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
