// The cases of a derived set: what the set is, its figures, and its cases, found by their number or by the case of a sheet.
import { useAnswer } from "../../api/answer";
import { ProblemText } from "../../components/basics";
import { percentOf } from "../../components/cases/case";
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
  const ofCases = cases.reduce((sum, { probability }) => sum + shareOf(probability), 0);
  const shown = cases.filter(({ label, derived }) => sought === "" || label === sought || (derived?.shows ?? "").toLowerCase().includes(sought));
  return (
    <CaseBrowser
      choice={choice}
      cases={cases}
      shown={shown.map((one) => ({ case: one, rotation: "" }))}
      isLoading={loaded.isLoading}
      isFiltered={sought !== ""}
      search={{ label: text.searchNumber, example: text.numberExample }}
      aside={
        <section class="panel stack tight cases-about" aria-labelledby="cases-about">
          <h2 id="cases-about">{text.aboutSet}</h2>
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
        </section>
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
      <dd>{value}</dd>
    </div>
  );
}
