// The moves of steps, apart from each other, those on the inverse in parentheses.
import { Fragment } from "preact";
import { MoveText } from "../../components/player/move_text";
import { lengthOfStep, writtenMoves } from "./chain";
import type { Step } from "./sides";

/** The steps, with strokes between them. `at` is the move that is played, from 0; null if there is none. */
export function StepMoves({ steps, at }: { steps: readonly Step[]; at: number | null }) {
  let before = 0;
  return (
    <>
      {steps.map((step, index) => {
        const place = at === null ? null : at - before;
        before += lengthOfStep(step);
        return (
          <Fragment key={index}>
            {index > 0 && <span class="quiet"> | </span>}
            <MoveText text={writtenMoves(step)} at={place} />
          </Fragment>
        );
      })}
    </>
  );
}
