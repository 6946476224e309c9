// The choice of bottom colours: any subset of the six.
import { COLORS, colorOfLetter, LETTERS, type Color } from "../cube/colors";
import { strings } from "../i18n";
import { Swatch } from "./basics";

/** Returns the colours of letters such as `WY`; none for an empty text. */
export const colorsOf = (letters: string): Color[] => [...letters].flatMap((letter) => colorOfLetter(letter) ?? []);

/** Returns the letters of colours, in the order of columns. */
export const lettersOf = (colors: readonly Color[]): string =>
  COLORS.filter((color) => colors.includes(color))
    .map((color) => LETTERS[color])
    .join("");

interface Choice {
  chosen: readonly Color[];
  onChange: (letters: string) => void;
  legend?: string;
}

/** Six switches. `onChange` gets the letters of the chosen colours. */
export function ColorChoice({ chosen, onChange, legend }: Choice) {
  const { common } = strings.value;
  const toggle = (color: Color) =>
    onChange(lettersOf(chosen.includes(color) ? chosen.filter((other) => other !== color) : [...chosen, color]));
  return (
    <fieldset>
      <legend>{legend ?? common.color}</legend>
      <div class="row colors">
        {COLORS.map((color) => (
          <button
            key={color}
            type="button"
            class="color"
            aria-pressed={chosen.includes(color)}
            aria-label={common.colors[color]}
            title={common.colors[color]}
            onClick={() => toggle(color)}
          >
            <Swatch color={color} isNamed={false} />
          </button>
        ))}
      </div>
    </fieldset>
  );
}
