// The pieces of a case that the player lights.
import { ORBITS } from "../player/mask";
import type { Case } from "./case";
import { MASKS, TURNED } from "./view";

/** The facelets of each position, those of the top and bottom first. */
const POSITIONS: readonly (readonly number[])[] = [
  [8, 9, 20], [6, 18, 38], [0, 36, 47], [2, 45, 11], [29, 26, 15], [27, 44, 24], [33, 53, 42], [35, 17, 51],
  [5, 10], [7, 19], [3, 37], [1, 46], [32, 16], [28, 25], [30, 43], [34, 52], [23, 12], [21, 41], [50, 39], [48, 14],
];

/** Returns a piece by its letters in any order. */
const keyOf = (letters: Iterable<string>): string => [...letters].sort().join("");

/** Returns the mask of a case: pieces that do not matter are grey, and so is all but the top colour of those whose place does not matter. */
export function maskOfCase({ set, derived }: Case): string | null {
  if (derived === undefined) return MASKS[set] ?? null;
  const signs = new Map(
    POSITIONS.map((position) => {
      const shown = position.filter((index) => derived.mask[index] !== "?");
      const isTopAlone = shown.length === 1 && derived.mask[shown[0]!] === "U";
      const sign = shown.length === 0 ? "I" : isTopAlone ? "O" : "-";
      return [keyOf(position.map((index) => TURNED[derived.cube[index]!] ?? "")), sign];
    }),
  );
  const orbits = (["EDGES", "CORNERS"] as const).map((name) => `${name}:${ORBITS[name]!.map((piece) => signs.get(keyOf(piece)) ?? "-").join("")}`);
  return [...orbits, "CENTERS:------"].join();
}
