// A hook for questions to the server: the newest answer of a question that changes as its inputs do.
import { useEffect, useState } from "preact/hooks";
import { ProblemError } from "./client";

/** The state of a question. While a new question is open, `value` is still the answer to the one before. */
export interface Answer<T> {
  value: T | null;
  problem: ProblemError | null;
  isLoading: boolean;
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
  const [answer, setAnswer] = useState<Answer<T>>({ value: null, problem: null, isLoading: key !== null });
  useEffect(() => {
    if (key === null) {
      setAnswer({ value: null, problem: null, isLoading: false });
      return;
    }
    const control = new AbortController();
    const start = () => {
      load(control.signal, (value) => setAnswer({ value, problem: null, isLoading: true })).then(
        (value) => setAnswer({ value, problem: null, isLoading: false }),
        (error: unknown) => {
          if (control.signal.aborted) return;
          setAnswer({ value: null, problem: asProblemError(error), isLoading: false });
        },
      );
    };
    setAnswer((before) => ({ ...before, isLoading: true }));
    // Without a delay the question leaves at once, in the same task.
    const timer = delay === 0 ? void start() : setTimeout(start, delay);
    return () => {
      clearTimeout(timer as number | undefined);
      control.abort();
    };
  }, [key]);
  return answer;
}

/** Returns an error of any kind as a problem: without a server, the browser says why. */
export function asProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new ProblemError({ type: "about:blank", title: "No answer", status: 0, detail });
}
