// The players: the moves of a stage beside the shortest known way on from the same state, or the whole solve.
import { useEffect, useRef, useState } from "preact/hooks";
import { CopyButton, LoadFailure } from "../../components/basics";
import { Player } from "../../components/player";
import { sequence, withoutComments } from "../../cube/notation";
import { isReadable, rotationBetween, setupSolvedBy } from "../../cube/orientation";
import { strings } from "../../i18n";
import { movesOf, type Review, type Row } from "./state";

/** Moves for a player, and the lines of the better way. */
interface Playable {
  setup: string;
  own: string;
  better: string;
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
  // The moves that are played, with the row and the request that they belong to: both players change at once.
  const [shown, setShown] = useState<(Playable & { row: Row | null; run: number }) | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
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
    // On a narrow page the players are below the stages.
    if (run > 0 && matchMedia("(max-width: 1179px)").matches) section.current?.scrollIntoView({ block: "nearest" });
  }, [run]);
  const all = rows.at(-1)?.total ?? 0;
  return (
    <section class="panel review-play" ref={section} aria-labelledby="review-play">
      <div class="review-head">
        <h2 id="review-play">{row === null ? text.wholeSolve : (row.name ?? text.unfinished)}</h2>
        {row !== null && (
          <button type="button" onClick={onWhole}>
            {text.playWhole}
          </button>
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
      {failure === null && shown !== null && (
        <div class={shown.row === null ? "review-players one" : "review-players"}>
          <figure>
            <figcaption>
              <h3>{shown.row === null ? strings.value.common.moves(review.htm) : text.yours(shown.row.htm)}</h3>
            </figcaption>
            <Player setup={shown.setup} moves={shown.own} isPlaying={shown.run > 0} run={shown.run} />
            <MoveList lines={shown.row === null ? rows.map((one) => one.moves) : [shown.own]} />
          </figure>
          {shown.row !== null && (
            <figure>
              <figcaption>
                <h3>{text.better(shown.row.continuationLength)}</h3>
              </figcaption>
              <Player setup={shown.setup} moves={shown.better} isPlaying={shown.run > 0} run={shown.run} />
              <MoveList lines={shown.lines} />
            </figure>
          )}
        </div>
      )}
    </section>
  );
}

/** Moves, a line for each stage, with a button that copies them. */
function MoveList({ lines }: { lines: readonly string[] }) {
  const shown = lines.filter((line) => line !== "");
  return (
    <div class="review-moves">
      <div class="moves">
        {shown.length === 0 && <span class="quiet">{strings.value.review.noMoves}</span>}
        {shown.map((line, index) => {
          const [moves = "", comment] = line.split("//");
          return (
            <div key={index}>
              {moves.trim()} {comment !== undefined && <span class="comment">{`// ${comment.trim()}`}</span>}
            </div>
          );
        })}
      </div>
      {shown.length > 0 && <CopyButton text={shown.join("\n")} />}
    </div>
  );
}

/** The mark of the rotation with which a continuation begins. */
const INSPECTION = "// inspection";

/**
 * Returns the moves of a stage and its better way for players that start at the same state, held as the solver holds it. A
 * continuation is written for the hold after the scramble, so that it begins with another rotation here.
 */
async function playableOf(review: Review, rows: readonly Row[], row: Row | null): Promise<Playable> {
  const given = withoutComments(review.scramble);
  // A scramble given as facelets is the state that the first continuation solves.
  const first = rows[0]?.continuation ?? movesOf(review);
  const scramble = (await isReadable(given)) ? given : await setupSolvedBy(first);
  if (row === null) return { setup: scramble, own: movesOf(review), better: "", lines: [] };
  const setup = sequence(scramble, row.before);
  const lines = row.continuation.split("\n").filter((line) => line.trim() !== "");
  const hasRotation = lines[0]?.includes(INSPECTION) === true;
  const hold = hasRotation ? withoutComments(lines[0] ?? "") : "";
  const rest = hasRotation ? lines.slice(1) : lines;
  const rotation = await rotationBetween(setup, sequence(scramble, hold));
  return {
    setup,
    own: row.moves,
    better: sequence(rotation, withoutComments(rest.join("\n"))),
    lines: [rotation, ...rest],
  };
}
