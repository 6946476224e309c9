// A button that copies the write-up of a chain.
import { CopyButton } from "../../components/basics";
import { strings } from "../../i18n";
import { fewest } from "../../i18n/fewest";
import { writeUp } from "./chain";
import type { Step } from "./sides";

export function WriteUpButton({ scramble, steps, isSolved }: { scramble: string; steps: readonly Step[]; isSolved: boolean }) {
  const { copyWriteUp, scramble: named, solution, skeleton, kinds } = fewest.value;
  const words = { scramble: named, solution, skeleton, kinds, moves: strings.value.common.moves };
  return <CopyButton text={writeUp(scramble, steps, isSolved, words)} label={copyWriteUp} />;
}
