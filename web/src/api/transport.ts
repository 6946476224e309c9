// The way of requests to their answers: HTTP, to the server of the page. In the static site worker_transport.ts stands in
// for this file.
import { type ReadonlySignal, signal } from "@preact/signals";
import { createQuerySerializer } from "openapi-fetch";
import type { Abilities } from "./abilities";

/** The number of characters of an address above which its query is sent as a body: servers refuse longer addresses. */
const MAX_ADDRESS = 8000;

/** Sends a request. */
export function send(input: Request | string, init?: RequestInit): Promise<Response> {
  const isLong = input instanceof Request && input.method === "GET" && input.url.length > MAX_ADDRESS;
  return isLong ? sendAsBody(input) : fetch(input, init);
}

/** Sends a question with its query as a JSON object. Numbers and switches keep their types. */
function sendAsBody({ url, signal }: Request): Promise<Response> {
  const { origin, pathname, searchParams } = new URL(url);
  const valueOf = (text: string) => (/^(?:true|false|\d{1,9})$/.test(text) ? (JSON.parse(text) as unknown) : text);
  const members = [...searchParams].map(([name, text]) => [name, valueOf(text)]);
  const headers = { "content-type": "application/json" };
  return fetch(origin + pathname, { method: "POST", headers, body: JSON.stringify(Object.fromEntries(members)), signal });
}

/** Writes the options of a request as the query of its address. */
export const writeQuery: (options: Record<string, unknown>) => string = createQuerySerializer();

/** The host to which texts and files go; null if they stay in the browser. */
export const serverHost: string | null = location.host;

/** Makes larger tables. Those of a server are the business of who runs it. */
export const largerTables: ReadonlySignal<(() => Promise<void>) | null> = signal(null);

/** Asks the server what it can answer. */
export async function loadAbilities(): Promise<Abilities> {
  const response = await fetch("/v1/server");
  if (!response.ok) throw new Error(response.statusText);
  return (await response.json()) as Abilities;
}
