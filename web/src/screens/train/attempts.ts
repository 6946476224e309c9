// The history of the trainee, in the browser's IndexedDB. Every write is complete when its promise resolves.
import { signal } from "@preact/signals";

/** One answer of the trainee. */
export interface Attempt {
  id: string;
  /** The time of the record, in ISO 8601. */
  date: string;
  goal: string;
  /** The stage, as conditions name it. */
  stage: string;
  /** The letters of the bottom colours, or `all`. */
  colors: string;
  condition: string;
  hold: "standard" | "down";
  scramble: string;
  /** The minimum number of moves (HTM). */
  optimum: number;
  /** The number of moves (HTM) of the trainee's answer. */
  length: number;
  /** The moves of the answer with their rotation; empty if only their number was recorded. */
  moves: string;
  /** The inspection time in seconds; null without the clock. */
  inspection: number | null;
}

const STORE = "attempts";

/** All attempts, oldest first; null until they are read. */
export const attempts = signal<Attempt[] | null>(null);

/** Why the history cannot be read, or null. */
export const storageError = signal<string | null>(null);

/** Tells other tabs of the page that the history changed. */
const channel = new BroadcastChannel("cubiform-train");
channel.onmessage = () => void load();

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("cubiform-train", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
    request.onsuccess = () => {
      const database = request.result;
      const forget = () => {
        opened = null;
      };
      database.onversionchange = () => {
        database.close();
        forget();
      };
      database.onclose = forget;
      resolve(database);
    };
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** Runs one transaction, and resolves when it is complete: with a write, when it is stored. */
async function transact<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => () => T): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode, { durability: "strict" });
    const result = work(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(result());
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB"));
  });
}

/** Reads the history. */
export async function load(): Promise<void> {
  try {
    const all = await transact("readonly", (store) => {
      const request = store.getAll();
      return () => request.result as Attempt[];
    });
    attempts.value = all.sort((one, other) => one.date.localeCompare(other.date));
    storageError.value = null;
  } catch (error) {
    storageError.value = String(error);
  }
}

async function changed(): Promise<void> {
  await load();
  channel.postMessage("changed");
}

/** Stores an attempt; one with the same id is replaced. */
export async function save(attempt: Attempt): Promise<void> {
  await transact("readwrite", (store) => {
    store.put(attempt);
    return () => undefined;
  });
  // Without this, a browser short of space may drop the history. It may say no; the attempt is stored all the same.
  void navigator.storage?.persist?.();
  await changed();
}

/** Stores those attempts whose ids are new, all or none of them, and returns their number. */
export async function addMissing(added: readonly Attempt[]): Promise<number> {
  const count = await transact("readwrite", (store) => {
    let stored = 0;
    const request = store.getAllKeys();
    request.onsuccess = () => {
      const known = new Set(request.result);
      for (const attempt of added) {
        if (known.has(attempt.id)) continue;
        known.add(attempt.id);
        store.add(attempt);
        stored++;
      }
    };
    return () => stored;
  });
  await changed();
  return count;
}

/** Deletes one attempt. */
export async function remove(id: string): Promise<void> {
  await transact("readwrite", (store) => {
    store.delete(id);
    return () => undefined;
  });
  await changed();
}

/** Deletes all attempts. */
export async function removeAll(): Promise<void> {
  await transact("readwrite", (store) => {
    store.clear();
    return () => undefined;
  });
  await changed();
}

/** Returns a new id. `crypto.randomUUID` is missing on pages that come over plain HTTP from another machine. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
