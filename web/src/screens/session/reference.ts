// The distribution of random states that a sample is compared with: exact where the server counts it, else a large sample.
import { useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { api, ask, ProblemError } from "../../api/client";
import { type Shares, sharesOf } from "../../cube/percentiles";
import type { Stage } from "./run";
import { stages } from "./sample";
import { momentsOf } from "./statistics";
import { COLOR_SETS, type ColorSet } from "./view";

export interface Reference {
  /** The share of each number of moves, from 0. */
  shares: readonly number[];
  mean: number;
  /** The standard deviation of a single state. */
  deviation: number;
  /** The standard error of the mean; 0 if the distribution is exact. */
  error: number;
  /** The size of the sample, or null if the distribution is exact. */
  scrambles: number | null;
}

/** The distributions known for each colour set. `reason` is the server's message if it refuses one. */
interface Known {
  sets: Record<ColorSet, Reference | null>;
  reason: string | null;
}

export interface References extends Known {
  isLoading: boolean;
  problem: ProblemError | null;
  /** Asks again, since a busy server may have refused. */
  retry: () => void;
}

/**
 * The colours of each set in questions. All colours are alike, as are all pairs of opposites: a distribution is that of
 * any choice of the own colour. That of a single one needs no choice, and is known for more goals.
 */
const ASKED: Record<ColorSet, string | undefined> = { one: undefined, two: "WY", six: "all" };

/** The distributions counted so far. The server takes seconds for several colours. */
const counted = new Map<string, Reference>();

const nothing = (): Record<ColorSet, Reference | null> => ({ one: null, two: null, six: null });

/** Asks for the distributions of a stage; that of the shown colour set comes first. */
export function useReferences(goal: string, stage: Stage | null, shown: ColorSet): References {
  const [attempt, setAttempt] = useState(0);
  const key = stage === null ? null : JSON.stringify([goal, stage.name, attempt]);
  const { value, problem, isLoading, isStale } = useAnswer<Known>(key, (signal, found) => load(goal, stage!, shown, signal, found));
  const retry = () => setAttempt(attempt + 1);
  // The answer to an earlier question is about another stage.
  if (value === null || isStale) return { sets: nothing(), reason: null, isLoading, problem, retry };
  return { ...value, isLoading, problem, retry };
}

async function load(goal: string, stage: Stage, shown: ColorSet, signal: AbortSignal, publish: (known: Known) => void): Promise<Known> {
  const sets = nothing();
  let reason: string | null = null;
  const bundled = (await sharesOf(goal))?.[stage.name];
  if (bundled !== undefined) {
    sets.one = fromShares(bundled.one);
    sets.two = fromShares(bundled.two);
    sets.six = fromShares(bundled.all);
  }
  publish({ sets: { ...sets }, reason });
  const order: ColorSet[] = ["one", shown, ...COLOR_SETS];
  for (const set of order) {
    // The server counts no goals that are the best of several choices, and several colours only where it counts one.
    const isCounted = stage.choices === 1 && (set === "one" || sets.one?.scrambles === null);
    if (!isCounted || sets[set] !== null || reason !== null) continue;
    try {
      sets[set] = await count(goal, stage, set, signal);
      publish({ sets: { ...sets }, reason });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      reason = error.message;
    }
  }
  return { sets, reason };
}

async function count(goal: string, stage: Stage, set: ColorSet, signal: AbortSignal): Promise<Reference | null> {
  const query = {
    goal,
    // A goal of one stage has no choice.
    ...(stages.value.length > 1 && { stage: stage.label }),
    ...(ASKED[set] !== undefined && { colors: ASKED[set] }),
  };
  const key = JSON.stringify(query);
  const known = counted.get(key);
  if (known !== undefined) return known;
  const { distances, mean } = await ask(api.GET("/v1/distribution", { params: { query }, signal }));
  if (mean === null || mean === undefined) return null;
  const shares: number[] = [];
  for (const { moves, share } of distances) shares[moves] = share;
  const whole = Array.from(shares, (share) => share ?? 0);
  const reference = { shares: whole, mean, deviation: momentsOf(whole).deviation, error: 0, scrambles: null };
  counted.set(key, reference);
  return reference;
}

function fromShares({ shares, scrambles }: Shares): Reference {
  const { mean, deviation } = momentsOf(shares);
  return { shares, mean, deviation, error: scrambles === undefined ? 0 : deviation / Math.sqrt(scrambles), scrambles: scrambles ?? null };
}
