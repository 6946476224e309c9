// A hook for questions to the server: the newest answer of a question that changes as its inputs do.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { ProblemError } from "./client";

/** The state of a question. */
export interface Answer<T> {
  value: T | null;
  problem: ProblemError | null;
  isLoading: boolean;
  /** Whether `value` still answers the question before, while the new one is open. */
  isStale: boolean;
}

/** The questions that have no answer, each with a function that asks it again. */
const unanswered = new Set<() => void>();

/** Asks all questions again that have no answer. */
export function askAgain(): void {
  for (const ask of [...unanswered]) ask();
}

/**
 * Asks whenever `key` changes, after `delay` milliseconds without a further change, and abandons the question before: the
 * server stops its search. A null key asks nothing and has no answer.
 */
export function useAnswer<T>(
  key: string | null,
  load: (signal: AbortSignal, found: (value: T) => void) => Promise<T>,
  delay = 0,
): Answer<T> {
  const [answer, setAnswer] = useState({ key, value: null as T | null, problem: null as ProblemError | null, isLoading: key !== null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (answer.problem === null) return;
    const ask = () => setAttempt((attempt) => attempt + 1);
    unanswered.add(ask);
    return () => void unanswered.delete(ask);
  }, [answer.problem]);
  // A layout effect runs before the next frame is drawn, so a pasted scramble is asked at once.
  useLayoutEffect(() => {
    if (key === null) {
      setAnswer({ key, value: null, problem: null, isLoading: false });
      return;
    }
    const control = new AbortController();
    const show = (value: T | null, problem: ProblemError | null, isLoading: boolean) => {
      if (!control.signal.aborted) setAnswer({ key, value, problem, isLoading });
    };
    const start = () => {
      load(control.signal, (value) => show(value, null, true)).then(
        (value) => show(value, null, false),
        (error: unknown) => show(null, asProblemError(error), false),
      );
    };
    setAnswer((before) => ({ ...before, isLoading: true }));
    // Without a delay the question leaves at once, in the same task.
    const timer = delay === 0 ? void start() : setTimeout(start, delay);
    return () => {
      clearTimeout(timer as number | undefined);
      control.abort();
    };
  }, [key, attempt]);
  const { value, problem, isLoading } = answer;
  return { value, problem, isLoading, isStale: answer.key !== key };
}

/** Returns an error of any kind as a problem: without a server, the browser throws a `TypeError`. */
export function asProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  const code = error instanceof TypeError ? "no-answer" : "failed";
  return new ProblemError({ type: "about:blank", title: code, status: 0, code, detail });
}
