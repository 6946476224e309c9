// Keys for a screen, outside fields, unless they are switched off.
import { useLayoutEffect, useRef } from "preact/hooks";
import { keptSignal } from "./kept";

/** Whether the keys work; kept in the browser. */
export const areKeysOn = keptSignal("train-keys", (stored) => stored !== false);

/** Actions by key: a letter or digit, `space`, or `enter`. */
export type Shortcuts = Partial<Record<string, () => void>>;

/** Elements in which a key is typed. */
const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog";
/** Elements that Space and Enter press. */
const PRESSED = `${FIELDS}, input, button, a, summary, twisty-player`;

/** Listens to keys while the component is shown: as soon as it is in the document, so that no key is lost. */
export function useShortcuts(actions: Shortcuts): void {
  const current = useRef(actions);
  current.current = actions;
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!areKeysOn.peek() || event.defaultPrevented || event.isComposing || event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null) return;
      const name = event.key === " " ? "space" : event.key.toLowerCase();
      const isPress = name === "space" || name === "enter";
      const action = current.current[name];
      if (action === undefined || (event.target instanceof Element && event.target.closest(isPress ? PRESSED : FIELDS) !== null)) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
