// The scramble of the attempt: typed, pasted, or drawn as the WCA does for fewest moves.
import { useEffect, useRef, useState } from "preact/hooks";
import { asProblemError } from "../../api/answer";
import type { ProblemError } from "../../api/client";
import { CopyButton, ProblemText } from "../../components/basics";
import { ScrambleInput } from "../../components/scramble_input";
import { strings } from "../../i18n";
import { fewest } from "../../i18n/fewest";
import { useDraft } from "../../state/draft";
import { parameter, takeStep } from "../../state/route";
import { drawScramble } from "./draw";
import { NO_SOLUTION } from "./side_table";

const NO_ANSWERS = { ...NO_SOLUTION, short: "" };

export function ScrambleForm({ problem }: { problem: ProblemError | null }) {
  const s = fewest.value;
  const { common } = strings.value;
  const scramble = parameter("scramble");
  const [text, change] = useDraft("scramble", 200, () => NO_ANSWERS);
  const [drawProblem, setDrawProblem] = useState<ProblemError | null>(null);
  const drawing = useRef<AbortController | null>(null);
  useEffect(() => () => drawing.current?.abort(), []);
  const draw = async () => {
    drawing.current?.abort();
    const { signal } = (drawing.current = new AbortController());
    try {
      const scramble = await drawScramble(signal);
      setDrawProblem(null);
      takeStep({ scramble, ...NO_ANSWERS }, "fewest");
    } catch (error) {
      if (!signal.aborted) setDrawProblem(asProblemError(error));
    }
  };
  const shown = problem ?? drawProblem;
  return (
    <div class="stack">
      <form class="row fields no-print" role="search" onSubmit={(event) => event.preventDefault()}>
        <ScrambleInput
          label={s.input}
          placeholder={s.empty}
          text={text}
          isInvalid={problem !== null}
          problemId="fewest-problem"
          onInput={(text, event) => {
            drawing.current?.abort();
            change(text, event);
          }}
        />
        <div class="row">
          <button type="button" class="primary" onClick={() => void draw()}>
            {s.draw}
          </button>
          <CopyButton text={scramble === "" ? "" : new URL(location.hash, location.href).href} label={common.share} />
        </div>
      </form>
      {shown !== null && <ProblemText id="fewest-problem" error={shown} text={scramble} />}
    </div>
  );
}
