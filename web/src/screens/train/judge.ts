// The check of the trainee's own moves: the server counts them, and says whether they solve the stage.
import { api, ask, batch, type Schemas } from "../../api/client";
import { type Color, COLORS } from "../../cube/colors";
import type { Attempt } from "./attempts";
import { HOLDS, joined, lettersFor } from "./options";

export interface Target {
  goal: string;
  label: string;
  /** The bottom colours; none stands for all six. */
  colors: readonly Color[];
  hold: Attempt["hold"];
}

export type Verdict =
  /** `rotation` is the one that was assumed, or empty. */
  | { isSolved: true; length: number; moves: string; rotation: string }
  /** `remaining` is the minimum number of moves from there to the stage, null if it was not found. */
  | { isSolved: false; remaining: number | null };

/**
 * Judges moves made after a setup. From the standard hold, moves without a rotation at their start may also be meant for
 * the hold with one of the colours down: if they solve the stage only so, the rotation is added.
 */
export async function judge(setup: string, own: string, target: Target, signal: AbortSignal): Promise<Verdict> {
  const body = { scramble: setup, solution: own, time: null, no_optimal: true, effort: "none", method: null } as const;
  const review = (await ask(api.POST("/v1/review", { body, signal }))) as Schemas["ReviewAnswer"];
  const moves = joined(...review.stages.map(({ turns }) => turns), review.unfinished?.moves ?? "");
  const mayRotate = target.hold === "standard" && !/^[xyz]/.test(moves);
  const others = mayRotate ? (target.colors.length === 0 ? COLORS : target.colors).map((color) => HOLDS[color].rotation) : [];
  const rotations = [...new Set(["", ...others])];
  const question = {
    goal: target.goal,
    stages: target.label,
    colors: lettersFor(target.colors),
    scrambles: rotations.map((rotation) => joined(setup, rotation, moves)),
  };
  let remaining: number | null = null;
  let index = 0;
  for await (const row of batch<Schemas["AnalysisLine"]>("/v1/analyze", JSON.stringify(question), "application/json", signal)) {
    if (!("best" in row)) throw new Error(row.error);
    const rotation = rotations[index++]!;
    const length = Object.values(row.best)[0]?.length ?? null;
    if (length === 0) return { isSolved: true, length: review.htm, moves: joined(rotation, moves), rotation };
    if (length !== null) remaining = Math.min(length, remaining ?? length);
  }
  return { isSolved: false, remaining };
}
