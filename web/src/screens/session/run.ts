// The analysis of a session: what is analysed, and the rows as they arrive. It goes on while other screens are shown.
import { signal } from "@preact/signals";
import { asProblemError } from "../../api/answer";
import { api, ask, batch, ProblemError, type Schemas } from "../../api/client";
import { writeQuery } from "../../api/transport";

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
}

export interface Progress {
  state: "none" | "running" | "done" | "cancelled" | "failed";
  seconds: number;
  problem: ProblemError | null;
}

export const source = signal<Source | null>(null);
export const found = signal<Found | null>(null);
export const progress = signal<Progress>({ state: "none", seconds: 0, problem: null });
/** The text in the box. */
export const draft = signal("");

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

async function run(from: Source, goal: string, isShort: boolean, signal: AbortSignal): Promise<void> {
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  const rows: Row[] = [];
  const bad: BadRow[] = [];
  let stages: readonly Stage[] = [];
  const publish = (state: Progress["state"], problem: ProblemError | null = null) => {
    // Another analysis has begun.
    if (signal !== control.signal) return;
    if (rows.length + bad.length > 0) found.value = { source: from, goal, stages, rows, bad };
    progress.value = { state, seconds: seconds(), problem };
  };
  publish("running");
  try {
    stages = await stagesOf(goal, isShort, signal);
    const query = { goal, colors: "all", ...(isShort && { stages: stages.map((stage) => stage.label).join(",") }) };
    const url = `/v1/analyze?${writeQuery(query)}`;
    let published = 0;
    for await (const row of batch<Row | BadRow>(url, from.body, "text/plain", signal)) {
      if ("error" in row) bad.push(row);
      else rows.push(row);
      // The figures of a long session take longer to draw, so they are drawn less often.
      const pause = rows.length < 5000 ? 0.15 : 1;
      if (seconds() - published < pause) continue;
      publish("running");
      published = seconds();
    }
    publish("done");
  } catch (error) {
    if (signal.aborted) publish("cancelled");
    else publish("failed", asProblemError(error));
  }
}

/** Returns the stages that are analysed, or throws the error of a goal. */
async function stagesOf(goal: string, isShort: boolean, signal: AbortSignal): Promise<readonly Stage[]> {
  const checked = await ask(api.GET("/v1/goals/check", { params: { query: { goal } }, signal }));
  if (checked.error) {
    const { message, column, code } = checked.error;
    const position = { parameter: "goal", line: 1, column };
    throw new ProblemError({ type: "about:blank", title: goal, status: 400, code, detail: message, position });
  }
  return isShort ? checked.stages.slice(0, 2) : checked.stages;
}
