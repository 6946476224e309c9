// The choice of a set of cases: a sheet, a known set, or an own one by two goals.
import { useState } from "preact/hooks";
import { strings } from "../../i18n";
import { Field } from "../basics";
import { EXAMPLE, GROUPS, isSheet, type SetChoice as Choice, sheetOrKnown, SHEETS } from "./sets";

interface Shown {
  chosen: Choice;
  onChoose: (choice: Choice) => void;
}

export function SetChoice({ chosen, onChoose }: Shown) {
  const { cases: text } = strings.value;
  const isOwn = chosen.set === "own";
  return (
    <>
      <div class="row" role="group" aria-label={text.sets}>
        {SHEETS.map((name) => (
          <button key={name} type="button" aria-pressed={name === chosen.set} onClick={() => onChoose(sheetOrKnown(name))}>
            {name.toUpperCase()}
          </button>
        ))}
      </div>
      <Field label={text.moreSets}>
        <select
          value={isSheet(chosen.set) ? "" : chosen.set}
          onChange={({ currentTarget: { value } }) => {
            if (value === "own") onChoose({ set: "own", ...EXAMPLE });
            else if (value !== "") onChoose(sheetOrKnown(value));
          }}
        >
          <option value="" disabled>
            {text.chooseSet}
          </option>
          {(Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((group) => (
            <optgroup key={group} label={text.setGroups[group]}>
              {GROUPS[group].map((name) => (
                <option key={name} value={name.toLowerCase()}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
          <option value="own">{text.ownSet}</option>
        </select>
      </Field>
      {isOwn && <OwnSet key={`${chosen.from}\n${chosen.to}`} chosen={chosen} onChoose={onChoose} />}
    </>
  );
}

/** The two goals of an own set. */
function OwnSet({ chosen, onChoose }: Shown) {
  const { cases: text } = strings.value;
  const [from, setFrom] = useState(chosen.from);
  const [to, setTo] = useState(chosen.to);
  return (
    <form
      class="row fields"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose({ set: "own", from: from.trim(), to: to.trim() });
      }}
    >
      <Field label={text.fromGoal}>
        <input class="moves" value={from} spellcheck={false} placeholder={text.anyState} onInput={(event) => setFrom(event.currentTarget.value)} />
      </Field>
      <Field label={text.toGoal}>
        <input class="moves" value={to} required spellcheck={false} onInput={(event) => setTo(event.currentTarget.value)} />
      </Field>
      <button type="submit">{text.makeSet}</button>
    </form>
  );
}
