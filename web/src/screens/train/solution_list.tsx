// The answer: the minimum of each colour, and the shortest solutions, each of which the cube plays.
import { Swatch } from "../../components/basics";
import { easiestOf, EffortNote } from "../../components/effort_note";
import { type Color, COLORS } from "../../cube/colors";
import { heldAs, type Holding } from "../../cube/held";
import type { StageSolution } from "../../cube/tracked";
import { strings } from "../../i18n";

interface Shown {
  /** The minimum of each colour, or null while they are not known. */
  lengths: Record<string, number | null> | null;
  optimum: number | null;
  isLoading: boolean;
  solutions: StageSolution[];
  /** Whether there may be more solutions than these. */
  isCut: boolean;
  title: string;
  holding: Holding;
  /** The solution that is played, or null. */
  played: number | null;
  onPlay: (index: number) => void;
}

export function SolutionList({ lengths, optimum, isLoading, solutions, isCut, title, holding, played, onPlay }: Shown) {
  const { train: s, common } = strings.value;
  const colors = COLORS.filter((color) => lengths?.[color] !== undefined);
  const lines = solutions.map((solution, index) => ({ solution, index, ...heldAs(solution, holding) }));
  const easiest = easiestOf(lines.map(({ held }) => held));
  return (
    <section class="panel stack tight" aria-label={s.answer}>
      <p class="lead" role="status">
        {isLoading ? common.loading : optimum === null ? s.noLength : s.optimum(title, optimum)}
      </p>
      {colors.length > 1 && (
        <p class="row">
          {colors.map((color) => (
            <span key={color} class={lengths?.[color] === optimum ? "strong" : undefined}>
              <Swatch color={color} /> {lengths?.[color] ?? "?"}
            </span>
          ))}
        </p>
      )}
      <ol class="plain-list solutions">
        {lines.map(({ solution, index, rotation, moves, held }) => (
          <li key={index} class={played === index ? "is-played" : undefined}>
            <button type="button" class="plain moves" aria-pressed={played === index} onClick={() => onPlay(index)}>
              <span class="hidden">{common.play} </span>
              {colors.length > 1 && <Swatch color={solution.color as Color} />}{" "}
              {rotation !== "" && <span class="quiet train-rotation">{rotation} </span>}
              <span>{moves === "" ? s.alreadySolved : moves}</span>
            </button>
            <span class="quiet">{detailsOf(solution)}</span>
            {held !== null && moves !== "" && <EffortNote held={held} easiest={easiest} />}
          </li>
        ))}
      </ol>
      {isCut && <p class="quiet">{s.moreSolutions}</p>}
    </section>
  );
}

/** The pieces beyond the cross: the colours of the slots, the orientation of edges, the turn that remains. */
export function detailsOf(solution: StageSolution): string {
  const { train: s, common } = strings.value;
  const pairs = Object.values(solution.slot_colors ?? {}).map((pair) =>
    pair
      .split("-")
      .map((color) => common.colors[color as Color])
      .join("-"),
  );
  return [
    ...pairs,
    ...(solution.eo ? [`EO ${solution.eo}`] : []),
    ...(solution.offset ? [s.offset(solution.offset)] : []),
    ...(solution.ready ? [s.ready(solution.ready.corner)] : []),
  ].join(" · ");
}
