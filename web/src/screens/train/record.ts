// The record of one round: what is stored of the trainee's answer, and what counts.
import { useEffect, useRef, useState } from "preact/hooks";
import { newId } from "../../state/collection";
import { type Attempt, attempts, type Base, completed, taskOf } from "./attempts";
import type { Losses } from "./losses";
import { undone } from "./loop";
import { type Help, helpWith, markSeen } from "./seen";
import { sessionName } from "./settings";
import type { Measured } from "../../timer/use_timer";

/** What became of moves that were given: counted, stored beside the time without counting, or left out. */
export type Stored = "counted" | "not-counted" | "kept-first";

export interface Recorder {
  /** The record; null until something is recorded. */
  attempt: Attempt | null;
  /** The help before the record, in this round or an earlier one. */
  help: Help;
  /** The reason why the record could not be stored, or null. */
  failure: string | null;
  /** Notes that the answer or a hint at it is shown. */
  show: (help: Exclude<Help, "none">) => void;
  /** Tries once more to store what could not be stored. */
  retry: () => void;
  /** Records a time. */
  time: (measured: Measured) => void;
  /** Changes the record. */
  change: (changes: Partial<Pick<Attempt, "penalty"> & Losses>) => Promise<void>;
  /** Records a number of moves, and the moves if they are known. Throws if the browser cannot store it. */
  moves: (length: number, moves: string) => Promise<Stored>;
}

/** Returns the recorder of a round. A time is stored at once, and again with the minimum when that is known. */
export function useRecorder(base: Base, optimum: number | null): Recorder {
  const task = taskOf(base);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [help, setHelp] = useState(() => helpWith(task));
  const wasSeen = help !== "none";
  const marks = { seen: wasSeen, hinted: help === "hint" };
  const [failure, setFailure] = useState<{ reason: string; changes: Partial<Attempt> } | null>(null);
  // A second answer to the same scramble replaces the first.
  const id = useRef(newId());
  const last = useRef<Attempt | null>(null);

  const store = async (changes: Partial<Attempt>) => {
    const before = last.current;
    const first = { ...base, id: id.current, date: new Date().toISOString(), length: null, moves: "", inspection: null, session: sessionName.peek() };
    const changed = completed({ ...first, ...before, optimum: optimum ?? before?.optimum ?? null, ...changes });
    last.current = changed;
    try {
      await attempts.save(changed);
    } catch (error) {
      last.current = before;
      throw error;
    }
    setAttempt(changed);
  };
  const storeOrTell = (changes: Partial<Attempt>) =>
    store(changes).then(
      () => setFailure(null),
      (error: unknown) => setFailure({ reason: String(error), changes }),
    );
  useEffect(() => {
    if (optimum !== null && last.current?.optimum === null) void storeOrTell({});
  }, [optimum]);
  return {
    attempt,
    help,
    failure: failure?.reason ?? null,
    retry: () => failure !== null && void storeOrTell(failure.changes),
    show: (help) => {
      markSeen(task, help);
      setHelp(helpWith(task));
    },
    time: (measured) => {
      undone.value = null;
      void storeOrTell({ ...measured, ...marks });
    },
    change: storeOrTell,
    moves: async (length, moves) => {
      const before = last.current;
      const isHonest = before !== null && !before.seen;
      if (isHonest && wasSeen && before.length !== null) return "kept-first";
      if (isHonest && wasSeen) {
        await store({ moves });
        return "not-counted";
      }
      await store({ length, moves, ...marks, lost_color: null, lost_slot: null, lost_detour: null, lost_cancelled: null });
      return "counted";
    },
  };
}
