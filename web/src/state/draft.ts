// Texts that are typed: shown at once, and put into the address of the page when the typing pauses.
import { useEffect, useRef, useState } from "preact/hooks";
import { parameter, takeStep, typeParameters } from "./route";

/** A text that is being typed, and the function that changes it. */
export type Draft = [text: string, change: (text: string, event?: Event) => void];

/**
 * A parameter of the address that follows an input `delay` milliseconds after its last change, and a pasted text at once, as a
 * step of its own.
 * `also` returns the parameters that change with the text, such as those that lose their meaning.
 */
export function useDraft(name: string, delay = 250, also: (text: string) => Record<string, string> = () => ({})): Draft {
  const committed = parameter(name);
  const [draft, setDraft] = useState({ text: committed, committed });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Another address, such as one from the history, replaces what was typed.
  const shown = draft.committed === committed ? draft.text : committed;
  if (draft.committed !== committed) setDraft({ text: committed, committed });
  const change = (text: string, event?: Event) => {
    setDraft({ text, committed });
    clearTimeout(timer.current);
    const commit = (change: typeof takeStep) => {
      if (text !== parameter(name)) change({ ...also(text), [name]: text });
    };
    const isTyped = event instanceof InputEvent && event.inputType !== "insertFromPaste" && event.inputType !== "insertFromDrop";
    if (isTyped) timer.current = setTimeout(() => commit(typeParameters), delay);
    else commit(takeStep);
  };
  return [shown, change];
}
