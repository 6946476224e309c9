// Explanations of solutions in words, from what the server says of them as data.
import type { Case } from "../../../components/cases/case";
import { language } from "../../../state/settings";
import { en } from "./en";
import { zh } from "./zh";

/** A stage of CFOP, as explanations need it. Pairs and pieces are named by their colours in words. */
export interface ExplainedStage {
  part: string;
  /** The bottom colour. */
  color: string;
  pairs: readonly string[];
  /** Where the corner and the edge of a pair are: `slot`, `top` or `lower`. */
  places: readonly string[] | null;
  case: { title: string; group: string; about: Case } | null;
  /** The algorithm as the sheet prints it. */
  sheet: string | null;
  isEmpty: boolean;
}

/** A step of the beginner's method: its code, its values, and the server's words. */
export interface ExplainedStep {
  code: string;
  values: Readonly<Record<string, string>>;
  /** The colours of the pieces in words, by the names of the values. */
  colors: (piece: string) => string;
  title: string;
  explanation: string;
}

/** A stage of the beginner's method. */
export interface BeginnerStage {
  part: string;
  bottom: string;
  top: string;
  isSkipped: boolean;
  title: string;
  explanation: string;
}

/** The explanations in a language. */
export interface SolvingWords {
  /** How to hold the cube before the first move. */
  hold: (color: string, rotation: string) => string;
  /** The sentences about a stage, without its moves. */
  stage: (stage: ExplainedStage) => string[];
  total: (lengths: { htm: number; stm: number; qtm: number }) => string;
  beginnerTitle: (stage: BeginnerStage) => string;
  beginnerStage: (stage: BeginnerStage) => string;
  stepTitle: (step: ExplainedStep) => string;
  step: (step: ExplainedStep) => string;
  /** The name of a stage of the 4x4x4. */
  fourStage: (name: string) => string;
}

/** Returns the explanations in the language of the page; reading them in a component subscribes it to the language. */
export const words = (): SolvingWords => (language.value === "zh" ? zh : en);
