// Space, Escape and touches for the timer, wherever the focus is, except in fields.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Timer } from "./use_timer";

/** Elements in which Space is typed or presses something of their own; the pad of the timer is none of them. */
const OTHERS = "input, textarea, select, summary, a, button:not(.timer-pad), [contenteditable], dialog, twisty-player";

/** Elements that Escape leaves or closes themselves. */
const FIELDS = "input, textarea, select, [contenteditable], dialog";

const isWithin = (event: Event, selector: string) => event.target instanceof Element && event.target.closest(selector) !== null;

/** The time in which the click of a touch that has ended may still come, in milliseconds. */
const CLICK_DELAY = 400;

/**
 * Swallows the click of the touch that has just begun. What stands under the finger once the solve is over was not meant, such as the
 * header that comes back.
 */
function swallowClick(): void {
  const swallowing = new AbortController();
  const options = { capture: true, signal: swallowing.signal };
  const end = () => swallowing.abort();
  const endSoon = () => setTimeout(end, CLICK_DELAY);
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    end();
  };
  document.addEventListener("click", swallow, options);
  document.addEventListener("pointerup", endSoon, options);
  document.addEventListener("pointercancel", endSoon, options);
  // The next touch is meant. A second finger of the same one is not the primary one.
  document.addEventListener("pointerdown", (event) => event.isPrimary && end(), options);
}

/**
 * Listens while there is a timer. During a solve every key and every touch stops it, as on a timer of a competition. `isOn` says whether
 * keys work otherwise; `onLeave` is told of Escape.
 */
export function useTimerKeys(timer: Timer | null, isOn: boolean, onLeave: () => void): void {
  const current = useRef({ timer, isOn, onLeave });
  current.current = { timer, isOn, onLeave };
  const hasTimer = timer !== null;
  // As soon as the timer is in the document, so that no key is lost.
  useLayoutEffect(() => {
    if (!hasTimer) return;
    const onDown = (event: KeyboardEvent) => {
      const { timer, isOn, onLeave } = current.current;
      if (timer === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") {
        if (isWithin(event, FIELDS)) return;
        timer.cancel();
        onLeave();
        return;
      }
      const isSolving = timer.phase === "solving";
      if (!isSolving && (event.key !== " " || !isOn || isWithin(event, OTHERS))) return;
      event.preventDefault();
      if (!event.repeat) timer.press();
    };
    const onUp = (event: KeyboardEvent) => {
      if (event.key !== " " || isWithin(event, OTHERS)) return;
      // A button with the focus would be clicked by the release.
      event.preventDefault();
      current.current.timer?.release();
    };
    const onTouch = (event: PointerEvent) => {
      const { timer } = current.current;
      if (timer?.phase !== "solving") return;
      event.preventDefault();
      swallowClick();
      timer.press();
    };
    document.addEventListener("keydown", onDown);
    document.addEventListener("keyup", onUp);
    document.addEventListener("pointerdown", onTouch);
    return () => {
      document.removeEventListener("keydown", onDown);
      document.removeEventListener("keyup", onUp);
      document.removeEventListener("pointerdown", onTouch);
    };
  }, [hasTimer]);
}
