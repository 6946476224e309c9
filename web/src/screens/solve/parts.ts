// The parts of a solution: its phases or stages with the moves before them, names, lengths and explanations.
import type { Schemas } from "../../api/client";
import { type Case, isNamed, titleOf } from "../../components/cases/case";
import type { Color } from "../../cube/colors";
import { OPPOSITE } from "../../cube/colors";
import type { Held } from "../../cube/held";
import { sequence } from "../../cube/notation";
import type { Strings } from "../../i18n/en";
import { colorsInWords, titleOfStage } from "../../i18n/stages";
import type { SolvingWords } from "./words";

export type Answer = Schemas["SolveAnswer"] | Schemas["PuzzleAnswer"];

/** A stretch of a solution that the player can play on its own. */
export interface Stretch {
  /** The moves from the given state to the start of the stretch. */
  before: string;
  moves: string;
}

/** A small step of a part, with its explanation. */
export interface Step extends Stretch {
  title: string;
  length: number;
  text: string;
}

/** A phase or a stage. */
export interface Part extends Stretch {
  title: string;
  length: number;
  /** The length of the solution up to the end of the part. */
  total: number;
  isSkipped: boolean;
  /** The sentences of its explanation. */
  sentences: readonly string[];
  /** The case that it solves, for its picture. */
  case: Case | null;
  steps: Step[];
}

/** A solution as the page shows it. */
export interface Solved extends Stretch {
  /** The rotations before the first move. */
  rotation: string;
  length: number;
  metric: string;
  isOptimal: boolean;
  /** The moves from the solved state to the given one. */
  setup: string;
  twizzle: string | null;
  algCubing: string | null;
  /** The sentences before and after the parts. */
  opening: string | null;
  closing: string | null;
  parts: Part[];
  /** Facts about the solution: its bottom colour and the effort of the hands. */
  color: string | null;
  effort: number | null;
  /** The solution in the easiest hold, if solutions are in the order of effort. */
  held: Held | null;
  nodes: number;
  milliseconds: number;
}

/** What the parts of a solution are named and explained with. */
export interface Naming {
  strings: Strings;
  words: SolvingWords;
  /** All cases, once they are loaded. */
  cases: readonly Case[];
  /** Whether stages are explained. */
  isExplained: boolean;
}

/** Returns an answer as the page shows it; null if it has no solution. */
export function solved(answer: Answer, naming: Naming): Solved | null {
  if (answer.solution === null || answer.solution === undefined) return null;
  const isOther = "puzzle" in answer;
  const byHand = isOther ? null : (answer.cfop ?? answer.beginner ?? null);
  const shared = {
    before: "",
    moves: answer.solution,
    length: answer.length ?? 0,
    metric: answer.metric,
    isOptimal: answer.optimal === true,
    setup: answer.setup ?? "",
    twizzle: answer.twizzle ?? byHand?.twizzle ?? null,
    algCubing: null,
    opening: null,
    closing: null,
    color: null,
    effort: null,
    held: ("held" in answer && answer.held) || null,
    nodes: answer.nodes ?? 0,
    milliseconds: answer.cpu_ms ?? 0,
  };
  if (isOther) return { ...shared, rotation: "", parts: ofStages(answer, naming) };
  if (byHand === null) return { ...shared, rotation: answer.rotation ?? "", parts: ofPhases(answer, naming.strings.solve) };
  const found = {
    ...shared,
    rotation: byHand.inspection,
    algCubing: byHand.alg_cubing_net,
    color: byHand.color,
  };
  const color = naming.strings.common.colors[byHand.color as Color];
  const opening = naming.words.hold(color, byHand.inspection);
  if (!("effort" in byHand)) return { ...found, opening, parts: ofSteps(byHand, naming) };
  return {
    ...found,
    effort: byHand.effort,
    opening: naming.isExplained ? opening : null,
    closing: naming.isExplained ? naming.words.total(byHand.lengths) : null,
    parts: ofCases(byHand, color, naming),
  };
}

/** Returns the stages of a CFOP solution with their explanations. */
function ofCases(cfop: Schemas["CfopAnswer"], color: string, { strings, words, cases, isExplained }: Naming): Part[] {
  return inOrder(
    cfop.inspection,
    cfop.stages.map((stage) => {
      const found = cases.find(isNamed(stage.case)) ?? null;
      const sheet = stage.sheet === stage.moves ? null : (stage.sheet ?? null);
      const name = stage.case === null || stage.case === undefined ? null : stage.case.join(" ");
      const title = found === null ? name : titleOf(found);
      const explained = {
        part: stage.part,
        color,
        pairs: stage.pairs.map((pair) => colorsInWords(pair, strings)),
        places: stage.places ?? null,
        case: found === null ? null : { title: titleOf(found), group: found.group, about: found },
        sheet,
        isEmpty: stage.moves === "",
      };
      return {
        title: titleOfStage(stage, title, strings),
        moves: stage.moves,
        length: stage.lengths.htm,
        isSkipped: stage.skipped,
        sentences: isExplained ? words.stage(explained) : sheet === null ? [] : [`${strings.solve.sheet}: ${sheet}`],
        case: found,
        steps: [],
      };
    }),
  );
}

/** Returns the stages of a beginner's solution with their steps. */
function ofSteps(beginner: Schemas["BeginnerAnswer"], { strings, words }: Naming): Part[] {
  const { colors } = strings.common;
  const [bottom, top] = [colors[beginner.color as Color], colors[OPPOSITE[beginner.color as Color]]];
  const inWords = (piece: string) => colorsInWords(piece, strings);
  const parts = inOrder(
    beginner.inspection,
    beginner.stages.map((stage) => {
      const explained = { part: stage.part, bottom, top, isSkipped: stage.skipped, title: stage.title, explanation: stage.explanation };
      return {
        title: words.beginnerTitle(explained),
        moves: stage.moves,
        length: stage.lengths.htm,
        isSkipped: stage.skipped,
        sentences: [words.beginnerStage(explained)],
        case: null,
        steps: stage.steps.map((step) => {
          const seen = { code: step.code, values: step.values, colors: inWords, title: step.title, explanation: step.explanation };
          return { title: words.stepTitle(seen), moves: step.moves, length: step.lengths.htm, text: words.step(seen), before: "" };
        }),
      };
    }),
  );
  return parts.map((part) => ({ ...part, steps: placed(part.before, part.steps) }));
}

/** Returns stretches with the moves before each, of which the first has `before`. */
function placed<T extends Stretch>(before: string, stretches: T[]): T[] {
  return stretches.map((stretch) => {
    const here = { ...stretch, before };
    before = sequence(before, stretch.moves);
    return here;
  });
}

/** Adds to each part the moves before it and the length up to its end. */
function inOrder(rotation: string, parts: Omit<Part, "before" | "total">[]): Part[] {
  let total = 0;
  return placed(
    rotation,
    parts.map((part) => ({ ...part, before: "", total: (total += part.length) })),
  );
}

const lengthOf = (moves: string): number => moves.split(" ").filter((move) => move !== "").length;

/** What a phase has besides its title, moves and length: nothing. */
const PLAIN = { sentences: [], case: null, steps: [] };

/** Returns the phases of a two-phase or Thistlethwaite solution. A move is a turn of a face. */
function ofPhases(answer: Schemas["SolveAnswer"], names: Strings["solve"]): Part[] {
  const phases = answer.phases ?? [];
  const known = Object.entries(names.phases).find(([method]) => method === answer.method)?.[1];
  return inOrder(
    answer.rotation ?? "",
    phases.map((moves, index) => ({
      ...PLAIN,
      title: [names.phase(index + 1), known?.[index]].filter((text) => text !== undefined).join(": "),
      moves,
      length: lengthOf(moves),
      isSkipped: moves === "",
    })),
  );
}

/** Returns the stages of a solution of another puzzle. */
function ofStages(answer: Schemas["PuzzleAnswer"], { strings, words }: Naming): Part[] {
  const stages = answer.stages ?? [];
  if (stages.length < 2) return [];
  return inOrder(
    "",
    stages.map((moves, index) => {
      const name = answer.stage_names?.[index];
      return {
        ...PLAIN,
        title: [strings.solve.phase(index + 1), name === undefined ? "" : words.fourStage(name)].filter((text) => text !== "").join(": "),
        moves,
        length: answer.stage_lengths?.[index] ?? lengthOf(moves),
        isSkipped: moves === "",
      };
    }),
  );
}
