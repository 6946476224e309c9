// The field for the cube of a screen: a scramble, facelets or a link, without corrections by the browser.
interface ScrambleInputProps {
  class?: string;
  label: string;
  placeholder: string;
  text: string;
  isInvalid: boolean;
  /** The id of the element with the problem. */
  problemId: string;
  onInput: (text: string, event: Event) => void;
}

export function ScrambleInput({ class: name = "", label, placeholder, text, isInvalid, problemId, onInput }: ScrambleInputProps) {
  return (
    <label class={`field ${name}`.trim()}>
      <span>{label}</span>
      <input
        class="moves"
        value={text}
        placeholder={placeholder}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-invalid={isInvalid}
        aria-describedby={problemId}
        onInput={(event) => onInput(event.currentTarget.value, event)}
      />
    </label>
  );
}
