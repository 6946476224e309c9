// The state of the screen Review, and the rows of a reviewed solve.
import type { Schemas } from "../../api/client";
import { sequence } from "../../cube/notation";
import type { Strings } from "../../i18n/en";
import { nameOfStage, type StageName } from "../../i18n/stages";

export type Review = Schemas["ReviewAnswer"];
export type Mend = Schemas["ReviewMend"];
export type Summary = Schemas["ReviewSummary"];
export type StageSummary = Schemas["ReviewStageSummary"];
export type TrendSummary = Schemas["ReviewTrend"];
export type CaseSummary = Schemas["ReviewCase"];

/** A stage of a solve, or the moves after the last stage that it reaches. */
export interface Row {
  /** The stage; null for the moves after the last one. */
  name: StageName | null;
  case: string | null;
  moves: string;
  /** The moves as the author wrote them. */
  written: string;
  htm: number;
  /** The minimum number of moves to the end of the stage, if it is known. */
  optimal: number | null;
  isProven: boolean;
  lost: number | null;
  total: number;
  continuation: string;
  continuationLength: number;
  /** The moves of the solve before this row, and their number. */
  before: string;
  lengthBefore: number;
}

/** Returns the name of a row without its case, which is shown beside it; null for the moves after the last stage. */
export const nameOfRow = ({ name }: Row, strings: Strings): string | null => (name === null ? null : nameOfStage(name, strings, false));

/** Returns the rows of a review: its stages, and the moves after the last of them. */
export function rowsOf(review: Review): Row[] {
  const rows: Row[] = [];
  let before = "";
  let lengthBefore = 0;
  for (const stage of review.stages) {
    rows.push({
      name: stage.name,
      case: stage.case ?? null,
      moves: stage.turns,
      written: stage.written ?? stage.turns,
      htm: stage.htm,
      optimal: stage.least_htm ?? null,
      isProven: stage.least_is_proven,
      lost: stage.lost_htm,
      total: stage.total_htm,
      continuation: stage.best_continuation,
      continuationLength: stage.best_continuation_htm,
      before,
      lengthBefore,
    });
    before = sequence(before, stage.turns);
    lengthBefore = stage.total_htm;
  }
  const rest = review.unfinished;
  if (rest !== undefined && rest !== null) {
    rows.push({
      name: null,
      case: null,
      moves: rest.moves,
      written: rest.moves,
      htm: rest.htm,
      optimal: null,
      isProven: false,
      lost: null,
      total: review.htm,
      continuation: rest.best_continuation,
      continuationLength: rest.best_continuation_htm,
      before,
      lengthBefore,
    });
  }
  return rows;
}

/** Returns all moves of a solve. */
export const movesOf = (review: Review): string =>
  sequence(...review.stages.map((stage) => stage.turns), review.unfinished?.moves ?? "");

/** Returns the number of moves lost in all stages. */
export const lostIn = (review: Review): number => review.stages.reduce((sum, { lost_htm }) => sum + lost_htm, 0);

/** Returns the name of a solve: its title, after the word `solve` if that is a number or missing. */
export function nameOfSolve({ title }: Review, solve: string): string {
  if (title === undefined || title === null || title === "") return solve;
  return /^\d+$/.test(title) ? `${solve} ${title}` : title;
}

/** Returns the name of the solve with this number in the text. */
export const numberedName = (review: Review, number: number, solve: string): string =>
  review.title === String(number) ? nameOfSolve(review, solve) : `${number}. ${nameOfSolve(review, solve)}`;

/** Returns the set and the label of a case such as `OLL 27 (Sune)`. */
export function caseParameters(name: string): { set: string; case: string } {
  const [set = "", label = ""] = name.split(" ");
  return { set: set.toLowerCase(), case: label };
}

/** Returns whether a text is a link and nothing else. */
export const isLink = (text: string): boolean => /^\s*https?:\/\/\S+\s*$/.test(text);

/** Returns a solve as a text that can be edited, a line for each stage. */
export function asText(review: Review): string {
  const lines = review.stages.filter((stage) => stage.turns !== "").map((stage) => `${stage.written ?? stage.turns} // ${stage.stage}`);
  const rest = review.unfinished;
  return [
    ...(review.title ? [review.title, ""] : []),
    `Scramble: ${review.scramble}`,
    ...(review.time ? [`Time: ${review.time}`] : []),
    "",
    ...lines,
    ...(rest !== undefined && rest !== null ? [rest.moves] : []),
  ].join("\n");
}

/** Returns a time as seconds: `5.55`, `1:02.33`; undefined for an empty text, null for one that is not a time. */
export function secondsOf(text: string): number | undefined | null {
  if (text.trim() === "") return undefined;
  const match = /^(?:(\d{1,3}):)?(\d+(?:[.,]\d+)?)$/.exec(text.trim());
  const seconds = match === null ? 0 : 60 * Number(match[1] ?? 0) + Number((match[2] ?? "").replace(",", "."));
  return seconds > 0 ? seconds : null;
}
