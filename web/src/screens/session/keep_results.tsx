// What is kept of a session: its rows as a file, and a summary as text.
import { CopyButton } from "../../components/basics";
import { save } from "../../components/file";
import { strings } from "../../i18n";
import { estimate } from "../../statistics/estimate";
import { asCsv, asJson, summary } from "./export";
import { savings } from "./neutrality";
import type { Reference } from "./reference";
import type { Found, Stage } from "./run";
import { chosenGroup, measured, sample, times } from "./sample";
import { nameOfSource } from "./source_panel";
import { chosenSet, ownColor } from "./view";
import { aboutMean, aboutTimes, nameOf } from "./words";

export function KeepResults({ found, stage, reference }: { found: Found; stage: Stage; reference: Reference | null }) {
  const { session, common } = strings.value;
  const [set, own] = [chosenSet(), ownColor()];
  const name = nameOfSource(found.source);
  const base = `${found.source.name.replace(/\.[^.]*$/, "")}-cubiform`;
  const group = chosenGroup.value;
  const average = estimate(measured.value.map(({ moves }) => moves))!;
  const colors = nameOf(set, own);
  const text = summary(
    session.summaryTitle(group === "" ? name : `${name}, ${group}`, sample.value.length, found.goal),
    own,
    savings.value,
    [...(found.source.kind === "example" ? [session.exampleNote] : []), ...aboutMean(common.stageName(stage.title), colors, average, reference), ...aboutTimes(common.stageName(stage.title), colors, times.value)],
  );
  return (
    <fieldset>
      <legend>{session.keep}</legend>
      <div class="row">
        <button type="button" onClick={() => save(`${base}.csv`, "text/csv", asCsv(found.rows, found.stages))}>
          {session.csv}
        </button>
        <button type="button" onClick={() => save(`${base}.json`, "application/json", asJson(found))}>
          {session.json}
        </button>
        <CopyButton text={text} label={session.summary} />
      </div>
    </fieldset>
  );
}
