// The screen Analyze: the minimum number of moves to each stage for each bottom colour, and the solutions behind each number.
import { useEffect, useState } from "preact/hooks";
import { asProblemError } from "../../api/answer";
import { api, ask, type ProblemError, type Schemas } from "../../api/client";
import { CopyButton, ProblemText } from "../../components/basics";
import { CubePicture } from "../../components/cube_picture";
import { GoalChoice } from "../../components/goal_choice";
import { Player } from "../../components/player";
import { maskOf, type StageSolution } from "../../cube/tracked";
import { joined, movesAfter, TURNS, type Turn } from "../../cube/hold";
import { strings } from "../../i18n";
import { addressOf, parameter, setParameters } from "../../state/route";
import { LengthTable } from "./length_table";
import { Solutions } from "./solutions";
import { chosenCell, faceletsOf, useLengths, useSetup, useShares, useSolutions, useStages } from "./state";
import "./analyze.css";

/** The part of the address that belongs to a chosen cell; another cube or goal has other cells. */
const NO_CELL = { stage: "", color: "", play: "" };

export function Analyze() {
  const s = strings.value.analyze;
  const scramble = parameter("scramble");
  const goal = parameter("goal", "std");
  const cell = chosenCell();
  const slack = Number(parameter("over", "0")) || 0;
  const turn = TURNS.find((turn) => turn === parameter("turn")) ?? "";
  const [drawn, setDrawn] = useState<Schemas["ScrambleAnswer"] | null>(null);
  const [drawProblem, setDrawProblem] = useState<ProblemError | null>(null);
  const lengths = useLengths(scramble, goal);
  const solutions = useSolutions(scramble, goal, cell, slack, parameter("moves"));
  const stages = useStages(goal);
  const shares = useShares(goal);
  const setup = useSetup(lengths.value);
  const hasInteracted = useInteraction();
  const played = solutions.value?.solutions[Number(parameter("play")) - 1] ?? null;

  const draw = async () => {
    try {
      const [answer] = await ask(api.GET("/v1/scramble", { params: { query: { count: 1 } } }));
      setDrawProblem(null);
      setDrawn(answer!);
      setParameters({ scramble: answer!.scramble, ...NO_CELL });
    } catch (error) {
      setDrawProblem(asProblemError(error));
    }
  };
  useEffect(() => {
    if (scramble === "" && parameter("empty") === "") void draw();
  }, []);

  const facelets = drawn !== null && drawn.scramble === scramble ? drawn.facelets : faceletsOf(lengths.value);
  const problem = lengths.problem ?? drawProblem;
  const needsPlayer = hasInteracted || played !== null || (facelets === null && lengths.value !== null && !lengths.isLoading);
  return (
    <div class="stack analyze">
      <h1>{s.heading}</h1>
      <form class="row" onSubmit={(event) => event.preventDefault()} role="search">
        <label class="field input">
          <span>{s.input}</span>
          <input
            class="moves"
            value={scramble}
            placeholder={s.empty}
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            aria-invalid={lengths.problem !== null}
            aria-describedby="analyze-problem"
            onInput={(event) => setParameters({ scramble: event.currentTarget.value, empty: event.currentTarget.value ? "" : "1", ...NO_CELL })}
          />
        </label>
        <div class="row">
          <button type="button" class="primary" onClick={() => void draw()}>
            {s.random}
          </button>
          <button type="button" disabled={scramble === ""} onClick={() => setParameters({ scramble: "", empty: "1", ...NO_CELL })}>
            {s.clear}
          </button>
          <CopyButton text={scramble} label={s.copyScramble} />
          <a class="button" href={addressOf("solve", { scramble })}>
            {s.toSolve}
          </a>
        </div>
      </form>
      <GoalChoice goal={goal} onChange={(goal) => setParameters({ goal: goal === "std" ? "" : goal, ...NO_CELL })} />
      {problem !== null && <ProblemText id="analyze-problem" error={problem} text={scramble} />}
      <div class="beside found">
        <LengthTable row={lengths.value} isLoading={lengths.isLoading} stages={stages} shares={shares} chosen={cell} />
        <aside class="cube" aria-label={strings.value.common.player}>
          {needsPlayer && setup !== null ? (
            <PlayedSolution setup={setup} solution={played} turn={turn} />
          ) : facelets === null ? (
            <div class="no-cube" />
          ) : (
            <CubePicture facelets={facelets} />
          )}
        </aside>
        {cell !== null && lengths.value !== null && (
          <Solutions
            cell={cell}
            title={stages.find((stage) => stage.name === cell.stage)?.title ?? cell.stage}
            minimum={minimumOf(lengths.value, cell.stage, cell.color)}
            shares={shares?.[cell.stage] ?? null}
            answer={solutions}
            slack={slack}
            turn={turn}
            scramble={scramble}
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

/** The player at the scrambled cube, held for the solution if there is one. */
function PlayedSolution({ setup, solution, turn }: { setup: string; solution: StageSolution | null; turn: Turn }) {
  if (solution === null) return <Player setup={setup} moves="" />;
  return (
    <Player
      setup={joined(setup, solution.rotation, turn)}
      moves={movesAfter(solution.moves, turn)}
      mask={maskOf(solution)}
      isPlaying
    />
  );
}

/** Returns whether somebody has begun to use the page; the player is loaded no sooner. */
function useInteraction(): boolean {
  const [hasInteracted, setInteracted] = useState(false);
  useEffect(() => {
    const interact = () => setInteracted(true);
    const kinds = ["pointerdown", "keydown", "paste", "input"] as const;
    kinds.forEach((kind) => addEventListener(kind, interact, { once: true }));
    return () => kinds.forEach((kind) => removeEventListener(kind, interact));
  }, []);
  return hasInteracted;
}
