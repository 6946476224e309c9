// The client of the static site: the tables that it makes, and their state.
import { effect, signal } from "@preact/signals";
import { Client, SETS, type Status, type TableSet } from "cubiform";
import { keep, kept } from "../state/storage";

export const TABLE_SETS: readonly TableSet[] = ["none", "small", "medium", "large"];

const chosen = TABLE_SETS.find((set) => set === kept("tables"));

/** The tables to make beside the first ones. */
export const tableSet = signal<TableSet>(chosen ?? "small");

/** Whether to ask for large tables: once, and not on phones and tablets. */
export const isQuestionOpen = signal(chosen === undefined && matchMedia("(pointer: fine)").matches);

/** The state of the tables. */
export const status = signal<Status>({ open: [], building: null, bytes: 0, notKept: null, loading: null });

export const client = new Client({
  tables: tableSet.peek(),
  // The service worker of an earlier visit has all files.
  quickStart: navigator.serviceWorker?.controller == null,
  onStatus: (changed) => {
    status.value = changed;
  },
});

/** Chooses the tables, for later visits too. */
export function chooseTables(set: TableSet): void {
  keep("tables", set);
  isQuestionOpen.value = false;
  tableSet.value = set;
  client.useTables(set);
  // Without the permission the browser may remove the tables when it runs out of space. Then they are made again.
  if (set === "medium" || set === "large") void navigator.storage?.persist?.().catch(() => false);
}

/** Lets a client open the tables that are stored, and make the others: it does so after its first answer. */
export const warmUp = (client: Client): Promise<unknown> => client.ask({ operation: "analyze", scramble: "R", goal: "std", stages: "cross" });

/** Chooses the tables, and waits until they are made or cannot be. */
export async function makeTables(set: TableSet): Promise<void> {
  chooseTables(set);
  await warmUp(client);
  await new Promise<void>((resolve) => {
    const dispose = effect(() => {
      const { open, building, notKept } = status.value;
      const isMade = SETS[set].every((name) => open.includes(name));
      if (!isMade && (building !== null || notKept === null)) return;
      resolve();
      queueMicrotask(() => dispose());
    });
  });
}
