// The choice of how many moves beyond the minimum listed solutions may have, kept in the address.
import { setParameters } from "../state/route";

interface SlackChoiceProps {
  legend: string;
  slack: number;
  /** Parameters that change with it: by default, the first solution is played. */
  also?: Record<string, string>;
}

export function SlackChoice({ legend, slack, also = { play: "1" } }: SlackChoiceProps) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class="row">
        {[0, 1, 2].map((more) => (
          <button key={more} type="button" aria-pressed={slack === more} onClick={() => setParameters({ ...also, over: more === 0 ? "" : String(more) })}>
            +{more}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
