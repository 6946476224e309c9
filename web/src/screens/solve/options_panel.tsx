// The controls of the view Solve: the cube, the puzzle, the method and its options.
import { useState } from "preact/hooks";
import { asProblemError } from "../../api/answer";
import { api, ask, type ProblemError } from "../../api/client";
import { serverHost } from "../../api/transport";
import { Field, ProblemText } from "../../components/basics";
import { ColorChoice, colorsOf } from "../../components/color_choice";
import { strings } from "../../i18n";
import { addressOf, typeParameters } from "../../state/route";
import { NumberField } from "./number_field";
import { change, choose, EFFORTS, hasFour, hasMethod, METHODS, METRICS, PUZZLES, type Options } from "./question";

/** The input of a cube, with a random state. `problemId` names the element that describes what is wrong with it. */
export function CubeInput({ chosen, problemId, isWrong }: { chosen: Options; problemId: string; isWrong: boolean }) {
  const { solve } = strings.value;
  const [problem, setProblem] = useState<ProblemError | null>(null);
  const draw = async () => {
    try {
      const [drawn] = await ask(api.GET("/v1/scramble", { params: { query: { event: chosen.puzzle, count: 1 } } }));
      setProblem(null);
      if (drawn !== undefined) choose({ scramble: drawn.scramble });
    } catch (error) {
      setProblem(asProblemError(error));
    }
  };
  return (
    <>
      <Field label={chosen.puzzle === "333" ? solve.inputReid : solve.input}>
        <textarea
          rows={2}
          value={chosen.scramble}
          spellcheck={false}
          autocapitalize="off"
          aria-invalid={isWrong}
          aria-describedby={problemId}
          onInput={(event) => typeParameters({ scramble: event.currentTarget.value.replace(/\s*\n\s*/g, " "), play: "" })}
        />
      </Field>
      <div class="row">
        <button type="button" onClick={() => void draw()}>
          {solve.random}
        </button>
        <button type="button" disabled={chosen.scramble === ""} onClick={() => choose({ scramble: "" })}>
          {solve.clear}
        </button>
        {chosen.puzzle === "333" && (
          <a href={addressOf("solve", { view: "edit", scramble: chosen.scramble, from: "scramble" })}>{solve.editState}</a>
        )}
      </div>
      {problem !== null && <ProblemText error={problem} />}
    </>
  );
}

/** The choice of puzzle and method, and the options that apply to them. */
export function OptionsPanel({ chosen }: { chosen: Options }) {
  const { solve, common } = strings.value;
  const note = chosen.puzzle === "333" ? solve.methodNotes[chosen.method] : solve.methodNotes[chosen.puzzle];
  return (
    <div class="stack tight solve-options">
      <div class="row fields">
        <Field label={solve.puzzle}>
          <select
            value={chosen.puzzle}
            onChange={(event) => choose({ puzzle: event.currentTarget.value === "333" ? "" : event.currentTarget.value })}
          >
            {PUZZLES.map((puzzle) => (
              <option key={puzzle} value={puzzle} disabled={puzzle === "444" && !hasFour()}>
                {puzzle === "444" && !hasFour() ? common.notHere(solve.puzzles[puzzle]) : solve.puzzles[puzzle]}
              </option>
            ))}
          </select>
        </Field>
        {chosen.puzzle === "333" && (
          <Field label={solve.method}>
            <select value={chosen.method} onChange={(event) => choose({ method: event.currentTarget.value })}>
              {METHODS.map((method) => (
                <option key={method} value={method} disabled={!hasMethod(method)}>
                  {hasMethod(method) ? solve.methods[method] : common.notHere(solve.methods[method])}
                </option>
              ))}
            </select>
          </Field>
        )}
        {chosen.puzzle === "444" && (
          <Field label={solve.metric}>
            <select value={chosen.metric} onChange={(event) => change({ metric: event.currentTarget.value })}>
              {METRICS.map((metric) => (
                <option key={metric} value={metric}>
                  {solve.metrics[metric]}
                </option>
              ))}
            </select>
          </Field>
        )}
        <MethodFields chosen={chosen} />
      </div>
      <p class="quiet">{note}</p>
      <Missing />
    </div>
  );
}

/** Why the 4x4x4 and optimal solutions cannot be chosen, and how to change that. */
function Missing() {
  const { solve } = strings.value;
  const reasons = [...(hasFour() ? [] : [solve.noFour]), ...(hasMethod("optimal") ? [] : [solve.noOptimal])];
  if (reasons.length === 0) return null;
  if (serverHost === null) return <p class="quiet">{solve.largeTables}</p>;
  return (
    <details class="quiet no-print">
      <summary>{solve.notOffered}</summary>
      {reasons.map(([reason, command]) => (
        <p key={command}>
          {reason} <code class="moves">{command}</code>
        </p>
      ))}
    </details>
  );
}

/** The options of the chosen method. */
function MethodFields({ chosen }: { chosen: Options }) {
  const { solve } = strings.value;
  const seconds = (
    <NumberField
      label={solve.seconds}
      value={chosen.seconds}
      min={0.1}
      max={3600}
      step={0.1}
      onChange={(time) => change({ time })}
    />
  );
  if (chosen.puzzle === "222") return null;
  if (chosen.puzzle === "444") return seconds;
  switch (chosen.method) {
    case "two-phase":
      return (
        <>
          <NumberField
            label={solve.maxLength}
            value={chosen.maxLength}
            min={0}
            max={99}
            hint="21"
            onChange={(max) => change({ max })}
          />
          {seconds}
        </>
      );
    case "thistlethwaite":
      return null;
    case "optimal":
      return (
        <NumberField
          label={solve.solutionCount}
          value={chosen.count}
          min={1}
          max={1000}
          onChange={(count) => change({ count })}
        />
      );
    case "beginner":
      return <Colors chosen={chosen} />;
    case "cfop":
      return (
        <>
          <Field label={solve.effort}>
            <select value={chosen.effort} onChange={(event) => change({ effort: event.currentTarget.value })}>
              {EFFORTS.map((effort) => (
                <option key={effort} value={effort}>
                  {solve.efforts[effort]}
                </option>
              ))}
            </select>
          </Field>
          <Colors chosen={chosen} />
          <div class="row">
            <Switch label={solve.comfort} name="comfort" isOn={chosen.isComfortable} />
            <Switch label={solve.rotationless} name="rotationless" isOn={chosen.isRotationless} />
            <Switch label={solve.explain} name="explain" isOn={chosen.isExplained} off="0" />
          </div>
        </>
      );
  }
}

/** The bottom colours to choose from. At least one remains. */
function Colors({ chosen }: { chosen: Options }) {
  return (
    <ColorChoice
      chosen={colorsOf(chosen.colors)}
      onChange={(letters) => {
        if (letters !== "") change({ colors: letters });
      }}
    />
  );
}

/** A switch whose state is a parameter: `1`, or `off`. */
function Switch({ label, name, isOn, off = "" }: { label: string; name: string; isOn: boolean; off?: string }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => change({ [name]: event.currentTarget.checked ? "1" : off })}
      />
      <span>{label}</span>
    </label>
  );
}
