// The choices of the search for all algorithms, what it does, and what it has found.
import { useEffect, useState } from "preact/hooks";
import { Field, ProblemText } from "../../components/basics";
import type { Case } from "../../components/cases/case";
import { SlackChoice } from "../../components/slack_choice";
import { strings } from "../../i18n";
import { useDraft } from "../../state/draft";
import { setParameters } from "../../state/route";
import { type FoundAlgorithms, METRICS } from "./found";

export function SearchForm({ of, search }: { of: Case; search: FoundAlgorithms }) {
  const { cases: text } = strings.value;
  const { choices, isOn, answer } = search;
  const [moves, setMoves] = useDraft("moves");
  const seconds = useSeconds(answer.isLoading);
  const { value: found } = answer;
  const listed = search.found.length;
  const isTurnFree = of.derived?.isTurned ?? true;
  return (
    <section class="stack parted" aria-labelledby="cases-all">
      <h3 id="cases-all">{text.allAlgorithms}</h3>
      <form
        class="row fields"
        onSubmit={(event) => {
          event.preventDefault();
          setParameters({ find: "1" });
        }}
      >
        <Field label={text.allowedMoves}>
          <input class="moves" size={12} value={moves} placeholder={choices.moves} spellcheck={false} onInput={(event) => setMoves(event.currentTarget.value, event)} />
        </Field>
        <Field label={text.metric}>
          <select value={choices.metric} onChange={(event) => setParameters({ metric: event.currentTarget.value })}>
            {METRICS.map((metric) => (
              <option key={metric} value={metric}>
                {metric.toUpperCase()}
              </option>
            ))}
          </select>
        </Field>
        <SlackChoice legend={text.slack} slack={choices.slack} also={{ alg: "" }} />
        {isTurnFree && (
          <label class="check">
            <input type="checkbox" checked={choices.isFree} onChange={(event) => setParameters({ fixed: event.currentTarget.checked ? "" : "1" })} />
            {text.freeTurns}
          </label>
        )}
        {answer.isLoading ? (
          // An element of its own: the click would submit the form if it became the other button.
          <button key="stop" type="button" onClick={() => setParameters({ find: "" })}>
            {text.stop}
          </button>
        ) : (
          <button key="find" type="submit" class="primary" disabled={isOn && found !== null}>
            {text.findAll}
          </button>
        )}
      </form>
      <p role="status" class="quiet">
        {answer.isLoading && text.searching(choices.moves, choices.slack, seconds)}
        {found !== null && !answer.isLoading && (
          <>
            {text.foundCount(found.count, found.optimal ?? 0, choices.slack, choices.metric.toUpperCase(), choices.moves, found.is_complete)}{" "}
            {found.count > listed && text.foundFirst(listed)}
          </>
        )}
      </p>
      {answer.problem !== null && !answer.isLoading && <ProblemText error={answer.problem} text={choices.moves} />}
    </section>
  );
}

/** Returns the number of whole seconds since something began. */
function useSeconds(isRunning: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(0);
    if (!isRunning) return;
    const start = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - start) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return seconds;
}
