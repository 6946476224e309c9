// A field for a number, which takes effect when it is left or confirmed.
import { useState } from "preact/hooks";
import { Field } from "../../components/basics";

/** A number that may be empty. What is being typed stays as it is until it takes effect. */
export function NumberField(props: {
  label: string;
  value: number | null;
  min: number;
  max?: number;
  step?: number;
  /** The value that an empty field stands for. */
  hint?: string;
  title?: string;
  onChange: (text: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field label={props.label}>
      <input
        type="number"
        min={props.min}
        max={props.max}
        step={props.step ?? 1}
        placeholder={props.hint}
        title={props.title}
        value={typed ?? props.value ?? ""}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => {
          setTyped(null);
          props.onChange(event.currentTarget.value);
        }}
      />
    </Field>
  );
}
