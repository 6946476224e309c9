// The screen Review: a solve as people write it, stage by stage, beside the shortest way that the solver knows; and the
// summary of several solves.
import { useId } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { api, ask } from "../../api/client";
import { Field, ProblemText } from "../../components/basics";
import { strings } from "../../i18n";
import { useDraft } from "../../state/draft";
import { parameter, takeStep } from "../../state/route";
import example from "./example.txt?raw";
import { FileButton } from "./file_button";
import { SolveReview } from "./solve_review";
import { asText, isLink, lengthOfSolve, METHODS, metricOf, secondsOf, type Review as Reviewed } from "./state";
import { SummaryFigures, SummaryHead } from "./summary";
import "./review.css";

/** Removes the parameters about the answer, which have no meaning for another text. */
const withoutAnswer = () => ({ stage: "", solve: "" });

export function Review() {
  const { review: text } = strings.value;
  const [solution, setSolution] = useDraft("solution", 250, withoutAnswer);
  const [scramble, setScramble] = useDraft("scramble", 250, withoutAnswer);
  const [time, setTime] = useDraft("time");
  const problemId = useId();
  const timeId = useId();
  const seconds = secondsOf(parameter("time"));
  const body = {
    solution: parameter("solution"),
    scramble: parameter("scramble").trim() === "" ? null : parameter("scramble"),
    time: seconds ?? null,
    effort: null,
    no_optimal: false,
    method: parameter("method", "auto"),
  };
  // Before there is a text, an example shows what becomes of one.
  const isExample = body.solution.trim() === "" && body.scramble === null;
  const asked = isExample ? { ...body, solution: example, time: null } : body;
  const isAsked = asked.solution.trim() !== "";
  const answer = useAnswer(isAsked ? JSON.stringify(asked) : null, (signal) => ask(api.POST("/v1/review", { body: asked, signal })));
  const { value, problem } = answer;
  const summary = value !== null && "summary" in value ? value.summary : null;
  const solves = value === null ? [] : "solves" in value ? (value.solves as Reviewed[]) : [value];
  const chosen = Math.min(Math.max(Number(parameter("solve", "1")) || 1, 1), Math.max(solves.length, 1)) - 1;
  const shown = solves[chosen];
  const isInScramble = problem?.problem.position?.parameter === "scramble";
  const replace = (changed: string) => setSolution(changed);
  const clear = () => {
    takeStep({ solution: "", scramble: "", time: "", stage: "", solve: "" });
  };
  return (
    <div class="review stack">
      <h1>{text.heading}</h1>
      <section class="panel beside no-print" aria-label={text.input}>
        <Field label={text.input}>
          <textarea
            rows={7}
            value={solution}
            placeholder={text.placeholder}
            spellcheck={false}
            aria-invalid={problem !== null && !isInScramble}
            aria-describedby={problemId}
            onInput={(event) => setSolution(event.currentTarget.value, event)}
          />
        </Field>
        <div class="stack">
          <div class="row">
            <button type="button" onClick={() => takeStep({ solution: example, scramble: "", time: "", stage: "", solve: "" })}>
              {text.example}
            </button>
            <button type="button" onClick={clear} disabled={solution === "" && scramble === "" && time === ""}>
              {text.clear}
            </button>
            {shown !== undefined && isLink(solution) && solves.length === 1 && (
              <button type="button" onClick={() => replace(asText(shown))}>
                {text.writeOut}
              </button>
            )}
            <FileButton onText={(found) => takeStep({ solution: found, scramble: "", time: "", stage: "", solve: "" })} />
          </div>
          <Field label={text.scramble}>
            <input
              class="moves"
              value={scramble}
              spellcheck={false}
              aria-invalid={isInScramble}
              aria-describedby={problemId}
              onInput={(event) => setScramble(event.currentTarget.value, event)}
            />
          </Field>
          <Field label={text.time}>
            <input
              size={8}
              value={time}
              inputMode="decimal"
              placeholder="9.87"
              aria-invalid={seconds === null}
              aria-describedby={timeId}
              onInput={(event) => setTime(event.currentTarget.value, event)}
            />
          </Field>
          <Field label={text.method}>
            <select value={body.method} onChange={(event) => takeStep({ method: event.currentTarget.value === "auto" ? "" : event.currentTarget.value, ...withoutAnswer() })}>
              {METHODS.map((name) => (
                <option key={name} value={name}>
                  {name === "auto" ? text.recognised : name}
                </option>
              ))}
            </select>
          </Field>
          <div id={timeId} aria-live="polite">
            {seconds === null && <span class="problem">{text.badTime}</span>}
          </div>
        </div>
        <div class="whole" id={problemId}>
          {problem !== null && <ProblemText error={problem} text={isInScramble ? (body.scramble ?? "") : body.solution} />}
          <p class="quiet" role="status">
            {problem !== null ? "" : answer.isLoading ? strings.value.common.loading : isExample || shown === undefined ? text.empty : endingOf(solves)}
          </p>
        </div>
      </section>
      {isExample && shown !== undefined && <p class="note">{text.exampleNote}</p>}
      {summary !== null && <SummaryHead solves={solves} summary={summary} chosen={chosen} />}
      {shown !== undefined && (
        <SolveReview
          key={`${asked.solution}|${asked.scramble}|${asked.method}|${chosen}`}
          review={shown}
          text={asked.solution}
          isOnly={solves.length === 1}
          onMend={replace}
        />
      )}
      {summary !== null && <SummaryFigures solves={solves} summary={summary} chosen={chosen} />}
    </div>
  );
}

/** Returns how the solves end, in words. */
function endingOf(solves: readonly Reviewed[]): string {
  const { review: text } = strings.value;
  const [one] = solves;
  if (solves.length > 1) return text.severalSolves(solves.length);
  if (one === undefined) return "";
  if (one.ending === "solved") return text.solved(lengthOfSolve(one), metricOf(one));
  return one.ending === "one_move_off" ? text.oneMoveOff(one.missing_move ?? "") : text.unsolved;
}
