// One case: its picture and probability, its algorithms, and scrambles that lead to it.
import { useState } from "preact/hooks";
import { asProblemError } from "../../api/answer";
import type { ProblemError } from "../../api/client";
import { CopyButton, ProblemText } from "../../components/basics";
import { nameOf, percentOf, titleOf, type Case } from "../../components/cases/case";
import { CasePicture } from "../../components/cases/pictures";
import { scramblesOf } from "../../components/cases/scrambles";
import { setOfCase } from "../../components/cases/sets";
import { strings } from "../../i18n";
import { addressOf } from "../../state/route";
import { Algorithms } from "./algorithms";

/** The number of scrambles at a time. */
const COUNT = 5;

export function ChosenCase({ of }: { of: Case }) {
  const { cases: text } = strings.value;
  const [part, whole] = of.probability as [number, number];
  const title = titleOf(of);
  return (
    <section class="panel stack cases-chosen" aria-labelledby="cases-chosen">
      <div class="illustrated" style={{ "--picture": "minmax(5rem, 8rem)" }}>
        <CasePicture of={of} />
        <div>
          <h2 id="cases-chosen">{title}</h2>
          <dl class="terms">
            {(of.group !== "" || of.derived?.shows) && (
              <div>
                <dt>{of.derived === undefined ? text.group : text.shows}</dt>
                <dd>{of.derived?.shows ?? text.groupName(of.group)}</dd>
              </div>
            )}
            <div>
              <dt>{text.probability}</dt>
              <dd>
                {`${part}/${whole} = ${percentOf(of.probability)}`}
                {of.set === "F2L" && <span class="quiet"> {text.pairNote}</span>}
              </dd>
            </div>
          </dl>
          <div class="row">
            <a href={addressOf("drill", { ...(of.derived !== undefined && setOfCase(of)), cases: nameOf(of) })}>{text.drillOne}</a>
            <CopyButton text={location.origin + location.pathname + addressOf("cases", { ...setOfCase(of), case: of.label })} label={strings.value.common.share} />
          </div>
        </div>
      </div>
      <Algorithms of={of} />
      <Scrambles of={of} />
    </section>
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
