// The choices of the screen, as its address holds them: goal, stage, colours, difficulty, and how the cube is held.
import type { Schemas } from "../../api/client";
import { colorsOf, lettersOf } from "../../components/color_choice";
import { COLORS, type Color } from "../../cube/colors";
import { parameter, setParameters } from "../../state/route";
import { keepOptions } from "./settings";

/** The goals whose stages conditions can name on every server. */
export const GOALS = ["std", "pseudo", "pair", "pseudo_pair", "eo"] as const;
export type Goal = (typeof GOALS)[number];

/** The numbers of moves that a stage may take; null for any. */
export type Range = { from: number; to: number } | null;

export interface Options {
  goal: Goal;
  /** The stage by its label within the goal, such as `xcross`, or by its name in conditions. */
  stage: string;
  /** The bottom colours; none stands for all six. */
  colors: Color[];
  range: Range;
  /** A condition written by hand, or null if it is made from the options above. */
  own: string | null;
  /** The hold with the bottom colour down, or null for that of competitions. */
  hold: Hold | null;
  /** Whether solves are timed. */
  hasClock: boolean;
}

/** How a cube is held: the rotation that leads there from white on top and green in front, and its inverse. */
export interface Hold {
  rotation: string;
  inverse: string;
  up: Color;
  front: Color;
}

/** The hold with each colour at the bottom; the server's solutions begin with the same rotations. */
export const HOLDS: Record<Color, Hold> = {
  yellow: { rotation: "", inverse: "", up: "white", front: "green" },
  white: { rotation: "z2", inverse: "z2", up: "yellow", front: "green" },
  orange: { rotation: "z'", inverse: "z", up: "red", front: "green" },
  red: { rotation: "z", inverse: "z'", up: "orange", front: "green" },
  green: { rotation: "x'", inverse: "x", up: "blue", front: "white" },
  blue: { rotation: "x", inverse: "x'", up: "green", front: "yellow" },
};

/** The hold of competitions. */
export const STANDARD: Hold = HOLDS.yellow;

export const DEFAULT: NonNullable<Range> = { from: 6, to: 6 };

function rangeOf(text: string): Range {
  if (text === "any") return null;
  const found = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text);
  if (found === null) return DEFAULT;
  const [from, to] = [Number(found[1]), Number(found[2] ?? found[1])];
  return { from: Math.min(from, to), to: Math.max(from, to) };
}

/** Returns a range as the address holds it. */
export const textOf = (range: Range): string =>
  range === null ? "any" : range.from === range.to ? String(range.from) : `${range.from}-${range.to}`;

/** Returns a range of the same width around a number of moves; any stays any. */
export function centeredAt(moves: number, range: Range): Range {
  if (range === null) return null;
  const from = Math.max(moves - Math.floor((range.to - range.from) / 2), 0);
  return { from, to: from + range.to - range.from };
}

/** Returns the stage with this label or name, or else the first of the goal. */
export const stageNamed = (stages: readonly Schemas["CheckedStage"][], wanted: string): Schemas["CheckedStage"] | null =>
  stages.find(({ label, name }) => label === wanted || name === wanted) ?? stages[0] ?? null;

/** Returns the options in the address. */
export function readOptions(): Options {
  const goal = GOALS.find((known) => known === parameter("goal")) ?? "std";
  const letters = parameter("colors", "W");
  const chosen = letters === "all" ? [] : colorsOf(letters);
  const colors = chosen.length === COLORS.length ? [] : chosen;
  const own = parameter("where");
  return {
    goal,
    stage: parameter("stage", "cross"),
    colors,
    range: rangeOf(parameter("moves")),
    own: own === "" ? null : own,
    hold: parameter("hold") === "down" && colors.length === 1 ? HOLDS[colors[0]!] : null,
    hasClock: parameter("clock") === "1",
  };
}

/** Changes options, and keeps them for the next visit. The scramble and the sheet of those before are dropped. */
export function setOptions(changes: Record<string, string>): void {
  setParameters({ scramble: "", shown: "", sheet: "", ...changes }, "train");
  keepOptions();
}

/** Switches the timed loop, and keeps the choice. The scramble stays. */
export function setTimed(isTimed: boolean): void {
  setParameters({ clock: isTimed ? "1" : "", shown: "" }, "train");
  keepOptions();
}

/** Returns the letters of colours for the server. */
export const lettersFor = (colors: readonly Color[]): string => (colors.length === 0 ? "all" : lettersOf(colors));

/** Returns the condition that a stage takes a number of moves in the range, for the best of the colours. */
export function conditionOf(stage: string, colors: readonly Color[], range: Range): string {
  if (range === null) return "";
  const length = colors.length === 0 ? stage : `${stage}[${lettersOf(colors)}]`;
  return range.from === range.to ? `${length} == ${range.from}` : `${range.from} <= ${length} <= ${range.to}`;
}

/** Returns moves and rotations in a row; empty ones are left out. */
export const joined = (...parts: string[]): string => parts.filter((part) => part !== "").join(" ");
