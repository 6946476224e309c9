// The names of typed steps: those that the review of an attempt gives.
import type { Schemas } from "../../api/client";
import { stepsOfChain, type Step } from "./sides";

/** A step of the review, with the number of moves up to its end. */
interface Reached {
  step: Step;
  end: number;
}

const movesOf = (moves: string): string[] => moves.split(" ").filter((move) => move !== "");

const countOf = ({ normal, inverse }: Step): number => movesOf(normal).length + movesOf(inverse).length;

/** Returns the first moves of a step, and the moves after them. The normal moves come first, as they are written. */
function parted(step: Step, count: number): [Step, Step] {
  const [normal, inverse] = [movesOf(step.normal), movesOf(step.inverse)];
  const onInverse = Math.max(count - normal.length, 0);
  const part = (normal: string[], inverse: string[]): Step => ({ ...step, normal: normal.join(" "), inverse: inverse.join(" ") });
  return [part(normal.slice(0, count), inverse.slice(0, onInverse)), part(normal.slice(count), inverse.slice(onInverse))];
}

/**
 * Returns a chain whose typed steps have the names of the steps that they reach in the review of the chain. A typed step that reaches
 * several is parted where the review parts it; one that reaches none keeps its name.
 */
export function named(chain: readonly Step[], { steps }: Schemas["AttemptAnswer"]): Step[] {
  let count = 0;
  const reached: Reached[] = stepsOfChain({ steps: steps.map(({ made }) => made) }).map((step) => ({ step, end: (count += countOf(step)) }));
  let start = 0;
  return chain.flatMap((step) => {
    const [from, to] = [start, (start += countOf(step))];
    const here = reached.filter(({ end }) => from < end && end <= to);
    if (step.kind !== "own" || here.length === 0) return [step];
    let [done, rest] = [from, step];
    return here.map(({ step: { kind, axis }, end }, index): Step => {
      // The last one has the moves after it, too.
      const [part, after] = index === here.length - 1 ? [rest, rest] : parted(rest, end - done);
      [done, rest] = [end, after];
      return { ...part, kind, axis };
    });
  });
}
