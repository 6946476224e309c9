// A panel whose content is asked for by a button: what it is about, the button, and the answer or its problem.
import type { ComponentChildren } from "preact";
import type { Answer } from "../../api/answer";
import { ProblemText } from "../../components/basics";
import { strings } from "../../i18n";

interface AskedPanelProps<T> {
  id: string;
  title: string;
  note: string;
  /** The text of the button. */
  ask: string;
  answer: Answer<T>;
  isAsked: boolean;
  onAsk: () => void;
  /** The content of an answer. */
  children: (value: T) => ComponentChildren;
}

export function AskedPanel<T>({ id, title, note, ask, answer, isAsked, onAsk, children }: AskedPanelProps<T>) {
  const value = answer.isStale ? null : answer.value;
  return (
    <section class="panel stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="quiet">{note}</p>
      <div class="row no-print">
        <button type="button" aria-pressed={isAsked} onClick={onAsk}>
          {ask}
        </button>
        <span role="status" class="quiet">
          {answer.isLoading ? strings.value.common.loading : ""}
        </span>
      </div>
      {isAsked && answer.problem !== null && <ProblemText error={answer.problem} />}
      {isAsked && value !== null && children(value)}
    </section>
  );
}
