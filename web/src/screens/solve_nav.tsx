// The views of Solve as links to each other.
import { strings } from "../i18n";
import { addressOf, parameters } from "../state/route";

export const VIEW_NAMES = ["solve", "edit"] as const;
export type View = (typeof VIEW_NAMES)[number];

/** Links to the views. `shown` is the view that is shown. The scramble goes along. */
export function SolveNav({ shown }: { shown: View }) {
  const { solve } = strings.value;
  return (
    <nav class="views no-print" aria-label={solve.heading}>
      {VIEW_NAMES.map((name) => (
        <a key={name} href={addressOf("solve", { ...parameters(), view: name })} aria-current={name === shown ? "page" : undefined}>
          {solve.views[name]}
        </a>
      ))}
    </nav>
  );
}
