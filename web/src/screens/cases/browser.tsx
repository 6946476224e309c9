// The frame of the screen: the choice of a set, its cases as pictures, the chosen case, the sheet to print, and the own algorithms.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Field } from "../../components/basics";
import { titleOf, type Case } from "../../components/cases/case";
import { SetChoice } from "../../components/cases/set_choice";
import { nameOfSet, type SetChoice as Choice } from "../../components/cases/sets";
import { groupsIn, tickedOf, TickGroups } from "../../components/cases/ticks";
import { RecordFiles } from "../../components/record_files";
import { strings } from "../../i18n";
import { useDraft } from "../../state/draft";
import { COLUMNS, ownAlgorithms, readOwn } from "../../state/own_algorithms";
import { addressOf, parameter, takeStep } from "../../state/route";
import { CaseGrid } from "./case_grid";
import { CaseSheet } from "./case_sheet";
import { ChosenCase } from "./chosen_case";
import type { Shown } from "./state";

interface BrowserProps {
  choice: Choice;
  /** All cases of the set. */
  cases: readonly Case[];
  /** Those that are found. */
  shown: readonly Shown[];
  isLoading: boolean;
  isFiltered: boolean;
  /** The name and the example of the search. */
  search: { label: string; example: string };
  /** What can be unfolded above the pictures. */
  fold: ComponentChildren;
  /** What stands above the pictures. */
  children?: ComponentChildren;
}

export function CaseBrowser({ choice, cases, shown, isLoading, isFiltered, search, fold, children }: BrowserProps) {
  const { cases: text, common } = strings.value;
  const [sought, setSought] = useDraft("search");
  const [isTicking, setTicking] = useState(false);
  const name = nameOfSet(choice);
  const groups = groupsIn(cases);
  const ticked = tickedOf(cases).length;
  const label = parameter("case").toLowerCase();
  const chosen = cases.find((one) => one.label.toLowerCase() === label) ?? null;
  const detail = useRef<HTMLDivElement>(null);
  const isOpened = useRef(false);
  const choose = (one: Case) => {
    isOpened.current = true;
    takeStep({ ...choice, case: one.label, alg: "", find: "" });
  };
  useEffect(() => {
    // On a narrow page the case is above the pictures.
    if (isOpened.current && matchMedia("(max-width: 1179px)").matches) detail.current?.scrollIntoView({ block: "start" });
    isOpened.current = false;
  }, [chosen]);
  return (
    <div class="cases stack">
      <h1>{text.heading}</h1>
      <div class="row fields">
        <SetChoice chosen={choice} onChoose={(choice) => (location.hash = addressOf("cases", { ...choice }))} />
        <Field label={search.label}>
          <input
            type="search"
            size={28}
            value={sought}
            spellcheck={false}
            placeholder={search.example}
            onInput={(event) => setSought(event.currentTarget.value, event)}
          />
        </Field>
        {groups.length > 0 && (
          <Field label={text.group}>
            <select value={parameter("group")} onChange={(event) => takeStep({ group: event.currentTarget.value })}>
              <option value="">{text.allGroups}</option>
              {groups.map((group) => (
                <option key={group} value={group}>
                  {text.groupName(group)}
                </option>
              ))}
            </select>
          </Field>
        )}
      </div>
      <div class="panels cases-body">
        <div class="cases-detail" ref={detail}>
          {chosen === null ? <p class="panel quiet">{text.none}</p> : <ChosenCase key={titleOf(chosen)} of={chosen} />}
        </div>
        <section class="stack cases-list" aria-labelledby="cases-list">
          <div class="row">
            <h2 id="cases-list">{text.casesOf(name)}</h2>
            <p role="status" class="quiet">
              {isLoading ? common.loading : text.found(shown.length, cases.length)}
            </p>
            {cases.length > 0 && <a href={addressOf("drill", { ...choice })}>{ticked > 0 ? text.drillTicked(ticked) : text.drillSet(name)}</a>}
            <button type="button" aria-pressed={isTicking} onClick={() => setTicking(!isTicking)}>
              {text.tickCases}
            </button>
            <button type="button" disabled={shown.length === 0} onClick={() => takeStep({ ...choice, sheet: "1" })}>
              {text.sheet}
            </button>
            {isFiltered && (
              <button type="button" onClick={() => takeStep({ search: "", group: "", pattern: "", corner: "", edge: "" })}>
                {text.showAll}
              </button>
            )}
          </div>
          {fold}
          {isTicking && (
            <div class="stack tight">
              <p class="quiet">{text.tickHelp}</p>
              <TickGroups cases={cases} />
            </div>
          )}
          {children}
          <CaseGrid shown={shown} chosen={chosen} isTicking={isTicking} onChoose={choose} />
        </section>
      </div>
      {parameter("sheet") !== "" && <CaseSheet title={text.sheetOf(name)} cases={shown.map(({ case: one }) => one)} />}
      <section class="panel stack tight" aria-labelledby="cases-own">
        <h2 id="cases-own">{text.ownAlgorithms}</h2>
        <p class="quiet">{text.ownCount(ownAlgorithms.all.value?.length ?? 0)}</p>
        {ownAlgorithms.error.value !== null && (
          <div class="problem" role="alert">
            {strings.value.train.notRead(ownAlgorithms.error.value)}
          </div>
        )}
        <RecordFiles records={ownAlgorithms} name="cubiform-algorithms" columns={COLUMNS} read={readOwn} />
      </section>
    </div>
  );
}
