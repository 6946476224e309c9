// A group of controls as one stop of Tab: arrow keys lead from one to the next as they lie on the page.
import { useState } from "preact/hooks";

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Focusable = HTMLElement | SVGElement;

const middleOf = (element: Element): [x: number, y: number] => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
};

/** Returns the element that is nearest to another in a direction; null if there is none. */
function nearest(from: Element, elements: readonly Focusable[], [dx, dy]: readonly [number, number]): Focusable | null {
  const [x, y] = middleOf(from);
  let best: { element: Focusable; distance: number } | null = null;
  for (const element of elements) {
    const [ex, ey] = middleOf(element);
    const along = (ex - x) * dx + (ey - y) * dy;
    const aside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    if (along < 1) continue;
    // An element straight ahead is nearer than one aside.
    const distance = along + 3 * aside;
    if (best === null || distance < best.distance) best = { element, distance };
  }
  return best?.element ?? null;
}

/**
 * Makes controls one stop of Tab. `first` is the index of the control that Tab reaches before one has had the focus. Returns the key
 * handler of their parent, and the attributes of the control with an index.
 */
export function useArrowKeys(first = 0): {
  onKeyDown: (event: KeyboardEvent) => void;
  stop: (index: number) => { tabIndex: number; onFocus: () => void };
} {
  const [current, setCurrent] = useState<number | null>(null);
  return {
    onKeyDown: (event) => {
      const direction = DIRECTIONS[event.key];
      const group = event.currentTarget as Element;
      const controls = [...group.querySelectorAll<HTMLElement | SVGElement>("button, [role=button]")];
      if (direction === undefined || !(event.target instanceof Element)) return;
      const next = nearest(event.target, controls, direction);
      if (next === null) return;
      event.preventDefault();
      next.focus();
    },
    stop: (index) => ({ tabIndex: index === (current ?? first) ? 0 : -1, onFocus: () => setCurrent(index) }),
  };
}
