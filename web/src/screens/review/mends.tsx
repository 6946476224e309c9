// A solve that does not end solved: the moves that are probably slips, each with a button that mends the text.
import { strings } from "../../i18n";
import { titleOfStage } from "../../i18n/stages";
import { mended, placeOf } from "./mend_text";
import type { Mend, Review } from "./state";

interface Properties {
  review: Review;
  text: string;
  isOnly: boolean;
  onMend: (text: string) => void;
}

export function Mends({ review, text: source, isOnly, onMend }: Properties) {
  const { review: text } = strings.value;
  const last = review.stages.at(-1);
  const step = review.steps?.at(-1)?.step;
  const missing = typeof review.missing_move === "string" ? [missingMove(review.missing_move)] : [];
  const mends = [...missing, ...(review.mends ?? [])];
  return (
    <section class="panel stack note" aria-labelledby="review-mends">
      <h2 id="review-mends">{review.ending === "one_move_off" ? text.oneMoveOff(review.missing_move ?? "") : text.unsolved}</h2>
      <p>{step !== undefined ? text.lastStage(step) : last === undefined ? text.noStage : text.lastStage(titleOfStage(last.name, last.case ?? null, strings.value))}</p>
      {mends.length === 0 ? (
        <p>{text.noMends}</p>
      ) : (
        <>
          <h3>{text.mends}</h3>
          <ol>
            {mends.map((mend, index) => (
              <MendItem key={index} mend={mend} text={source} isOnly={isOnly} onMend={onMend} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** Returns the mend that adds the last move. */
const missingMove = (move: string): Mend => ({
  edit: "insert",
  move: 0,
  line: null,
  column: null,
  instead: move,
  written: null,
  solves: true,
  stages: 0,
  last_stage: null,
  last_stage_name: null,
});

/** Returns the name of the last stage that the solve reaches with a mend. */
function lastStageOf({ last_stage_name: name }: Mend): string {
  if (name === null || name === undefined) return "";
  return titleOfStage(name, name.case?.join(" ") ?? null, strings.value);
}

function MendItem({ mend, text: source, isOnly, onMend }: { mend: Mend } & Omit<Properties, "review">) {
  const { review: text } = strings.value;
  const isAtEnd = mend.edit === "insert" && (mend.written === null || mend.written === undefined);
  // The end of the text is that of the solve only if there is no other.
  const place = isAtEnd && !isOnly ? null : placeOf(source, mend);
  const line = place === null || isAtEnd ? undefined : source.split("\n")[place.line];
  const what = text.mend(mend.edit, mend.written ?? "", mend.instead ?? "");
  const where = isAtEnd ? text.atEnd : text.at(mend.line ?? null, mend.column ?? null, mend.move);
  return (
    <li>
      <div class="head">
        <div>
          <strong>{what}</strong> <span class="quiet">{where}</span>
          <div class="quiet">{mend.solves ? text.mendSolves : text.mendReaches(lastStageOf(mend))}</div>
        </div>
        {place !== null && (
          <button type="button" aria-label={`${text.apply}: ${what}, ${where}`} onClick={() => onMend(mended(source, mend, place))}>
            {text.apply}
          </button>
        )}
      </div>
      {line !== undefined && place !== null && (
        <pre class="marked">
          {line.slice(0, place.from)}
          <mark>{line.slice(place.from, place.to)}</mark>
          {line.slice(place.to)}
        </pre>
      )}
    </li>
  );
}
