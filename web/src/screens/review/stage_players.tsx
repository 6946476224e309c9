// The players: a stage beside the next stage of the shortest known way on from the same state, or both to the end, or the
// whole solve.
import { useEffect, useRef, useState } from "preact/hooks";
import { CopyButton, LoadFailure } from "../../components/basics";
import { Player } from "../../components/player";
import { MoveText } from "../../components/player/move_text";
import { onSides } from "../../components/player/notation";
import { lengthOf, sequence, withoutComments } from "../../cube/notation";
import { isReadable, rotationBetween, setupSolvedBy } from "../../cube/orientation";
import { strings } from "../../i18n";
import { language } from "../../state/settings";
import { lengthOfSolve, movesOf, nameOfRow, type Review, type Row } from "./state";

/** Moves for the players: the state from which both start, and the lines of the better way, the first with a rotation if it needs one. */
interface Playable {
  setup: string;
  lines: string[];
}

interface Properties {
  review: Review;
  rows: readonly Row[];
  row: Row | null;
  run: number;
  onWhole: () => void;
}

export function StagePlayers({ review, rows, row, run, onWhole }: Properties) {
  const { review: text } = strings.value;
  // What is played, with the row and the request that it belongs to: both players change at once.
  const [shown, setShown] = useState<(Playable & { row: Row | null; run: number }) | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [isToEnd, setToEnd] = useState(false);
  const key = row === null ? null : rows.indexOf(row);
  useEffect(() => {
    let isGone = false;
    playableOf(review, rows, row).then(
      (found) => {
        if (isGone) return;
        setShown({ ...found, row, run });
        setFailure(null);
      },
      (error: unknown) => {
        if (!isGone) setFailure({ error });
      },
    );
    return () => {
      isGone = true;
    };
  }, [review, key, run]);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The players are below the stages.
    if (run > 0) section.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [run]);
  const all = rows.at(-1)?.total ?? 0;
  const canEnd = row !== null && row.name !== null && review.solved;
  return (
    <section class="panel stack review-play" ref={section} aria-labelledby="review-play">
      <div class="head">
        <h2 id="review-play">{row === null ? text.wholeSolve : (nameOfRow(row, strings.value) ?? text.unfinished)}</h2>
        {row !== null && (
          <div class="row no-print">
            {canEnd && (
              <span class="row" role="group" aria-label={text.extent}>
                {[false, true].map((toEnd) => (
                  <button key={String(toEnd)} type="button" aria-pressed={isToEnd === toEnd} onClick={() => setToEnd(toEnd)}>
                    {toEnd ? text.toEnd : text.thisStage}
                  </button>
                ))}
              </span>
            )}
            <button type="button" onClick={onWhole}>
              {text.playWhole}
            </button>
          </div>
        )}
      </div>
      <p role="status" class="quiet">
        {row === null
          ? text.chooseStage
          : review.solved
            ? text.compared(all - row.lengthBefore, row.continuationLength)
            : text.comparedUnsolved(row.continuationLength)}
      </p>
      {failure !== null && <LoadFailure error={failure.error} />}
      {failure === null && shown !== null && <Players review={review} rows={rows} shown={shown} isToEnd={canEnd ? isToEnd : row !== null && row.name === null} />}
    </section>
  );
}

interface Shown {
  review: Review;
  rows: readonly Row[];
  shown: Playable & { row: Row | null; run: number };
  isToEnd: boolean;
}

/** One player for the whole solve, or two side by side. */
function Players({ review, rows, shown: { setup, lines, row, run }, isToEnd }: Shown) {
  const { review: text, common } = strings.value;
  if (row === null) {
    return (
      <div class="columns review-players">
        <Moves heading={common.moves(lengthOfSolve(review))} setup={setup} moves={movesOf(review)} lines={rows.map((one) => one.written)} run={run} />
      </div>
    );
  }
  const later = isToEnd && row.name !== null ? rows.slice(rows.indexOf(row)) : [row];
  const better = isToEnd ? lines : lines.slice(0, firstStage(lines) + 1);
  const own = later.reduce((sum, { length }) => sum + length, 0);
  return (
    <div class="columns review-players">
      <Moves
        heading={isToEnd && row.name !== null ? text.yoursToEnd(own) : text.yours(own)}
        setup={setup}
        moves={sequence(...later.map(({ moves }) => moves))}
        lines={later.map(({ written }) => written)}
        run={run}
      />
      <Moves
        heading={isToEnd ? text.better(row.continuationLength) : text.betterStage(lengthOf(withoutComments(better.join("\n"))))}
        setup={setup}
        moves={withoutComments(better.join("\n"))}
        lines={better.map(commented)}
        run={run}
      />
    </div>
  );
}

/** Returns the index of the line with which the first stage of the better way ends: a rotation alone is none. */
const firstStage = (lines: readonly string[]): number => Math.max(lines.findIndex((line) => lengthOf(withoutComments(line)) > 0), 0);

/** Returns a line of the better way; its comment, which is in English, is left out in other languages. */
const commented = (line: string): string => (language.value === "en" ? line : line.replace(/\s*\/\/.*/, ""));

/** A player with its moves below it, of which the one that is played is marked. */
function Moves({ heading, setup, moves, lines, run }: { heading: string; setup: string; moves: string; lines: readonly string[]; run: number }) {
  const { review: text } = strings.value;
  const [at, setAt] = useState<number | null>(null);
  const shown = lines.map((line) => line.trim()).filter((line) => line !== "").join("\n");
  return (
    <figure>
      <figcaption class="whole">
        <h3>{heading}</h3>
      </figcaption>
      <Player setup={setup} moves={moves} isPlaying={run > 0} run={run} onMove={setAt} />
      <div class="stack tight">
        <div class="moves">{shown === "" ? <span class="quiet">{text.noMoves}</span> : <MoveText text={shown} at={at} />}</div>
        {shown !== "" && <CopyButton text={shown} />}
      </div>
    </figure>
  );
}

/** The mark of the rotation with which a continuation begins. */
const INSPECTION = "// inspection";

/**
 * Returns the state from which a stage starts and the better way from there, for players that hold the cube as the solver holds it.
 * A continuation is written for the hold after the scramble, so that it begins with another rotation here.
 */
async function playableOf(review: Review, rows: readonly Row[], row: Row | null): Promise<Playable> {
  const given = withoutComments(review.scramble);
  // A scramble given as facelets is the state that the first continuation solves.
  const first = rows[0]?.continuation ?? movesOf(review);
  const scramble = (await isReadable(given)) ? given : await setupSolvedBy(first);
  if (row === null) return { setup: scramble, lines: [] };
  const { normal, inverse } = onSides(row.before);
  const setup = sequence(inverse === "" ? "" : `(${inverse})'`, scramble, normal);
  const way = row.continuation.split("\n").filter((line) => line.trim() !== "");
  // The way on from an attempt at fewest moves begins at its end.
  const lines = review.method === "DR" && row.name === null ? [row.moves, ...way] : way;
  const hasRotation = lines[0]?.includes(INSPECTION) === true;
  const hold = hasRotation ? withoutComments(lines[0] ?? "") : "";
  const rest = hasRotation ? lines.slice(1) : lines;
  const rotation = await rotationBetween(setup, sequence(scramble, hold));
  return { setup, lines: rotation === "" ? rest : [rotation, ...rest] };
}
