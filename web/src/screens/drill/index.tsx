// The screen Drill: the cases of a set with spaced repetition, recognition and execution timed apart.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { Field, ProblemText } from "../../components/basics";
import { allCases, type Case, nameOf } from "../../components/cases/case";
import { SetChoice } from "../../components/cases/set_choice";
import { isSheet, loadSet, nameOfSet, type SetChoice as Choice } from "../../components/cases/sets";
import { tickedOf, TickGroups } from "../../components/cases/ticks";
import { strings } from "../../i18n";
import { practice } from "../../i18n/practice";
import { ownAlgorithms } from "../../state/own_algorithms";
import { addressOf, parameter } from "../../state/route";
import { PracticeNav } from "../practice_nav";
import { RecordFiles } from "../../components/record_files";
import { type Answer, answers, byCase } from "./answers";
import { CaseTable } from "./case_table";
import { DrillRound } from "./drill_round";
import { COLUMNS, read } from "./exchange";
import { type Candidate, endOfDay, isDueToday, nextCase } from "./queue";
import { scheduleOf } from "./schedule";
import { chooseSet, chosenCases, drilledSet, drillSettings, type DrillSettings, FRESH, type Mode, MODES } from "./settings";
import "./drill.css";

/** The time after which the screen looks again at what is due, in milliseconds. */
const RECHECK = 20_000;

/** Returns the number of those of some cases whose first answer is of this day. */
function startedToday(cases: readonly Case[], past: ReadonlyMap<string, readonly Answer[]>, now: Date): number {
  const start = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return cases.filter((one) => {
    const first = past.get(nameOf(one))?.[0];
    return first !== undefined && first.mark === "" && new Date(first.date) >= start;
  }).length;
}

export function Drill() {
  const { common } = strings.value;
  const { drill: s } = practice.value;
  const set = drilledSet();
  const names = chosenCases();
  // Cases that were chosen one by one without a set may be of several sheets.
  const ofSheets = names.length > 0 && (parameter("set") === "" || isSheet(set.set));
  const all = useAnswer(ofSheets ? "sheets" : JSON.stringify(set), async (signal) => (ofSheets ? allCases(signal) : (await loadSet(set, signal)).cases));
  const [now, setNow] = useState(() => new Date());
  const [round, setRound] = useState(0);
  const [isForced, setForced] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => {
    void answers.load();
    void ownAlgorithms.load();
    const timer = setInterval(() => setNow(new Date()), RECHECK);
    return () => clearInterval(timer);
  }, []);
  const { mode, fresh } = drillSettings.value;
  const cases = (all.isStale ? [] : (all.value ?? [])).filter((one) => names.length === 0 || names.includes(nameOf(one)));
  const ticked = names.length === 0 ? tickedOf(cases) : [];
  const drilled = ticked.length === 0 ? cases : ticked;
  const past = byCase(answers.all.value ?? []);
  const candidates = new Map(cases.map((one) => [nameOf(one), candidateOf(one, past.get(nameOf(one)) ?? [])]));
  const list = drilled.map((one) => candidates.get(nameOf(one))!);
  // Cases that were chosen one by one are drilled whether they are due or not.
  const left = fresh - startedToday(cases, past, now);
  const next = nextCase(list, now, left, asked, isForced || names.length > 0);
  const isRead = answers.all.value !== null && all.value !== null && !all.isStale;
  // The case stays while it is answered, whatever other tabs record.
  const key = `${names.join()} ${JSON.stringify(set)} ${mode} ${round} ${isForced}`;
  const [current, setCurrent] = useState<{ key: string; name: string } | null>(null);
  const shown = current?.key === key ? drilled.find((one) => nameOf(one) === current.name) : undefined;
  useLayoutEffect(() => {
    if (isRead && shown === undefined && next !== null) setCurrent({ key, name: next.name });
  }, [isRead, key, shown, next?.name]);
  const done = () => {
    setAsked(current?.name ?? null);
    setNow(new Date());
    setRound(round + 1);
  };
  const due = list.filter((one) => isDueToday(one, now)).length;
  const later = list.filter(({ due }) => due !== null && due >= endOfDay(now)).map(({ due }) => due!.getTime());
  return (
    <div class="drill stack">
      <h1>{s.heading}</h1>
      <PracticeNav />
      <Choices set={set} names={names} settings={drillSettings.value} />
      {names.length === 0 && cases.length > 0 && (
        <details class="timer-aside">
          <summary>{s.toDrill(drilled.length, cases.length)}</summary>
          <div class="stack tight">
            <p class="quiet">{s.tickHelp}</p>
            <TickGroups cases={cases} />
          </div>
        </details>
      )}
      {all.problem !== null && <ProblemText error={all.problem} />}
      {answers.error.value !== null && (
        <div class="problem" role="alert">
          {strings.value.train.notRead(answers.error.value)}
        </div>
      )}
      {isRead && (
        <p class="timer-aside strong drill-counts" role="status">
          {s.dueToday(due, Math.min(Math.max(left, 0), count(list, "new")))} {s.counts(count(list, "new"), count(list, "learning"), count(list, "known"))}
        </p>
      )}
      {shown !== undefined ? (
        <DrillRound key={`${key} ${nameOf(shown)}`} of={shown} mode={mode} past={past.get(nameOf(shown)) ?? []} onDone={done} />
      ) : !isRead ? (
        all.problem === null && <p role="status">{common.loading}</p>
      ) : (
        next === null && (
          <section class="panel stack">
            <p>{s.nothingDue(nameOfSet(set), later.length === 0 ? null : Math.round((Math.min(...later) - now.getTime()) / 60_000))}</p>
            <div>
              <button type="button" class="primary" disabled={list.length === 0} onClick={() => setForced(true)}>
                {s.anyway}
              </button>
            </div>
          </section>
        )
      )}
      <section class="panel stack timer-aside" aria-labelledby="drill-cases">
        <h2 id="drill-cases">{s.cases}</h2>
        <CaseTable cases={cases} candidates={candidates} past={past} now={now} />
        <RecordFiles records={answers} name="cubiform-drill" columns={COLUMNS} read={read} />
      </section>
    </div>
  );
}

function candidateOf(one: Case, past: readonly Answer[]): Candidate {
  const [part, whole] = one.probability as [number, number];
  return { name: nameOf(one), probability: part / whole, count: past.filter(({ rating }) => rating !== null).length, ...scheduleOf(past) };
}

const count = (list: readonly Candidate[], mark: Candidate["mark"]): number => list.filter((one) => one.mark === mark).length;

/** The choice of cases, of what is timed, and of new cases a day. */
function Choices({ set, names, settings }: { set: Choice; names: readonly string[]; settings: DrillSettings }) {
  const { drill: s } = practice.value;
  const change = (changes: Partial<DrillSettings>) => {
    drillSettings.value = { ...drillSettings.peek(), ...changes };
  };
  return (
    <div class="row fields timer-aside">
      <SetChoice chosen={names.length === 0 ? set : { set: "", from: "", to: "" }} onChoose={chooseSet} />
      <details>
        <summary>{s.settings}</summary>
        <div class="row">
          <Field label={s.mode}>
            <select value={settings.mode} onChange={(event) => change({ mode: event.currentTarget.value as Mode })}>
              {MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {s.modes[mode]}
                </option>
              ))}
            </select>
          </Field>
          <Field label={s.fresh}>
            <select value={String(settings.fresh)} onChange={(event) => change({ fresh: Number(event.currentTarget.value) })}>
              {FRESH.map((fresh) => (
                <option key={fresh} value={String(fresh)}>
                  {fresh}
                </option>
              ))}
            </select>
          </Field>
        </div>
      </details>
      {names.length > 0 && (
        <p>
          {s.onlyCases(names.join(", "))} <a href={addressOf("drill", { ...set })}>{s.wholeSet}</a>
        </p>
      )}
    </div>
  );
}
