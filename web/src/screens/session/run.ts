// The analysis of a session: what is analysed, and the rows as they arrive. It goes on while other screens are shown.
import { signal } from "@preact/signals";
import { asProblemError } from "../../api/answer";
import { api, ask, batch, ProblemError, type Schemas } from "../../api/client";
import { writeQuery } from "../../api/transport";
import { type Export, exportOf } from "./cstimer";
import { keepSession, lastSession } from "./last";

export type Stage = Schemas["CheckedStage"];
export type BadRow = Schemas["BadRow"];
/** An analysed scramble, with the columns of a session that its file had. */
export type Row = Schemas["AnalysisRow"] & {
  scramble?: string;
  facelets?: string;
  time_ms?: number;
  penalty?: string;
  session?: string;
  event?: string;
};

/** A text to analyse. A file is sent as it is. */
export interface Source {
  kind: "text" | "file" | "example";
  name: string;
  body: string | File;
}

/** The rows found so far. The lists grow while the analysis runs; each time there is more, the object is a new one. */
export interface Found {
  source: Source;
  goal: string;
  stages: readonly Stage[];
  rows: readonly Row[];
  bad: readonly BadRow[];
  /** The sessions of the file, if csTimer wrote it. */
  export: Export | null;
}

/**
 * How far an analysis is. The first stages of all scrambles come first, since they take a hundredth of the time: `done` counts the
 * scrambles of the second pass, which has the others.
 */
export interface Progress {
  state: "none" | "running" | "done" | "cancelled" | "failed";
  /** The pass, from 1. */
  pass: 1 | 2;
  /** The scrambles that the pass has answered. */
  done: number;
  seconds: number;
  /** The scrambles that the pass had answered when its time began. */
  since?: number;
  problem: ProblemError | null;
}

export const source = signal<Source | null>(null);
export const found = signal<Found | null>(null);
export const progress = signal<Progress>({ state: "none", pass: 1, done: 0, seconds: 0, problem: null });
/** The text in the box. */
export const draft = signal("");

/** The number of stages of the first pass. */
const QUICK = 2;
/** The number of scrambles of a long session. */
const LONG = 5000;
/** The time between two times that an analysis which runs is kept, in milliseconds; a long session takes longer to write. */
const [KEEP_PAUSE, LONG_KEEP_PAUSE] = [2000, 30_000];

/** The question of the newest analysis, so that the same one does not start again when the screen is shown again. */
let asked: { source: Source; goal: string; isShort: boolean } | null = null;
let control = new AbortController();

/** Ends the analysis; what has been found stays. */
export const cancel = (): void => control.abort();

/** Analyses a text, unless that is what runs or has been done. */
export function analyze(from: Source, goal: string, isShort: boolean): void {
  if (asked !== null && asked.source === from && asked.goal === goal && asked.isShort === isShort) return;
  asked = { source: from, goal, isShort };
  source.value = from;
  control.abort();
  control = new AbortController();
  void run(from, goal, isShort, control.signal);
}

/** Goes on with an analysis that was ended, or begins it again if it has found nothing. */
export function resume(): void {
  if (asked === null) return;
  const { source: from, goal, isShort } = asked;
  const { pass, done } = progress.peek();
  const known = found.peek();
  control.abort();
  control = new AbortController();
  void run(from, goal, isShort, control.signal, known?.source === from && pass === 2 ? { known, done } : null);
}

/**
 * Shows the session that the browser has kept, if nothing else is shown, and goes on with its analysis. Returns whether there is a session
 * then. What has been found is not asked for again.
 */
export async function showLast(goal: string, isShort: boolean): Promise<boolean> {
  const kept = await lastSession();
  if (asked !== null) return true;
  if (kept === null) return false;
  const from: Source = kept.source;
  const { state, pass, done } = kept.progress ?? { state: "done", pass: 2, done: kept.found.rows.length };
  if (kept.goal !== goal || kept.isShort !== isShort || (pass === 1 && state !== "done")) {
    analyze(from, goal, isShort);
    return true;
  }
  asked = { source: from, goal, isShort };
  source.value = from;
  found.value = { ...kept.found, source: from, export: kept.export };
  progress.value = { state, pass, done, seconds: 0, problem: null };
  if (state === "running") resume();
  return true;
}

/** Removes the session from the screen. */
export function clear(): void {
  control.abort();
  asked = null;
  source.value = null;
  found.value = null;
  progress.value = { state: "none", pass: 1, done: 0, seconds: 0, problem: null };
}

/** What an analysis goes on with: the scrambles with their first stages, of which the first `done` have the later ones, too. */
interface Begun {
  known: Found;
  done: number;
}

async function run(from: Source, goal: string, isShort: boolean, signal: AbortSignal, begun: Begun | null = null): Promise<void> {
  const rows: Row[] = [...(begun?.known.rows ?? [])];
  const bad: BadRow[] = [...(begun?.known.bad ?? [])];
  // All stages of the goal, and those that are analysed.
  let all: readonly Stage[] = [];
  let stages: readonly Stage[] = begun?.known.stages ?? [];
  let exported: Export | null = begun?.known.export ?? null;
  let pass: 1 | 2 = begun === null ? 1 : 2;
  let done = begun?.done ?? 0;
  let start = performance.now();
  let keptAt = -Infinity;
  const seconds = () => (performance.now() - start) / 1000;
  const publish = (state: Progress["state"], problem: ProblemError | null = null) => {
    // Another analysis has begun.
    if (signal !== control.signal) return;
    if (rows.length + bad.length > 0) found.value = { source: from, goal, stages, rows, bad, export: exported };
    progress.value = { state, pass, done, seconds: seconds(), since: begun?.done ?? 0, problem };
  };
  /** Keeps the session as it is now. The example is there anyway. */
  const keep = async (state: "running" | "cancelled" | "done") => {
    keptAt = performance.now();
    if (from.kind === "example" || rows.length === 0) return;
    const body = typeof from.body === "string" ? from.body : await from.body.text();
    // Another analysis has begun, or the session is forgotten.
    if (signal !== control.signal || source.peek() !== from) return;
    const found = { goal, stages, rows: [...rows], bad: [...bad] };
    await keepSession({ source: { ...from, body }, goal, isShort, export: exported, found, progress: { state, pass, done } });
  };
  /** Asks for some stages of all scrambles in a body. */
  const ask = async (body: Source["body"], asked: readonly Stage[], take: (row: Row | BadRow) => void) => {
    const query = { goal, colors: "all", ...(asked.length < all.length && { stages: asked.map((stage) => stage.label).join(",") }) };
    let published = 0;
    for await (const row of batch<Row | BadRow>(`/v1/analyze?${writeQuery(query)}`, body, "text/plain", signal)) {
      take(row);
      if (performance.now() - keptAt > (rows.length < LONG ? KEEP_PAUSE : LONG_KEEP_PAUSE)) void keep("running");
      // The figures of a long session take longer to draw, so they are drawn less often.
      const pause = rows.length < LONG ? 0.15 : 1;
      if (seconds() - published < pause) continue;
      publish("running");
      published = seconds();
    }
  };
  publish("running");
  try {
    [all, exported] = await Promise.all([stagesOf(goal, signal), exportOf(from)]);
    stages = isShort ? all.slice(0, QUICK) : all;
    if (pass === 1) {
      await ask(from.body, stages.slice(0, QUICK), (row) => {
        if ("error" in row) bad.push(row);
        else rows.push(row);
        done = rows.length;
      });
    }
    const later = stages.slice(QUICK);
    if (later.length > 0 && rows.length > 0) {
      if (pass === 1) [pass, done, start] = [2, 0, performance.now()];
      publish("running");
      await keep("running");
      const body = done === 0 ? from.body : linesOf(rows.slice(done));
      await ask(body, later, (row) => {
        if ("error" in row) return;
        const first = rows[done]!;
        rows[done] = { ...first, stages: { ...first.stages, ...row.stages }, best: { ...first.best, ...row.best }, nodes: first.nodes + row.nodes };
        done += 1;
      });
    }
    // Before the end is shown: from then on the session is there after a reload.
    await keep("done");
    publish("done");
  } catch (error) {
    // A reload ends the answer, too; then the next visit goes on.
    await keep(signal.aborted ? "cancelled" : "running");
    if (signal.aborted) publish("cancelled");
    else publish("failed", asProblemError(error));
  }
}

/** Returns cubes that were read, one a line, as an input of their own. */
const linesOf = (rows: readonly Row[]): string =>
  rows.map(({ scramble, facelets }) => JSON.stringify(scramble === undefined ? { facelets } : { scramble })).join("\n");

/** Returns the stages of a goal, or throws its error. */
async function stagesOf(goal: string, signal: AbortSignal): Promise<readonly Stage[]> {
  const checked = await ask(api.GET("/v1/goals/check", { params: { query: { goal } }, signal }));
  if (checked.error) {
    const { message, column, code } = checked.error;
    const position = { parameter: "goal", line: 1, column };
    throw new ProblemError({ type: "about:blank", title: goal, status: 400, code, detail: message, position });
  }
  return checked.stages;
}
