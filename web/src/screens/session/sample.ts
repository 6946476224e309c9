// The chosen part of what has been found, and its figures for each colour set.
import { computed } from "@preact/signals";
import type { Color } from "../../cube/colors";
import { parameter } from "../../state/route";
import type { ExportedSession } from "./cstimer";
import { found, type Row, type Stage } from "./run";
import { leastSquares, type Line, type Point } from "./statistics";
import { chosenSet, colorsIn, ownColor, type ColorSet } from "./view";

/** A scramble and its minimum number of moves. */
export interface Measured {
  row: Row;
  moves: number;
}

const groupOf = (row: Row): string => row.session ?? row.event ?? "";

/** The sessions or events in the file with their numbers of scrambles; a single one is no choice. */
export const groups = computed((): [string, number][] => {
  const counts = new Map<string, number>();
  for (const row of found.value?.rows ?? []) counts.set(groupOf(row), (counts.get(groupOf(row)) ?? 0) + 1);
  return [...counts];
});

/** The value of the parameter for all sessions together. */
export const WHOLE = "*";

/** The chosen session or event, or none for all rows. Without a choice it is the session that is open in csTimer. */
export const chosenGroup = computed((): string => {
  const has = (name: string) => groups.value.some(([group]) => group === name);
  const name = parameter("part");
  if (groups.value.length < 2 || name === WHOLE) return "";
  if (has(name)) return name;
  const current = found.value?.export?.current ?? "";
  return has(current) ? current : "";
});

/** The sessions of the file without a scramble that can be analysed, such as those of other puzzles. */
export const skipped = computed((): readonly ExportedSession[] => {
  const { export: exported = null, bad = [] } = found.value ?? {};
  const unread = bad.length > 0;
  if (exported === null) return [];
  return exported.sessions.filter(({ name }) => !groups.value.some(([group]) => group === name) && !(unread && exported.sessions.length === 1));
});

/** The rows that count. */
export const sample = computed((): readonly Row[] => {
  const rows = found.value?.rows ?? [];
  const group = chosenGroup.value;
  // A new list each time, since the list of the analysis grows in place.
  return rows.filter((row) => group === "" || groupOf(row) === group);
});

/** The stages that are shown. */
export const stages = computed((): readonly Stage[] => found.value?.stages ?? []);

/** The stage that is shown: the chosen one, or the first. */
export const stage = computed((): Stage | null => {
  const name = parameter("stage");
  return stages.value.find((stage) => stage.name === name) ?? stages.value[0] ?? null;
});

/** Returns the minimum number of moves over these colours, or null if none has one. */
export function shortest(row: Row, stage: string, colors: readonly Color[]): number | null {
  const lengths = colors.flatMap((color) => row.stages[stage]?.[color] ?? []);
  return lengths.length === 0 ? null : Math.min(...lengths);
}

/** Returns the rows of the sample that reach a stage, with the minimum over a set of colours. */
export function measure(rows: readonly Row[], stage: Stage | null, set: ColorSet, own: Color): Measured[] {
  if (stage === null) return [];
  const colors = colorsIn(set, own);
  return rows.flatMap((row) => {
    const moves = shortest(row, stage.name, colors);
    return moves === null ? [] : [{ row, moves }];
  });
}

/** The sample, measured by the chosen stage and colours. */
export const measured = computed((): readonly Measured[] => measure(sample.value, stage.value, chosenSet(), ownColor()));

/** The times of a sample against its numbers of moves. */
export interface Times {
  /** Seconds by number of moves; +2 counts, DNFs are left out. */
  points: readonly Point[];
  line: Line | null;
  failed: number;
  penalized: number;
  untimed: number;
}

export const times = computed((): Times => {
  const of = (list: readonly Measured[]): Point[] => list.map(({ row, moves }) => ({ x: moves, y: row.time_ms! / 1000 }));
  const timed = measured.value.filter(({ row }) => typeof row.time_ms === "number");
  const finished = timed.filter(({ row }) => row.penalty !== "DNF");
  const failed = measured.value.filter(({ row }) => row.penalty === "DNF").length;
  const points = of(finished);
  return {
    points,
    line: leastSquares(points),
    failed,
    penalized: finished.filter(({ row }) => row.penalty === "+2").length,
    untimed: measured.value.length - finished.length - failed,
  };
});
