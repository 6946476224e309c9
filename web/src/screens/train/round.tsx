// One scramble: its text, the timer, the hidden answer with the player, and the trainee's own answer.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { api, ask, type Schemas } from "../../api/client";
import { ProblemText } from "../../components/basics";
import { Hints, hintsOf } from "../../components/hints";
import { Player } from "../../components/player";
import { heldAs, type Holding } from "../../cube/held";
import { maskOf, type StageSolution } from "../../cube/tracked";
import { strings } from "../../i18n";
import { practice } from "../../i18n/practice";
import { TimerPad } from "../../timer/timer_pad";
import { timerSettings } from "../../timer/settings";
import { useTimer } from "../../timer/use_timer";
import { useTimerKeys } from "../../timer/use_timer_keys";
import type { Attempt } from "./attempts";
import type { Scene } from "./loss_view";
import { KeyLine, type Steps } from "./key_line";
import { isAlone, isLooping } from "./loop";
import { joined, lettersFor, type Options, STANDARD } from "./options";
import { OwnAnswer } from "./own_answer";
import { useRecorder } from "./record";
import { ReviewedAnswer } from "./reviewed_answer";
import { areKeysOn, useShortcuts } from "../../state/shortcuts";
import { SolutionList } from "./solution_list";

const SOLUTIONS = 20;

interface Shown {
  options: Options;
  stage: Schemas["CheckedStage"];
  condition: string;
  scramble: string;
  /** An answer to the scramble that is looked at again; null for a new one. */
  reviewed: Attempt | null;
  follows: { current: boolean };
  steps: Steps;
}

/** Gives the focus to the scramble, where the keys of the screen work; while there is none, takes it from where it is. */
export function focusScramble(): void {
  const text = document.querySelector<HTMLElement>(".train-scramble");
  if (text !== null) text.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

export function Round({ options, stage, condition, scramble, reviewed, follows, steps }: Shown) {
  const { train: s, common } = strings.value;
  const { loop } = practice.value;
  const { goal, colors } = options;
  const hold = options.hold ?? STANDARD;
  const holdName = options.hold === null ? "standard" : "down";
  const setup = joined(hold.rotation, scramble);
  const isTimed = options.hasClock && reviewed === null;
  const [isRevealed, setRevealed] = useState(reviewed !== null);
  const [taken, setTaken] = useState(0);
  const [played, setPlayed] = useState<number | null>(null);
  const [scene, setScene] = useState<Scene | null>(null);
  const cube = useRef<HTMLDivElement>(null);

  const answer = useAnswer(setup, async (signal) => {
    const query = { scramble: setup, goal, stages: stage.label, colors: lettersFor(colors), only_best: true, solutions: SOLUTIONS, order: "effort" as const };
    return (await ask(api.GET("/v1/analyze", { params: { query }, signal }))) as Schemas["AnalysisRow"];
  });
  const lengths = answer.value === null ? null : (Object.values(answer.value.stages)[0] ?? null);
  const optimum = answer.value === null ? null : (Object.values(answer.value.best)[0]?.length ?? null);
  const solutions = (answer.value?.solutions ?? []) as StageSolution[];
  const recorder = useRecorder({ goal, stage: stage.name, colors: lettersFor(colors), condition, hold: holdName, scramble }, optimum);

  const toggle = () => {
    if (!isRevealed) recorder.show("answer");
    setRevealed(!isRevealed);
    setScene(null);
  };
  const takeHint = () => {
    if (isRevealed || taken >= hints.length) return;
    recorder.show("hint");
    setTaken(taken + 1);
    setScene(null);
  };
  const play = (scene: Scene | number) => {
    setPlayed(typeof scene === "number" ? scene : null);
    setScene(typeof scene === "number" ? null : scene);
    // On a phone the cube may be above the list.
    cube.current?.scrollIntoView({ block: "nearest" });
  };
  // Before the next key, which may lead the focus elsewhere.
  useLayoutEffect(() => {
    if (follows.current) focusScramble();
    follows.current = false;
  }, []);

  const timer = useTimer({
    inspects: timerSettings.value.inspects,
    scrambling: isTimed && isLooping.value ? timerSettings.value.scrambling : null,
    onStart: () => {
      isLooping.value = true;
    },
    onStop: recorder.time,
    onNext: steps.next,
  });
  const isBusy = isTimed && (timer.phase === "inspecting" || timer.phase === "solving");
  useLayoutEffect(() => {
    isAlone.value = isBusy;
    return () => {
      isAlone.value = false;
    };
  }, [isBusy]);
  const isOver = !isTimed || timer.phase === "stopped";
  const penalty = recorder.attempt?.penalty ?? "";
  const setPenalty = (changed: Attempt["penalty"]) => void recorder.change({ penalty: changed === penalty ? "" : changed });
  useTimerKeys(isTimed ? timer : null, areKeysOn.value, () => {
    isLooping.value = false;
    focusScramble();
  });
  useShortcuts({
    ...(!isBusy && { n: steps.next, a: toggle, h: takeHint, ...(steps.previous && { p: steps.previous }), ...(steps.worst && { w: steps.worst }), ...(steps.undo && { z: steps.undo }) }),
    ...(!isTimed && { space: toggle }),
    // On many keyboards + is = with Shift.
    ...(isTimed && isOver && recorder.attempt !== null && { "+": () => setPenalty("+2"), "=": () => setPenalty("+2"), d: () => setPenalty("DNF") }),
  });

  // Rotationless, the cube stays as it is held for the scramble.
  const holding: Holding = options.hold === null ? "easiest" : "";
  const easiest = solutions[0];
  const hints = easiest === undefined || easiest.moves === "" || reviewed !== null ? [] : hintsOf(easiest, holding);
  const hint = isRevealed ? undefined : hints[taken - 1];
  const solution = isRevealed ? solutions[played ?? 0] : undefined;
  const view = hint ?? (solution && { ...heldAs(solution, holding), mask: maskOf(solution) });
  const shown = scene ?? { setup: joined(setup, view?.rotation ?? ""), moves: view?.moves ?? "", mask: view?.mask ?? null };
  return (
    <div class={isBusy ? "panels timer-round timer-alone" : "panels timer-round"}>
      <section class="panel stack" aria-label={s.scramble}>
        <p class="quiet">{s.heldSo(common.colors[hold.up], common.colors[hold.front])}</p>
        <p class="moves timer-scramble train-scramble" tabIndex={-1}>
          {scramble}
        </p>
        {isTimed && <TimerPad timer={timer} penalty={penalty} />}
        <div class="stack timer-aside">
          {!isRevealed && taken > 0 && (
            <Hints hints={hints} taken={taken} onTake={takeHint} onAll={toggle} />
          )}
          {recorder.help !== "none" && recorder.attempt === null && reviewed === null && (
            <p class="note" role="status">
              {recorder.help === "hint" ? loop.hintBefore : loop.seenBefore}
            </p>
          )}
          {answer.problem !== null && <ProblemText error={answer.problem} text={setup} />}
          {recorder.failure !== null && (
            <div class="problem" role="alert">
              {s.notStored(recorder.failure)}
              <button type="button" onClick={recorder.retry}>
                {common.retry}
              </button>
            </div>
          )}
          {reviewed !== null && optimum !== null && (
            <ReviewedAnswer attempt={reviewed} label={stage.label} options={options} setup={setup} optimum={optimum} onPlay={play} />
          )}
          {reviewed === null && isOver && (
            <OwnAnswer
              setup={setup}
              optimum={optimum}
              isSearching={answer.isLoading}
              target={{ goal, label: stage.label, colors, hold: holdName }}
              recorder={recorder}
              title={common.stageName(stage.title)}
              onPlay={play}
              onNext={steps.next}
              onLeave={focusScramble}
            />
          )}
          <KeyLine
            isTimed={isTimed}
            isRevealed={isRevealed}
            scramble={scramble}
            attempt={recorder.attempt}
            steps={steps}
            onToggle={toggle}
            {...(taken === 0 && { onHint: hints.length > 0 ? takeHint : null })}
            onPenalty={setPenalty}
          />
        </div>
      </section>
      <div class="panel cube-side" ref={cube}>
        <Player setup={shown.setup} moves={shown.moves} mask={shown.mask} isPlaying={played !== null || scene !== null || hint !== undefined} />
      </div>
      <div class="train-below timer-aside">
        {isRevealed && (
          <SolutionList
            lengths={lengths}
            optimum={optimum}
            isLoading={answer.isLoading}
            solutions={solutions}
            isCut={solutions.length >= SOLUTIONS}
            title={common.stageName(stage.title)}
            holding={holding}
            played={played}
            onPlay={play}
          />
        )}
      </div>
    </div>
  );
}
