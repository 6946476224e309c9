// The inspection clock: 15 seconds, with the calls of WCA judges at 8 and at 12.
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../i18n";

/** `onStop` gets the seconds when the clock is stopped. */
export function Clock({ onStop }: { onStop: (seconds: number) => void }) {
  const { train: s } = strings.value;
  const [startedAt, setStarted] = useState<number | null>(null);
  const [seconds, setSeconds] = useState(0);
  const isRunning = startedAt !== null;
  useEffect(() => {
    if (startedAt === null) return;
    const timer = setInterval(() => setSeconds((performance.now() - startedAt) / 1000), 100);
    return () => clearInterval(timer);
  }, [startedAt]);
  const press = () => {
    if (startedAt === null) {
      setSeconds(0);
      setStarted(performance.now());
      return;
    }
    const elapsed = Math.round((performance.now() - startedAt) / 100) / 10;
    setSeconds(elapsed);
    setStarted(null);
    onStop(elapsed);
  };
  const call = seconds >= 17 ? s.clockOut : seconds >= 15 ? s.clockPenalty : !isRunning ? "" : seconds >= 12 ? s.clock12 : seconds >= 8 ? s.clock8 : "";
  return (
    <div class="row train-clock">
      <button type="button" onClick={press}>
        {isRunning ? s.clockStop : s.clockStart}
      </button>
      <span class={seconds >= 15 ? "train-seconds is-over" : seconds >= 8 ? "train-seconds is-late" : "train-seconds"}>
        {isRunning ? Math.floor(seconds) : seconds.toFixed(1)} s
      </span>
      <span class="quiet">{s.clockOf}</span>
      <strong role="alert" class="train-call">
        {call}
      </strong>
    </div>
  );
}
