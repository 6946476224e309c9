// One scramble: its text, the clock, the hidden answer with the player, and the trainee's own answer.
import { useEffect, useRef, useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { api, ask, type Schemas } from "../../api/client";
import { CopyButton, ProblemText } from "../../components/basics";
import { Player } from "../../components/player";
import { maskOf, type StageSolution } from "../../cube/tracked";
import { strings } from "../../i18n";
import { Clock } from "./clock";
import { joined, lettersFor, type Options, STANDARD } from "./options";
import { OwnAnswer } from "./own_answer";
import { areKeysOn, type Shortcuts, switchKeys } from "./shortcuts";
import { SolutionList } from "./solution_list";

const SOLUTIONS = 20;

interface Shown {
  options: Options;
  stage: Schemas["CheckedStage"];
  condition: string;
  scramble: string;
  follows: { current: boolean };
  shortcuts: Shortcuts;
  onNext: () => void;
}

export function Round({ options, stage, condition, scramble, follows, shortcuts, onNext }: Shown) {
  const { train: s, common } = strings.value;
  const { goal, colors } = options;
  const hold = options.hold ?? STANDARD;
  const holdName = options.hold === null ? "standard" : "down";
  const setup = joined(hold.rotation, scramble);
  const [isRevealed, setRevealed] = useState(false);
  const [inspection, setInspection] = useState<number | null>(null);
  const [played, setPlayed] = useState<number | null>(null);
  const text = useRef<HTMLParagraphElement>(null);
  const cube = useRef<HTMLDivElement>(null);
  const play = (index: number) => {
    setPlayed(index);
    // On a phone the cube may be above the list.
    cube.current?.scrollIntoView({ block: "nearest" });
  };
  const toggle = () => setRevealed((was) => !was);
  useEffect(() => {
    shortcuts.space = toggle;
    if (follows.current) text.current?.focus();
    follows.current = false;
    return () => {
      if (shortcuts.space === toggle) delete shortcuts.space;
    };
  }, []);
  const answer = useAnswer(setup, async (signal) => {
    const query = { scramble: setup, goal, stages: stage.label, colors: lettersFor(colors), only_best: true, solutions: SOLUTIONS };
    return (await ask(api.GET("/v1/analyze", { params: { query }, signal }))) as Schemas["AnalysisRow"];
  });
  const lengths = answer.value === null ? null : (Object.values(answer.value.stages)[0] ?? null);
  const optimum = answer.value === null ? null : (Object.values(answer.value.best)[0]?.length ?? null);
  const solutions = (answer.value?.solutions ?? []) as StageSolution[];
  const shown = isRevealed ? solutions[played ?? 0] : undefined;
  return (
    <div class="panels train-round">
      <section class="panel stack" aria-label={s.scramble}>
        <p class="quiet train-note">{s.heldSo(common.colors[hold.up], common.colors[hold.front])}</p>
        <p class="moves train-scramble" tabIndex={-1} ref={text}>
          {scramble}
        </p>
        <div class="row">
          <button type="button" class="primary" onClick={onNext} aria-keyshortcuts={areKeysOn.value ? "N" : undefined}>
            {s.next} {areKeysOn.value && <kbd aria-hidden="true">N</kbd>}
          </button>
          <button type="button" onClick={toggle} aria-expanded={isRevealed} aria-keyshortcuts={areKeysOn.value ? "Space" : undefined}>
            {isRevealed ? s.hide : s.reveal} {areKeysOn.value && <kbd aria-hidden="true">{s.space}</kbd>}
          </button>
          <CopyButton text={scramble} label={s.copyScramble} />
          <CopyButton text={location.href} label={common.share} />
          <label class="train-choice">
            <input type="checkbox" checked={areKeysOn.value} onChange={(event) => switchKeys(event.currentTarget.checked)} />
            <span>{s.keys}</span>
          </label>
        </div>
        {options.hasClock && <Clock onStop={setInspection} />}
        {answer.problem !== null && <ProblemText error={answer.problem} text={setup} />}
        <OwnAnswer
          setup={setup}
          optimum={optimum}
          isSearching={answer.isLoading}
          target={{ goal, label: stage.label, colors, hold: holdName }}
          record={{
            goal,
            stage: stage.name,
            colors: lettersFor(colors),
            condition,
            hold: holdName,
            scramble,
            inspection,
          }}
          title={stage.title}
        />
      </section>
      <div class="panel train-cube" ref={cube}>
        <Player
          setup={joined(setup, shown?.rotation ?? "")}
          moves={shown?.moves ?? ""}
          mask={shown === undefined ? null : maskOf(shown)}
          isPlaying={played !== null}
        />
      </div>
      <div class="train-below">
        {isRevealed && (
          <SolutionList
            lengths={lengths}
            optimum={optimum}
            isLoading={answer.isLoading}
            solutions={solutions}
            isCut={solutions.length >= SOLUTIONS}
            title={stage.title}
            played={played}
            onPlay={play}
          />
        )}
      </div>
    </div>
  );
}
