// One solve: its measures, its stages as a timeline or a table, and the players.
import { useState } from "preact/hooks";
import { CopyButton, Swatch } from "../../components/basics";
import type { Color } from "../../cube/colors";
import { strings } from "../../i18n";
import { addressOf, parameter, takeStep } from "../../state/route";
import { Mends } from "./mends";
import { StagePlayers } from "./stage_players";
import { StageTable } from "./stage_table";
import { metricOf, nameOfSolve, rowsOf, type Review } from "./state";
import { Timeline } from "./timeline";

interface Properties {
  review: Review;
  text: string;
  /** Whether the text has no other solve. */
  isOnly: boolean;
  onMend: (text: string) => void;
}

export function SolveReview({ review, text: source, isOnly, onMend }: Properties) {
  const { review: text } = strings.value;
  const rows = rowsOf(review);
  const chosen = rows[Number(parameter("stage")) - 1] ?? null;
  // A stage is played when it is chosen, but not when the page is opened at it.
  const [run, setRun] = useState(0);
  const play = (index: number | null) => {
    takeStep({ stage: index === null ? "" : String(index + 1) });
    setRun(run + 1);
  };
  const isTable = parameter("view") === "table";
  const Stages = isTable ? StageTable : Timeline;
  return (
    <div class="stack review-solve">
        {!review.solved && <Mends review={review} text={source} isOnly={isOnly} onMend={onMend} />}
        <section class="panel stack" aria-labelledby="review-solve">
          <div class="head">
            <h2 id="review-solve">{nameOfSolve(review, text.untitled)}</h2>
            <div class="row no-print" role="group" aria-label={text.view}>
              <button type="button" aria-pressed={!isTable} onClick={() => takeStep({ view: "" })}>
                {text.timeline}
              </button>
              <button type="button" aria-pressed={isTable} onClick={() => takeStep({ view: "table" })}>
                {text.table}
              </button>
            </div>
          </div>
          <Measures review={review} />
          {review.method !== undefined && <p class="quiet">{text.steps(review.method, review.second_method ?? "", metricOf(review))}</p>}
          {review.late_cross && <p class="note">{text.lateCross(review.late_cross.moves, review.late_cross.pairs)}</p>}
          {review.readings?.map(({ text: part, line, is_moves }) => (
            <p key={`${line} ${part}`} class="note">
              {text.reading(part, line, is_moves)}
            </p>
          ))}
          <Stages rows={rows} metric={metricOf(review)} chosen={chosen} onPlay={play} />
        </section>
      <StagePlayers review={review} rows={rows} row={chosen} run={run} onWhole={() => play(null)} />
    </div>
  );
}

/** The scramble, the lengths in all metrics, and the speed. */
function Measures({ review }: { review: Review }) {
  const { review: text } = strings.value;
  const lengths: [string, string, string][] = [
    ["HTM", text.metrics.htm, String(review.htm)],
    ["STM", text.metrics.stm, String(review.stm)],
    ["QTM", text.metrics.qtm, String(review.qtm)],
    ["ETM", text.metrics.etm, String(review.etm)],
  ];
  if (typeof review.time === "number") lengths.push([text.seconds, text.timeOfSolve, review.time.toFixed(2)]);
  if (typeof review.tps === "number") lengths.push(["TPS", text.metrics.tps, review.tps.toFixed(2)]);
  if (typeof review.etps === "number") lengths.push(["ETPS", text.metrics.etps, review.etps.toFixed(2)]);
  return (
    <>
      <div class="row">
        {typeof review.color === "string" && (
          <span>
            <Swatch color={review.color as Color} isNamed={false} /> {(review.method === undefined ? text.crossOf : text.bottomOf)(strings.value.common.colors[review.color as Color])}
          </span>
        )}
        <span class="moves">{review.scramble}</span>
        <CopyButton text={review.scramble} label={text.copyScramble} />
        <a href={addressOf("analyze", { scramble: review.scramble })}>{text.analyze}</a>
      </div>
      <dl class="facts">
        {lengths.map(([name, title, value]) => (
          <div key={name}>
            <dt>
              <abbr title={title}>{name}</abbr>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
