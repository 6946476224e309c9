// The condition on the scrambles, as text that may be changed by hand; the server checks it as it is typed. The text is folded away
// while it follows from the other choices.
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { api, ask } from "../../api/client";
import { CheckProblem, ProblemText } from "../../components/basics";
import { strings } from "../../i18n";
import { setOptions } from "./options";

export function ConditionBox({ condition, isOwn }: { condition: string; isOwn: boolean }) {
  const { train: s } = strings.value;
  const [text, setText] = useState(condition);
  const typed = useRef(condition);
  const applied = useRef(condition);
  const id = useId();
  const set = (value: string) => {
    typed.current = value;
    setText(value);
  };
  // A condition that comes from elsewhere replaces the text; one that was typed here is there already.
  useLayoutEffect(() => {
    if (condition !== applied.current) set(condition);
    applied.current = condition;
  }, [condition]);
  const checked = useAnswer(
    text.trim() === "" ? null : text,
    async (signal) => {
      const answer = await ask(api.GET("/v1/goals/check", { params: { query: { condition: text } }, signal }));
      if (answer.valid && typed.current === text && text !== applied.current) {
        applied.current = text;
        setOptions({ where: text });
      }
      return answer;
    },
    300,
  );
  const onInput = (value: string) => {
    set(value);
    if (value.trim() !== "") return;
    applied.current = "";
    setOptions({ where: "", moves: "any" });
  };
  const error = checked.value?.error;
  const isWrong = error !== null && error !== undefined && text.trim() !== "";
  return (
    <details open={isOwn}>
      <summary>
        {s.condition}: <span class="moves">{text}</span>
      </summary>
      <input
        class="moves"
        aria-label={s.condition}
        value={text}
        placeholder={s.noCondition}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={isWrong}
        aria-describedby={id}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <div id={id} aria-live="polite">
        {isWrong ? (
          <CheckProblem error={error} text={text} />
        ) : checked.problem !== null ? (
          <ProblemText error={checked.problem} />
        ) : (
          <span class="quiet">{isOwn ? s.conditionOwn : s.conditionHint}</span>
        )}
      </div>
    </details>
  );
}
