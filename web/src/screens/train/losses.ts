// The kinds of moves lost in an answer: each move above the minimum belongs to exactly one kind.
import { batch, type Schemas } from "../../api/client";
import type { Color } from "../../cube/colors";
import { htmOf, withoutCancelled } from "../../cube/cancelled";
import type { StageSolution } from "../../cube/tracked";
import { joined, lettersFor } from "./options";

/** The moves lost by kind; null where they are not known. Their sum is the difference to the minimum. */
export interface Losses {
  /** By a bottom colour with a larger minimum than the best one. */
  lost_color: number | null;
  /** By slots with a larger minimum than the best ones of the same colour. */
  lost_slot: number | null;
  /** By a way longer than the minimum of the same colour and slots. */
  lost_detour: number | null;
  /** By turns of a face that the next turns of the same face take back or join. */
  lost_cancelled: number | null;
}

/** The kinds, in the order in which they are shown. */
export const KINDS = ["color", "slot", "detour", "cancelled"] as const;
export type Kind = (typeof KINDS)[number];

/** Returns the moves that an attempt lost by a kind. */
export const lostBy = (losses: Losses, kind: Kind): number => losses[`lost_${kind}`] ?? 0;

/** The place where an answer leaves the shortest path. */
export interface Departure {
  /** The moves before it, with their rotation. */
  before: string;
  /** The move that leaves the path. */
  move: string;
  /** Its number among the turns, from 1. */
  number: number;
  /** The rest of the answer, with that move. */
  rest: string;
  /** The stage as the answer solves it. */
  own: StageSolution | null;
  /** A shortest solution from there. */
  better: StageSolution;
}

export interface Examined extends Losses {
  departure: Departure | null;
}

/** What was asked and answered. */
export interface Answered {
  goal: string;
  /** The stage by its label. */
  label: string;
  /** The bottom colours that count; none stands for all six. */
  colors: readonly Color[];
  setup: string;
  /** The moves with their rotation. */
  moves: string;
  /** The number of moves (HTM). */
  length: number;
  optimum: number;
}

type Row = { length: number; solutions: StageSolution[] };

/** Asks for the minimum, and solutions, of several cubes. */
async function minima(scrambles: string[], goal: string, stages: string | null, colors: string, solutions: number, signal: AbortSignal): Promise<Row[]> {
  const question = { goal, ...(stages !== null && { stages }), colors, only_best: true, solutions, scrambles };
  const rows: Row[] = [];
  for await (const row of batch<Schemas["AnalysisLine"]>("/v1/analyze", JSON.stringify(question), "application/json", signal)) {
    if (!("best" in row)) throw new Error(row.error);
    rows.push({ length: Object.values(row.best)[0]?.length ?? 0, solutions: (row.solutions ?? []) as StageSolution[] });
  }
  return rows;
}

/** The end state of an answer solves a stage in at most so many ways: colours and slots. */
const MOST_WAYS = 24;

/** Examines an answer that solves its stage: what its lost moves were lost by, and where it leaves the shortest path. */
export async function examine(answered: Answered, signal: AbortSignal): Promise<Examined> {
  const { goal, label, colors, setup, moves, length, optimum } = answered;
  const written = moves.split(" ").filter((move) => move !== "");
  const kept = withoutCancelled(written);
  const ends = (await minima([joined(setup, moves)], goal, label, lettersFor(colors), MOST_WAYS, signal))[0]?.solutions ?? [];
  let [ofColor, ofSlots] = [Infinity, Infinity];
  for (const { color, slots } of waysOf(ends)) {
    const letters = lettersFor([color]);
    const [own] = await minima([setup], goal, label, letters, 0, signal);
    const [exact] = goal === "std" && slots.length > 0 ? await minima([setup], ["cross", ...slots].join(" + "), null, letters, 0, signal) : [own];
    if (own === undefined || exact === undefined || exact.length >= ofSlots) continue;
    [ofColor, ofSlots] = [own.length, exact.length];
  }
  const cancelled = length - kept;
  const losses: Losses =
    kept < ofSlots || ofSlots === Infinity
      ? { lost_color: null, lost_slot: null, lost_detour: null, lost_cancelled: null }
      : { lost_color: ofColor - optimum, lost_slot: ofSlots - ofColor, lost_detour: kept - ofSlots, lost_cancelled: cancelled };
  return { ...losses, departure: length > optimum ? await departureOf(answered, written, ends[0] ?? null, signal) : null };
}

/** The different colours and slots that solutions solve. */
function waysOf(solutions: readonly StageSolution[]): { color: Color; slots: string[] }[] {
  const ways = new Map<string, { color: Color; slots: string[] }>();
  for (const solution of solutions) {
    const slots = (solution as { slots?: string[] }).slots ?? [];
    ways.set([solution.color, ...slots].join(" "), { color: solution.color as Color, slots });
  }
  return [...ways.values()];
}

/** Finds the first move after which more moves remain than on a shortest path. */
async function departureOf({ goal, label, colors, setup, optimum }: Answered, moves: string[], own: StageSolution | null, signal: AbortSignal): Promise<Departure | null> {
  const made = [...moves.map((_, index) => joined(...moves.slice(0, index))), joined(...moves)];
  const rows = await minima(made.map((before) => joined(setup, before)), goal, label, lettersFor(colors), 1, signal);
  let length = 0;
  const index = moves.findIndex((move, index) => (length += htmOf(move)) + (rows[index + 1]?.length ?? 0) > optimum);
  const better = rows[index]?.solutions[0];
  if (index < 0 || better === undefined) return null;
  const number = moves.slice(0, index + 1).filter((move) => htmOf(move) > 0).length;
  return { before: made[index]!, move: moves[index]!, number, rest: joined(...moves.slice(index)), own, better };
}
