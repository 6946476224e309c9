// The settings of the timer.
import { Field } from "../components/basics";
import { practice } from "../i18n/practice";
import { CALLS, type Calls, SCRAMBLING, timerSettings, type TimerSettings } from "./settings";

export function TimerForm() {
  const { timer: s } = practice.value;
  const { calls, scrambling, inspects } = timerSettings.value;
  const set = (changes: Partial<TimerSettings>) => {
    timerSettings.value = { ...timerSettings.peek(), ...changes };
  };
  return (
    <div class="row" role="group" aria-label={s.settings}>
      <Field label={s.scrambling}>
        <select value={String(scrambling)} onChange={(event) => set({ scrambling: JSON.parse(event.currentTarget.value) as number | null })}>
          {SCRAMBLING.map((seconds) => (
            <option key={String(seconds)} value={String(seconds)}>
              {s.scramblingOf(seconds)}
            </option>
          ))}
        </select>
      </Field>
      <Field label={s.calls}>
        <select value={calls} disabled={!inspects} onChange={(event) => set({ calls: event.currentTarget.value as Calls })}>
          {CALLS.map((kind) => (
            <option key={kind} value={kind}>
              {s.callsOf[kind]}
            </option>
          ))}
        </select>
      </Field>
      <label class="check">
        <input type="checkbox" checked={inspects} onChange={(event) => set({ inspects: event.currentTarget.checked })} />
        <span>{s.inspects}</span>
      </label>
    </div>
  );
}
