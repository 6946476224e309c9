// An algorithm that the user types, which is kept if it solves the case.
import { useState } from "preact/hooks";
import { asProblemError } from "../../api/answer";
import { api, ask, type ProblemError } from "../../api/client";
import { Field, ProblemText } from "../../components/basics";
import { questionOf, textOf, type Case } from "../../components/cases/case";
import { withoutComments } from "../../cube/notation";
import { strings } from "../../i18n";
import { keepOwn } from "../../state/own_algorithms";

export function OwnForm({ of }: { of: Case }) {
  const { cases: text } = strings.value;
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<{ error: ProblemError; alg: string } | null>(null);
  const keep = async () => {
    const alg = withoutComments(typed);
    setProblem(null);
    try {
      const fixed = of.derived?.isTurned === false;
      const answer = await ask(api.GET("/v1/algorithms", { params: { query: { ...questionOf(of), alg, fixed } } }));
      const moves = textOf(answer.cases[0]!.algorithms[0]!);
      await keepOwn(of, moves);
      setTyped("");
    } catch (error) {
      setProblem({ error: asProblemError(error), alg });
    }
  };
  return (
    <form
      class="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <div class="row fields">
        <Field label={text.ownAlgorithm}>
          <input class="moves" size={28} value={typed} required spellcheck={false} placeholder={text.ownExample} onInput={(event) => setTyped(event.currentTarget.value)} />
        </Field>
        <button type="submit">{text.keep}</button>
      </div>
      {problem !== null && <ProblemText error={problem.error} text={problem.alg} onRetry={() => void keep()} />}
    </form>
  );
}
