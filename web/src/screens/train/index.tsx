// The screen Train: scrambles of an exact difficulty, the trainee's answers against the minimum, and progress.
import { useEffect, useRef, useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { api, ask } from "../../api/client";
import { ProblemText } from "../../components/basics";
import { strings } from "../../i18n";
import { parameter, setParameters } from "../../state/route";
import { load } from "./attempts";
import { History } from "./history";
import { conditionOf, readOptions, stageNamed } from "./options";
import { Round } from "./round";
import { Setup } from "./setup";
import { Sheet } from "./sheet";
import { useShortcuts } from "./shortcuts";
import { abandon, keyOf, prepare, take, takeReady } from "./supply";
import "./train.css";

export function Train() {
  const { train: s, common } = strings.value;
  const options = readOptions();
  const { goal, colors, hold } = options;
  const answer = useAnswer(goal, async (signal) => {
    const { stages } = await ask(api.GET("/v1/goals/check", { params: { query: { goal } }, signal }));
    return { goal, stages };
  });
  // While the stages of a new goal are read, those of the goal before are still there.
  const stages = answer.value?.goal === goal ? answer.value.stages : [];
  const stage = stageNamed(stages, options.stage);
  const condition = options.own ?? (stage === null ? null : conditionOf(stage.name, colors, options.range));
  const wanted = condition === null ? null : { condition, hold };
  const key = wanted === null ? null : keyOf(wanted);
  const scramble = parameter("scramble");

  const [tries, setTries] = useState(0);
  const drawn = useAnswer(scramble === "" && key !== null ? `${key} ${tries}` : null, async (signal) => {
    const next = await take(wanted!, signal);
    setParameters({ scramble: next });
    return next;
  });
  useEffect(() => {
    if (scramble !== "" && wanted !== null) prepare(wanted);
  }, [scramble, key]);
  useEffect(() => abandon, []);
  useEffect(() => void load(), []);

  // The focus follows a new scramble that was asked for, so that Space reveals its answer.
  const follows = useRef(false);
  const next = () => {
    if (wanted === null) return;
    follows.current = true;
    setParameters({ scramble: takeReady(wanted) ?? "" });
  };
  const shortcuts = useShortcuts({ n: next });

  return (
    <div class="train stack">
      <h1>{s.heading}</h1>
      <div class="panels train-top">
        <Setup options={options} stages={stages} stage={stage} condition={condition ?? ""} />
        <div class="stack">
          {answer.problem !== null && <ProblemText error={answer.problem} />}
          {drawn.problem !== null && (
            <div class="panel stack">
              <ProblemText error={drawn.problem} text={drawn.problem.problem.position?.parameter === "where" ? (condition ?? "") : undefined} />
              <div>
                <button type="button" onClick={() => setTries(tries + 1)}>
                  {common.retry}
                </button>
              </div>
            </div>
          )}
          {scramble !== "" && stage !== null ? (
            <Round
              key={`${key} ${goal} ${stage.name} ${scramble}`}
              options={options}
              stage={stage}
              condition={condition ?? ""}
              scramble={scramble}
              follows={follows}
              shortcuts={shortcuts}
              onNext={next}
            />
          ) : (
            drawn.problem === null && (
              <p class="panel train-waiting" role="status">
                {common.loading}
              </p>
            )
          )}
        </div>
      </div>
      {parameter("sheet") !== "" && stage !== null && condition !== null && (
        <Sheet options={options} stage={stage} condition={condition} seed={parameter("sheet")} />
      )}
      <History stage={stage?.name ?? null} />
    </div>
  );
}
