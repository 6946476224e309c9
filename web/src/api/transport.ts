// The way of requests to their answers: HTTP, to the server of the page. In the static site worker_transport.ts stands in
// for this file.
import { createQuerySerializer } from "openapi-fetch";

/** Sends a request. */
export const send = (input: Request | string, init?: RequestInit): Promise<Response> => fetch(input, init);

/** Writes the options of a request as the query of its address. */
export const writeQuery: (options: Record<string, unknown>) => string = createQuerySerializer();

/** Whether optimal solutions and the 4x4x4, which need tables of up to gigabytes, are offered. */
export const hasLargeTables: boolean = true;

/** The host to which texts and files go; null if they stay in the browser. */
export const serverHost: string | null = location.host;
