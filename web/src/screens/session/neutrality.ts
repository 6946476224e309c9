// Moves that more bottom colours would have saved, stage by stage.
import { computed } from "@preact/signals";
import type { Color } from "../../cube/colors";
import type { Row, Stage } from "./run";
import { sample, shortest, stages } from "./sample";
import { estimate, type Estimate } from "../../statistics/estimate";
import { paired } from "./statistics";
import { colorsIn, ownColor } from "./view";

export interface Saving {
  stage: Stage;
  own: Estimate;
  two: Estimate;
  six: Estimate;
  /** The differences within each scramble to the own colour. */
  savedByTwo: Estimate;
  savedBySix: Estimate;
}

/** The savings of each stage. */
export const savings = computed((): readonly Saving[] => savingsOf(sample.value, stages.value, ownColor()));

/** Returns the savings of each stage that some scramble reaches. */
function savingsOf(rows: readonly Row[], stages: readonly Stage[], color: Color): Saving[] {
  return stages.flatMap((stage) => {
    const [own, two, six]: [number[], number[], number[]] = [[], [], []];
    for (const row of rows) {
      const alone = shortest(row, stage.name, [color]);
      if (alone === null) continue;
      own.push(alone);
      two.push(shortest(row, stage.name, colorsIn("two", color)) ?? alone);
      six.push(shortest(row, stage.name, colorsIn("six", color)) ?? alone);
    }
    const [ownMean, twoMean, sixMean] = [estimate(own), estimate(two), estimate(six)];
    const [savedByTwo, savedBySix] = [paired(own, two), paired(own, six)];
    if (ownMean === null || twoMean === null || sixMean === null || savedByTwo === null || savedBySix === null) return [];
    return [{ stage, own: ownMean, two: twoMean, six: sixMean, savedByTwo, savedBySix }];
  });
}
