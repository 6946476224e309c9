// The cases of a derived set: what the set is, its figures, and its cases, found by their number or by the case of a sheet.
import { useAnswer } from "../../api/answer";
import { ProblemText } from "../../components/basics";
import { percentOf, type Case } from "../../components/cases/case";
import { loadSet, type SetChoice } from "../../components/cases/sets";
import { strings } from "../../i18n";
import { parameter } from "../../state/route";
import { CaseBrowser } from "./browser";

const shareOf = ([part = 0, whole = 1]: readonly number[]): number => part / whole;

export function DerivedView({ choice }: { choice: SetChoice }) {
  const { cases: text, common } = strings.value;
  const loaded = useAnswer(JSON.stringify(choice), (signal) => loadSet(choice, signal));
  const { cases, derived } = loaded.value ?? { cases: [], derived: null };
  const sought = parameter("search").trim().toLowerCase();
  const group = parameter("group");
  const ofCases = cases.reduce((sum, { probability }) => sum + shareOf(probability), 0);
  const isSought = ({ label, derived }: Case) => sought === "" || label === sought || (derived?.shows ?? "").toLowerCase().includes(sought);
  const shown = cases.filter((one) => isSought(one) && (group === "" || one.group === group));
  return (
    <CaseBrowser
      choice={choice}
      cases={cases}
      shown={shown.map((one) => ({ case: one, rotation: "" }))}
      isLoading={loaded.isLoading}
      isFiltered={sought !== "" || group !== ""}
      search={{ label: text.searchNumber, example: text.numberExample }}
      fold={
        <details>
          <summary>{text.aboutSet}</summary>
          {derived === null ? (
            loaded.problem === null && <p class="quiet">{common.loading}</p>
          ) : (
            <>
              {derived.name && <p>{text.setAbout(derived.name, derived.about ?? "")}</p>}
              <dl class="terms">
                <Figure name={text.fromGoal} value={derived.from ?? text.anyState} />
                <Figure name={text.toGoal} value={derived.to} />
                <Figure name={text.caseCount} value={derived.cases.length.toLocaleString("en")} />
                <Figure name={text.stateCount} value={derived.states.toLocaleString("en")} />
                <Figure name={text.solvedAlready} value={percentOf(derived.solved)} />
              </dl>
              <p class="quiet">{text.sumNote(percentOf([ofCases, 1]), percentOf(derived.solved), percentOf([ofCases + shareOf(derived.solved), 1]))}</p>
            </>
          )}
        </details>
      }
    >
      {loaded.problem !== null && <ProblemText error={loaded.problem} text={loaded.problem.problem.parameter === "from" ? choice.from : choice.to} />}
    </CaseBrowser>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="moves">{value}</dd>
    </div>
  );
}
