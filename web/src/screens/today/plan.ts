// The exercises of the screen Today, computed from the trainee's records: a cross, an xcross, the due cases and the streak of days.
import { isSheet, knownSet, type SetChoice, sheetOrKnown } from "../../components/cases/sets";
import { type Answer, byCase } from "../drill/answers";
import { isDueToday } from "../drill/queue";
import { scheduleOf } from "../drill/schedule";
import { type Attempt } from "../train/attempts";
import type { Kind } from "../train/losses";
import { difficultyFor, weaknessOf } from "../train/lost";

/** The stages of which there is one a day: the difficulty without a record, and the hardest, for one bottom colour and for several. */
const STAGES = {
  cross: { first: [6, 5], most: [7, 6] },
  xcross: { first: [8, 6], most: [9, 8] },
} as const;
export type DailyStage = keyof typeof STAGES;

/** The seconds that a scramble, or a case, takes beside the solve. */
const [SCRAMBLING, CHOOSING] = [30, 10] as const;
/** The seconds of an exercise without a record. */
const [FIRST_SOLVE, FIRST_CASE] = [60, 20] as const;
/** The number of records of which the median is taken. */
const LAST = 50;

/** The seconds of a short practice. */
export const SHORT = 5 * 60;

const dayOf = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** Returns whether a record is of the day of `now`. */
export const isToday = ({ date }: { date: string }, now: Date): boolean => dayOf(new Date(date)) === dayOf(now);

/** Returns the number of days in a row with a record, up to today, or up to yesterday if today has none yet. */
export function streakOf(records: readonly { date: string }[], now: Date): number {
  const days = new Set(records.map(({ date }) => dayOf(new Date(date))));
  const at = new Date(dayOf(now));
  if (!days.has(at.getTime())) at.setDate(at.getDate() - 1);
  let count = 0;
  while (days.has(at.getTime())) {
    count++;
    // Days on which the clocks change are an hour shorter or longer.
    at.setDate(at.getDate() - 1);
  }
  return count;
}

const medianOf = (numbers: readonly number[]): number | null => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? null;

export interface StageExercise {
  stage: DailyStage;
  colors: string;
  /** The minimum number of moves of the scramble. */
  moves: number;
  /** The kind by which most moves are lost, or null if none are. */
  kind: Kind | null;
  seconds: number;
  /** The number of answers of today. */
  done: number;
}

/** Returns the exercise of a stage. Its colours are those of the last answer; its difficulty is the one at which moves are lost. */
export function stageExercise(all: readonly Attempt[], stage: DailyStage, now: Date): StageExercise {
  const ofStage = all.filter((attempt) => attempt.goal === "std" && attempt.stage === stage);
  const colors = ofStage.at(-1)?.colors ?? all.at(-1)?.colors ?? "W";
  const ofColors = ofStage.filter((attempt) => attempt.colors === colors);
  const { first, most } = STAGES[stage];
  const place = colors.length === 1 ? 0 : 1;
  const { moves, kinds } = weaknessOf(ofColors);
  const times = ofColors.flatMap(({ time, inspection }) => (time === null ? [] : [time + (inspection ?? 0)])).slice(-LAST);
  return {
    stage,
    colors,
    moves: Math.min(difficultyFor(ofColors) ?? first[place], most[place]),
    kind: moves === 0 ? null : (kinds[0]?.kind ?? null),
    seconds: SCRAMBLING + (medianOf(times) ?? FIRST_SOLVE - SCRAMBLING),
    done: ofStage.filter((attempt) => isToday(attempt, now)).length,
  };
}

export interface DrillExercise {
  /** The name of the set in the records. */
  name: string;
  set: SetChoice;
  due: number;
  /** The time at which the next case is due, if none is due today. */
  next: Date | null;
  /** The seconds that the due cases take. */
  seconds: number;
  /** The number of answers of today. */
  done: number;
}

/** Returns the choice of the set that records name so. */
function choiceOf(name: string): SetChoice {
  const set = name.toLowerCase();
  if (isSheet(set) || knownSet(set) !== undefined) return sheetOrKnown(set);
  const [from, to] = name.split(" → ");
  return to === undefined ? { set: "own", from: "", to: name } : { set: "own", from: from!, to };
}

/** Returns the set in the name of a case, such as `PLL Ga`. */
const setIn = (name: string): string => name.slice(0, name.lastIndexOf(" "));

/** Returns the sets that were drilled, the one with the most cases due first. Where cases of a set are ticked, the others do not count. */
export function drillExercises(all: readonly Answer[], ticked: readonly string[], now: Date): DrillExercise[] {
  const limited = new Set(ticked.map(setIn));
  const sets = new Map<string, Answer[][]>();
  for (const [name, answers] of byCase(all)) {
    const set = setIn(name);
    const isDrilled = !limited.has(set) || ticked.includes(name);
    sets.set(set, [...(sets.get(set) ?? []), ...(isDrilled ? [answers] : [])]);
  }
  const exercises = [...sets].map(([name, cases]) => {
    const states = cases.map(scheduleOf);
    const due = states.filter((state) => isDueToday(state, now)).length;
    const later = states.flatMap(({ due }) => (due === null ? [] : [due.getTime()]));
    const answers = cases.flat().filter(({ rating }) => rating !== null);
    const times = answers.slice(-LAST).flatMap(({ recognition, execution }) => (recognition === null ? [] : [recognition + (execution ?? 0) + CHOOSING]));
    return {
      name,
      set: choiceOf(name),
      due,
      next: due > 0 || later.length === 0 ? null : new Date(Math.min(...later)),
      seconds: due * (medianOf(times) ?? FIRST_CASE),
      done: answers.filter((answer) => isToday(answer, now)).length,
    };
  });
  return exercises.sort((one, other) => other.due - one.due);
}

/** Returns how many of the due cases fit in a short practice beside the exercises of stages that are not done. */
export function casesThatFit(stages: readonly StageExercise[], drills: readonly DrillExercise[]): number {
  let left = SHORT - stages.filter(({ done }) => done === 0).reduce((sum, { seconds }) => sum + seconds, 0);
  let count = 0;
  for (const { due, seconds } of drills) {
    if (due === 0) continue;
    const fitting = Math.min(due, Math.floor(Math.max(left, 0) / (seconds / due)));
    count += fitting;
    left -= fitting * (seconds / due);
  }
  return count;
}
