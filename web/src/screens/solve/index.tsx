// The screen Solve: solutions of a cube, scrambles, and an editor of stickers.
import { strings } from "../../i18n";
import { addressOf, parameter, parameters } from "../../state/route";
import { EditView } from "./edit_view";
import { ScrambleView } from "./scramble_view";
import { SolveView } from "./solve_view";
import "./solve.css";

const VIEWS = { solve: SolveView, scramble: ScrambleView, edit: EditView };
type View = keyof typeof VIEWS;
const NAMES = Object.keys(VIEWS) as View[];

export function Solve() {
  const { solve } = strings.value;
  const view = NAMES.find((name) => name === parameter("view")) ?? "solve";
  const Shown = VIEWS[view];
  return (
    <div class="solve">
      <h1 class="no-print">{solve.heading}</h1>
      <nav class="solve-views no-print" aria-label={solve.heading}>
        {NAMES.map((name) => (
          <a
            key={name}
            href={addressOf("solve", { ...parameters(), view: name })}
            aria-current={name === view ? "page" : undefined}
          >
            {solve.views[name]}
          </a>
        ))}
      </nav>
      <Shown />
    </div>
  );
}
