// Long lists that grow as their end comes into view.
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** The number of entries that are added at a time. */
const STEP = 120;

/** Returns the number of entries to show of `length`, and a reference for the element behind the last of them. `key` names the list: another begins anew. */
export function useGrowing<E extends HTMLElement>(length: number, key: string): { count: number; end: RefObject<E | null> } {
  const [shown, setShown] = useState({ key, count: STEP });
  const end = useRef<E>(null);
  const count = shown.key === key ? shown.count : STEP;
  useEffect(() => {
    if (end.current === null || count >= length) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setShown({ key, count: count + STEP });
      },
      { rootMargin: "600px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [key, count, length]);
  return { count, end };
}
