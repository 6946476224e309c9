// What went wrong, and how to go on: a question without an answer, and a part of the page that could not be loaded.
import { useEffect, useState } from "preact/hooks";
import { askAgain } from "../api/answer";
import type { ProblemError, Schemas } from "../api/client";
import { loadStrings, strings } from "../i18n";
import { wordsOf } from "../i18n/problems";

/** The codes of problems that may be gone when one asks again. */
const PASSING: readonly string[] = ["no-answer", "busy", "too-many-requests", "late"];

/**
 * An error in the page's words. With the text that was sent, the place of the error is marked in it. `id` lets the input name it as
 * its description. `onRetry` asks again, where that is not a question of `useAnswer`.
 */
export function ProblemText({ error, text, id, onRetry = askAgain }: { error: ProblemError; text?: string; id?: string; onRetry?: () => void }) {
  const { common } = strings.value;
  // The words come with the first problem.
  useEffect(() => void loadStrings().catch(() => undefined), []);
  const { code, status, position } = error.problem;
  const isUnanswered = code === "no-answer" && status === 0;
  const lines = text?.split("\n") ?? [];
  const line = lines[(position?.line ?? 1) - 1];
  const column = position?.column;
  const place = position !== undefined && lines.length > 1 ? common.placeOf(position.line, position.column) : "";
  return (
    <div class="problem" role="alert" id={id}>
      <span>{isUnanswered ? common.noServer : place + wordsOf(error.problem, strings.value)}</span>
      {line !== undefined && column !== undefined && column !== null && <MarkedLine line={line} column={column} />}
      {PASSING.includes(code) && (
        <div>
          <button type="button" onClick={onRetry}>
            {common.retry}
          </button>
        </div>
      )}
    </div>
  );
}

/** The number of characters that are shown on each side of a mark in a long line. */
const AROUND = 200;

/** The error of a goal or a condition as it is typed, with its place marked in the text. */
export function CheckProblem({ error: { code, message, column, length }, text }: { error: Schemas["CheckError"]; text: string }) {
  const token = Array.from(text).slice(column - 1, column - 1 + length).join("");
  return (
    <div class="problem">
      <span>
        {wordsOf({ code, detail: message, values: { token } }, strings.value)} ({strings.value.common.atColumn(column)})
      </span>
      <MarkedLine line={text} column={column} length={Math.max(length, 1)} />
    </div>
  );
}

/** A line with the characters from a column on marked, which counts characters from 1. */
function MarkedLine({ line, column, length = 1 }: { line: string; column: number; length?: number }) {
  const characters = Array.from(line);
  const part = (from: number, to: number) => characters.slice(Math.max(from, 0), to).join("");
  const at = column - 1;
  return (
    <pre class="marked">
      {at > AROUND && "…"}
      {part(at - AROUND, at)}
      <mark>{part(at, at + length) || " "}</mark>
      {part(at + length, at + AROUND)}
      {characters.length > at + AROUND && "…"}
    </pre>
  );
}

/** The message that a part of the page could not be loaded: the server is gone, or has other files now. */
export function LoadFailure({ error }: { error: unknown }) {
  const { common } = strings.value;
  const [hasServer, setServer] = useState<boolean | null>(null);
  useEffect(() => {
    fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then(
      () => setServer(true),
      () => setServer(false),
    );
  }, []);
  return (
    <div class="problem" role="alert">
      <p>{hasServer === false ? `${common.notLoadedYet} ${common.noServer}` : common.notLoaded}</p>
      {hasServer !== false && <p class="quiet">{error instanceof Error ? error.message : String(error)}</p>}
      <button type="button" onClick={() => location.reload()}>
        {hasServer === false ? common.retry : common.reload}
      </button>
    </div>
  );
}
