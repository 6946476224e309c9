// The clock of an attempt: an hour, which goes on while the page is closed.
import { useEffect, useState } from "preact/hooks";
import { fewest } from "../../i18n/fewest";
import { endOfAttempt } from "./kept_chain";

/** The time of an attempt by the regulations of the WCA (E2), in milliseconds. */
const HOUR = 3_600_000;

/** Returns a time as minutes and seconds; a begun second counts whole. */
function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

export function AttemptClock() {
  const s = fewest.value;
  const end = endOfAttempt.value;
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (end === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [end]);
  const left = end === null ? HOUR : Math.min(Math.max(end - now, 0), HOUR);
  return (
    <div class="row no-print">
      <span class={left === 0 ? "fewest-clock is-over" : "fewest-clock"} role="timer" aria-label={s.timeLeft}>
        {clockText(left)}
      </span>
      {end === null ? (
        <button type="button" onClick={() => (endOfAttempt.value = Date.now() + HOUR)}>
          {s.startClock}
        </button>
      ) : (
        <button type="button" onClick={() => (endOfAttempt.value = null)}>
          {s.resetClock}
        </button>
      )}
      <span role="status">{left === 0 ? s.timeIsUp : ""}</span>
    </div>
  );
}
