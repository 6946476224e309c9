// Sentences of problems in the words of the page, by code and values.
import { colorOfLetter, FACE_COLORS } from "../cube/colors";
import type { Strings } from "./en";
import type { ProblemWords, Values } from "./problem_words";

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
