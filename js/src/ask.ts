// The client that the functions share, and the types of their options and answers.
import { type AskOptions, Client, type ClientOptions, type TableSet } from "./client.js";
import type { Operation } from "./operations.js";
import type { operations } from "./schema.js";

/** The members of a request: those of its query, or of its body if the operation has no query. */
type Members<Name extends keyof operations> = operations[Name] extends { requestBody: { content: { "application/json": infer Body } } }
  ? Partial<Body>
  : operations[Name] extends { parameters: { query?: infer Query } }
    ? NonNullable<Query>
    : never;
/** The options of an operation without the members that have arguments of their own. */
export type Options<Name extends keyof operations, Own extends keyof Members<Name> = never> = Omit<Members<Name>, Own> & Pick<AskOptions, "signal">;

/** The answer of an operation: the document of the server. */
export type Answer<Name extends keyof operations> = operations[Name] extends { responses: { 200: { content: { "application/json": infer Document } } } } ? Document : never;

let shared: Client | null = null;

/** Returns the client that the functions share, with other options from the first call on. */
export function client(options?: ClientOptions): Client {
  shared ??= new Client(options);
  return shared;
}

/** Chooses the tables that are made beside the answers. */
export function useTables(set: TableSet): void {
  client().useTables(set);
}

/** Asks the shared client. `members` has the members of the request, and the signal. */
export function ask<Document>(operation: Operation, members: object): Promise<Document> {
  const { signal, ...rest } = members as { signal?: AbortSignal };
  return client().ask({ operation, ...rest }, { signal }) as Promise<Document>;
}
