// The state of the view Scramble: its parameters in the address as options of /v1/scramble.
import { abilities } from "../../api/abilities";
import type { Schemas } from "../../api/client";
import type { paths } from "../../api/schema";
import { parameter } from "../../state/route";
import { numberIn, oneOf } from "./question";

export type EventId = Schemas["ScrambleEvent"];
export type ScrambleQuery = NonNullable<paths["/v1/scramble"]["get"]["parameters"]["query"]>;

export const EVENTS: readonly EventId[] = ["333", "333oh", "333ft", "333bf", "333mbf", "333fm", "222", "444"];
/** Whether scrambles of an event can be drawn, as far as that is known. Those of the 4x4x4 need a solver of its own. */
export const hasEvent = (event: EventId): boolean => event !== "444" || (abilities.value?.four.includes("obtm") ?? true);

export const STATE_KINDS = ["all", "where", "case"] as const;
export type StateKind = (typeof STATE_KINDS)[number];

/** Returns the kinds of states that an event offers: cases are for the 3x3x3 alone, conditions for all its events. */
export function kindsOf(event: EventId): readonly StateKind[] {
  if (event === "222" || event === "444") return ["all"];
  return event === "333" ? STATE_KINDS : ["all", "where"];
}

/** The options of the view. */
export interface ScrambleOptions {
  event: EventId;
  kind: StateKind;
  condition: string;
  caseName: string;
  count: number;
  seed: number | null;
}

/** Returns the options in the address. */
export function scrambleOptions(): ScrambleOptions {
  const event = oneOf(EVENTS, parameter("event"), "333");
  const seed = numberIn(parameter("seed"), 0, Number.MAX_SAFE_INTEGER);
  return {
    event,
    kind: oneOf(kindsOf(event), parameter("states"), "all"),
    condition: parameter("where"),
    caseName: parameter("case"),
    count: Math.round(numberIn(parameter("number"), 1, 100) ?? 5),
    seed: seed === null ? null : Math.round(seed),
  };
}

/** Returns the query of the options; null without a seed, or without the condition or the case that is to hold. */
export function scrambleQuery({ event, kind, condition, caseName, count, seed }: ScrambleOptions): ScrambleQuery | null {
  if (seed === null) return null;
  const query: ScrambleQuery = { event, count, seed };
  if (kind === "where") return condition.trim() === "" ? null : { ...query, where: condition };
  if (kind === "case") return caseName.trim() === "" ? null : { ...query, case: caseName };
  return query;
}

/** Returns a new seed, short enough to be read out. */
export const newSeed = (): string => String(crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000);
