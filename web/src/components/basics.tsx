// Small parts that all screens use: swatches, copying, problems, fields.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { ProblemError } from "../api/client";
import type { Color } from "../cube/colors";
import { strings } from "../i18n";

/** A square of a cube's colour, with its name for those who do not see it. */
export function Swatch({ color, isNamed = true }: { color: Color; isNamed?: boolean }) {
  return (
    <>
      <span class="swatch" style={{ background: `var(--cube-${color})` }} aria-hidden="true" />
      {isNamed && <span class="hidden">{strings.value.common.colors[color]}</span>}
    </>
  );
}

/** A button that copies a text, and says so. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const { common } = strings.value;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button type="button" onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? common.copied : (label ?? common.copy)}</span>
    </button>
  );
}

/**
 * An error, as the server words it. With the text that was sent, the place of the error is marked in it. `id` lets the input
 * name it as its description.
 */
export function ProblemText({ error, text, id }: { error: ProblemError; text?: string; id?: string }) {
  const { common } = strings.value;
  const { detail, status, position } = error.problem;
  const line = text?.split("\n")[(position?.line ?? 1) - 1];
  const column = position?.column;
  return (
    <div class="problem" role="alert" id={id}>
      {status === 0 ? common.noServer : detail}
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
