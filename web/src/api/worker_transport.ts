// The way of requests to their answers without a server: workers of the browser. The static site has it instead of
// transport.ts. Requests and responses are those of the server, so that the rest of the page is the same.
import { computed } from "@preact/signals";
import { type AskOptions, Client, CubiformError, OPERATIONS, type Request as Question } from "cubiform";
import { client, makeTables, tableSet, warmUp } from "../site/client";
import type { Abilities } from "./abilities";
import type { Problem } from "./client";

/** The server that answers what the browser has no tables or no memory for; empty for none. A choice of the build. */
const SERVER = (import.meta.env["VITE_SERVER"] as string | undefined) ?? "";

export const serverHost: string | null = SERVER === "" ? null : new URL(SERVER).host;

/** Makes tables that answer many cubes faster than the present ones; null if there are none. */
export const largerTables = computed(() => (tableSet.value === "none" || tableSet.value === "small" ? () => makeTables("medium") : null));

/**
 * Returns what the workers and the server behind them can answer. Workers fill the tables of every goal; those of optimal
 * solutions and of the 4x4x4 are too large for a browser.
 */
export async function loadAbilities(): Promise<Abilities> {
  const own: Abilities = { version: __VERSION__, goals: null, preparing: [], four: [], optimal: false };
  if (SERVER === "") return own;
  const response = await fetch(`${SERVER}/v1/server`);
  return response.ok ? { ...((await response.json()) as Abilities), version: __VERSION__, goals: null, preparing: [] } : own;
}

/** Writes the options as JSON, so that numbers stay numbers. */
export const writeQuery = (options: Record<string, unknown>): string => encodeURIComponent(JSON.stringify(options));

/** A request as the engine takes it. */
interface Asked {
  question: Question;
  /** Whether the answer is rows. */
  isBatch: boolean;
  /** Whether it may take minutes, during which other questions must be answered. */
  isLong: boolean;
}

/** Sends a request to a worker. */
export async function send(input: Request | string, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { signal } = request;
  const asked = await read(request);
  try {
    return await (asked.isBatch ? rows(asked, signal) : document(asked, signal));
  } catch (error) {
    if (signal.aborted) throw error;
    const problem = problemOf(error);
    if (SERVER !== "" && isForServer(problem)) return forward(asked.question, signal);
    return Response.json(problem, { status: problem.status, headers: { "content-type": "application/problem+json" } });
  }
}

async function read(request: Request): Promise<Asked> {
  const url = new URL(request.url);
  const path = url.pathname.slice("/v1/".length);
  // The engine refuses a path that is no operation.
  const operation = (Object.entries(OPERATIONS).find(([, known]) => known.path === path)?.[0] ?? path) as Question["operation"];
  const options = (url.search === "" ? {} : JSON.parse(decodeURIComponent(url.search.slice(1)))) as object;
  const body = request.method === "POST" ? await request.text() : "";
  if (body !== "" && request.headers.get("content-type")?.startsWith("application/json") !== true) {
    return { question: { operation, ...options, input: body }, isBatch: true, isLong: true };
  }
  const { scrambles, ...members } = (body === "" ? {} : JSON.parse(body)) as { scrambles?: string[] };
  const question = { operation, ...options, ...members };
  if (scrambles === undefined) return { question, isBatch: false, isLong: operation === "distribution" || (operation === "algorithms" && !("alg" in question)) };
  const lines = scrambles.map((scramble) => JSON.stringify({ scramble }));
  return { question: { ...question, input: lines.join("\n") }, isBatch: true, isLong: false };
}

/** Asks the client of the page, or for what is long one of its own, which has another worker. */
async function ask({ question, isLong }: Asked, options: AskOptions): Promise<unknown> {
  if (!isLong) return client.ask(question, options);
  const own = new Client({ tables: tableSet.peek() });
  try {
    if ("input" in question) await warmUp(own);
    return await own.ask(question, options);
  } finally {
    own.close();
  }
}

async function document(asked: Asked, signal: AbortSignal): Promise<Response> {
  return Response.json(await ask(asked, { signal }));
}

/** Answers with lines of JSON, as soon as there is one. What fails later is the last line, as in answers of the server. */
function rows(asked: Asked, signal: AbortSignal): Promise<Response> {
  const control = new AbortController();
  signal.addEventListener("abort", () => control.abort(signal.reason), { once: true });
  const encoder = new TextEncoder();
  return new Promise((resolve, reject) => {
    let isStarted = false;
    let stream: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller;
      },
      cancel: (reason) => control.abort(reason),
    });
    const start = () => {
      isStarted = true;
      resolve(new Response(body, { headers: { "content-type": "application/x-ndjson" } }));
    };
    const write = (row: unknown) => {
      if (!isStarted) start();
      if (!control.signal.aborted) stream.enqueue(encoder.encode(`${JSON.stringify(row)}\n`));
    };
    ask(asked, { signal: control.signal, onRow: write }).then(
      () => {
        if (!isStarted) start();
        stream.close();
      },
      (error: unknown) => {
        if (!isStarted) return reject(error as Error);
        if (signal.aborted) return stream.error(error);
        // Nobody reads a stream that was cancelled.
        if (control.signal.aborted) return;
        write({ problem: problemOf(error) });
        stream.close();
      },
    );
  });
}

/** Returns whether a server with more memory and other tables may have an answer. */
const isForServer = ({ code }: Problem): boolean => code === "table-not-built" || code === "too-expensive";

async function forward({ operation, ...members }: Question, signal: AbortSignal): Promise<Response> {
  const { path } = OPERATIONS[operation];
  const { input, ...options } = members as { input?: string };
  if (input === undefined) {
    const headers = { "content-type": "application/json" };
    return fetch(`${SERVER}/v1/${path}`, { method: "POST", headers, body: JSON.stringify(options), signal });
  }
  const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]));
  return fetch(`${SERVER}/v1/${path}?${query.toString()}`, { method: "POST", headers: { "content-type": "text/plain" }, body: input, signal });
}

/** Status, type and title by the kind of a problem, as the server has them. */
const KINDS = {
  usage: [400, "bad-request", "The request cannot be read"],
  unanswerable: [422, "unanswerable", "The request has no answer"],
  table: [500, "internal", "The browser failed"],
  cancelled: [500, "internal", "The browser failed"],
  internal: [500, "internal", "The browser failed"],
} as const;

/** Returns an error as the problem document of the server. */
function problemOf(error: unknown): Problem {
  if (!(error instanceof CubiformError)) {
    const [status, type, title] = KINDS.internal;
    return { type: `/problems/${type}`, title, status, code: type, detail: error instanceof Error ? error.message : String(error) };
  }
  const { kind, ...rest } = error.problem;
  const [status, type, title] = KINDS[kind];
  const isTooExpensive = rest.code === "too-expensive";
  return { ...rest, type: `/problems/${isTooExpensive ? rest.code : type}`, title, status } as Problem;
}
