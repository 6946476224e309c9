// The sentences of problems in one language.

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
