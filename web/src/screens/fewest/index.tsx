// The screen Fewest moves: the lengths of EO, DR, HTR and the finish from every side, a chain built of such steps, and attempts
// of an hour without such answers.
import { useEffect, useState } from "preact/hooks";
import { ProblemText } from "../../components/basics";
import { useLead } from "../../components/lead";
import { Player } from "../../components/player";
import { strings } from "../../i18n";
import { fewest } from "../../i18n/fewest";
import { parameter, setParameters } from "../../state/route";
import { useSetup } from "../analyze/state";
import { AttemptHistory } from "./attempt_history";
import { AttemptPanel } from "./attempt_panel";
import { CellSolutions } from "./cell_solutions";
import { inverted, remaining, solutionOf, writtenMoves } from "./chain";
import { ChainPanel, focusChain } from "./chain_panel";
import { ChainReview } from "./chain_review";
import { Insertions } from "./insertions";
import { chainOf, isAttempted, keepChain } from "./kept_chain";
import { named } from "./names";
import { useInsertions, useLengths, useReview, useShortChain, useSolutions } from "./questions";
import { ScrambleForm } from "./scramble_form";
import { ShortChain, TIMES } from "./short_chain";
import { SideTable } from "./side_table";
import { chosenCell, isInverse, type Row, type Step, stepsOfChain } from "./sides";
import { WorkedExample } from "./worked_example";
import "./fewest.css";

/** What the player shows: moves from a state. */
interface Shown {
  setup: string;
  moves: string;
}

/** Returns whether the cube of a row is solved. */
const isSolvedRow = (row: Row | null): boolean => row !== null && Object.values(row.stages["finish"] ?? {}).every((length) => length === 0);

export function Fewest() {
  const s = fewest.value;
  const { common } = strings.value;
  const scramble = parameter("scramble");
  const first = useLengths(scramble);
  const setup = useSetup(first.isStale ? null : first.value);
  const chain = chainOf(scramble);
  const [chosen, setPoint] = useState<{ of: readonly Step[]; at: number } | null>(null);
  // A point of the chain as it was before is none of this one.
  const point = chosen?.of === chain ? chosen.at : chain.length;
  const before = chain.slice(0, point);
  const after = (steps: readonly Step[]) => (setup === null ? null : steps.length === 0 ? scramble : remaining(setup, steps));
  const current = after(before);
  const next = useLengths(point === 0 ? null : current);
  const end = useLengths(point < chain.length ? after(chain) : null);
  const lengths = point === 0 ? first : next;
  const row = lengths.isStale ? null : lengths.value;
  // During an attempt nothing is shown that a competitor could not know.
  const isAttempt = isAttempted(scramble);
  const cell = isAttempt ? null : chosenCell();
  const slack = Number(parameter("over", "0")) || 0;
  const solutions = useSolutions(current, cell, slack);
  const seconds = isAttempt ? null : (TIMES.find((time) => String(time) === parameter("short")) ?? null);
  const short = useShortChain(current, seconds);
  const written = chain.map(writtenMoves).join(" ");
  const [asked, setAsked] = useState<{ chain: string; what: "review" | "insertions" } | null>(null);
  const isAsked = (what: "review" | "insertions") => asked?.chain === written && asked.what === what;
  const review = useReview(scramble, isAsked("review") ? written : null);
  const insertions = useInsertions(scramble, isAsked("insertions") ? written : null);
  const naming = useReview(scramble, first.problem === null && chain.some(({ kind }) => kind === "own") ? written : null);
  const names = naming.isStale ? null : naming.value;
  useEffect(() => {
    // The chain may have changed since this one was drawn.
    const now = chainOf(scramble);
    if (names === null || now.map(writtenMoves).join(" ") !== written) return;
    const known = named(now, names);
    if (known.some((step, index) => step !== now[index])) keepChain(scramble, known);
  }, [names]);
  const [cubeRef, leadToCube] = useLead();
  const [move, setMove] = useState<number | null>(null);
  const [run, setRun] = useState(0);

  const use = (steps: readonly Step[]) => {
    keepChain(scramble, [...before, ...steps]);
    // The next table is of another cube: what was chosen here has done its work.
    setParameters({ play: "", over: "", row: "", side: "", short: "" });
    requestAnimationFrame(() => {
      // The solution that was used is gone, and with it the focus.
      if (document.activeElement === document.body) focusChain();
    });
  };
  const play = (what: string) => {
    setParameters({ play: what });
    setRun(run + 1);
  };
  const shown = ((): Shown | null => {
    if (setup === null || current === null) return null;
    const from = remaining(setup, before);
    const what = parameter("play");
    if (what === "chain") return { setup, moves: solutionOf(chain) };
    if (what === "short" && !short.isStale && short.value?.dr) return { setup: from, moves: solutionOf(stepsOfChain(short.value.dr)) };
    const solution = solutions.isStale || cell === null ? undefined : solutions.value?.[Number(what) - 1];
    if (solution === undefined || cell === null) return { setup: from, moves: "" };
    return { setup: isInverse(cell.side) ? inverted(from) : from, moves: solution.moves };
  })();
  const isOnInverse = cell !== null && isInverse(cell.side) && /^\d+$/.test(parameter("play"));
  const isSolved = isSolvedRow(row);
  return (
    <div class="stack fewest">
      <div class="title">
        <h1>{s.heading}</h1>
        <p class="quiet no-print">{s.purpose}</p>
      </div>
      {isAttempt ? <p class="moves large">{scramble}</p> : <ScrambleForm problem={first.problem} />}
      <AttemptPanel canStart={first.problem === null} />
      {scramble.trim() !== "" && first.problem === null && (
        <div class="beside">
          <div class={isAttempt && !isSolved ? "hidden" : undefined}>
            <p role="status" class={isSolved ? "good" : "hidden"}>
              {isSolved ? s.isSolved : lengths.isLoading ? common.loading : ""}
            </p>
            {lengths.problem !== null && <ProblemText error={lengths.problem} />}
            {!isSolved && !isAttempt && lengths.value !== null && <SideTable row={lengths.value} isOld={lengths.isLoading} chosen={cell} onChoose={leadToCube} />}
          </div>
          <aside class="fewest-cube" ref={cubeRef} aria-label={common.player}>
            {shown !== null && <Player {...shown} isPlaying={shown.moves !== ""} run={run} onMove={setMove} />}
            <p class="quiet">{isOnInverse ? s.playedOnInverse : ""}</p>
          </aside>
          <div class="stack">
            {cell !== null && !isSolved && <CellSolutions cell={cell} answer={solutions} slack={slack} move={move} onUse={use} />}
            <ChainPanel
              scramble={scramble}
              steps={chain}
              point={point}
              isAttempt={isAttempt}
              isSolved={point < chain.length ? isSolvedRow(end.isStale ? null : end.value) : isSolved && chain.length > 0}
              hasRest={!isSolved}
              onPoint={(at) => setPoint({ of: chain, at })}
              onUse={use}
              onChange={(steps) => keepChain(scramble, steps)}
              onPlay={() => play("chain")}
            />
            {chain.length > 0 && !isAttempt && (
              <ChainReview
                answer={review}
                isAsked={isAsked("review")}
                onAsk={() => setAsked({ chain: written, what: "review" })}
                onChange={(steps) => keepChain(scramble, steps)}
              />
            )}
            {chain.length > 0 && !isSolved && !isAttempt && (
              <Insertions answer={insertions} isAsked={isAsked("insertions")} onAsk={() => setAsked({ chain: written, what: "insertions" })} />
            )}
            {!isSolved && !isAttempt && (
              <ShortChain scramble={scramble} before={before} answer={short} seconds={seconds} onUse={use} onPlay={() => play("short")} />
            )}
          </div>
        </div>
      )}
      {scramble.trim() === "" && <WorkedExample />}
      <AttemptHistory />
    </div>
  );
}
