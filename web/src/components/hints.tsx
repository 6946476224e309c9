// Hints at a solution, one by one: its pieces, its slots, its first move, each next move.
import type { Color } from "../cube/colors";
import { heldAs, type Holding } from "../cube/held";
import { sequence } from "../cube/notation";
import { maskOf, type StageSolution } from "../cube/tracked";
import { strings } from "../i18n";

/** A hint: its sentence, and what the cube shows. */
export interface Hint {
  text: string;
  rotation: string;
  moves: string;
  mask: string | null;
}

/** Returns the hints at a solution, in order. */
export function hintsOf(solution: StageSolution, holding: Holding): Hint[] {
  const { hands, common } = strings.value;
  const { rotation, moves } = heldAs(solution, holding);
  const places = solution.placements ?? [];
  const slots = Object.values(solution.slot_colors ?? {});
  const color = common.colors[solution.color as Color];
  const pieces = places.length > 0 ? hands.places(color, places.join(common.listComma)) : hands.pieces(color, slots.length);
  const pairs = slots.map((slot) => slot.split("-").map((name) => common.colors[name as Color]).join(common.betweenColors));
  const still = { rotation: "", moves: "" };
  const turns = moves.split(" ").filter((move) => move !== "");
  return [
    { ...still, text: pieces, mask: maskOf(solution, false) },
    ...(pairs.length === 0 || places.length > 0 ? [] : [{ ...still, text: hands.slots(pairs.join(common.listComma)), mask: maskOf(solution) }]),
    ...turns.map((move, index) => ({
      text: index > 0 ? hands.nextMove(move) : sequence(rotation === "" ? "" : hands.hold(rotation), hands.firstMove(move)),
      rotation,
      moves: turns.slice(0, index + 1).join(" "),
      mask: maskOf(solution),
    })),
  ];
}

interface Shown {
  hints: Hint[];
  /** The number of hints taken. */
  taken: number;
  onTake: () => void;
  onAll: () => void;
}

export function Hints({ hints, taken, onTake, onAll }: Shown) {
  const { hands } = strings.value;
  return (
    <section class="stack" aria-label={hands.hints}>
      <div role="status">
        <ol class="plain-list">
          {hints.slice(0, taken).map(({ text }, index) => (
            <li key={index}>{text}</li>
          ))}
        </ol>
      </div>
      <div class="row no-print">
        <button type="button" disabled={taken >= hints.length} onClick={onTake}>
          {taken === 0 ? hands.hint : hands.nextHint}
        </button>
        <button type="button" onClick={onAll}>
          {hands.all}
        </button>
      </div>
    </section>
  );
}
