// The messages between a client and its workers.
import type { Event } from "./module.js";

/**
 * The way in which a client ends a call that runs: a flag in shared memory; a message, for a module that can wait for one; or an address that
 * it revokes.
 */
export type Cancellation = { flag: SharedArrayBuffer } | { isMessage: true } | { address: string };

/** Why a table is not kept for the next visit. */
export interface NotKept {
  /** `no-storage`: the browser keeps no files for pages. `storage-full`: there is no room. `failed`: see the message. */
  code: "no-storage" | "storage-full" | "failed";
  /** For people, in English, or in the browser's words. */
  message: string;
}

/** A message to a worker. The first one has the compiled module. */
export type Command =
  | { type: "start"; module: WebAssembly.Module }
  | { type: "answer"; id: number; request: string; cancellation: Cancellation }
  /** Opens tables that are stored, and fills and stores the others if `fills`. Answered by their names. */
  | { type: "prepare"; id: number; names: readonly string[]; fills: boolean; cancellation: Cancellation }
  /** Reads a table from the store, or fills and stores it. Answered by its image. */
  | { type: "build"; id: number; name: string; cancellation: Cancellation }
  | { type: "open"; id: number; image: Uint8Array<ArrayBuffer> }
  /** Ends the call of that command. */
  | { type: "cancel"; id: number };

/** A message from a worker: an event of a call, its end, or its failure, after which the worker cannot be used. */
export type Report =
  | { id: number; event: Event }
  | { id: number; done: true; bytes: number }
  | { id: number; notKept: NotKept }
  | { id: number; failed: string };
