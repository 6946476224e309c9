// The questions of the screen, as its address holds them, and the answers.
import { useEffect, useState } from "preact/hooks";
import { type Answer, useAnswer } from "../../api/answer";
import { api, ask, type Schemas } from "../../api/client";
import { COLORS, LETTERS, type Color } from "../../cube/colors";
import { withoutComments } from "../../cube/notation";
import { type StageShares, sharesOf } from "../../cube/percentiles";
import type { StageSolution } from "../../cube/tracked";
import { parameter } from "../../state/route";

export type Row = Schemas["AnalysisRow"];
export type Stage = Schemas["CheckedStage"];

/** The goals whose first stage is named `cross`, so that it can be asked for first. */
const WITH_CROSS = ["std", "pseudo", "pair", "pseudo_pair", "eo"];

/** A chosen cell of the table: a stage, and a colour or the best of all. */
export interface Cell {
  stage: string;
  color: Color | "best";
}

/** The chosen cell, or null. */
export function chosenCell(): Cell | null {
  const stage = parameter("stage");
  const color = parameter("color");
  const known = color === "best" || COLORS.some((name) => name === color);
  return stage !== "" && known ? { stage, color: color as Cell["color"] } : null;
}

/** Asks for the lengths of all stages and colours, and before for those of the first two, which take milliseconds. */
export function useLengths(scramble: string, goal: string): Answer<Row> {
  return useAnswer(scramble.trim() === "" ? null : JSON.stringify([scramble, goal]), async (signal, found) => {
    const get = (stages?: string) => ask(api.GET("/v1/analyze", { params: { query: { scramble, goal, ...(stages && { stages }) } }, signal }));
    let shown = 0;
    const early = (WITH_CROSS.includes(goal) ? ["cross", "cross,xcross"] : []).map(async (stages) => {
      const row = (await get(stages)) as Row;
      const count = Object.keys(row.stages).length;
      if (count > shown) found(row);
      shown = Math.max(shown, count);
    });
    const [row] = await Promise.all([get(), ...early]);
    return row as Row;
  });
}

/** Asks for solutions of a cell. */
export function useSolutions(
  scramble: string,
  goal: string,
  cell: Cell | null,
  slack: number,
  moves: string,
): Answer<{ length: number | null; solutions: StageSolution[] }> {
  const key = cell === null || scramble.trim() === "" ? null : JSON.stringify([scramble, goal, cell, slack, moves]);
  return useAnswer(key, async (signal) => {
    const { stage, color } = cell!;
    const query = {
      scramble,
      goal,
      stages: stage,
      colors: color === "best" ? "all" : LETTERS[color],
      only_best: color === "best",
      solutions: 100,
      order: "effort" as const,
      slack,
      ...(moves !== "" && { moves }),
    };
    const row = (await ask(api.GET("/v1/analyze", { params: { query }, signal }))) as Row;
    return { length: row.best[stage]?.length ?? null, solutions: (row.solutions ?? []) as StageSolution[] };
  });
}

/** Asks for the stages of a goal, with their labels. */
export function useStages(goal: string): Stage[] {
  const answer = useAnswer(goal, (signal) => ask(api.GET("/v1/goals/check", { params: { query: { goal } }, signal })));
  return answer.value?.stages ?? [];
}

/** Returns the facelets of a cube that was given so in full, or null: an input may also be Reid's notation. */
export function pictureOf(row: Row | null): string | null {
  return row !== null && "facelets" in row && /^[URFDLB]{54}$/.test(row.facelets) ? row.facelets : null;
}

/** Moves that the player reads as the server does. */
const PLAIN_MOVES = /^[URFDLBMESxyzurfdlbw2'\s]*$/;

/** Returns the moves that lead to a cube from solved. A scramble is its own answer; all else needs a solver. */
export function useSetup(row: Row | null): string | null {
  const given = row === null ? null : "facelets" in row ? row.facelets : row.scramble;
  const moves = row !== null && "scramble" in row ? withoutComments(row.scramble) : null;
  const isPlain = moves !== null && PLAIN_MOVES.test(moves);
  const solved = useAnswer(isPlain ? null : given, async (signal) => {
    const query = { scramble: given!, inverse: true };
    const [answer] = await ask(api.GET("/v1/solve", { params: { query }, signal }));
    return (answer as Schemas["SolveAnswer"]).solution ?? null;
  });
  if (isPlain) return moves;
  return solved.isStale ? null : solved.value;
}

/** Returns the distributions of a goal's stages, once they are read. */
export function useShares(goal: string): Record<string, StageShares> | null {
  const [shares, setShares] = useState<{ goal: string; found: Record<string, StageShares> | null } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void sharesOf(goal).then((found) => isCurrent && setShares({ goal, found }));
    return () => {
      isCurrent = false;
    };
  }, [goal]);
  return shares?.goal === goal ? shares.found : null;
}
