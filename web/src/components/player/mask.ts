// The pieces that are lit, as the library of the player writes them: `EDGES:----IIII----,CORNERS:…,CENTERS:…`.
import { FACES, type Shade, type Sticker, type Vector } from "./cube";

/** The pieces of each orbit in the order of the mask, by their faces; the first face has the primary sticker. */
export const ORBITS: Readonly<Record<string, readonly string[]>> = {
  EDGES: ["UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL"],
  CORNERS: ["UFR", "URB", "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"],
  CENTERS: ["U", "L", "F", "R", "B", "D"],
};

/** Returns the place of a piece of a 3x3x3. */
function placeOf(piece: string): string {
  const sum = [0, 1, 2].map((axis) => [...piece].reduce((sum, face) => sum + 2 * (FACES[face]?.[axis as 0] ?? 0), 0));
  return sum.join();
}

const keyOf = (place: Vector): string => place.join();

/** Returns the solved stickers of a 3x3x3 with the shades of a mask. */
export function masked(stickers: readonly Sticker[], mask: string): Sticker[] {
  const signs = new Map<string, { sign: string; primary: string }>();
  for (const orbit of mask.split(",")) {
    const [name = "", text = ""] = orbit.split(":");
    (ORBITS[name] ?? []).forEach((piece, index) => signs.set(placeOf(piece), { sign: text[index] ?? "-", primary: piece[0]! }));
  }
  return stickers.map((sticker) => {
    const { sign, primary } = signs.get(keyOf(sticker.place)) ?? { sign: "-", primary: "" };
    return { ...sticker, shade: shadeOf(sign, sticker.face === primary) };
  });
}

function shadeOf(sign: string, isPrimary: boolean): Shade {
  if (sign === "I") return "grey";
  if (sign === "O") return isPrimary ? "lit" : "grey";
  return sign === "D" ? "dim" : "lit";
}
