// The screen Cases: the cases of OLL, PLL and F2L, found by a clicked pattern or a search, with algorithms and scrambles.
import { useEffect, useRef } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { Field, ProblemText } from "../../components/basics";
import { allCases, titleOf, type Case } from "../../components/cases/case";
import { blankOf, readPattern } from "../../components/cases/last_layer";
import { CORNERS, EDGES, placementsOf, readPlacement } from "../../components/cases/pair";
import { strings } from "../../i18n";
import { useDraft } from "../../state/draft";
import { addressOf, parameter, takeStep } from "../../state/route";
import { CaseGrid } from "./case_grid";
import { ChosenCase } from "./chosen_case";
import { LayerFinder } from "./layer_finder";
import { PairFinder } from "./pair_finder";
import { findCases, isMoves, matches, setOf, SETS, type CaseSet, type Shown } from "./state";
import "./cases.css";

export function Cases() {
  const { cases: text, common } = strings.value;
  const set: CaseSet = SETS.find((known) => known === parameter("set")) ?? "oll";
  const all = useAnswer("all", allCases);
  const [search, setSearch] = useDraft("search");
  const asked = parameter("search").trim();
  // The server finds what moves solve; names and numbers are looked up here.
  const solved = useAnswer(isMoves(asked) ? asked : null, (signal) => findCases({ alg: asked }, signal));
  const pattern = set === "f2l" ? "" : readPattern(parameter("pattern"), set);
  const corner = readPlacement(parameter("corner"), CORNERS);
  const edge = readPlacement(parameter("edge"), EDGES);
  const question = set === "f2l" ? (corner !== "" && edge !== "" ? `${corner}, ${edge}` : null) : pattern === blankOf(set) ? null : pattern;
  const pictured = useAnswer(question, (signal) => findCases({ pattern: question ?? "" }, signal));
  const group = parameter("group");

  const cases = all.value ?? [];
  const ofSet = cases.filter((one) => setOf(one) === set);
  const found = question === null ? null : (pictured.value ?? []);
  const hasPlacement = (one: Case) => {
    const placed = placementsOf(one.picture);
    return set !== "f2l" || ((corner === "" || placed.corner === corner) && (edge === "" || placed.edge === edge));
  };
  const isNamed = matches(asked);
  const isSolved = (one: Case) => (solved.value ?? []).some((shown) => titleOf(shown.case) === titleOf(one));
  const isSought = (one: Case) => asked === "" || isNamed(one) || isSolved(one);
  const shown: Shown[] = ofSet.flatMap((one) => {
    const match = found?.find((other) => titleOf(other.case) === titleOf(one));
    const isShown = (found === null || match !== undefined) && hasPlacement(one) && isSought(one) && (group === "" || one.group === group);
    return isShown ? [{ case: one, rotation: match?.rotation ?? "" }] : [];
  });
  const elsewhere = asked === "" ? [] : cases.filter((one) => setOf(one) !== set && isSought(one)).slice(0, 12);
  const label = parameter("case").toLowerCase();
  const chosen = ofSet.find((one) => one.label.toLowerCase() === label) ?? null;
  const groups = [...new Set(ofSet.map((one) => one.group))];
  const isFiltered = asked !== "" || group !== "" || found !== null || corner !== "" || edge !== "";

  const detail = useRef<HTMLDivElement>(null);
  const isOpened = useRef(false);
  const choose = (one: Case) => {
    isOpened.current = true;
    takeStep({ set, case: one.label, alg: "" });
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
        <nav class="row" aria-label={text.sets}>
          {SETS.map((name) => (
            <a key={name} class="button" href={addressOf("cases", { set: name })} aria-current={name === set ? "true" : undefined}>
              {name.toUpperCase()}
            </a>
          ))}
        </nav>
        <Field label={text.search}>
          <input
            type="search"
            size={28}
            value={search}
            spellcheck={false}
            placeholder={text.searchExample}
            onInput={(event) => setSearch(event.currentTarget.value, event)}
          />
        </Field>
        <Field label={text.group}>
          <select value={group} onChange={(event) => takeStep({ group: event.currentTarget.value })}>
            <option value="">{text.allGroups}</option>
            {groups.map((name) => (
              <option key={name} value={name}>
                {text.groupName(name)}
              </option>
            ))}
          </select>
        </Field>
      </div>
      {all.problem !== null && <ProblemText error={all.problem} />}
      <div class="panels cases-body">
        <section class="panel stack tight cases-finder" aria-labelledby="cases-finder">
          <h2 id="cases-finder">{text.finder[set].title}</h2>
          <p class="quiet">{text.finder[set].help}</p>
          {set === "f2l" ? (
            <PairFinder
              corner={corner}
              edge={edge}
              isCase={(one, other) => other === "" || ofSet.some(({ picture }) => picture === `${one}, ${other}`)}
              onChange={(changes) => takeStep({ ...changes })}
            />
          ) : (
            <LayerFinder set={set} pattern={pattern} onChange={(changed) => takeStep({ pattern: changed === blankOf(set) ? "" : changed })} />
          )}
          <button
            type="button"
            disabled={question === null && corner === "" && edge === ""}
            onClick={() => takeStep({ pattern: "", corner: "", edge: "" })}
          >
            {text.clear}
          </button>
        </section>
        <div class="cases-detail" ref={detail}>
          {chosen === null ? <p class="panel quiet">{text.none}</p> : <ChosenCase key={titleOf(chosen)} of={chosen} />}
        </div>
        <section class="stack cases-list" aria-labelledby="cases-list">
          <div class="row">
            <h2 id="cases-list">{text.casesOf(set.toUpperCase())}</h2>
            <p role="status" class="quiet">
              {all.isLoading || pictured.isLoading || solved.isLoading ? common.loading : text.found(shown.length, ofSet.length)}
            </p>
            <a href={addressOf("drill", { set })}>{text.drillSet(set.toUpperCase())}</a>
            {isFiltered && (
              <button type="button" onClick={() => takeStep({ search: "", group: "", pattern: "", corner: "", edge: "" })}>
                {text.showAll}
              </button>
            )}
          </div>
          {pictured.problem !== null && <ProblemText error={pictured.problem} />}
          {solved.problem !== null && <ProblemText error={solved.problem} text={asked} />}
          {elsewhere.length > 0 && (
            <p class="row">
              {text.elsewhere}
              {elsewhere.map((one) => (
                <a key={titleOf(one)} href={addressOf("cases", { set: setOf(one), case: one.label, search: asked })}>
                  {titleOf(one)}
                </a>
              ))}
            </p>
          )}
          <CaseGrid shown={shown} chosen={chosen} onChoose={choose} />
        </section>
      </div>
    </div>
  );
}
