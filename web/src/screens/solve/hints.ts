// Hints at a solution of a whole cube: its first stage, the moves of that one by one, and so on.
import type { Hint } from "../../components/hints";
import { sequence } from "../../cube/notation";
import { strings } from "../../i18n";
import type { Solved } from "./parts";

/** Returns the hints at a solution, in order. */
export function hintsOf({ held, parts, rotation, moves }: Solved): Hint[] {
  const { hands, common } = strings.value;
  const isStaged = held === null && parts.length > 0;
  const first = held !== null ? held.rotation : isStaged ? rotation : "";
  const stages = isStaged ? parts : [{ title: "", moves: held?.moves ?? moves }];
  const hints: Hint[] = [];
  let before = "";
  const add = (text: string, rotation: string) => hints.push({ text, rotation, moves: before, mask: null });
  for (const { title, moves } of stages.filter(({ moves }) => moves !== "")) {
    if (title !== "") add(common.sentence(title), before === "" ? "" : first);
    for (const [index, move] of moves.split(" ").entries()) {
      const isFirst = before === "";
      before = sequence(before, move);
      const text = index === 0 ? hands.firstMove(move) : hands.nextMove(move);
      add(isFirst && first !== "" ? sequence(hands.hold(first), text) : text, first);
    }
  }
  return hints;
}
