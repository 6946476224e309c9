// How many scrambles a sheet has, and the button that makes it.
import { useState } from "preact/hooks";
import { Field } from "../../components/basics";
import { strings } from "../../i18n";
import { parameter, setParameters } from "../../state/route";

export const MOST = 50;

/** Returns the number of scrambles in the address. */
export function sheetCount(): number {
  const count = Number(parameter("count", "10"));
  return Number.isInteger(count) && count >= 1 && count <= MOST ? count : 10;
}

export function SheetForm() {
  const { train: s } = strings.value;
  const [text, setText] = useState(String(sheetCount()));
  const count = Number(text);
  const isValid = Number.isInteger(count) && count >= 1 && count <= MOST;
  return (
    <form
      class="row fields parted"
      onSubmit={(event) => {
        event.preventDefault();
        // The seed makes the sheet again from its address.
        const [seed] = crypto.getRandomValues(new Uint32Array(1));
        if (isValid) setParameters({ count: text, sheet: String(seed) });
      }}
    >
      <Field label={s.sheetCount}>
        <input type="number" min={1} max={MOST} required value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </Field>
      <button type="submit" class="primary">
        {s.make(isValid ? count : null)}
      </button>
    </form>
  );
}
