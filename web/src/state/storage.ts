// Values that the browser keeps between visits. Where its storage is blocked, nothing is kept.
import { computed, signal } from "@preact/signals";

/** The names of values for which the storage was too full. */
const unkept = signal<readonly string[]>([]);

/** Whether some values are not kept because the storage is full. */
export const isStorageFull = computed(() => unkept.value.length > 0);

/** Returns a kept value; null if there is none. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a value, if the browser allows it. Otherwise it holds until the page is closed. */
export function keep(name: string, value: string): void {
  const others = unkept.peek().filter((other) => other !== name);
  try {
    localStorage.setItem(name, value);
    if (others.length < unkept.peek().length) unkept.value = others;
  } catch (error) {
    // Blocked storage is a choice of the visitor; full storage is news.
    if (error instanceof DOMException && error.name === "QuotaExceededError") unkept.value = [...others, name];
  }
}
