// The keys of the screen: N and Space, outside fields, unless they are switched off.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { keep, kept } from "../../state/storage";

const STORED = "train-keys";

/** Whether the keys work; kept in the browser. */
export const areKeysOn = signal(kept(STORED) !== "off");

export function switchKeys(isOn: boolean): void {
  areKeysOn.value = isOn;
  keep(STORED, isOn ? "on" : "off");
}

export type Shortcuts = Partial<Record<"n" | "space", () => void>>;

/** Elements in which a key is typed. */
const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog";
/** Elements that Space presses. */
const PRESSED = `${FIELDS}, input, button, a, summary, twisty-player`;

/** Listens to the keys while the screen is shown. The part that owns a key sets its action. */
export function useShortcuts(own: Shortcuts): Shortcuts {
  const actions = useRef<Shortcuts>({});
  Object.assign(actions.current, own);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!areKeysOn.peek() || event.defaultPrevented || event.isComposing || event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null) return;
      const name = event.key === " " ? "space" : event.key.toLowerCase() === "n" ? "n" : null;
      const target = event.target instanceof Element ? event.target : null;
      if (name === null || target?.closest(name === "space" ? PRESSED : FIELDS)) return;
      const action = actions.current[name];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return actions.current;
}
