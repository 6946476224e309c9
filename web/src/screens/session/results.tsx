// The figures of a session.
import { useState } from "preact/hooks";
import { Field, ProblemText } from "../../components/basics";
import { colorsOf, ColorChoice, lettersOf } from "../../components/color_choice";
import type { Picking } from "../../components/chart/columns";
import { Histogram } from "../../components/histogram";
import { NumberHeadings } from "../../components/number_headings";
import { strings } from "../../i18n";
import { takeStep } from "../../state/route";
import { estimate } from "../../statistics/estimate";
import { decimal, mean, percent } from "../../statistics/format";
import { BadLines } from "./bad_lines";
import { KeepResults } from "./keep_results";
import { savings } from "./neutrality";
import { Panel } from "./panel";
import { type Reference, type References, useReferences } from "./reference";
import type { Found, Stage } from "./run";
import { chosenGroup, groups, type Measured, measured, stage as shownStage, stages, times, WHOLE } from "./sample";
import { ScrambleList } from "./scramble_list";
import { countsOf, wilson } from "./statistics";
import { TimeFigure } from "./time_figure";
import { chosenSet, COLOR_SETS, ownColor } from "./view";
import { aboutMean, aboutTimes, nameOf, nameOfOther } from "./words";

export function Results({ found }: { found: Found }) {
  const { session, common } = strings.value;
  const stage = shownStage.value;
  const [own, set] = [ownColor(), chosenSet()];
  const references = useReferences(found.goal, stage, set);
  const view = JSON.stringify([stage?.name, own, set]);
  const [pick, setPick] = useState<{ view: string; moves: number } | null>(null);
  const picked = pick?.view === view ? pick.moves : null;
  const picking = {
    picked,
    onPick: (moves: number) => setPick(moves === picked ? null : { view, moves }),
    hint: session.pick,
  };
  const isUsable = stage !== null && measured.value.length > 0;
  const listed = picked === null ? [] : measured.value.filter(({ moves }) => moves === picked);
  const heading = picked === null ? "" : session.picked(picked, `${stage === null ? "" : common.stageName(stage.title)}, ${nameOf(set, own)}`, listed.length);
  return (
    <>
      {isUsable && <View />}
      {isUsable && (
        <div class="columns">
          <Distribution stage={stage} references={references} picking={picking} />
          <TimesPanel stage={stage} picking={picking} />
          <p class="hidden" role="status">
            {heading}
          </p>
          {picked !== null && (
            <Panel key={picked} heading={heading} isWide>
              {listed.length > 0 && <ScrambleList list={listed} label={heading} />}
            </Panel>
          )}
          <Neutrality stage={stage} references={references} />
          <Extremes heading={session.hardest} order={(one, other) => other.moves - one.moves} />
          <Extremes heading={session.easiest} order={(one, other) => one.moves - other.moves} />
        </div>
      )}
      {isUsable && <KeepResults found={found} stage={stage} reference={references.sets[set]} />}
      {found.bad.length > 0 && <BadLines bad={found.bad} />}
    </>
  );
}

/** The choices of what the figures show. */
function View() {
  const { session, common } = strings.value;
  const own = ownColor();
  return (
    <section class="row fields" aria-label={session.view}>
      <fieldset>
        <legend>{session.stage}</legend>
        <div class="row">
          {stages.value.map(({ name, title }) => (
            <button key={name} type="button" aria-pressed={name === shownStage.value?.name} onClick={() => takeStep({ stage: name })}>
              {common.stageName(title)}
            </button>
          ))}
        </div>
      </fieldset>
      <ColorChoice
        legend={session.own}
        chosen={[own]}
        // One colour at a time: the newly chosen one.
        onChange={(letters) => takeStep({ color: lettersOf(colorsOf(letters).filter((color) => color !== own)) || lettersOf([own]) })}
      />
      <fieldset>
        <legend>{session.set}</legend>
        <div class="row">
          {COLOR_SETS.map((set) => (
            <button key={set} type="button" aria-pressed={set === chosenSet()} onClick={() => takeStep({ set: set === "one" ? "" : set })}>
              {session.sets[set](common.colors[own], nameOfOther(own))}
            </button>
          ))}
        </div>
      </fieldset>
      {groups.value.length > 1 && (
        <Field label={session.part}>
          <select value={chosenGroup.value === "" ? WHOLE : chosenGroup.value} onChange={(event) => takeStep({ part: event.currentTarget.value })}>
            <option value={WHOLE}>{session.wholeFile(groups.value.reduce((sum, [, count]) => sum + count, 0))}</option>
            {groups.value.map(([name, count]) => (
              <option key={name} value={name}>
                {session.group(name, count)}
              </option>
            ))}
          </select>
        </Field>
      )}
    </section>
  );
}

function Distribution({ stage, references, picking }: { stage: Stage; references: References; picking: Omit<Picking, "describe"> }) {
  const { session, common } = strings.value;
  const [set, own] = [chosenSet(), ownColor()];
  const colors = nameOf(set, own);
  const reference = references.sets[set];
  const lengths = measured.value.map(({ moves }) => moves);
  const counts = countsOf(lengths);
  const end = Math.max(counts.length, reference?.shares.length ?? 0);
  const intervals = Array.from({ length: end }, (_, moves) => wilson(counts[moves] ?? 0, lengths.length));
  const shares = counts.map((count) => count / lengths.length);
  const describe = (moves: number) => {
    const [low, high] = intervals[moves] ?? [0, 0];
    const own = session.column(moves, counts[moves] ?? 0, percent(shares[moves] ?? 0), `${percent(low)} – ${percent(high)}`);
    return own + (reference === null ? "" : session.columnExactly(percent(reference.shares[moves] ?? 0)));
  };
  const found = estimate(lengths)!;
  const isRefused = reference === null && !references.isLoading && references.reason !== null;
  return (
    <Panel heading={session.distribution}>
      <p class="session-words">
        {aboutMean(common.stageName(stage.title), colors, found, reference).join(common.gap)}
        {reference === null && !references.isLoading && common.gap + session.noReference}
        {reference === null && references.isLoading && common.gap + session.counting}
        {isRefused && <span class="quiet"> {references.reason}</span>}
      </p>
      {isRefused && (
        <div>
          <button type="button" onClick={references.retry}>
            {common.retry}
          </button>
        </div>
      )}
      <Histogram
        caption={session.lengthsOf(common.stageName(stage.title), colors)}
        bars={{ label: session.yours, shares, intervals }}
        steps={reference === null ? [] : [{ label: labelOf(reference), shares: reference.shares }]}
        picking={{ ...picking, describe }}
      />
      {references.problem !== null && <ProblemText error={references.problem} />}
    </Panel>
  );
}

const labelOf = ({ scrambles }: Reference): string =>
  scrambles === null ? strings.value.session.exactly : strings.value.session.random(scrambles);

function Neutrality({ stage, references }: { stage: Stage; references: References }) {
  const { session, common } = strings.value;
  const own = ownColor();
  const rows = savings.value;
  const shown = rows.find((row) => row.stage.name === stage.name);
  const { one, two, six } = references.sets;
  const isExact = [one, two, six].every((reference) => reference?.scrambles === null);
  return (
    <Panel heading={session.neutrality} isWide>
      {shown !== undefined && (
        <p>
          {session.saved(common.stageName(stage.title), common.colors[own], nameOfOther(own), mean(shown.savedByTwo), mean(shown.savedBySix))}
          {isExact && common.gap + session.savedExactly(decimal(one!.mean - two!.mean, 3), decimal(one!.mean - six!.mean, 3))}
        </p>
      )}
      <div class="wide" tabIndex={0} role="group" aria-label={session.savedCaption}>
        <table>
          <caption class="quiet">{session.savedCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{session.stage}</th>
              <NumberHeadings labels={[nameOf("one", own), nameOf("two", own), session.savedColumn, nameOf("six", own), session.savedColumn]} />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.stage.name} class={row.stage.name === stage.name ? "shown" : undefined}>
                <th scope="row">{common.stageName(row.stage.title)}</th>
                <td class="number">{mean(row.own)}</td>
                <td class="number">{mean(row.two)}</td>
                <td class="number good">{mean(row.savedByTwo)}</td>
                <td class="number">{mean(row.six)}</td>
                <td class="number good">{mean(row.savedBySix)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function TimesPanel({ stage, picking }: { stage: Stage; picking: Omit<Picking, "describe"> }) {
  const { session, common } = strings.value;
  const colors = nameOf(chosenSet(), ownColor());
  return (
    <Panel heading={session.times}>
      <p class="session-words">{aboutTimes(common.stageName(stage.title), colors, times.value).join(common.gap)}</p>
      {times.value.points.length > 0 && (
        <TimeFigure times={times.value} caption={session.timesOf(common.stageName(stage.title), colors)} picking={{ ...picking, hint: session.pickDots }} />
      )}
    </Panel>
  );
}

/** The number of scrambles at each end. */
const EXTREMES = 5;

function Extremes({ heading, order }: { heading: string; order: (one: Measured, other: Measured) => number }) {
  const { session } = strings.value;
  const list = [...measured.value].sort(order);
  const shown = list.slice(0, EXTREMES);
  const last = shown.at(-1)!.moves;
  const equal = list.filter(({ moves }) => moves === last).length;
  const equalShown = shown.filter(({ moves }) => moves === last).length;
  return (
    <Panel heading={heading}>
      <ScrambleList list={shown} label={heading} />
      {equalShown < equal && <p class="quiet">{session.ties(equalShown, equal, last)}</p>}
    </Panel>
  );
}
