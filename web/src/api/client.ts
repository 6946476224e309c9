// The client of the server: typed by its OpenAPI document, with errors as people read them.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";
import { send, writeQuery } from "./transport";

export type Problem = components["schemas"]["Problem"];
export type Schemas = components["schemas"];

/** The routes. Errors of the server are returned; `ask` turns them into exceptions. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: send, querySerializer: writeQuery });

/** An answer that is an error: its message, and the place in the text that was sent, if it has one. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** Returns the answer of a request, or throws its problem. */
export async function ask<T>(request: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await request;
  if (response.ok && data !== undefined) return data;
  throw new ProblemError(asProblem(error, response));
}

/** Returns an error as a problem, also if something other than the server sent it. */
export function asProblem(error: unknown, response: Response): Problem {
  if (typeof error === "object" && error !== null && "detail" in error) return error as Problem;
  return { type: "about:blank", title: response.statusText, status: response.status, code: "no-answer", detail: `HTTP ${response.status}` };
}

/**
 * Yields the rows of a batch as they arrive. A batch that ends early throws its problem. Leaving the loop over the rows
 * closes the stream, which ends the search of the server.
 */
export async function* batch<T>(url: string, body: BodyInit, type: string, signal: AbortSignal): AsyncGenerator<Awaited<T>> {
  const response = await send(url, { method: "POST", body, headers: { "content-type": type }, signal });
  if (!response.ok || response.body === null) {
    throw new ProblemError(asProblem(await response.json().catch(() => null), response));
  }
  // Read without a stream in between, which would drop the last rows if the connection breaks behind them.
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line === "") continue;
        const row = JSON.parse(line) as T & { problem?: Problem };
        if (row.problem !== undefined && row.problem !== null) throw new ProblemError(row.problem);
        yield row as Awaited<T>;
      }
      if (done) return;
    }
  } finally {
    // A stream that is broken already says so again; the error before is the reason.
    await reader.cancel().catch(() => undefined);
  }
}
