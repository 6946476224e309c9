// The pieces that a solution solves, as the player's mask: they are lit, all others are grey.
import type { components } from "../api/schema";
import { FACE_COLORS, type Color } from "./colors";

export type StageSolution = components["schemas"]["AnalysisSolution"];

// The player's order of pieces (cubing.js, 3x3x3).
const EDGES = ["UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL"];
const CORNERS = ["UFR", "URB", "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"];

/** Returns the colours of a piece, given by its faces. */
const colorsOf = (piece: string): Color[] => [...piece].map((face) => FACE_COLORS[face]!);

/** A test for the pieces with exactly these colours. */
const hasExactly = (colors: string[]) => (piece: string) =>
  piece.length === colors.length && colorsOf(piece).every((color) => colors.includes(color));

/**
 * Returns the player's mask (`experimentalStickeringMaskOrbits`) for the pieces that a solution solves, or null where the
 * goal does not name them. Corners and edges are found by their colours, so the mask holds in every orientation. Without
 * `hasSlots`, the pieces in slots stay grey.
 */
export function maskOf(solution: StageSolution, hasSlots = true): string | null {
  const base = solution.color as Color;
  if ((solution.placements?.length ?? 0) > 0) return null;
  const isLit: ((piece: string) => boolean)[] = [(piece) => piece.length === 2 && colorsOf(piece).includes(base)];
  const named = solution as { slots?: string[]; corners?: string[]; edges?: string[] };
  const pair = (slot: string) => solution.slot_colors?.[slot]?.split("-") ?? [];
  for (const slot of (hasSlots && (named.slots ?? named.corners)) || []) isLit.push(hasExactly([base, ...pair(slot)]));
  for (const slot of (hasSlots && (named.slots ?? named.edges)) || []) isLit.push(hasExactly(pair(slot)));
  const rest = solution.eo === undefined || solution.eo === null ? "I" : "O";
  const edges = EDGES.map((piece) => (isLit.some((lit) => lit(piece)) ? "-" : rest));
  const corners = CORNERS.map((piece) => (isLit.some((lit) => lit(piece)) ? "-" : "I"));
  return `EDGES:${edges.join("")},CORNERS:${corners.join("")},CENTERS:------`;
}
