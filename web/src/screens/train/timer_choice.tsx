// The choice between planning without a clock and the timed loop.
import { practice } from "../../i18n/practice";
import { TimerForm } from "../../timer/timer_form";
import { setTimed } from "./options";

export function TimerChoice({ hasClock }: { hasClock: boolean }) {
  const { loop: s } = practice.value;
  return (
    <fieldset>
      <legend>{s.mode}</legend>
      {([false, true] as const).map((isTimed) => (
        <label key={String(isTimed)} class="check">
          <input type="radio" name="mode" checked={hasClock === isTimed} onChange={() => setTimed(isTimed)} />
          <span>{isTimed ? s.modes.timed : s.modes.plan}</span>
        </label>
      ))}
      {hasClock && <TimerForm />}
    </fieldset>
  );
}
