// Records that the browser keeps between visits, in its IndexedDB, and that all tabs of the page share.
import { type ReadonlySignal, signal } from "@preact/signals";
import { noteRecords } from "./practised";

/** A record: it has an id, and the time of its making in ISO 8601. */
export interface Kept {
  id: string;
  date: string;
}

const NAME = "cubiform-train";
/** The collections of the database, each with the version of the database that brought it. */
const STORES = { attempts: 1, drills: 2, solves: 2, algorithms: 3, fewest: 4 } as const;
const VERSION = Math.max(...Object.values(STORES));

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const known = request.result.objectStoreNames;
      for (const store of Object.keys(STORES)) {
        if (!known.contains(store)) request.result.createObjectStore(store, { keyPath: "id" });
      }
    };
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

/** The records of one kind. Every change is complete when its promise resolves, and reaches the other tabs of the page. */
export class Collection<T extends Kept> {
  readonly #store: keyof typeof STORES;
  readonly #channel: BroadcastChannel;
  readonly #complete: (stored: T) => T;
  readonly #all = signal<T[] | null>(null);
  readonly #error = signal<string | null>(null);

  /** `complete` adds members that records of earlier versions of the page lack. */
  constructor(store: keyof typeof STORES, complete: (stored: T) => T = (stored) => stored) {
    this.#store = store;
    this.#complete = complete;
    this.#channel = new BroadcastChannel(`${NAME}-${store}`);
    this.#channel.onmessage = () => void this.load();
  }

  /** All records, oldest first; null until they are read. */
  get all(): ReadonlySignal<T[] | null> {
    return this.#all;
  }

  /** The reason why the records cannot be read, or null. */
  get error(): ReadonlySignal<string | null> {
    return this.#error;
  }

  /** Reads the records. */
  async load(): Promise<void> {
    try {
      const stored = await this.#transact("readonly", (store) => {
        const request = store.getAll();
        return () => request.result as T[];
      });
      this.#all.value = stored.map(this.#complete).sort((one, other) => one.date.localeCompare(other.date));
      this.#error.value = null;
      noteRecords(this.#store, stored.length > 0);
    } catch (error) {
      this.#error.value = String(error);
    }
  }

  /** Stores a record; one with the same id is replaced. */
  async save(record: T): Promise<void> {
    await this.#write((store) => store.put(record));
    // Without this, a browser short of space may drop the records. It may say no; the record is stored all the same.
    void navigator.storage?.persist?.();
  }

  /** Stores a record unless a stored one is the same. This is one transaction, so that two calls at the same time store one record. */
  async saveUnless(isSame: (stored: T) => boolean, record: T): Promise<void> {
    await this.#write((store) => {
      const request = store.getAll();
      request.onsuccess = () => {
        if (!(request.result as T[]).map(this.#complete).some(isSame)) store.put(record);
      };
    });
    void navigator.storage?.persist?.();
  }

  /** Stores the records whose ids are new, all or none of them, and returns their number. */
  async addMissing(added: readonly T[]): Promise<number> {
    const count = await this.#transact("readwrite", (store) => {
      let stored = 0;
      const request = store.getAllKeys();
      request.onsuccess = () => {
        const known = new Set(request.result);
        for (const record of added) {
          if (known.has(record.id)) continue;
          known.add(record.id);
          store.add(record);
          stored++;
        }
      };
      return () => stored;
    });
    await this.#changed();
    return count;
  }

  /** Deletes one record. */
  async remove(id: string): Promise<void> {
    await this.#write((store) => store.delete(id));
  }

  /** Deletes all records. */
  async removeAll(): Promise<void> {
    await this.#write((store) => store.clear());
  }

  async #write(work: (store: IDBObjectStore) => void): Promise<void> {
    await this.#transact("readwrite", (store) => {
      work(store);
      return () => undefined;
    });
    await this.#changed();
  }

  async #changed(): Promise<void> {
    await this.load();
    this.#channel.postMessage("changed");
  }

  /** Runs one transaction, and resolves when it is complete: with a write, when it is stored. */
  async #transact<R>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => () => R): Promise<R> {
    const database = await open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(this.#store, mode, { durability: "strict" });
      const result = work(transaction.objectStore(this.#store));
      transaction.oncomplete = () => resolve(result());
      transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB"));
    });
  }
}

/** Returns a new id. `crypto.randomUUID` is missing on pages that come over plain HTTP from another machine. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
