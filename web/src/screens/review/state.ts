// The state of the screen Review, and the rows of a reviewed solve.
import type { Schemas } from "../../api/client";
import { sequence } from "../../cube/notation";
import type { Strings } from "../../i18n/en";
import { nameOfStage, type StageName } from "../../i18n/stages";

export type Review = Schemas["ReviewAnswer"];
export type Mend = Schemas["ReviewMend"];
export type Summary = Schemas["ReviewSummary"];
export type StageSummary = Schemas["ReviewStageSummary"];
export type MethodSummary = Schemas["ReviewMethodSummary"];
export type TrendSummary = Schemas["ReviewTrend"];

/** The methods that the server knows by name; `auto` recognises the one of a solve. */
export const METHODS = ["auto", "CFOP", "CFCE", "ZZ-A", "Petrus", "Roux", "Mehta", "DR"] as const;

/**
 * A stage of CFOP or a step of another method, or the moves after the last one that the solve reaches. Lengths are in HTM for CFOP
 * and fewest moves (DR), and in STM for other methods.
 */
export interface Row {
  /** The stage, or the name of a step; null for the moves after the last one. */
  name: StageName | string | null;
  case: string | null;
  /** The known algorithm of the case that takes the least effort. */
  easiest?: Schemas["ReviewAlgorithm"] | undefined;
  moves: string;
  /** The moves as the author wrote them. */
  written: string;
  length: number;
  /** The minimum number of moves to the end of the stage, if it is known. */
  optimal: number | null;
  isProven: boolean;
  lost: number | null;
  /** The seconds from the end of the row before, and those of them before the first move, if the moves have timestamps. */
  time?: number | undefined;
  pause?: number | undefined;
  total: number;
  continuation: string;
  continuationLength: number;
  /** The moves of the solve before this row, and their number. */
  before: string;
  lengthBefore: number;
}

/** Returns the name of a row without its case, which is shown beside it; null for the moves after the last stage. */
export const nameOfRow = ({ name }: Row, strings: Strings): string | null => (name === null || typeof name === "string" ? name : nameOfStage(name, strings, false));

type Part = Omit<Row, "before" | "lengthBefore">;

/** Returns the stages of CFOP of a review, or the steps of its method. */
function partsOf({ stages, steps, method }: Review): Part[] {
  if (method === undefined) {
    return stages.map((stage) => ({
      name: stage.name,
      case: stage.case ?? null,
      easiest: stage.easiest,
      moves: stage.turns,
      written: stage.written ?? stage.turns,
      length: stage.htm,
      optimal: stage.least_htm ?? null,
      isProven: stage.least_is_proven,
      lost: stage.lost_htm,
      time: stage.time,
      pause: stage.pause,
      total: stage.total_htm,
      continuation: stage.best_continuation,
      continuationLength: stage.best_continuation_htm,
    }));
  }
  return (steps ?? []).map((step) => ({
    name: step.name,
    case: step.case ?? null,
    easiest: step.easiest,
    moves: step.turns,
    written: step.written ?? step.turns,
    length: step.stm,
    optimal: step.optimal_stm,
    isProven: step.optimal_is_proven,
    lost: step.lost_stm,
    time: step.time,
    pause: step.pause,
    total: step.total_stm,
    continuation: step.best_continuation,
    continuationLength: step.best_continuation_stm,
  }));
}

/** Returns the metric of the rows of a review. */
export const metricOf = ({ metric }: Review): "HTM" | "STM" => (metric === "STM" ? "STM" : "HTM");

/** Returns the length of a solve in the metric of its rows. */
export const lengthOfSolve = (review: Review): number => (metricOf(review) === "HTM" ? review.htm : review.stm);

/** Returns the rows of a review: its stages or steps, and the moves after the last of them. */
export function rowsOf(review: Review): Row[] {
  const rows: Row[] = [];
  let before = "";
  let lengthBefore = 0;
  for (const part of partsOf(review)) {
    rows.push({ ...part, before, lengthBefore });
    before = sequence(before, part.moves);
    lengthBefore = part.total;
  }
  const rest = review.unfinished;
  if (rest !== undefined && rest !== null) {
    rows.push({
      name: null,
      case: null,
      moves: rest.moves,
      written: rest.moves,
      length: review.method === "DR" ? rest.htm : lengthOfSolve(review) - lengthBefore,
      optimal: null,
      isProven: false,
      lost: null,
      time: rest.time,
      pause: rest.pause,
      total: lengthOfSolve(review),
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
  sequence(...partsOf(review).map(({ moves }) => moves), review.unfinished?.moves ?? "");

/** Returns the number of moves lost in all stages or steps. */
export const lostIn = (review: Review): number => partsOf(review).reduce((sum, { lost }) => sum + (lost ?? 0), 0);

/** A case over the solves of a summary, with lengths in the metric of their method. */
export interface CostlyCase {
  case: string;
  /** The number of moves lost in all. */
  lost: number;
  times: number;
  mean: number;
  /** The mean length of the best known way. */
  best: number | null;
}

/** Returns the method of a summary; undefined for CFOP. */
export const methodOf = (summary: Summary | MethodSummary): string | undefined => ("method" in summary ? summary.method : undefined);

/** Returns the cases of a summary, most moves lost first. */
export function casesOf(summary: Summary | MethodSummary): CostlyCase[] {
  if (!("method" in summary)) return summary.cases.map((one) => ({ ...one, lost: one.lost_htm, mean: one.mean_htm, best: one.mean_least_htm }));
  return summary.cases.map((one) => ({ ...one, lost: one.lost_stm, mean: one.mean_stm, best: one.mean_optimal_stm }));
}

/** Returns the name of a solve: its title, after the word `solve` if that is a number or missing. */
export function nameOfSolve({ title }: Review, solve: string): string {
  if (title === undefined || title === null || title === "") return solve;
  return /^\d+$/.test(title) ? `${solve} ${title}` : title;
}

/** Returns the name of the solve with this number in the text. */
export const numberedName = (review: Review, number: number, solve: string): string =>
  review.title === String(number) ? nameOfSolve(review, solve) : `${number}. ${nameOfSolve(review, solve)}`;

/** Returns the set and the label of a case such as `OLL 27 (Sune)` or `LSE EO 7`. */
export function caseParameters(name: string): { set: string; case: string } {
  const [, set = "", label = ""] = /^(.*?) (\S+)(?: \(.*\))?$/.exec(name) ?? [];
  return { set: set.toLowerCase(), case: label };
}

/** Returns whether a text is a link and nothing else. */
export const isLink = (text: string): boolean => /^\s*https?:\/\/\S+\s*$/.test(text);

/** Returns a solve as a text that can be edited, a line for each stage. */
export function asText(review: Review): string {
  const parts = review.method === undefined ? review.stages.map((stage) => ({ ...stage, step: stage.stage })) : (review.steps ?? []);
  const lines = parts.filter(({ turns }) => turns !== "").map(({ turns, written, step }) => `${written ?? turns} // ${step}`);
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
