// The last session, kept in this browser (IndexedDB), so that it is there at the next visit.
import type { Found, Source } from "./run";
import type { Export } from "./cstimer";

/** A session with what was found in it so far. A file is kept as its text. */
export interface Kept {
  source: Omit<Source, "body"> & { body: string };
  goal: string;
  isShort: boolean;
  export: Export | null;
  found: Omit<Found, "source" | "export">;
  /** How far the analysis is; missing in sessions of earlier versions of the page, which are whole. */
  progress?: { state: "running" | "cancelled" | "done"; pass: 1 | 2; done: number };
}

const [DATABASE, STORE, KEY] = ["cubiform-session", "last", "session"];

/** Runs a request on the store. What it writes is stored when the promise resolves. */
async function ask<T>(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await promised<IDBDatabase>(() => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    return opening;
  });
  try {
    const transaction = database.transaction(STORE, mode);
    const completed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB"));
    });
    const [result] = await Promise.all([promised(() => request(transaction.objectStore(STORE))), completed]);
    return result;
  } finally {
    database.close();
  }
}

const promised = <T>(start: () => IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const request = start();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });

/** Returns the last session; null if there is none, or the browser keeps nothing. */
export const lastSession = (): Promise<Kept | null> =>
  ask<Kept | undefined>("readonly", (store) => store.get(KEY) as IDBRequest<Kept | undefined>).then(
    (kept) => kept ?? null,
    () => null,
  );

/** The newest change, which waits for those before it. */
let changed: Promise<unknown> = Promise.resolve();

/** Changes the store after all earlier changes. Where the browser does not allow it, nothing is kept. */
async function change(request: (store: IDBObjectStore) => IDBRequest): Promise<void> {
  changed = changed.then(() => ask("readwrite", request)).catch(() => undefined);
  await changed;
}

/** Keeps a session in place of the one before. */
export const keepSession = (session: Kept): Promise<void> => change((store) => store.put(session, KEY));

/** Forgets the last session. */
export const forgetSession = (): Promise<void> => change((store) => store.delete(KEY));
