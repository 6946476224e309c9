// The parts of a solution: its phases or stages with the moves before them, names, lengths and explanations.
import type { Schemas } from "../../api/client";
import type { Strings } from "../../i18n/en";

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

/** A paragraph of an explanation: text, or a picture drawn in characters. */
export interface Paragraph {
  kind: "text" | "picture";
  text: string;
}

/** A phase or a stage. */
export interface Part extends Stretch {
  title: string;
  length: number;
  /** The length of the solution up to the end of the part. */
  total: number;
  isSkipped: boolean;
  /** The algorithm as the sheet of cases prints it, where it differs from the moves. */
  sheet: string | null;
  paragraphs: Paragraph[];
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
  /** The paragraphs before and after the parts of an explanation. */
  opening: Paragraph[];
  closing: Paragraph[];
  parts: Part[];
  /** Facts about the solution: its bottom colour and the effort of the hands. */
  color: string | null;
  effort: number | null;
  nodes: number;
  milliseconds: number;
}

/** Joins sequences of moves. */
export const join = (...moves: string[]): string => moves.filter((part) => part !== "").join(" ");

/** Returns an answer as the page shows it; null if it has no solution. */
export function solved(answer: Answer, names: Strings["solve"]): Solved | null {
  if (answer.solution === null || answer.solution === undefined) return null;
  const isOther = "puzzle" in answer;
  const byHand = isOther ? null : (answer.cfop ?? answer.beginner ?? null);
  const link = answer.twizzle ?? byHand?.twizzle ?? null;
  const shared = {
    before: "",
    moves: answer.solution,
    length: answer.length ?? 0,
    metric: answer.metric,
    isOptimal: answer.optimal === true,
    setup: link === null ? "" : (new URL(link).searchParams.get("setup-alg") ?? ""),
    twizzle: link,
    algCubing: null,
    opening: [],
    closing: [],
    color: null,
    effort: null,
    nodes: answer.nodes ?? 0,
    milliseconds: answer.cpu_ms ?? 0,
  };
  if (isOther) return { ...shared, rotation: "", parts: ofStages(answer, link, names) };
  if (byHand === null) return { ...shared, rotation: answer.rotation ?? "", parts: ofPhases(answer, names) };
  const found = {
    ...shared,
    rotation: byHand.inspection,
    algCubing: byHand.alg_cubing_net,
    color: byHand.color,
  };
  if (!("effort" in byHand)) return { ...found, parts: ofSteps(byHand) };
  const words = explained(byHand.explanation ?? null, byHand.stages.length);
  return {
    ...found,
    effort: byHand.effort,
    opening: words.opening,
    closing: words.closing,
    parts: ofCases(byHand, words.parts),
  };
}

/** Returns the stages of a CFOP solution with their explanations. */
function ofCases(cfop: Schemas["CfopAnswer"], words: Paragraph[][]): Part[] {
  return inOrder(
    cfop.inspection,
    cfop.stages.map((stage, index) => ({
      title: stage.title,
      moves: stage.moves,
      length: stage.lengths.htm,
      isSkipped: stage.skipped,
      sheet: stage.sheet === stage.moves ? null : (stage.sheet ?? null),
      // The moves stand beside the explanation and are not repeated in it.
      paragraphs: (words[index] ?? []).filter(({ text }) => text !== `Do ${stage.moves}`),
      steps: [],
    })),
  );
}

/** Returns the stages of a beginner's solution with their steps. */
function ofSteps(beginner: Schemas["BeginnerAnswer"]): Part[] {
  const parts = inOrder(
    beginner.inspection,
    beginner.stages.map((stage) => ({
      title: stage.title,
      moves: stage.moves,
      length: stage.lengths.htm,
      isSkipped: stage.skipped,
      sheet: null,
      paragraphs: [{ kind: "text" as const, text: stage.explanation }],
      steps: stage.steps.map((step) => ({
        title: step.title,
        moves: step.moves,
        length: step.lengths.htm,
        text: step.explanation,
        before: "",
      })),
    })),
  );
  return parts.map((part) => ({ ...part, steps: placed(part.before, part.steps) }));
}

/** Returns stretches with the moves before each, of which the first has `before`. */
function placed<T extends Stretch>(before: string, stretches: T[]): T[] {
  return stretches.map((stretch) => {
    const here = { ...stretch, before };
    before = join(before, stretch.moves);
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

/** Returns the phases of a two-phase or Thistlethwaite solution. A move is a turn of a face. */
function ofPhases(answer: Schemas["SolveAnswer"], names: Strings["solve"]): Part[] {
  const phases = answer.phases ?? [];
  const known = Object.entries(names.phases).find(([method]) => method === answer.method)?.[1];
  return inOrder(
    answer.rotation ?? "",
    phases.map((moves, index) => ({
      title: [names.phase(index + 1), known?.[index]].filter((text) => text !== undefined).join(": "),
      moves,
      length: lengthOf(moves),
      isSkipped: moves === "",
      sheet: null,
      paragraphs: [],
      steps: [],
    })),
  );
}

/** Returns the stages of a solution of another puzzle. Their names and lengths are comments in the link to the player. */
function ofStages(answer: Schemas["PuzzleAnswer"], link: string | null, names: Strings["solve"]): Part[] {
  const stages = answer.stages ?? [];
  if (stages.length < 2) return [];
  const lines = (link === null ? "" : (new URL(link).searchParams.get("alg") ?? "")).split("\n");
  return inOrder(
    "",
    stages.map((moves, index) => {
      const comment = /\/\/ (.*): (\d+), \d+$/.exec(lines[index] ?? "");
      return {
        title: comment?.[1] ?? names.phase(index + 1),
        moves,
        length: comment?.[2] === undefined ? lengthOf(moves) : Number(comment[2]),
        isSkipped: moves === "",
        sheet: null,
        paragraphs: [],
        steps: [],
      };
    }),
  );
}

/**
 * Splits an explanation into its opening, a block for each part, and its closing. Blocks are separated by empty lines, and
 * those of parts begin with a title. An explanation of another form is all opening.
 */
function explained(lines: string[] | null, count: number): { opening: Paragraph[]; parts: Paragraph[][]; closing: Paragraph[] } {
  const blocks: string[][] = [[]];
  for (const line of lines ?? []) {
    if (line === "") blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  if (blocks.length !== count + 2) return { opening: blocks.flatMap(paragraphs), parts: [], closing: [] };
  return {
    opening: paragraphs(blocks[0] ?? []),
    parts: blocks.slice(1, -1).map((block) => paragraphs(block.slice(1))),
    closing: paragraphs(blocks.at(-1) ?? []),
  };
}

/** Returns lines as paragraphs; consecutive lines with a deep indent are one picture. */
function paragraphs(lines: string[]): Paragraph[] {
  const all: Paragraph[] = [];
  for (const line of lines) {
    const last = all.at(-1);
    if (!line.startsWith("    ")) all.push({ kind: "text", text: line.trim() });
    else if (last?.kind === "picture") last.text += `\n${line.slice(4)}`;
    else all.push({ kind: "picture", text: line.slice(4) });
  }
  return all;
}
