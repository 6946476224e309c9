// The screen Solve: a cube with its solutions, scrambles to draw, and an editor of stickers.
import { strings } from "../../i18n";
import { parameter } from "../../state/route";
import { SolveNav, VIEW_NAMES } from "../solve_nav";
import { EditView } from "./edit_view";
import { SolveView } from "./solve_view";
import "./solve.css";

const VIEWS = { solve: SolveView, edit: EditView };

export function Solve() {
  const { solve } = strings.value;
  const view = VIEW_NAMES.find((name) => name === parameter("view")) ?? "solve";
  const Shown = VIEWS[view];
  return (
    <div class="stack solve">
      <h1 class="no-print">{solve.heading}</h1>
      <SolveNav shown={view} />
      <Shown />
    </div>
  );
}
