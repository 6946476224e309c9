// How cases are shown on the player: the hold of the pictures, and the pieces that are lit.

/** The hold of the pictures: yellow on top, green in front. */
export const HOLD = "z2";

/** The face of the cube by its place in the pictures, and the other way round. */
export const TURNED: Readonly<Record<string, string>> = { U: "D", D: "U", R: "L", L: "R", F: "F", B: "B" };

/** The lit pieces by set, as the player's mask. The pieces of the last layer are those of the player's bottom layer. */
export const MASKS: Record<string, string | null> = {
  OLL: "EDGES:DDDDOOOODDDD,CORNERS:DDDDOOOO,CENTERS:------",
  PLL: null,
  F2L: "EDGES:----IIII----,CORNERS:----IIII,CENTERS:------",
};
