// When each case is due: the scheduler FSRS, applied to the trainee's answers.
import { type Card, createEmptyCard, fsrs, type Grade } from "ts-fsrs";
import type { Answer, Mark, Rating } from "./answers";

/** The state of a case. */
export interface Scheduled {
  mark: Mark;
  /** The time from which it is due; null for a new case. */
  due: Date | null;
}

// Without random intervals, so that the same answers have the same schedule in every tab.
const scheduler = fsrs({ enable_fuzz: false });

/** The rating that stands for a mark. */
const RATING_OF: Record<Exclude<Mark, "new">, Rating> = { learning: 1, known: 4 };

/** Returns the card after the answers of one case, oldest first. */
function cardOf(answers: readonly Answer[]): Card {
  return answers.reduce<Card>((card, { date, rating, mark }) => {
    const at = new Date(date);
    if (mark === "new") return createEmptyCard(at);
    const from = mark === "" ? card : createEmptyCard(at);
    const given = mark === "" ? rating : RATING_OF[mark];
    return given === null ? card : scheduler.next(from, at, given as Grade).card;
  }, createEmptyCard(new Date(0)));
}

/** Returns the state of a case after its answers. */
export function scheduleOf(answers: readonly Answer[]): Scheduled {
  const { state, due } = cardOf(answers);
  // States of FSRS: 0 new, 1 learning, 2 review, 3 relearning.
  const mark: Mark = state === 0 ? "new" : state === 2 ? "known" : "learning";
  return { mark, due: mark === "new" ? null : due };
}

/** Returns the time at which a case is due after each rating. */
export function previewOf(answers: readonly Answer[], now: Date): Record<Rating, Date> {
  const preview = scheduler.repeat(cardOf(answers), now);
  return { 1: preview[1].card.due, 2: preview[2].card.due, 3: preview[3].card.due, 4: preview[4].card.due };
}
