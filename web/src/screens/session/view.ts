// The view of the screen, as its address holds it: goal, stages, own colour, colours that count, and a part of the file.
import { COLORS, colorOfLetter, OPPOSITE, type Color } from "../../cube/colors";
import { parameter } from "../../state/route";

/** The bottom colours of which the best one counts: the own one, it and its opposite, or all six. */
export const COLOR_SETS = ["one", "two", "six"] as const;
export type ColorSet = (typeof COLOR_SETS)[number];

export const chosenGoal = (): string => parameter("goal", "std");

/** Whether only the first two stages are analysed. */
export const isShort = (): boolean => parameter("stages") === "two";

export const ownColor = (): Color => colorOfLetter(parameter("color")) ?? "white";

export const chosenSet = (): ColorSet => COLOR_SETS.find((set) => set === parameter("set")) ?? "one";

/** Returns the colours of a set, the own one first. */
export function colorsIn(set: ColorSet, own: Color): readonly Color[] {
  if (set === "one") return [own];
  return set === "two" ? [own, OPPOSITE[own]] : COLORS;
}
