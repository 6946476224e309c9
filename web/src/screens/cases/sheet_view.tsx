// The cases of a sheet, OLL, PLL or F2L, found by a clicked pattern or a search.
import { useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { ProblemText } from "../../components/basics";
import { allCases, titleOf, type Case } from "../../components/cases/case";
import { blankOf, readPattern } from "../../components/cases/last_layer";
import { CORNERS, EDGES, placementsOf, readPlacement } from "../../components/cases/pair";
import { type SheetName, sheetOrKnown } from "../../components/cases/sets";
import { strings } from "../../i18n";
import { addressOf, parameter, takeStep } from "../../state/route";
import { CaseBrowser } from "./browser";
import { LayerFinder } from "./layer_finder";
import { PairFinder } from "./pair_finder";
import { findCases, isMoves, matches, setOf, type Shown } from "./state";

export function SheetView({ set }: { set: SheetName }) {
  const { cases: text } = strings.value;
  const all = useAnswer("all", allCases);
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
  const isPlaced = question !== null || corner !== "" || edge !== "";
  const isFiltered = asked !== "" || group !== "" || isPlaced;

  const [isOpen] = useState(isPlaced);
  const finder = (
    <details open={isOpen}>
      <summary>{text.finder[set].title}</summary>
      <div class="row">
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
        <div class="grow">
          <p class="quiet">{text.finder[set].help}</p>
          <button type="button" disabled={!isPlaced} onClick={() => takeStep({ pattern: "", corner: "", edge: "" })}>
            {text.clear}
          </button>
        </div>
      </div>
    </details>
  );
  return (
    <CaseBrowser
      choice={sheetOrKnown(set)}
      cases={ofSet}
      shown={shown}
      isLoading={all.isLoading || pictured.isLoading || solved.isLoading}
      isFiltered={isFiltered}
      search={{ label: text.search, example: text.searchExample }}
      fold={finder}
    >
      {all.problem !== null && <ProblemText error={all.problem} />}
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
    </CaseBrowser>
  );
}
