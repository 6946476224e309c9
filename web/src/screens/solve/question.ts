// The question of the view Solve: the parameters of the address as options of /v1/solve.
import { abilities } from "../../api/abilities";
import type { paths } from "../../api/schema";
import { serverHost } from "../../api/transport";
import { parameter, setParameters, takeStep } from "../../state/route";

export type Query = NonNullable<paths["/v1/solve"]["get"]["parameters"]["query"]>;
export type PuzzleId = NonNullable<Query["puzzle"]>;
/** The methods of this view; the steps of fewest-moves solves have a view of their own. */
export type MethodId = Exclude<NonNullable<Query["method"]>, "dr">;
export type EffortId = NonNullable<Query["effort"]>;

export const PUZZLES: readonly PuzzleId[] = ["333", "222", "444"];
export const METHODS: readonly MethodId[] = ["two-phase", "thistlethwaite", "optimal", "cfop", "beginner"];
export const EFFORTS: readonly EffortId[] = ["none", "near", "usual", "wide"];
export const METRICS = ["sst", "btm", "obtm"] as const;
export type Metric = (typeof METRICS)[number];

/** The state of the view. */
export interface Options {
  scramble: string;
  puzzle: PuzzleId;
  method: MethodId;
  /** The maximum length of two-phase solutions, or null for the server's default. */
  maxLength: number | null;
  /** The seconds of CPU time for shorter solutions, or null for the first one. */
  seconds: number | null;
  /** The number of optimal solutions. */
  count: number;
  /** The letters of the bottom colours. */
  colors: string;
  effort: EffortId;
  isComfortable: boolean;
  isRotationless: boolean;
  isExplained: boolean;
  metric: Metric;
}

/**
 * Returns the options in the address. Values that no control can set are replaced by their defaults; a server says itself why it
 * refuses one.
 */
export function options(): Options {
  return {
    scramble: parameter("scramble"),
    puzzle: oneOf(serverHost === null && !hasFour() ? PUZZLES.filter((puzzle) => puzzle !== "444") : PUZZLES, parameter("puzzle"), "333"),
    method: oneOf(serverHost === null ? METHODS.filter(hasMethod) : METHODS, parameter("method"), "two-phase"),
    maxLength: numberIn(parameter("max"), 0, 99),
    seconds: numberIn(parameter("time"), 0.001, 3600),
    count: numberIn(parameter("count"), 1, 1000) ?? 1,
    colors: parameter("colors", "W"),
    effort: oneOf(EFFORTS, parameter("effort"), "usual"),
    isComfortable: parameter("comfort") === "1",
    isRotationless: parameter("rotationless") === "1",
    isExplained: parameter("explain", "1") === "1",
    metric: oneOf(METRICS, parameter("metric"), "sst"),
  };
}

/** Whether the 4x4x4 can be solved, as far as that is known. */
export const hasFour = (): boolean => abilities.value === null || abilities.value.four.length > 0;

/** Whether a method can be used, as far as that is known. */
export const hasMethod = (method: MethodId): boolean => method !== "optimal" || (abilities.value?.optimal ?? true);

/** Changes options in the address. The part of the old solution that was played is forgotten. */
export function change(changes: Record<string, string>): void {
  setParameters({ ...changes, play: "", hints: "" }, "solve");
}

/** Changes options in the address as a step of its own, which Back of the browser undoes. */
export function choose(changes: Record<string, string>): void {
  takeStep({ ...changes, play: "", hints: "" }, "solve");
}

/** Returns the query of the options, with those alone that apply to the puzzle and the method; null without a cube. */
export function queryOf(chosen: Options): Query | null {
  if (chosen.scramble.trim() === "") return null;
  const query: Query = { scramble: chosen.scramble, links: true };
  const time = chosen.seconds === null ? {} : { time_ms: Math.round(1000 * chosen.seconds) };
  if (chosen.puzzle === "222") return { ...query, puzzle: "222" };
  if (chosen.puzzle === "444") return { ...query, puzzle: "444", metric: chosen.metric, ...time };
  switch (chosen.method) {
    case "two-phase": {
      const maximum = chosen.maxLength === null ? {} : { max_length: Math.round(chosen.maxLength) };
      return { ...query, method: "two-phase", phases: true, ...maximum, ...time };
    }
    case "thistlethwaite":
      return { ...query, method: "thistlethwaite", phases: true };
    case "optimal":
      return { ...query, method: "optimal", solutions: Math.round(chosen.count), order: "effort" };
    case "beginner":
      return { ...query, method: "beginner", colors: chosen.colors };
    case "cfop":
      return {
        ...query,
        method: "cfop",
        colors: chosen.colors,
        effort: chosen.effort,
        comfort: chosen.isComfortable,
        rotationless: chosen.isRotationless,
      };
  }
}

/** Returns the value if it is one of the known ones, or else the fallback. */
export function oneOf<T extends string>(known: readonly T[], value: string, fallback: T): T {
  return known.find((other) => other === value) ?? fallback;
}

/** Returns the number that a text is, held within the limits; null for no number. */
export function numberIn(text: string, least: number, most: number): number | null {
  const value = Number(text);
  return text.trim() === "" || !Number.isFinite(value) ? null : Math.min(Math.max(value, least), most);
}
