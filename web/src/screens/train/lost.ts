// Where the trainee loses moves: the kind, and the number of moves from which it happens.
import { type Attempt, isMeasured, type Measured } from "./attempts";
import { type Kind, KINDS, lostBy } from "./losses";
import { differenceOf } from "./statistics";

/** The number of answers that are looked at. */
const LAST = 50;

/** The moves lost by one kind, and the number of answers that lost some. */
export interface Lost {
  kind: Kind;
  moves: number;
  answers: number;
}

export interface Weakness {
  /** The last answers whose losses are known, oldest first. */
  examined: readonly Measured[];
  /** The sum of moves lost. */
  moves: number;
  /** The moves lost by each kind, the largest first. */
  kinds: readonly Lost[];
}

/** Returns what was lost in the last answers of one stage. */
export function weaknessOf(all: readonly Attempt[]): Weakness {
  const examined = all.filter(isMeasured).filter(({ lost_detour }) => lost_detour !== null).slice(-LAST);
  const kinds = KINDS.map((kind) => ({
    kind,
    moves: examined.reduce((sum, attempt) => sum + lostBy(attempt, kind), 0),
    answers: examined.filter((attempt) => lostBy(attempt, kind) > 0).length,
  })).sort((one, other) => other.moves - one.moves);
  return { examined, moves: examined.reduce((sum, attempt) => sum + differenceOf(attempt), 0), kinds };
}

/** Returns whether at least half of the answers at a minimum are lost by a test. */
function isWeakAt(level: number, answers: readonly Measured[], isLost: (attempt: Measured) => boolean): boolean {
  const ofLevel = answers.filter(({ optimum }) => optimum === level);
  return 2 * ofLevel.filter(isLost).length >= ofLevel.length;
}

/** Returns the smallest minimum at which at least half of the answers are lost by a test, or else the largest of all. */
export function levelOf(answers: readonly Measured[], isLost: (attempt: Measured) => boolean): number | null {
  const levels = [...new Set(answers.map(({ optimum }) => optimum))].sort((one, other) => one - other);
  return levels.find((level) => isWeakAt(level, answers, isLost)) ?? levels.at(-1) ?? null;
}

/**
 * Returns the minimum at which the trainee should practise a stage: the smallest one at which at least half of the last answers lost moves;
 * one more than the largest if none did. Null without an answer that counts.
 */
export function difficultyFor(all: readonly Attempt[]): number | null {
  const answers = all.filter(isMeasured).slice(-LAST);
  const isLost = (attempt: Measured) => differenceOf(attempt) > 0;
  const level = levelOf(answers, isLost);
  return level === null || isWeakAt(level, answers, isLost) ? level : level + 1;
}
