// One case: its picture and probability, its algorithms in the player, and scrambles that lead to it.
import { useEffect, useState } from "preact/hooks";
import { asProblemError } from "../../api/answer";
import { api, ask, type ProblemError } from "../../api/client";
import { nameOf, titleOf, type Case } from "../../components/cases/case";
import { CasePicture } from "../../components/cases/pictures";
import { HOLD, MASKS } from "../../components/cases/view";
import { CopyButton, LoadFailure, ProblemText } from "../../components/basics";
import { Player } from "../../components/player";
import { MoveText } from "../../components/player/move_text";
import { setupSolvedBy } from "../../cube/orientation";
import { strings } from "../../i18n";
import { addressOf, parameter, setParameters } from "../../state/route";

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
            <div>
              <dt>{text.group}</dt>
              <dd>{text.groupName(of.group)}</dd>
            </div>
            <div>
              <dt>{text.probability}</dt>
              <dd>
                {`${part}/${whole} = ${((100 * part) / whole).toFixed(2)} %`}
                {of.set === "F2L" && <span class="quiet"> {text.pairNote}</span>}
              </dd>
            </div>
          </dl>
          <div class="row">
            <a href={addressOf("drill", { cases: nameOf(of) })}>{text.drillOne}</a>
            <CopyButton text={location.origin + location.pathname + addressOf("cases", { set: of.set.toLowerCase(), case: of.label })} label={strings.value.common.share} />
          </div>
        </div>
      </div>
      <Algorithms of={of} />
      <Scrambles of={of} />
    </section>
  );
}

function Algorithms({ of }: { of: Case }) {
  const { cases: text, common } = strings.value;
  const index = Math.min(Math.max(Number(parameter("alg", "1")) || 1, 1), of.algorithms.length) - 1;
  const algorithm = of.algorithms[index] ?? "";
  const [run, setRun] = useState(0);
  const [at, setAt] = useState<number | null>(null);
  // The setup and what belongs to it: the player gets them at once.
  const [shown, setShown] = useState<{ setup: string; moves: string; run: number } | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    let isGone = false;
    setupSolvedBy(algorithm, HOLD).then(
      (setup) => {
        if (isGone) return;
        setShown({ setup, moves: algorithm, run });
        setFailure(null);
      },
      (error: unknown) => {
        if (!isGone) setFailure({ error });
      },
    );
    return () => {
      isGone = true;
    };
  }, [algorithm, run]);
  return (
    <section aria-labelledby="cases-algorithms">
      <h3 id="cases-algorithms">{text.algorithms}</h3>
      <div class="panels cases-play">
        <ol class="plain-list">
          {of.algorithms.map((moves, number) => (
            <li key={moves} class="head">
              <span class="moves">
                <MoveText text={moves} at={number === index ? at : null} />
              </span>
              <span class="row">
                <button
                  type="button"
                  aria-label={`${common.play} ${moves}`}
                  aria-pressed={number === index}
                  onClick={() => {
                    setParameters({ alg: number === 0 ? "" : String(number + 1) });
                    setRun(run + 1);
                  }}
                >
                  {common.play}
                </button>
                <CopyButton text={moves} />
              </span>
            </li>
          ))}
        </ol>
        {failure !== null && <LoadFailure error={failure.error} />}
        {failure === null && shown !== null && (
          <Player setup={shown.setup} moves={shown.moves} mask={MASKS[of.set] ?? null} isPlaying={shown.run > 0} run={shown.run} onMove={setAt} />
        )}
      </div>
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
      const found = await ask(api.GET("/v1/scramble", { params: { query: { case: nameOf(of), count: COUNT } } }));
      setScrambles(found.map((one) => one.scramble));
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
