// Moves as text, with the one that is played marked.
import { tokensOf } from "./notation";

/** Moves of which the one with number `at`, from 0, is marked; none for null. Comments are quiet. */
export function MoveText({ text, at }: { text: string; at: number | null }) {
  return (
    <>
      {tokensOf(text).map(({ text: part, move }, index) => {
        if (move !== null && move === at) return <mark key={index} class="playing">{part}</mark>;
        return part.startsWith("//") ? <span key={index} class="quiet">{part}</span> : part;
      })}
    </>
  );
}
