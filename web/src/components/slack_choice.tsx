// The choice of how many moves beyond the minimum listed solutions may have, kept in the address.
import { setParameters } from "../state/route";

interface SlackChoiceProps {
  legend: string;
  slack: number;
}

export function SlackChoice({ legend, slack }: SlackChoiceProps) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class="row">
        {[0, 1, 2].map((more) => (
          <button key={more} type="button" aria-pressed={slack === more} onClick={() => setParameters({ over: more === 0 ? "" : String(more), play: "1" })}>
            +{more}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
