// The screen Analyze: the minimum number of moves to each stage for each bottom colour, and the solutions behind each number.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { asProblemError } from "../../api/answer";
import { api, ask, type ProblemError, type Schemas } from "../../api/client";
import { CopyButton, ProblemText } from "../../components/basics";
import { CubePicture } from "../../components/cube_picture";
import { GoalChoice } from "../../components/goal_choice";
import { type Hint, hintsOf } from "../../components/hints";
import { useLead } from "../../components/lead";
import { Player } from "../../components/player";
import { ScrambleInput } from "../../components/scramble_input";
import { maskOf, type StageSolution } from "../../cube/tracked";
import { heldAs, type Holding } from "../../cube/held";
import { TURNS } from "../../cube/hold";
import { sequence } from "../../cube/notation";
import { strings } from "../../i18n";
import { useDraft } from "../../state/draft";
import { addressOf, parameter, setParameters, takeStep } from "../../state/route";
import { LengthTable } from "./length_table";
import { Solutions } from "./solutions";
import { chosenCell, pictureOf, useLengths, useSetup, useShares, useSolutions, useStages } from "./state";
import "./analyze.css";

/** The part of the address that belongs to the solutions of one cube. The chosen cell stays for the next one. */
const NO_SOLUTION = { play: "", slot: "", hints: "" };

/** The part that belongs to one goal: another one has other stages. */
const NO_CELL = { ...NO_SOLUTION, stage: "", color: "" };

export function Analyze() {
  const s = strings.value.analyze;
  const scramble = parameter("scramble");
  const goal = parameter("goal", "std");
  const cell = chosenCell();
  const slack = Number(parameter("over", "0")) || 0;
  const turn = parameter("turn");
  const holding: Holding = turn === "0" ? "" : (TURNS.find((known) => known === turn && turn !== "") ?? "easiest");
  const [drawn, setDrawn] = useState<Schemas["ScrambleAnswer"] | null>(null);
  const [drawProblem, setDrawProblem] = useState<ProblemError | null>(null);
  const lengths = useLengths(scramble, goal);
  const solutions = useSolutions(scramble, goal, cell, slack, parameter("moves"));
  const stages = useStages(goal);
  const shares = useShares(goal);
  const setup = useSetup(lengths.value);
  const hasInteracted = useInteraction();
  const isCurrent = !lengths.isStale && !solutions.isStale;
  const found = isCurrent ? (solutions.value?.solutions ?? []) : [];
  const played = found[Number(parameter("play")) - 1] ?? null;
  // Hints are at the easiest solution; those of another cell begin anew.
  const cellKey = JSON.stringify([scramble, goal, cell, slack, parameter("moves")]);
  const [help, setHelp] = useState({ of: "", taken: 0 });
  const taken = help.of === cellKey ? help.taken : 0;
  const hints = parameter("hints") === "" || found[0] === undefined ? null : hintsOf(found[0], holding);
  const hint = hints?.[taken - 1] ?? null;

  const [text, type] = useDraft("scramble", 120, (text) => ({ empty: text === "" ? "1" : "", ...NO_SOLUTION }));
  // A later draw, a text that is typed, and another screen abandon a draw.
  const drawing = useRef<AbortController | null>(null);
  const draw = async (change: typeof takeStep) => {
    drawing.current?.abort();
    const { signal } = (drawing.current = new AbortController());
    try {
      const [answer] = await ask(api.GET("/v1/scramble", { params: { query: { count: 1 } }, signal }));
      if (signal.aborted) return;
      setDrawProblem(null);
      setDrawn(answer!);
      change({ scramble: answer!.scramble, empty: "", ...NO_SOLUTION }, "analyze");
    } catch (error) {
      if (!signal.aborted) setDrawProblem(asProblemError(error));
    }
  };
  useEffect(() => () => drawing.current?.abort(), []);
  const isFresh = scramble === "" && parameter("empty") === "";
  // A layout effect: a text that is entered afterwards ends the draw.
  useLayoutEffect(() => {
    // The first state of a visit is no step: before it there is nothing.
    if (isFresh) void draw(setParameters);
  }, [isFresh]);
  const change = (text: string, event?: Event) => {
    drawing.current?.abort();
    setDrawProblem(null);
    type(text, event);
  };
  const [solutionsRef, leadToSolutions] = useLead();
  const [move, setMove] = useState<number | null>(null);

  const facelets = drawn !== null && drawn.scramble === scramble ? drawn.facelets : pictureOf(lengths.value);
  const problem = lengths.problem ?? drawProblem;
  const firstStage = Object.entries(lengths.value?.best ?? {})[0];
  const needsPlayer = hasInteracted || played !== null || hint !== null || (facelets === null && lengths.value !== null && !lengths.isLoading);
  return (
    <div class="stack analyze">
      <div class="title">
        <h1>{s.heading}</h1>
        <p class="quiet no-print">{s.purpose}</p>
      </div>
      <form class="row fields no-print" onSubmit={(event) => event.preventDefault()} role="search">
        <ScrambleInput
          label={s.input}
          placeholder={s.empty}
          text={text}
          isInvalid={lengths.problem !== null}
          problemId="analyze-problem"
          onInput={change}
        />
        <div class="row">
          <button type="button" class="primary" onClick={() => void draw(takeStep)}>
            {s.random}
          </button>
          <button type="button" disabled={text === ""} onClick={() => change("")}>
            {s.clear}
          </button>
          <CopyButton text={scramble} label={s.copyScramble} />
          <a class="button" href={addressOf("solve", { scramble })}>
            {s.toSolve}
          </a>
        </div>
      </form>
      <GoalChoice goal={goal} onChange={(goal) => takeStep({ goal: goal === "std" ? "" : goal, ...NO_CELL })} />
      {problem !== null && <ProblemText id="analyze-problem" error={problem} text={scramble} />}
      <div class="beside found">
        <p class="hidden" role="status">
          {firstStage === undefined || lengths.isLoading ? "" : s.cell(strings.value.common.best, firstStage[0], firstStage[1].length ?? 0)}
        </p>
        <LengthTable
          row={lengths.value}
          isLoading={lengths.isLoading}
          stages={stages}
          shares={shares}
          chosen={cell}
          onChoose={leadToSolutions}
        />
        <aside class="cube-side" ref={solutionsRef} aria-label={strings.value.common.player}>
          {needsPlayer && setup !== null ? (
            <Player setup={setup} moves="" {...(hint !== null ? shownBy(setup, hint) : played !== null && shownBy(setup, sceneOf(played, holding)))} onMove={setMove} />
          ) : facelets === null ? (
            <div class="cube-picture" />
          ) : (
            <CubePicture facelets={facelets} />
          )}
        </aside>
        {cell !== null && lengths.value !== null && (
          <Solutions
            cell={cell}
            title={strings.value.common.stageName(stages.find((stage) => stage.name === cell.stage)?.title ?? cell.stage)}
            minimum={minimumOf(lengths.value, cell.stage, cell.color)}
            shares={shares?.[cell.stage] ?? null}
            answer={solutions}
            slack={slack}
            holding={holding}
            scramble={scramble}
            move={move}
            hinting={hints === null ? null : { hints, taken, onTake: () => setHelp({ of: cellKey, taken: taken + 1 }) }}
          />
        )}
      </div>
    </div>
  );
}

/** Returns a length of the table. */
function minimumOf(row: Schemas["AnalysisRow"], stage: string, color: string): number | null {
  return (color === "best" ? row.best[stage]?.length : row.stages[stage]?.[color]) ?? null;
}

/** What the player shows after the setup: a solution, or a hint at it. */
type Scene = Pick<Hint, "rotation" | "moves" | "mask">;

function sceneOf(solution: StageSolution, holding: Holding): Scene {
  const { rotation, moves } = heldAs(solution, holding);
  return { rotation, moves, mask: maskOf(solution) };
}

const shownBy = (setup: string, { rotation, moves, mask }: Scene) => ({ setup: sequence(setup, rotation), moves, mask, isPlaying: true });

/** Returns whether somebody has begun to use the page; the player is loaded no sooner. */
function useInteraction(): boolean {
  const [hasInteracted, setInteracted] = useState(false);
  useLayoutEffect(() => {
    const interact = () => setInteracted(true);
    const kinds = ["pointerdown", "keydown", "paste", "input"] as const;
    kinds.forEach((kind) => addEventListener(kind, interact, { once: true }));
    return () => kinds.forEach((kind) => removeEventListener(kind, interact));
  }, []);
  return hasInteracted;
}
