// One solution: its moves and length, what can be done with it, and its phases or stages.
import { CopyButton, Swatch } from "../../components/basics";
import { titleOf } from "../../components/cases/case";
import { CasePicture } from "../../components/cases/pictures";
import { COLORS } from "../../cube/colors";
import { sequence } from "../../cube/notation";
import { EffortNote } from "../../components/effort_note";
import { MoveText } from "../../components/player/move_text";
import { strings } from "../../i18n";
import { addressOf, parameters, setParameters } from "../../state/route";
import type { Part, Solved } from "./parts";

/** The part that the player shows: a solution, one of its parts, a step of the part. Each is numbered from 1; 0 stands for all. */
export interface Place {
  solution: number;
  part: number;
  step: number;
}

/** A solution. `at` is the place that the player shows, if it is in this one. */
export function SolutionCard(props: {
  solution: Solved;
  number: number;
  count: number;
  at: Place | null;
  onPlay: (place: Place) => void;
  /** The move that is played, from 0 in what the player shows. */
  move: number | null;
}) {
  const { solve, common, hands } = strings.value;
  const { solution, number, count, at, onPlay, move } = props;
  const address = new URL(addressOf("solve", { ...parameters(), play: String(number) }), location.href).href;
  const isEmpty = solution.moves === "";
  return (
    <li class="panel stack tight">
      <header class="row">
        <h2>{count === 1 ? solve.solution : solve.solutionOf(number, count)}</h2>
        <p class="row">
          <strong class="lead">{common.moves(solution.length)}</strong> <abbr>{solution.metric}</abbr>
          <span class={solution.isOptimal ? "chip good" : "chip quiet"}>
            {solution.isOptimal ? solve.isOptimal : solve.isNotOptimal}
          </span>
          <Facts solution={solution} />
        </p>
      </header>
      <p class="moves large solve-moves">{isEmpty ? solve.alreadySolved : <MoveText text={solution.moves} at={at?.part === 0 ? move : null} />}</p>
      {solution.held !== null && !isEmpty && (
        <p>
          {hands.byHand}: <span class="moves">{sequence(solution.held.rotation, solution.held.moves)}</span> <EffortNote held={solution.held} easiest={null} />
        </p>
      )}
      <div class="row no-print">
        <button
          type="button"
          class={at !== null && at.part === 0 ? "primary" : ""}
          disabled={isEmpty}
          onClick={() => onPlay({ solution: number, part: 0, step: 0 })}
        >
          {solution.parts.length > 0 ? solve.playAll : common.play}
        </button>
        <button type="button" disabled={isEmpty} onClick={() => setParameters({ hints: String(number) })}>
          {hands.instead}
        </button>
        <CopyButton text={solution.moves} />
        <CopyButton text={address} label={common.share} />
        {solution.twizzle !== null && (
          <a href={solution.twizzle} target="_blank" rel="noreferrer">
            {solve.twizzle}
          </a>
        )}
        {solution.algCubing !== null && (
          <a href={solution.algCubing} target="_blank" rel="noreferrer">
            {solve.algCubing}
          </a>
        )}
      </div>
      {solution.opening !== null ? (
        <p>{solution.opening}</p>
      ) : (
        solution.rotation !== "" &&
        solution.parts.length > 0 && (
          <p>
            {solve.rotation}: <span class="moves">{solution.rotation}</span>
          </p>
        )
      )}
      {solution.parts.length > 0 && (
        <ol class="plain-list solve-parts" aria-label={solve.parts}>
          {solution.parts.map((part, index) => (
            <PartRow
              key={index}
              part={part}
              share={solution.length === 0 ? 0 : part.length / solution.length}
              step={at !== null && at.part === index + 1 ? at.step : null}
              move={at !== null && at.part === index + 1 ? move : null}
              onPlay={(step) => onPlay({ solution: number, part: index + 1, step })}
            />
          ))}
        </ol>
      )}
      {solution.closing !== null && <p>{solution.closing}</p>}
    </li>
  );
}

/** The bottom colour, the effort of the hands, and the search. */
function Facts({ solution }: { solution: Solved }) {
  const { solve, common } = strings.value;
  const color = COLORS.find((known) => known === solution.color);
  return (
    <span class="quiet row">
      {color !== undefined && (
        <span>
          <Swatch color={color} isNamed={false} /> {solve.bottom(common.colors[color])}
        </span>
      )}
      {solution.effort !== null && <span>{solve.handEffort(solution.effort.toFixed(1))}</span>}
      {solution.nodes > 0 && (
        <span>{solve.searched(solution.nodes.toLocaleString(), String(Number(solution.milliseconds.toPrecision(2))))}</span>
      )}
    </span>
  );
}

/** What a part needs. */
interface PartProps {
  part: Part;
  share: number;
  step: number | null;
  move: number | null;
  onPlay: (step: number) => void;
}

/** A phase or a stage. `step` is the step that the player shows, 0 for the whole part, and null if it shows another. */
function PartRow({ part, share, step, move, onPlay }: PartProps) {
  const { solve, common } = strings.value;
  return (
    <li class="solve-part">
      <button
        type="button"
        class="solve-segment"
        aria-pressed={step === 0}
        disabled={part.moves === ""}
        onClick={() => onPlay(0)}
      >
        <span class="solve-title">{part.title}</span>
        <span class="moves">{part.moves === "" ? solve.noMoves : <MoveText text={part.moves} at={step === 0 ? move : null} />}</span>
        <span class="quiet number">
          {common.moves(part.length)} · {solve.total(part.total)}
        </span>
        <span class="solve-share" style={{ inlineSize: `${100 * share}%` }} aria-hidden="true" />
      </button>
      {(part.sentences.length > 0 || part.steps.length > 0) && (
        <div class="solve-words">
          {part.case !== null && part.case.set !== "F2L" && (
            <span class="solve-picture" role="img" aria-label={solve.pictureOf(titleOf(part.case))}>
              <CasePicture of={part.case} />
            </span>
          )}
          {part.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {part.steps.length > 0 && (
            <ol class="plain-list solve-steps">
              {part.steps.map((each, index) => (
                <li key={index} class="solve-step">
                  <button
                    type="button"
                    class="solve-segment"
                    aria-pressed={step === index + 1}
                    onClick={() => onPlay(index + 1)}
                  >
                    <span class="solve-title">{each.title}</span>
                    <span class="moves">
                      <MoveText text={each.moves} at={step === index + 1 ? move : null} />
                    </span>
                    <span class="quiet number">{common.moves(each.length)}</span>
                  </button>
                  <p>{each.text}</p>
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
    </li>
  );
}
