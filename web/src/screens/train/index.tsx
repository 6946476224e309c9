// The screen Train: scrambles of an exact difficulty, the trainee's answers against the minimum, and progress.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { api, ask } from "../../api/client";
import { strings } from "../../i18n";
import { useShortcuts } from "../../state/shortcuts";
import { parameter, parameters, setParameters, takeStep } from "../../state/route";
import { PracticeNav } from "../practice_nav";
import { Advice } from "./advice";
import { attempts, failedOf } from "./attempts";
import { DrawProblem } from "./draw_problem";
import { History } from "./history";
import { again, isAlone, isLooping, undone } from "./loop";
import { conditionOf, lettersFor, readOptions, setTimed, stageNamed } from "./options";
import { focusScramble, Round } from "./round";
import { Session } from "./session";
import { sessionOf, worstOf } from "./sessions";
import { keptOptions, sessionName } from "./settings";
import { focusChoice, Setup } from "./setup";
import { Sheet } from "./sheet";
import { useUndo } from "./undo";
import { abandon, keyOf, prepare, take, takeReady } from "./supply";
import { follow, neighbour } from "./trail";
import "./train.css";

/** The choices of a first visit. */
const FIRST = { clock: "1" };

/** The screen, once its address has the choices that were kept: an address without parameters has none of its own. */
export function Train() {
  const isBare = Object.keys(parameters()).length === 0;
  useLayoutEffect(() => {
    if (isBare) setParameters(Object.keys(keptOptions.peek()).length > 0 ? keptOptions.peek() : FIRST, "train");
  }, [isBare]);
  return isBare ? null : <Trainer />;
}

function Trainer() {
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
    // Other choices may have been made meanwhile, or another scramble opened.
    signal.throwIfAborted();
    if (parameter("scramble") === "") setParameters({ scramble: next }, "train");
    return next;
  });
  // A layout effect, so that the step back is there as soon as the scramble is.
  useLayoutEffect(() => {
    if (scramble === "" || wanted === null) return;
    prepare(wanted);
    follow(key!, scramble);
  }, [scramble, key]);
  useEffect(() => {
    void attempts.load();
    return () => {
      abandon();
      isLooping.value = false;
      again.value = [];
      undone.value = null;
    };
  }, []);

  const all = attempts.all.value ?? [];
  const ofTask = all.filter((attempt) => attempt.goal === goal && attempt.stage === stage?.name && attempt.colors === lettersFor(colors));
  const session = sessionOf(ofTask, sessionName.value);
  const worst = worstOf(session);
  const failed = failedOf(ofTask.filter((attempt) => attempt.hold === (hold === null ? "standard" : "down")));
  const shown = parameter("shown");
  const reviewed = all.find(({ id }) => id === shown) ?? null;

  // The focus follows a new scramble that was asked for, so that the keys work on it.
  const follows = useRef(false);
  const go = (next: string, shown = "") => {
    follows.current = true;
    takeStep({ scramble: next, shown });
  };
  const next = () => {
    if (wanted === null) return;
    const [repeated, ...rest] = again.value;
    again.value = rest;
    go(repeated?.scramble ?? neighbour(key!, scramble, 1) ?? takeReady(wanted) ?? "");
  };
  const previous = key === null ? null : neighbour(key, scramble, -1);
  const repeat = () => {
    again.value = failed;
    next();
  };
  const { undo, undoCount, undoFailure } = useUndo(session.at(-1) ?? null);
  const choices = { s: () => focusChoice("stage"), l: () => focusChoice("moves"), t: () => setTimed(!options.hasClock) };
  useShortcuts(isAlone.value ? {} : choices);
  const isWaiting = shown !== "" && attempts.all.value === null;

  return (
    <div class="train stack">
      <h1 class="hidden">{s.heading}</h1>
      <PracticeNav />
      <div class="panels train-top">
        <Setup options={options} stages={stages} stage={stage} condition={condition ?? ""} onLeave={focusScramble} />
        <div class="stack train-middle">
          {undoFailure !== null && (
            <div class="problem" role="alert">
              {s.notDeleted(undoFailure)}
            </div>
          )}
          <DrawProblem
            problem={answer.problem ?? drawn.problem}
            options={options}
            stage={stage}
            condition={condition ?? ""}
            onRetry={() => setTries(tries + 1)}
          />
          {scramble !== "" && stage !== null && !isWaiting ? (
            <Round
              key={`${key} ${goal} ${stage.name} ${scramble} ${reviewed?.id ?? ""} ${undoCount}`}
              options={options}
              stage={stage}
              condition={condition ?? ""}
              scramble={scramble}
              reviewed={reviewed}
              follows={follows}
              steps={{ next, previous: previous === null ? null : () => go(previous), worst: worst && (() => go(worst.scramble, worst.id)), undo }}
            />
          ) : (
            drawn.problem === null && (
              <p class="panel waiting" role="status">
                {common.loading}
              </p>
            )
          )}
        </div>
        {options.hasClock && <Session all={ofTask} failed={failed.length} onRepeat={repeat} onWorst={worst && (() => go(worst.scramble, worst.id))} />}
      </div>
      {parameter("sheet") !== "" && stage !== null && condition !== null && (
        <Sheet options={options} stage={stage} condition={condition} seed={parameter("sheet")} />
      )}
      <Advice all={ofTask} />
      <History stage={stage?.name ?? null} />
    </div>
  );
}
