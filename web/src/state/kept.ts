// Choices that the browser keeps between visits, as signals that all tabs of the page share.
import { type Signal, signal } from "@preact/signals";
import { keep, kept } from "./storage";

/**
 * Returns a signal whose value is kept under a name, as JSON. `read` checks what was kept, which may be of another version of the page,
 * and returns the value to begin with for null.
 */
export function keptSignal<T>(name: string, read: (stored: unknown) => T): Signal<T> {
  const parsed = (text: string | null): unknown => {
    try {
      return text === null ? null : (JSON.parse(text) as unknown);
    } catch {
      return null;
    }
  };
  let text = kept(name) ?? JSON.stringify(read(null));
  const value = signal(read(parsed(text)));
  value.subscribe((changed) => {
    const written = JSON.stringify(changed);
    // A value that was read, or that another tab wrote, is not written again.
    if (written !== text) keep(name, (text = written));
  });
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== name) return;
    text = newValue ?? JSON.stringify(read(null));
    value.value = read(parsed(newValue));
  });
  return value;
}

/** Returns the members of a kept object; none of anything else. */
export const membersOf = (stored: unknown): Record<string, unknown> =>
  typeof stored === "object" && stored !== null && !Array.isArray(stored) ? (stored as Record<string, unknown>) : {};
