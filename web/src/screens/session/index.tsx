// The screen Session: how hard the scrambles of a session were, and what that says of its times.
import { useEffect } from "preact/hooks";
import { strings } from "../../i18n";
import { Results } from "./results";
import { analyze, found, source } from "./run";
import "./session.css";
import { SourcePanel } from "./source_panel";
import { chosenGoal, isShort } from "./view";

export function Session() {
  const { session } = strings.value;
  const [goal, short] = [chosenGoal(), isShort()];
  useEffect(() => {
    // The same session, by another goal.
    if (source.peek() !== null) analyze(source.peek()!, goal, short);
  }, [goal, short]);
  return (
    <div class="session stack">
      <div>
        <h1>{session.heading}</h1>
        <p class="session-intro">{session.intro}</p>
      </div>
      <SourcePanel />
      {found.value !== null && <Results found={found.value} />}
    </div>
  );
}
