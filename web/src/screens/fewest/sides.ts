// The rows and columns of the table of steps, and the steps that a solution of a cell consists of.
import type { Schemas } from "../../api/client";
import { parameter } from "../../state/route";

/** The columns: the axes of the scramble, and those of its inverse. */
export const SIDES = ["ud", "fb", "rl", "ud_inverse", "fb_inverse", "rl_inverse"] as const;
export type Side = (typeof SIDES)[number];

/** The rows, as the goal `dr` names its stages. */
export const ROWS = ["eo", "dr", "eo_dr", "htr", "finish"] as const;
export type RowName = (typeof ROWS)[number];

export type Row = Schemas["AnalysisRow"];
export type CellSolution = Schemas["AnalysisSolution"];

/** The kinds of steps; `own` is one that was typed. */
export const KINDS = ["EO", "DR", "HTR", "finish", "own"] as const;
export type Kind = (typeof KINDS)[number];

/** One step of a chain: its moves on the scramble, and those on its inverse. */
export interface Step {
  kind: Kind;
  /** `UD`, `FB` or `RL`; empty if the step has none, or it is not known. */
  axis: string;
  normal: string;
  inverse: string;
}

/** The steps of the solutions of a row, in order. */
const KINDS_OF: Record<RowName, readonly Kind[]> = {
  eo: ["EO"],
  dr: ["DR"],
  eo_dr: ["EO", "DR"],
  htr: ["DR", "HTR"],
  finish: ["DR", "HTR", "finish"],
};

/** A chosen cell of the table. */
export interface Cell {
  row: RowName;
  side: Side;
}

/** Returns the chosen cell, as the address holds it, or null. */
export function chosenCell(): Cell | null {
  const row = ROWS.find((name) => name === parameter("row"));
  const side = SIDES.find((name) => name === parameter("side"));
  return row === undefined || side === undefined ? null : { row, side };
}

/** Returns whether moves of a side are made on the inverse scramble. */
export const isInverse = (side: Side): boolean => side.endsWith("_inverse");

/** Returns the axis of a side, such as `UD`. */
export const axisOf = (side: Side): string => side.slice(0, 2).toUpperCase();

/** Returns the name of a side: its axis, in parentheses if it is one of the inverse. */
export const nameOf = (side: Side): string => (isInverse(side) ? `(${axisOf(side)})` : axisOf(side));

/** Returns the steps of a solution of a cell, without empty ones. */
export function stepsOf({ row, side }: Cell, solution: CellSolution): Step[] {
  const moves = solution.moves.split(" ").filter((move) => move !== "");
  let done = 0;
  return KINDS_OF[row].flatMap((kind, index): Step[] => {
    const length = solution.steps?.[index] ?? moves.length - done;
    const text = moves.slice(done, (done += length)).join(" ");
    if (text === "") return [];
    // An EO on the way to a DR is along one of the two other axes; the answer does not say which.
    const hasAxis = kind === "DR" || (kind === "EO" && row === "eo");
    return [{ kind, axis: hasAxis ? axisOf(side) : "", normal: isInverse(side) ? "" : text, inverse: isInverse(side) ? text : "" }];
  });
}

/** Returns the steps of an answer; those without moves only if they are wanted. */
export function stepsOfChain(chain: Pick<Schemas["ChainAnswer"], "steps">, withEmpty = false): Step[] {
  return chain.steps
    .filter(({ normal, inverse }) => withEmpty || normal !== "" || inverse !== "")
    .map(({ step, axis, normal, inverse }) => ({
      kind: KINDS.find((kind) => kind === step) ?? "own",
      axis: (axis ?? "").replace("/", "").replace("LR", "RL"),
      normal,
      inverse,
    }));
}
