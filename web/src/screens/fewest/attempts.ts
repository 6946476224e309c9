// The attempts that were handed in, and what each of their steps lost: records that the browser keeps.
import { api, ask, type Schemas } from "../../api/client";
import { Collection, type Kept } from "../../state/collection";
import { type Fields, readRecords } from "../../state/record_file";
import { stepFrom, writtenMoves } from "./chain";
import { endAttempt } from "./kept_chain";
import { type Kind, type Step, stepsOfChain } from "./sides";

/** The time of an attempt by the regulations of the WCA (E2), in milliseconds. */
export const HOUR = 3_600_000;

/** The result of an attempt. */
export interface Result {
  isSolved: boolean;
  /** The number of moves. */
  length: number;
  /** The number of moves of the shortest solution that is known. */
  best: number;
  /** The moves by which each step made the shortest known solution longer. */
  losses: { kind: Kind; axis: string; lost: number }[];
}

/** An attempt that was handed in. Its date is that of its start. */
export interface FewestAttempt extends Kept {
  scramble: string;
  /** The steps with strokes between them, moves on the inverse in parentheses. */
  solution: string;
  /** The time until it was handed in. */
  seconds: number;
  /** Null until the review has answered, and for an attempt without moves. */
  result: Result | null;
}

export const attempts = new Collection<FewestAttempt>("fewest");

/** Ends the attempt that runs, and records it. */
export async function handIn(): Promise<void> {
  const attempt = endAttempt();
  if (attempt === null) return;
  const { id, start, scramble, steps } = attempt;
  const seconds = Math.round(Math.min(Date.now() - start, HOUR) / 1000);
  const solution = steps.map(writtenMoves).join(" / ");
  await attempts.save({ id, date: new Date(start).toISOString(), scramble, solution, seconds, result: null });
}

/** Returns the steps of an attempt, without their names. */
export const stepsOfAttempt = ({ solution }: FewestAttempt): Step[] => solution.split("/").flatMap((moves) => stepFrom(moves) ?? []);

function resultOf({ is_solved, length, best, steps }: Schemas["AttemptAnswer"]): Result {
  const made = stepsOfChain({ steps: steps.map(({ made }) => made) }, true);
  return {
    isSolved: is_solved,
    length,
    best: steps[0]?.best ?? best,
    losses: steps.map(({ lost }, index) => ({ kind: made[index]!.kind, axis: made[index]!.axis, lost })),
  };
}

/** Reviews an attempt whose result is not known yet, and records the result. */
export async function review(attempt: FewestAttempt, signal: AbortSignal): Promise<void> {
  const query = { scramble: attempt.scramble, solution: attempt.solution.replaceAll("/", "") };
  const answer = await ask(api.GET("/v1/attempt", { params: { query }, signal }));
  await attempts.save({ ...attempt, result: resultOf(answer) });
}

/** The columns of the attempts as a file. Results are found again. */
export const COLUMNS = ["id", "date", "scramble", "solution", "seconds"] as const satisfies (keyof FewestAttempt)[];

/** Reads a file of attempts. Throws a `FileError` for the first line that is wrong. */
export const read = (text: string): FewestAttempt[] => readRecords(text, ["id", "date", "scramble", "solution"], attemptOf);

const attemptOf = (fields: Fields): FewestAttempt => ({
  id: fields.text("id"),
  date: fields.date("date"),
  scramble: fields.text("scramble"),
  solution: fields.textOr("solution", ""),
  seconds: fields.seconds("seconds") ?? 0,
  result: null,
});
