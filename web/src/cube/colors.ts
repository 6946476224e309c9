// The six colours of a cube: names, letters, faces, and how they are drawn.

/** A colour, by the name that the server gives it. */
export type Color = "white" | "yellow" | "orange" | "red" | "green" | "blue";

/** The colours in the order of the server's columns. */
export const COLORS: readonly Color[] = ["yellow", "white", "orange", "red", "green", "blue"];

/** The letter of each colour in parameters of the server. */
export const LETTERS: Record<Color, string> = {
  yellow: "Y",
  white: "W",
  orange: "O",
  red: "R",
  green: "G",
  blue: "B",
};

/** The colour of each face of a cube held with white up and green in front, as scrambles are applied. */
export const FACE_COLORS: Record<string, Color> = {
  U: "white",
  R: "red",
  F: "green",
  D: "yellow",
  L: "orange",
  B: "blue",
};

/** Returns the colour of a letter, or undefined. */
export function colorOfLetter(letter: string): Color | undefined {
  return COLORS.find((color) => LETTERS[color] === letter);
}

/** Returns the colour of a letter on a sticker, with a contrast of at least 4.5:1. */
export const inkOn = (color: Color): string => (color === "red" || color === "blue" ? "#fff" : "#111");

/** The colour on the opposite face. */
export const OPPOSITE: Record<Color, Color> = {
  white: "yellow",
  yellow: "white",
  orange: "red",
  red: "orange",
  green: "blue",
  blue: "green",
};
