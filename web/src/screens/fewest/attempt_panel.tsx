// An attempt by the rules of competitions: an hour, which goes on while the page is closed, and answers only after it.
import { useEffect, useRef, useState } from "preact/hooks";
import { asProblemError } from "../../api/answer";
import type { ProblemError } from "../../api/client";
import { ProblemText } from "../../components/basics";
import { fewest } from "../../i18n/fewest";
import { addressOf, parameter, takeStep } from "../../state/route";
import { handIn, HOUR } from "./attempts";
import { drawScramble } from "./draw";
import { runningAttempt, startAttempt } from "./kept_chain";

/** Returns a time as minutes and seconds; a begun second counts whole. */
function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Returns the time that an attempt has left, in milliseconds. */
function useTimeLeft(start: number | null): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (start === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [start]);
  return start === null ? HOUR : Math.min(Math.max(start + HOUR - now, 0), HOUR);
}

/** The clock, and the start or the end of the attempt. `canStart` is false for a scramble that cannot be read. */
export function AttemptPanel({ canStart }: { canStart: boolean }) {
  const s = fewest.value;
  const attempt = runningAttempt.value;
  const left = useTimeLeft(attempt?.start ?? null);
  const [ended, setEnded] = useState<"over" | "handed in" | null>(null);
  const [problem, setProblem] = useState<ProblemError | null>(null);
  const drawing = useRef<AbortController | null>(null);
  useEffect(() => () => drawing.current?.abort(), []);
  const fail = (error: unknown) => setProblem(asProblemError(error));
  const end = (how: "over" | "handed in") => {
    setEnded(how);
    handIn().catch(fail);
  };
  useEffect(() => {
    if (attempt !== null && left === 0) end("over");
  }, [attempt, left]);
  const start = async () => {
    drawing.current?.abort();
    const { signal } = (drawing.current = new AbortController());
    setEnded(null);
    setProblem(null);
    try {
      const given = parameter("scramble");
      const scramble = given.trim() === "" ? await drawScramble(signal) : given;
      if (signal.aborted) return;
      startAttempt(scramble);
      takeStep({ scramble, play: "", over: "", row: "", side: "", short: "" }, "fewest");
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  };
  const isElsewhere = attempt !== null && attempt.scramble !== parameter("scramble");
  return (
    <section class="stack tight no-print" aria-label={s.attempt}>
      <div class="row">
        <span class="fewest-clock" role="timer" aria-label={s.timeLeft}>
          {clockText(left)}
        </span>
        {attempt === null ? (
          <button type="button" disabled={!canStart} onClick={() => void start()}>
            {s.startClock}
          </button>
        ) : isElsewhere ? (
          <a class="button" href={addressOf("fewest", { scramble: attempt.scramble })}>
            {s.toAttempt}
          </a>
        ) : (
          <button type="button" class="primary" onClick={() => end("handed in")}>
            {s.handIn}
          </button>
        )}
        <span class="quiet grow">{attempt === null ? s.attemptNote : isElsewhere ? s.attemptElsewhere : s.answersLater}</span>
      </div>
      <p role="status" class={ended === null ? "hidden" : "good"}>
        {ended === null ? "" : ended === "over" ? s.timeIsUp : s.handedIn}
      </p>
      {problem !== null && <ProblemText error={problem} />}
    </section>
  );
}
