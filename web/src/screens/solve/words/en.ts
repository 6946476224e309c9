// Explanations of solutions in English. Those of the beginner's method are the server's, which are in English.
import type { ExplainedStage, SolvingWords } from ".";

const PLACES: Record<string, string> = { slot: "in its slot", top: "in the top layer", lower: "in another slot" };

/** Where the pieces of a pair are. */
function placesOf({ color, pairs: [pair = ""], places }: ExplainedStage): string[] {
  if (places === null) return [];
  const [corner, edge] = places.map((place) => PLACES[place] ?? place);
  const pieces = [`The ${color}-${pair} corner`, `the ${pair} edge`];
  if (corner !== edge) return [`${pieces[0]} is ${corner}, and ${pieces[1]} is ${edge}.`];
  return [`${pieces.join(" and ")} are both ${places[0] === "slot" ? "in their slot" : corner}.`];
}

const alsoSolved = (pairs: readonly string[]): string[] =>
  pairs.length === 0 ? [] : [`These moves also solve the ${pairs.join(", ")} ${pairs.length === 1 ? "pair" : "pairs"}.`];

function pairWords(stage: ExplainedStage): string[] {
  const { case: found, sheet, pairs } = stage;
  const about =
    found === null
      ? "A piece is in the slot of another pair. It is taken out first; then the pair is inserted."
      : sheet === null
        ? `This is ${found.title} (${found.group}), solved here with triggers and U moves.`
        : `This is ${found.title} (${found.group}). Standard algorithm for slot FR: ${sheet}`;
  return [...placesOf(stage), about, ...alsoSolved(pairs.slice(1))];
}

function lastLayerWords({ part, case: found, sheet, isEmpty }: ExplainedStage): string[] {
  const isOll = part === "oll";
  if (found === null) {
    if (isOll) return ["The top face already has one colour; there is nothing to do."];
    return [isEmpty ? "The last layer is already solved; there is nothing to do." : "The last layer is solved except for one turn."];
  }
  const [times, of] = found.about.probability as [number, number];
  const situation = isOll
    ? `Seen from above, the top colour forms this pattern, possibly rotated (group ${found.group}; ${times} in ${of} solves).`
    : `The pieces of the last layer must move like this (${found.group}; ${times} in ${of} solves).`;
  const standard = sheet === null ? [] : [`Standard algorithm: ${sheet}`];
  return [situation, ...standard, isOll ? "Then the top face has one colour." : "This solves the cube."];
}

export const en: SolvingWords = {
  hold: (color, rotation) =>
    rotation === ""
      ? `Hold the cube as the scramble leaves it: ${color} is at the bottom.`
      : `Hold the cube as the scramble leaves it, then rotate the whole cube: ${rotation}. Now ${color} is at the bottom.`,
  stage: (stage) => {
    const { part, color, isEmpty, pairs } = stage;
    if (part === "pair") return pairWords(stage);
    if (part !== "cross") return lastLayerWords(stage);
    if (isEmpty) return [`The four ${color} edges are already in place.`];
    return [`The four ${color} edges are then at the bottom, each next to the centre of its other colour.`, ...alsoSolved(pairs)];
  },
  total: ({ htm, stm, qtm }) => `Solved in ${htm} moves (HTM; ${stm} STM, ${qtm} QTM).`,
  beginnerTitle: ({ title }) => title,
  beginnerStage: ({ explanation }) => explanation,
  stepTitle: ({ title }) => title,
  step: ({ explanation }) => explanation,
  fourStage: (name) => name,
};
