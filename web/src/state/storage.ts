// Values that the browser keeps between visits. Where its storage is blocked, nothing is kept.

/** Returns a kept value; null if there is none. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a value, if the browser allows it. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The value holds until the page is closed.
  }
}
