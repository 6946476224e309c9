// The solutions of a cell: their number of moves against all scrambles, and how to narrow them down and play them.
import type { Answer } from "../../api/answer";
import { CopyButton, Field, ProblemText, Swatch } from "../../components/basics";
import { easiestOf, EffortNote } from "../../components/effort_note";
import { type Hint, Hints } from "../../components/hints";
import { later } from "../../components/later";
import { MoveText } from "../../components/player/move_text";
import { SlackChoice } from "../../components/slack_choice";
import type { Color } from "../../cube/colors";
import { heldAs, type Holding } from "../../cube/held";
import { slotAfter, TURNS } from "../../cube/hold";
import { sequence } from "../../cube/notation";
import { forColor, longer, percentText, type StageShares } from "../../cube/percentiles";
import type { StageSolution } from "../../cube/tracked";
import { strings } from "../../i18n";
import { addressOf, parameter, setParameters } from "../../state/route";
import type { Cell } from "./state";

/** Loaded with the first cell that is chosen. */
const Histogram = later(() => import("../../components/histogram").then((module) => module.Histogram));

interface SolutionsProps {
  cell: Cell;
  title: string;
  minimum: number | null;
  shares: StageShares | null;
  answer: Answer<{ length: number | null; solutions: StageSolution[] }>;
  slack: number;
  holding: Holding;
  scramble: string;
  /** The move that is played, from 0. */
  move: number | null;
  /** The hints that stand for the list, and the number taken; null for the list. */
  hinting: { hints: Hint[]; taken: number; onTake: () => void } | null;
}

const FACES = ["U", "R", "F", "D", "L", "B"] as const;

export function Solutions({ cell, title, minimum, shares, answer, slack, holding, scramble, move, hinting }: SolutionsProps) {
  const { analyze: s, common, hands } = strings.value;
  const name = cell.color === "best" ? common.best : common.colors[cell.color];
  // Answers to the question before are of another cell.
  const found = answer.isStale ? null : answer.value;
  const all = found?.solutions ?? [];
  const isRestricted = parameter("moves") !== "";
  const length = isRestricted ? (found?.length ?? null) : minimum;
  const slot = parameter("slot");
  const slotsOf = (solution: StageSolution) => Object.values(solution.slot_colors ?? {});
  const slots = [...new Set(all.flatMap(slotsOf))].sort();
  const shown = all.flatMap((solution, index) => (slot === "" || slotsOf(solution).includes(slot) ? [{ solution, number: index + 1 }] : []));
  const easiest = easiestOf(shown.map(({ solution }) => heldAs(solution, holding).held));
  return (
    <section class="panel stack" aria-labelledby="solutions-heading">
      <h2 id="solutions-heading">
        {length === null ? `${name} ${title}` : s.cell(name, title, length)}
      </h2>
      {answer.problem !== null && <ProblemText error={answer.problem} />}
      <p role="status" class="quiet">
        {answer.isLoading ? common.loading : answer.problem === null ? s.found(shown.length) : ""}
      </p>
      {hinting !== null ? (
        <Hints {...hinting} onAll={() => setParameters({ hints: "", play: "1" })} />
      ) : (
        <ol class="plain-list solutions">
          {shown.map(({ solution, number }) => (
            <SolutionLine key={number} solution={solution} number={number} holding={holding} easiest={easiest} scramble={scramble} move={move} />
          ))}
        </ol>
      )}
      <div class="row fields no-print">
        <SlackChoice legend={s.longer} slack={slack} />
        {(slots.length > 1 || slot !== "") && (
          <Field label={s.slot}>
            <select value={slot} onChange={(event) => setParameters({ slot: event.currentTarget.value, play: "" })}>
              <option value="">{s.anySlot}</option>
              {slots.map((slot) => (
                <option key={slot} value={slot}>
                  {pairName(slot)}
                </option>
              ))}
            </select>
          </Field>
        )}
        <Field label={s.turn}>
          <select value={holding} onChange={(event) => setParameters({ turn: turnParameter(event.currentTarget.value) })}>
            <option value="easiest">{s.easiest}</option>
            {TURNS.map((turn) => (
              <option key={turn} value={turn}>
                {turn === "" ? s.noTurn : turn}
              </option>
            ))}
          </select>
        </Field>
        <AllowedMoves />
        {hinting === null && (all[0]?.length ?? 0) > 0 && (
          <button type="button" onClick={() => setParameters({ hints: "1", play: "" })}>
            {hands.instead}
          </button>
        )}
      </div>
      {shares !== null && minimum !== null && !isRestricted && <Compared shares={shares} cell={cell} title={title} minimum={minimum} />}
    </section>
  );
}

/** How solutions are held, as the address has it: nothing for the easiest way, 0 for no turn. */
const turnParameter = (holding: string) => (holding === "easiest" ? "" : holding === "" ? "0" : holding);

/** The colours of a slot as words. */
const pairName = (slot: string) =>
  slot
    .split("-")
    .map((color) => strings.value.common.colors[color as Color])
    .join("-");

interface LineProps {
  solution: StageSolution;
  number: number;
  holding: Holding;
  /** The smallest effort of the list, or null. */
  easiest: number | null;
  scramble: string;
  move: number | null;
}

function SolutionLine({ solution, number, holding, easiest, scramble, move }: LineProps) {
  const s = strings.value.analyze;
  const isPlayed = parameter("play") === String(number);
  const { rotation, moves, turn, held } = heldAs(solution, holding);
  const text = sequence(rotation, moves);
  return (
    <li class={isPlayed ? "is-played" : undefined}>
      <button type="button" class="plain moves" aria-pressed={isPlayed} onClick={() => setParameters({ play: String(number) })}>
        {rotation !== "" && <span class="quiet">{rotation} </span>}
        {moves === "" ? s.solved : <MoveText text={moves} at={isPlayed ? move : null} />}
      </button>
      <span class="quiet">
        {solution.length}
        {Object.entries(solution.slot_colors ?? {}).map(([slot, colors]) => (
          <span key={slot} class="number" title={`${slotAfter(slot, turn)}: ${pairName(colors)}`}>
            {" "}
            {colors.split("-").map((color) => (
              <Swatch key={color} color={color as Color} />
            ))}
          </span>
        ))}
        {solution.offset ? ` ${s.offset(solution.offset)}` : ""}
        {solution.eo ? ` EO ${solution.eo}` : ""}
      </span>
      <span class="row">
        <CopyButton text={text} />
        <a class="button" href={addressOf("review", { scramble, solution: text })}>
          {s.toReview}
        </a>
      </span>
      {held !== null && moves !== "" && <EffortNote held={held} easiest={easiest} />}
    </li>
  );
}

/** The faces that a solution may turn, as switches; all is the same as none chosen. */
function AllowedMoves() {
  const { analyze: s } = strings.value;
  const chosen = parameter("moves") === "" ? [...FACES] : FACES.filter((face) => parameter("moves").includes(face));
  const toggle = (face: (typeof FACES)[number]) => {
    const next = FACES.filter((other) => (other === face) !== chosen.includes(other));
    setParameters({ moves: next.length === FACES.length || next.length === 0 ? "" : next.join(","), play: "1" });
  };
  return (
    <fieldset>
      <legend>{s.moves}</legend>
      <div class="row">
        {FACES.map((face) => (
          <button key={face} type="button" aria-pressed={chosen.includes(face)} onClick={() => toggle(face)}>
            {face}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** The number of moves within the distribution of all scrambles. */
function Compared({ shares, cell, title, minimum }: { shares: StageShares; cell: Cell; title: string; minimum: number }) {
  const s = strings.value.analyze;
  const distribution = forColor(shares, cell.color);
  const source = distribution.scrambles === undefined ? s.exact : s.sampled(distribution.scrambles);
  const percent = percentText(distribution, longer(distribution, minimum));
  return (
    <Histogram
      bars={{ label: title, shares: distribution.shares }}
      marked={minimum}
      caption={s.compared(title, percent, source, cell.color === "best")}
    />
  );
}
