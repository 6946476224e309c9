// The views of Solve and the screen Fewest moves, as links to each other.
import { strings } from "../i18n";
import { addressOf, parameter, parameters, screen } from "../state/route";

export const VIEW_NAMES = ["solve", "scramble", "edit"] as const;
export type View = (typeof VIEW_NAMES)[number];

/** Links to the views and to Fewest moves. `shown` is the view that is shown; null in Fewest moves. The scramble goes along. */
export function SolveNav({ shown }: { shown: View | null }) {
  const { solve, common } = strings.value;
  const scramble = parameter("scramble");
  const kept = screen.value === "solve" ? parameters() : { scramble };
  const isOfThisCube = parameter("puzzle", "333") === "333";
  return (
    <nav class="views no-print" aria-label={solve.heading}>
      {VIEW_NAMES.map((name) => (
        <a key={name} href={addressOf("solve", { ...kept, view: name })} aria-current={name === shown ? "page" : undefined}>
          {solve.views[name]}
        </a>
      ))}
      <a href={addressOf("fewest", isOfThisCube ? { scramble } : {})} aria-current={shown === null ? "page" : undefined}>
        {common.screens.fewest}
      </a>
    </nav>
  );
}
