// Files that the page hands over.

/** Returns a value as a field of CSV (RFC 4180), quoted where it must be. */
export function csvField(value: unknown): string {
  const text = value === undefined || value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lets the browser save a text as a file. */
export function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download needs the address only to start.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
