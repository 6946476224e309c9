// The screen Session: how hard the scrambles of a session were, and what that says of its times.
import { useEffect } from "preact/hooks";
import { strings } from "../../i18n";
import { Results } from "./results";
import { analyze, found, showLast, source } from "./run";
import "./session.css";
import { SourcePanel, takeExample } from "./source_panel";
import { chosenGoal, isShort } from "./view";

export function Session() {
  const { session } = strings.value;
  const [goal, short] = [chosenGoal(), isShort()];
  useEffect(() => {
    // The same session, by another goal; at the first visit the last session, or else an example.
    if (source.peek() !== null) analyze(source.peek()!, goal, short);
    else void showLast(goal, short).then((hasOne) => (hasOne || source.peek() !== null ? undefined : takeExample(true)));
  }, [goal, short]);
  return (
    <div class="session stack">
      <div class="title">
        <h1>{session.heading}</h1>
        <p class="quiet">{session.intro}</p>
      </div>
      <div class="beside">
        <SourcePanel />
        <div class="stack">{found.value !== null && <Results found={found.value} />}</div>
      </div>
    </div>
  );
}
