// The history: progress, and the attempts as a table.
import { useState } from "preact/hooks";
import { NumberHeadings } from "../../components/number_headings";
import { strings } from "../../i18n";
import { practice } from "../../i18n/practice";
import { timeText } from "../../timer/results";
import { addressOf } from "../../state/route";
import { language } from "../../state/settings";
import { type Attempt, attempts, isMeasured, markOf, type Measured } from "./attempts";
import { COLUMNS, read } from "./exchange";
import { MeanChart, signed } from "./mean_chart";
import { RecordFiles } from "../../components/record_files";
import { byDifficulty, byWeek, differenceOf, meanOf } from "./statistics";

const PAGE = 20;

const locale = () => (language.value === "zh" ? "zh-CN" : "en-GB");

/** `stage` is the stage that is trained now. */
export function History({ stage }: { stage: string | null }) {
  const { train: s, common } = strings.value;
  const all = attempts.all.value;
  const failure = attempts.error.value;
  return (
    <section class="panel stack timer-aside" aria-labelledby="train-history">
      <h2 id="train-history">{s.history}</h2>
      {failure !== null && (
        <div class="problem" role="alert">
          {s.notRead(failure)}
        </div>
      )}
      {all === null ? (
        failure === null && <p role="status">{common.loading}</p>
      ) : (
        <>
          {all.length === 0 ? <p class="quiet">{s.noHistory}</p> : <Progress all={all} stage={stage} />}
          <RecordFiles records={attempts} name="cubiform-train" columns={COLUMNS} read={read} />
        </>
      )}
    </section>
  );
}

function Progress({ all, stage }: { all: readonly Attempt[]; stage: string | null }) {
  const { train: s, common } = strings.value;
  const stages = [...new Set(all.map((attempt) => attempt.stage))];
  const [chosen, setChosen] = useState<string | null>(null);
  const [difficulty, setDifficulty] = useState("");
  const shownStage = chosen !== null && (chosen === "" || stages.includes(chosen)) ? chosen : stage !== null && stages.includes(stage) ? stage : "";
  const ofStage = shownStage === "" ? all : all.filter((attempt) => attempt.stage === shownStage);
  const difficulties = [...new Set(ofStage.flatMap(({ optimum }) => optimum ?? []))].sort((one, other) => one - other);
  const shownDifficulty = difficulties.includes(Number(difficulty)) ? difficulty : "";
  const shown = shownDifficulty === "" ? ofStage : ofStage.filter(({ optimum }) => String(optimum) === shownDifficulty);
  const measured = shown.filter(isMeasured);
  const mean = measured.length === 0 ? null : meanOf(measured);
  const day = new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short" });
  const name = shownStage === "" ? s.allStages : common.stageName(shownStage);
  return (
    <>
      <div class="row fields">
        <label class="field">
          <span>{s.stage}</span>
          <select value={shownStage} onChange={(event) => setChosen(event.currentTarget.value)}>
            <option value="">{s.allStages}</option>
            {stages.map((name) => (
              <option key={name} value={name}>
                {common.stageName(name)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{s.minimum}</span>
          <select value={shownDifficulty} onChange={(event) => setDifficulty(event.currentTarget.value)}>
            <option value="">{s.anyMinimum}</option>
            {difficulties.map((optimum) => (
              <option key={optimum} value={String(optimum)}>
                {optimum}
              </option>
            ))}
          </select>
        </label>
        <p class="strong train-mean" role="status">
          {mean !== null && s.meanText(signed(mean.mean), mean.error === null ? null : mean.error.toFixed(2), mean.count)}
        </p>
      </div>
      {mean !== null && (
        <div class="columns">
          <MeanChart
            points={byWeek(measured).map(({ monday, place, mean }) => ({ place, label: day.format(monday), mean }))}
            heading={s.week}
            caption={s.weeksCaption(name)}
          />
          <MeanChart
            points={byDifficulty(ofStage.filter(isMeasured)).map(({ optimum, mean }) => ({ place: optimum, label: String(optimum), mean }))}
            heading={s.minimum}
            caption={s.difficultyCaption(name)}
          />
        </div>
      )}
      <Table shown={[...shown].reverse()} />
    </>
  );
}

/** The attempts, newest first. */
function Table({ shown }: { shown: readonly Attempt[] }) {
  const { train: s, common } = strings.value;
  const { loop } = practice.value;
  const [limit, setLimit] = useState(PAGE);
  const [problem, setProblem] = useState<string | null>(null);
  const time = new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" });
  const drop = async (attempt: Attempt) => {
    if (!confirm(s.deleteOneSure(attempt.scramble))) return;
    try {
      await attempts.remove(attempt.id);
      setProblem(null);
    } catch (error) {
      setProblem(String(error));
    }
  };
  return (
    <>
      {problem !== null && (
        <div class="problem" role="alert">
          {s.notDeleted(problem)}
        </div>
      )}
      {/* A region that scrolls must be reached by keyboard. */}
      <div class="wide" tabIndex={0} role="region" aria-label={s.attempts}>
        <table>
          <caption class="hidden">{s.attempts}</caption>
          <thead>
            <tr>
              <th scope="col">{s.date}</th>
              <th scope="col">{s.stage}</th>
              <th scope="col">{s.colors}</th>
              <NumberHeadings labels={[s.minimum, s.own, s.difference, s.inspection, loop.time]} />
              <th scope="col">{s.scramble}</th>
              <th scope="col">{s.ownMoves}</th>
              <th scope="col">
                <span class="hidden">{s.deleteOne}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, limit).map((attempt) => (
              <tr key={attempt.id}>
                <th scope="row" id={`train-date-${attempt.id}`}>
                  {time.format(new Date(attempt.date))}
                </th>
                <td>{common.stageName(attempt.stage)}</td>
                <td>{attempt.colors === "all" ? s.anyShort : attempt.colors}</td>
                <td class="number">{attempt.optimum ?? "–"}</td>
                <td class="number">{attempt.length ?? "–"}</td>
                <td class="number">{attempt.seen ? <span class="note">{markOf(attempt)}</span> : isMeasured(attempt) ? differenceText(attempt) : "–"}</td>
                <td class="number">{attempt.inspection === null ? "–" : `${attempt.inspection.toFixed(1)} s`}</td>
                <td class="number">{attempt.time === null ? "–" : timeText(attempt.time, attempt.penalty)}</td>
                <td class="moves">
                  <a href={addressOf("train", addressParameters(attempt))}>{attempt.scramble}</a>
                </td>
                <td class="moves">{attempt.moves === "" ? "–" : attempt.moves}</td>
                <td>
                  <button
                    type="button"
                    class="plain"
                    id={`train-delete-${attempt.id}`}
                    aria-label={s.deleteOne}
                    aria-labelledby={`train-delete-${attempt.id} train-date-${attempt.id}`}
                    title={s.deleteOne}
                    onClick={() => void drop(attempt)}
                  >
                    ✕
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length > limit && (
        <div>
          <button type="button" onClick={() => setLimit(limit + 5 * PAGE)}>
            {s.more(shown.length - limit)}
          </button>
        </div>
      )}
    </>
  );
}

const differenceText = (attempt: Measured): string => (differenceOf(attempt) === 0 ? "0" : `+${differenceOf(attempt)}`);

/** The parameters of the screen for the scramble of an attempt, to do it again. */
function addressParameters({ goal, stage, colors, condition, hold, scramble }: Attempt): Record<string, string> {
  return { goal, stage, colors, where: condition, moves: condition === "" ? "any" : "", hold: hold === "down" ? "down" : "", scramble };
}
