// All cases of a set as pictures, by group.
import { useArrowKeys } from "../../components/arrow_keys";
import { titleOf, type Case } from "../../components/cases/case";
import { CasePicture } from "../../components/cases/pictures";
import { strings } from "../../i18n";
import type { Shown } from "./state";

export function CaseGrid({ shown, chosen, onChoose }: { shown: readonly Shown[]; chosen: Case | null; onChoose: (one: Case) => void }) {
  const { cases: text } = strings.value;
  const chosenIndex = shown.findIndex(({ case: one }) => one === chosen);
  const { onKeyDown, stop } = useArrowKeys(Math.max(chosenIndex, 0));
  return (
    <ul class="plain-list cases-grid" onKeyDown={onKeyDown}>
      {shown.map(({ case: one, rotation }, index) => (
        <li key={titleOf(one)}>
          <button
            type="button"
            class="choice"
            aria-pressed={one === chosen}
            aria-label={`${titleOf(one)}, ${text.groupName(one.group)}${rotation === "" ? "" : `, ${text.hold(rotation)}`}`}
            title={`${titleOf(one)} · ${text.groupName(one.group)}`}
            onClick={() => onChoose(one)}
            {...stop(index)}
          >
            <CasePicture of={one} rotation={rotation} />
            <span class="strong">
              {one.label}
              {rotation !== "" && <span class="quiet"> {rotation}</span>}
            </span>
            {one.set === "OLL" && <small>{one.name}</small>}
          </button>
        </li>
      ))}
    </ul>
  );
}
