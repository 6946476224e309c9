// The practice of one case: the way to its drill, its tick, and scrambles that lead to it.
import { useState } from "preact/hooks";
import { asProblemError } from "../../api/answer";
import type { ProblemError } from "../../api/client";
import { CopyButton, ProblemText } from "../../components/basics";
import { nameOf, type Case } from "../../components/cases/case";
import { scramblesOf } from "../../components/cases/scrambles";
import { setOfCase } from "../../components/cases/sets";
import { tick, tickedOf } from "../../components/cases/ticks";
import { strings } from "../../i18n";
import { addressOf } from "../../state/route";

/** The number of scrambles at a time. */
const COUNT = 5;

export function DrillJob({ of }: { of: Case }) {
  const { cases: text } = strings.value;
  return (
    <>
      <div class="row">
        <a class="button" href={addressOf("drill", { ...(of.derived !== undefined && setOfCase(of)), cases: nameOf(of) })}>
          {text.drillOne}
        </a>
        <label class="check">
          <input type="checkbox" checked={tickedOf([of]).length > 0} onChange={(event) => tick([of], event.currentTarget.checked)} />
          {text.tickOne}
        </label>
      </div>
      <Scrambles of={of} />
    </>
  );
}

function Scrambles({ of }: { of: Case }) {
  const { cases: text, common } = strings.value;
  const [scrambles, setScrambles] = useState<string[]>([]);
  const [problem, setProblem] = useState<ProblemError | null>(null);
  const [isLoading, setLoading] = useState(false);
  const load = async () => {
    setLoading(true);
    setProblem(null);
    try {
      setScrambles(await scramblesOf(of, COUNT, new AbortController().signal));
    } catch (error) {
      setProblem(asProblemError(error));
    }
    setLoading(false);
  };
  return (
    <section class="stack" aria-labelledby="cases-scrambles">
      <h3 id="cases-scrambles">{text.scrambles}</h3>
      <div class="row">
        <button type="button" disabled={isLoading} onClick={() => void load()}>
          {scrambles.length === 0 ? text.makeScrambles : text.newScrambles}
        </button>
        {scrambles.length > 0 && <CopyButton text={scrambles.join("\n")} label={text.copyAll} />}
        <span role="status" class="quiet">
          {isLoading ? common.loading : scrambles.length > 0 ? text.scrambleNote : ""}
        </span>
      </div>
      {problem !== null && <ProblemText error={problem} />}
      {scrambles.length > 0 && (
        <ol class="plain-list">
          {scrambles.map((scramble) => (
            <li key={scramble} class="head">
              <span class="moves">{scramble}</span>
              <CopyButton text={scramble} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
