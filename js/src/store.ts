// Tables in the origin's private file system (OPFS), which pages of the same site share. The module checks what is read.

import type { NotKept } from "./messages.js";

const FOLDER = "cubiform-tables-1";

/** Says why a table is not kept. */
class NotKeptError extends Error {
  constructor(readonly code: NotKept["code"], message: string) {
    super(message);
  }
}

/** Returns why a table is not kept, for people and for programs. */
export function notKept(error: unknown): NotKept {
  if (error instanceof NotKeptError) return { code: error.code, message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  // Browsers throw this error when a file exceeds the storage of the site.
  const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
  return { code: isFull ? "storage-full" : "failed", message };
}

async function folder(): Promise<FileSystemDirectoryHandle> {
  if (typeof navigator === "undefined" || navigator.storage?.getDirectory === undefined) {
    throw new NotKeptError("no-storage", "this browser keeps no files for pages");
  }
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
}

/** Returns the file of a table, or null if there is none or files are not kept. */
export async function read(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const handle = await (await folder()).getFileHandle(name);
    return new Uint8Array(await (await handle.getFile()).arrayBuffer());
  } catch {
    // Not there, or not readable: the table is filled again.
    return null;
  }
}

/** Keeps the file of a table. Throws the reason if it cannot be kept; then there is no file of this name. */
export async function write(name: string, image: Uint8Array<ArrayBuffer>): Promise<void> {
  const directory = await folder();
  const handle = await directory.getFileHandle(name, { create: true });
  try {
    if (typeof handle.createWritable === "function") {
      const file = await handle.createWritable();
      await file.write(image);
      await file.close();
    } else {
      // Safari writes only through handles of workers.
      const file = await (handle as unknown as { createSyncAccessHandle(): Promise<SyncFile> }).createSyncAccessHandle();
      try {
        file.truncate(0);
        if (file.write(image, { at: 0 }) !== image.length) throw new NotKeptError("storage-full", "the storage is full");
        file.flush();
      } finally {
        file.close();
      }
    }
  } catch (error) {
    await directory.removeEntry(name).catch(() => {});
    throw error;
  }
}

interface SyncFile {
  truncate(size: number): void;
  write(bytes: Uint8Array, options: { at: number }): number;
  flush(): void;
  close(): void;
}

/** Removes a file, if it is there. */
export async function remove(name: string): Promise<void> {
  await (await folder()).removeEntry(name).catch(() => {});
}

/** Runs `work` while no other page of the site works on the same table. */
export async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (typeof navigator === "undefined" || navigator.locks === undefined) return work();
  return navigator.locks.request(`cubiform ${name}`, work) as Promise<T>;
}
