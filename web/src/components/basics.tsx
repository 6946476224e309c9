// Small parts that all screens use: swatches, copying, problems, fields.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ProblemError } from "../api/client";
import type { Color } from "../cube/colors";
import { strings } from "../i18n";

/** A square of a cube's colour with its letter, and its name for screen readers. */
export function Swatch({ color, isNamed = true }: { color: Color; isNamed?: boolean }) {
  const { common } = strings.value;
  return (
    <>
      <span class="swatch" style={{ background: `var(--cube-${color})`, color: `var(--ink-${color})` }} aria-hidden="true">
        {common.letters[color]}
      </span>
      {isNamed && <span class="hidden">{common.colors[color]}</span>}
    </>
  );
}

/**
 * Copies a text with a hidden field inside an element, and returns whether that worked. Browsers offer their clipboard only to
 * pages from the same machine or over https.
 */
function copyFromField(text: string, within: HTMLElement): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "hidden";
  within.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

/** Copies a text, and returns whether that worked. */
async function copyText(text: string, within: HTMLElement): Promise<boolean> {
  try {
    // Undefined over http from another machine.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard === undefined) return copyFromField(text, within);
    await clipboard.writeText(text);
    return true;
  } catch {
    return copyFromField(text, within);
  }
}

/** A button that copies a text. The result is announced beside it, so that the button keeps its name. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const [result, setResult] = useState<"copied" | "failed" | null>(null);
  const frame = useRef<HTMLSpanElement>(null);
  const { common } = strings.value;
  useEffect(() => {
    if (result === null) return;
    const timer = setTimeout(() => setResult(null), result === "copied" ? 1500 : 6000);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    if (frame.current !== null) setResult((await copyText(text, frame.current)) ? "copied" : "failed");
  };
  return (
    <span class="copy" ref={frame}>
      <button type="button" onClick={() => void copy()}>
        {label ?? common.copy}
      </button>
      <span role="status" class={result ?? undefined}>
        {result === "copied" ? common.copied : result === "failed" ? common.notCopied : ""}
      </span>
    </span>
  );
}

/** The message that a part of the page could not be loaded, with a button that loads the page again. */
export function LoadFailure({ error }: { error: unknown }) {
  const { common } = strings.value;
  return (
    <div class="problem" role="alert">
      <p>{common.notLoaded}</p>
      <p class="quiet">{error instanceof Error ? error.message : String(error)}</p>
      <button type="button" onClick={() => location.reload()}>
        {common.reload}
      </button>
    </div>
  );
}

/**
 * An error, as the server words it, or as the browser does if the server does not answer. With the text that was sent, the place of the error is marked in it. `id` lets the input
 * name it as its description.
 */
export function ProblemText({ error, text, id }: { error: ProblemError; text?: string; id?: string }) {
  const { common } = strings.value;
  const { detail, status, title, position } = error.problem;
  const isUnanswered = status === 0 && title === "No answer";
  const line = text?.split("\n")[(position?.line ?? 1) - 1];
  const column = position?.column;
  return (
    <div class="problem" role="alert" id={id}>
      {isUnanswered ? [common.noServer, detail].filter((text) => text !== "").join(" ") : detail}
      {line !== undefined && column !== undefined && column !== null && (
        <pre class="marked">
          {line.slice(0, column - 1)}
          <mark>{line.slice(column - 1, column) || " "}</mark>
          {line.slice(column)}
        </pre>
      )}
    </div>
  );
}

/** A control with its label above. */
export function Field({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}
