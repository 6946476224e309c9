// The guide and the glossary in English.
import type { Tab } from "../../state/route";

export const helpEn = {
  purpose:
    "cubiform answers exact questions about the Rubik's cube: the fewest moves to each stage of a solve for each bottom colour, proven; where your own solves lose moves; and scrambles of exactly the difficulty that you want to practise.",
  screensTitle: "The screens",
  screens: {
    today: "One cross and one xcross at your difficulty, the cases that are due, and your streak: five minutes' worth. It opens first once you have practised.",
    analyze: "Paste a scramble, or take a random state: the fewest moves to the cross, the xcross and so on, for all six bottom colours. A number opens its solutions, which play on the cube.",
    review: "Paste a reconstruction, or several: each stage beside the shortest way, what it lost, and the slip in a solve that does not end solved.",
    train: "Scrambles of exactly the difficulty that you choose, such as crosses of seven moves. Your answers are compared with the minimum.",
    session: "Drop an export of csTimer: how hard your scrambles were, and what each further move cost you in seconds.",
    cases: "OLL, PLL, F2L and other sets, such as COLL, ZBLL or CMLL: find a case, all of its algorithms by their effort, and keep your own.",
    solve: "Solve any cube: short solutions, CFOP or a beginner's method step by step; scrambles under a condition; and an editor of stickers.",
    fewest: "Fewest moves: EO, DR, HTR and the finish from every side, a solution built of them, and attempts of an hour with what each step lost.",
  } satisfies Record<Tab, string>,
  keysTitle: "Keys",
  keys: [
    ["Arrow keys", "walk a table, a list of cases, or the stickers of a cube"],
    ["Space, on the player's slider", "plays and pauses; arrow keys step"],
    ["1 to 6, 0", "in the cube editor: the colour to paint with, or none"],
    ["Back", "undoes a step: the scramble, the cell or the pattern before"],
  ] as const,
  wordsTitle: "Words",
  words: [
    ["Scramble", "moves that lead from the solved cube to a state, held with white on top and green in front"],
    ["Facelets", "the 54 stickers as letters, face by face: up, right, front, down, left, back"],
    ["Reid", "a notation that lists the twelve edges and eight corners of a state, as in UF UR …; written as Michael Reid did"],
    ["HTM", "half turn metric: a turn of a face by any angle is one move, a slice two"],
    ["STM, QTM, ETM", "other metrics: a slice is one move; a half turn is two; rotations count too"],
    ["TPS", "turns per second"],
    ["Cross", "the four edges of the bottom colour in place"],
    ["XCross", "the cross with one pair of the first two layers; xxcross: with two"],
    ["F2L, OLL, PLL", "the first two layers; the top face in one colour; the last layer in order. With the cross they make CFOP"],
    ["Pair, slot", "a corner and an edge that belong together, and the place between two sides where they go"],
    ["Pseudo", "a stage that is solved except for a turn of the bottom layer"],
    ["EO, EOLine", "edges oriented, so that quarter turns of F and B are not needed; with the front and back edges at the bottom: EOLine"],
    ["fb, eo[fb]", "edge orientation relative to the axis from front to back; rl and ud: the other axes"],
    ["Roux, Petrus, ZZ", "methods that begin with a block of 1x2x3, a block of 2x2x2, and EOLine"],
    ["Colour neutral", "free to start with any bottom colour; dual: with one of two opposite ones"],
    ["Effort, regrip", "an estimate of how hard moves are for the hands; a hand that lets go of the cube to take it anew"],
    ["+2, DNF", "a penalty of two seconds, and a solve that does not count"],
  ] as const,
  more: "The command cubiform answers the same questions for files of any size; its folder docs/guide has a page for each.",
};

export type HelpStrings = typeof helpEn;
