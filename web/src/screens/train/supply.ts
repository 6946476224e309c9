// Scrambles under a condition, for a hold; the next one is drawn before it is needed.
import { api, ask, batch, type Schemas } from "../../api/client";
import { joined, type Hold } from "./options";

/** A kind of scrambles: the condition, empty for none, and the hold they are written for. */
export interface Wanted {
  condition: string;
  hold: Hold | null;
}

export interface Draw extends Wanted {
  count: number;
  /** Makes the draw repeatable. */
  seed?: number;
}

export const keyOf = ({ condition, hold }: Wanted): string => JSON.stringify([condition, hold?.rotation ?? null]);

/** Draws scrambles: random states that meet the condition. */
export async function draw({ condition, hold, count, seed }: Draw, signal: AbortSignal): Promise<string[]> {
  const query = { count, ...(condition !== "" && { where: condition }), ...(seed !== undefined && { seed }) };
  const answers = await ask(api.GET("/v1/scramble", { params: { query }, signal }));
  const scrambles = answers.map(({ scramble }) => scramble);
  return hold === null || hold.rotation === "" ? scrambles : rewritten(scrambles, hold, signal);
}

/**
 * Rewrites scrambles for another hold: the cube is rotated first, and comes to the same state in that hold. The server
 * finds them, as scrambles of the state that the inverse rotation and the moves lead to, with the rotation at the end.
 */
async function rewritten(scrambles: string[], hold: Hold, signal: AbortSignal): Promise<string[]> {
  const body = JSON.stringify({ scrambles: scrambles.map((scramble) => joined(hold.inverse, scramble)), inverse: true });
  const found: string[] = [];
  for await (const row of batch<Schemas["SolutionRow"]>("/v1/solve", body, "application/json", signal)) {
    if (!("solution" in row) || typeof row.solution !== "string") throw new Error(row.error ?? "");
    const ending = "rotation" in row && typeof row.rotation === "string" ? row.rotation : "";
    found.push(row.solution.slice(0, row.solution.length - ending.length).trim());
  }
  return found;
}

interface Prepared {
  key: string;
  scramble: Promise<string>;
  /** The scramble once it is there. */
  ready: string | null;
  control: AbortController;
}

let prepared: Prepared | null = null;

async function drawOne(wanted: Wanted, signal: AbortSignal): Promise<string> {
  const [scramble] = await draw({ ...wanted, count: 1 }, signal);
  return scramble!;
}

/** Starts to draw the next scramble, unless that is done. One for another condition is abandoned. */
export function prepare(wanted: Wanted): void {
  const key = keyOf(wanted);
  if (prepared?.key === key) return;
  prepared?.control.abort();
  const control = new AbortController();
  const next: Prepared = { key, scramble: drawOne(wanted, control.signal), ready: null, control };
  prepared = next;
  next.scramble.then(
    (scramble) => {
      next.ready = scramble;
    },
    () => {
      // The problem is shown when the scramble is asked for, and drawn again.
      if (prepared === next) prepared = null;
    },
  );
}

/** Abandons the next scramble unless it is there already. */
export function abandon(): void {
  if (prepared === null || prepared.ready !== null) return;
  prepared.control.abort();
  prepared = null;
}

/** Returns the next scramble if it is there already; it is used up. */
export function takeReady(wanted: Wanted): string | null {
  if (prepared === null || prepared.key !== keyOf(wanted) || prepared.ready === null) return null;
  const { ready } = prepared;
  prepared = null;
  return ready;
}

/** Returns the next scramble. */
export async function take(wanted: Wanted, signal: AbortSignal): Promise<string> {
  if (prepared?.key !== keyOf(wanted)) return drawOne(wanted, signal);
  const { scramble, control } = prepared;
  prepared = null;
  signal.addEventListener("abort", () => control.abort());
  const taken = await scramble;
  signal.throwIfAborted();
  return taken;
}
