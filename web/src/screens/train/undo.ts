// Takes the last solve back, and brings it back.
import { useState } from "preact/hooks";
import { type Attempt, attempts } from "./attempts";
import { undone } from "./loop";

export interface Undo {
  /** Takes the last solve back, or brings back the one that was taken; null if there is neither. */
  undo: (() => void) | null;
  /** The number of changes. The round begins anew after each, since its record may be gone. */
  undoCount: number;
  /** The reason why the last one failed, or null. */
  undoFailure: string | null;
}

export function useUndo(last: Attempt | null): Undo {
  const [undoCount, setCount] = useState(0);
  const [undoFailure, setFailure] = useState<string | null>(null);
  const taken = undone.value;
  const apply = async () => {
    try {
      if (taken !== null) await attempts.save(taken);
      else await attempts.remove(last!.id);
      undone.value = taken === null ? last : null;
      setFailure(null);
      setCount((count) => count + 1);
    } catch (error) {
      setFailure(String(error));
    }
  };
  return { undo: last === null && taken === null ? null : () => void apply(), undoCount, undoFailure };
}
