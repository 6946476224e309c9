// Scrambles to draw: which ones, and the list of them, to copy, to print, to analyze and to solve.
import { useEffect } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { api, ask, type Schemas } from "../../api/client";
import { CopyButton, Field, ProblemText } from "../../components/basics";
import { CubePicture } from "../../components/cube_picture";
import { strings } from "../../i18n";
import { addressOf, parameter, parameters, setParameters, takeStep, typeParameters } from "../../state/route";
import { type Checked, ConditionField, Examples, useCondition } from "./condition_field";
import { NumberField } from "./number_field";
import { EVENTS, hasEvent, kindsOf, newSeed, scrambleOptions, scrambleQuery, type EventId, type ScrambleOptions } from "./scramble_options";

type Drawn = Schemas["ScrambleAnswer"];

const CASES = ["PLL", "PLL G", "OLL 27", "F2L 5"] as const;

/** The scrambles, folded away unless the view of the address is that of scrambles. */
export function Scrambles() {
  const { solve } = strings.value;
  const isOpen = parameter("view") === "scramble";
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) takeStep({ view: open ? "scramble" : "" }, "solve");
      }}
    >
      <summary class="no-print">{solve.drawScrambles}</summary>
      {isOpen && <Drawing />}
    </details>
  );
}

function Drawing() {
  const { solve, common } = strings.value;
  const chosen = scrambleOptions();
  // The seed is drawn here and not by the server, so that it is in the address from the beginning.
  useEffect(() => {
    if (chosen.seed === null) setParameters({ seed: newSeed() });
  }, [chosen.seed === null]);
  const checked = useCondition(chosen);
  const isInvalid = checked !== null && !checked.valid;
  const isChecking = chosen.kind === "where" && chosen.condition.trim() !== "" && checked === null;
  const query = isInvalid || isChecking ? null : scrambleQuery(chosen);
  const { value, problem, isLoading } = useAnswer(
    query === null ? null : JSON.stringify(query),
    async (signal) => ({ query, drawn: await ask(api.GET("/v1/scramble", { params: { query: query! }, signal })) }),
    150,
  );
  const list = value?.drawn ?? [];
  const address = new URL(addressOf("solve", parameters()), location.href).href;
  return (
    <div class="stack solve-draw">
      <section class="panel stack no-print" aria-label={solve.scrambleChoice}>
        <Controls chosen={chosen} checked={checked} />
        <div class="row">
          <button type="button" class="primary" onClick={() => takeStep({ seed: newSeed() })}>
            {solve.draw}
          </button>
          <CopyButton text={list.map(({ scramble }) => scramble).join("\n")} label={solve.copyAll} />
          <CopyButton text={address} label={common.share} />
          <button type="button" disabled={list.length === 0} onClick={() => print()}>
            {common.print}
          </button>
        </div>
        <p role="status">
          {isLoading ? common.loading : list.length > 0 && solve.scrambles(list.length)}
        </p>
      </section>
      {problem !== null && <ProblemText error={problem} />}
      {list.length > 0 && <ScrambleList list={list} query={value?.query ?? {}} isOld={isLoading} />}
    </div>
  );
}

/** The controls. Those that the event does not offer are left out. */
function Controls({ chosen, checked }: { chosen: ScrambleOptions; checked: Checked | null }) {
  const { solve, common } = strings.value;
  const kinds = kindsOf(chosen.event);
  return (
    <>
      <div class="row fields">
        <Field label={solve.event}>
          <select value={chosen.event} onChange={(event) => takeStep({ event: event.currentTarget.value })}>
            {EVENTS.map((event) => (
              <option key={event} value={event} disabled={!hasEvent(event)}>
                {hasEvent(event) ? solve.events[event] : common.notHere(solve.events[event])}
              </option>
            ))}
          </select>
        </Field>
        <Field label={solve.states}>
          <select
            value={chosen.kind}
            disabled={kinds.length === 1}
            onChange={(event) => takeStep({ states: event.currentTarget.value })}
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {solve.stateKinds[kind]}
              </option>
            ))}
          </select>
        </Field>
        <NumberField
          label={solve.count}
          value={chosen.count}
          min={1}
          max={100}
          onChange={(number) => takeStep({ number })}
        />
        <NumberField
          label={solve.seed}
          value={chosen.seed}
          min={0}
          title={solve.seedNote}
          onChange={(seed) => takeStep({ seed })}
        />
      </div>
      {chosen.kind === "where" && <ConditionField condition={chosen.condition} checked={checked} />}
      {chosen.kind === "case" && (
        <div class="stack">
          <Field label={solve.caseName}>
            <input
              class="moves"
              value={chosen.caseName}
              spellcheck={false}
              onInput={(event) => typeParameters({ case: event.currentTarget.value })}
            />
          </Field>
          <Examples of={CASES} onChoose={(text) => takeStep({ case: text })} />
        </div>
      )}
    </>
  );
}

/** The puzzle that solves the scrambles of an event, as a parameter: empty for the 3x3x3. */
const puzzleOf = (event: EventId): string => (event === "222" || event === "444" ? event : "");

/** The scrambles with their numbers. On paper there are the numbers, the moves and the pictures alone. */
function ScrambleList({ list, query, isOld }: { list: Drawn[]; query: { event?: EventId; where?: string; case?: string; seed?: number }; isOld: boolean }) {
  const { solve } = strings.value;
  const restriction = query.where ?? query.case;
  return (
    <section class="stack solve-drawn" aria-busy={isOld}>
      <h2>
        {solve.events[query.event ?? "333"]} · {solve.scrambles(list.length)}
        {restriction !== undefined && (
          <>
            {" "}
            · <span class="moves">{restriction}</span>
          </>
        )}{" "}
        · {solve.seed} {query.seed}
      </h2>
      <ol class="plain-list solve-scrambles">
        {list.map(({ id, event, facelets, scramble }, index) => (
          <li key={id} class="panel row">
            <span class="number solve-number" aria-hidden="true">
              {index + 1}.
            </span>
            <CubePicture facelets={facelets} />
            <span class="moves large grow">{scramble}</span>
            <span class="row no-print solve-actions">
              <CopyButton text={scramble} />
              {puzzleOf(event) === "" && (
                <a href={addressOf("analyze", { scramble })} aria-label={solve.analyzeScramble(index + 1)}>
                  {solve.analyze}
                </a>
              )}
              <a
                href={addressOf("solve", { scramble, puzzle: puzzleOf(event) })}
                aria-label={solve.solveScramble(index + 1)}
              >
                {solve.solve}
              </a>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
