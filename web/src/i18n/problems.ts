// Sentences of problems in the words of the page, by code and values.
import { colorOfLetter, FACE_COLORS } from "../cube/colors";
import type { Strings } from "./en";

/** The parts of a problem that depend on the request, by name. */
export type Values = Readonly<Record<string, string>>;

/** Returns a sentence. `color` names the colour of a letter, `colors` those of several. */
export type Sentence = (values: Values, color: (letter: string) => string, colors: (letters: string) => string) => string;

/** The sentences of a language by code. */
export interface ProblemWords {
  /** What is wrong with a request or an answer. */
  codes: Readonly<Record<string, Sentence>>;
  /** Why a text is no cube, or not moves. */
  reasons: Readonly<Record<string, Sentence>>;
}

/** A problem as far as words need it. */
export interface Described {
  code: string;
  detail: string;
  values?: Values | undefined;
}

/** Returns a problem in the page's words. One without words has those of the server, as has any until the words are loaded. */
export function wordsOf({ code, detail, values = {} }: Described, { problems, common }: Strings): string {
  const color = (letter: string): string => {
    const found = colorOfLetter(letter) ?? FACE_COLORS[letter];
    return found === undefined ? letter : common.colors[found];
  };
  const colors = (letters: string): string => Array.from(letters, color).join(common.listComma);
  const { reasons, codes } = (problems as ProblemWords | undefined) ?? { reasons: {}, codes: {} };
  const sentence = reasons[values["reason"] ?? ""] ?? codes[code];
  return sentence === undefined ? detail : sentence(values, color, colors);
}
