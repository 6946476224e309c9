// A choice that leads to its answer: on a narrow page the answer stands below, out of view.
import type { Ref } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Returns a reference for the answer, and what brings it into view after a choice on a narrow page. */
export function useLead(): [Ref<HTMLElement>, () => void] {
  const answer = useRef<HTMLElement>(null);
  const [choice, setChoice] = useState(0);
  useEffect(() => {
    if (choice > 0 && matchMedia("(max-width: 899px)").matches) answer.current?.scrollIntoView({ block: "start", behavior: "smooth" });
  }, [choice]);
  return [answer, () => setChoice(choice + 1)];
}
