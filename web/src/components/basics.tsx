// Small parts that all screens use: swatches, copying, problems, fields.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Color, inkOn } from "../cube/colors";
import { strings } from "../i18n";

export { CheckProblem, LoadFailure, ProblemText } from "./problem";

/** A square of a cube's colour with its letter, and its name for screen readers. */
export function Swatch({ color, isNamed = true }: { color: Color; isNamed?: boolean }) {
  const { common } = strings.value;
  return (
    <>
      <span class="swatch" style={{ background: `var(--cube-${color})`, color: inkOn(color) }} aria-hidden="true">
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

/** A button that copies a text, disabled if there is none. The result is announced beside it, so that the button keeps its name. */
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
    <span class="row copy" ref={frame}>
      <button type="button" disabled={text === ""} onClick={() => void copy()}>
        {label ?? common.copy}
      </button>
      <span role="status" class={result === "failed" ? "note bad" : (result ?? undefined)}>
        {result === "copied" ? common.copied : result === "failed" ? common.notCopied : ""}
      </span>
    </span>
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
