// The history: progress, the attempts as a table, export, import, and deletion.
import { useRef, useState } from "preact/hooks";
import { save } from "../../components/file";
import { NumberHeadings } from "../../components/number_headings";
import { strings } from "../../i18n";
import { addressOf } from "../../state/route";
import { language } from "../../state/settings";
import { addMissing, type Attempt, attempts, remove, removeAll, storageError } from "./attempts";
import { FileError, read, toCsv, toJson } from "./exchange";
import { MeanChart, signed } from "./mean_chart";
import { byDifficulty, byWeek, differenceOf, meanOf } from "./statistics";

const PAGE = 20;

const locale = () => (language.value === "zh" ? "zh-CN" : "en-GB");

/** `stage` is the stage that is trained now. */
export function History({ stage }: { stage: string | null }) {
  const { train: s, common } = strings.value;
  const all = attempts.value;
  return (
    <section class="panel stack train-history" aria-labelledby="train-history">
      <h2 id="train-history">{s.history}</h2>
      {storageError.value !== null && (
        <div class="problem" role="alert">
          {s.notRead(storageError.value)}
        </div>
      )}
      {all === null ? (
        storageError.value === null && <p role="status">{common.loading}</p>
      ) : (
        <>
          {all.length === 0 ? <p class="quiet">{s.noHistory}</p> : <Progress all={all} stage={stage} />}
          <Files all={all} />
        </>
      )}
    </section>
  );
}

function Progress({ all, stage }: { all: readonly Attempt[]; stage: string | null }) {
  const { train: s } = strings.value;
  const stages = [...new Set(all.map((attempt) => attempt.stage))];
  const [chosen, setChosen] = useState<string | null>(null);
  const [difficulty, setDifficulty] = useState("");
  const shownStage = chosen !== null && (chosen === "" || stages.includes(chosen)) ? chosen : stage !== null && stages.includes(stage) ? stage : "";
  const ofStage = shownStage === "" ? all : all.filter((attempt) => attempt.stage === shownStage);
  const difficulties = [...new Set(ofStage.map(({ optimum }) => optimum))].sort((one, other) => one - other);
  const shownDifficulty = difficulties.includes(Number(difficulty)) ? difficulty : "";
  const shown = shownDifficulty === "" ? ofStage : ofStage.filter(({ optimum }) => String(optimum) === shownDifficulty);
  const mean = meanOf(shown);
  const day = new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short" });
  const name = shownStage === "" ? s.allStages : shownStage;
  return (
    <>
      <div class="row">
        <label class="field">
          <span>{s.stage}</span>
          <select value={shownStage} onChange={(event) => setChosen(event.currentTarget.value)}>
            <option value="">{s.allStages}</option>
            {stages.map((name) => (
              <option key={name} value={name}>
                {name}
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
        <p class="train-mean" role="status">
          {s.meanText(signed(mean.mean), mean.error === null ? null : mean.error.toFixed(2), mean.count)}
        </p>
      </div>
      <div class="train-charts">
        <MeanChart
          points={byWeek(shown).map(({ monday, place, mean }) => ({ place, label: day.format(monday), mean }))}
          heading={s.week}
          caption={s.weeksCaption(name)}
        />
        <MeanChart
          points={byDifficulty(ofStage).map(({ optimum, mean }) => ({ place: optimum, label: String(optimum), mean }))}
          heading={s.minimum}
          caption={s.difficultyCaption(name)}
        />
      </div>
      <Table shown={[...shown].reverse()} />
    </>
  );
}

/** The attempts, newest first. */
function Table({ shown }: { shown: readonly Attempt[] }) {
  const { train: s } = strings.value;
  const [limit, setLimit] = useState(PAGE);
  const [problem, setProblem] = useState<string | null>(null);
  const time = new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" });
  const drop = async (attempt: Attempt) => {
    if (!confirm(s.deleteOneSure(attempt.scramble))) return;
    try {
      await remove(attempt.id);
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
        <table class="train-table">
          <caption class="hidden">{s.attempts}</caption>
          <thead>
            <tr>
              <th scope="col">{s.date}</th>
              <th scope="col">{s.stage}</th>
              <th scope="col">{s.colors}</th>
              <NumberHeadings labels={[s.minimum, s.own, s.difference, s.inspection]} />
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
                <td>{attempt.stage}</td>
                <td>{attempt.colors === "all" ? s.anyShort : attempt.colors}</td>
                <td class="number">{attempt.optimum}</td>
                <td class="number">{attempt.length}</td>
                <td class="number">{differenceOf(attempt) === 0 ? "0" : `+${differenceOf(attempt)}`}</td>
                <td class="number">{attempt.inspection === null ? "–" : `${attempt.inspection.toFixed(1)} s`}</td>
                <td class="moves train-line">
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

/** The parameters of the screen for the scramble of an attempt, to do it again. */
function addressParameters({ goal, stage, colors, condition, hold, scramble }: Attempt): Record<string, string> {
  return { goal, stage, colors, where: condition, moves: condition === "" ? "any" : "", hold: hold === "down" ? "down" : "", scramble };
}

function Files({ all }: { all: readonly Attempt[] }) {
  const { train: s } = strings.value;
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  const tell = (message: string, problem = "") => {
    setMessage(message);
    setProblem(problem);
  };
  const take = async (file: File) => {
    tell("");
    try {
      const found = read(await file.text());
      const added = await addMissing(found);
      tell(s.imported(added, found.length - added));
    } catch (error) {
      tell("", error instanceof FileError ? s.badFile(file.name, error.line, error.reason(s)) : s.notStored(String(error)));
    }
  };
  const erase = async () => {
    dialog.current?.close();
    try {
      await removeAll();
      tell(s.deleted);
    } catch (error) {
      tell("", s.notDeleted(String(error)));
    }
  };
  return (
    <div class="stack">
      <div class="row train-files">
        <Download label={s.exportCsv} name="cubiform-train.csv" type="text/csv" text={() => toCsv(all)} isOff={all.length === 0} />
        <Download label={s.exportJson} name="cubiform-train.json" type="application/json" text={() => toJson(all)} isOff={all.length === 0} />
        <label class="field">
          <span>{s.importFile}</span>
          <input
            type="file"
            accept=".csv,.json,text/csv,application/json"
            onChange={(event) => {
              const input = event.currentTarget;
              const [file] = input.files ?? [];
              // The same file may be chosen again after it is mended.
              if (file !== undefined) void take(file).finally(() => (input.value = ""));
            }}
          />
        </label>
        <button type="button" disabled={all.length === 0} onClick={() => dialog.current?.showModal()}>
          {s.deleteAll}
        </button>
      </div>
      <p role="status" class="train-note">
        {message}
      </p>
      {problem !== "" && (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
      <dialog ref={dialog} aria-labelledby="train-sure">
        <p id="train-sure">{s.deleteSure(all.length)}</p>
        <div class="row">
          <button type="button" onClick={() => dialog.current?.close()}>
            {s.keep}
          </button>
          <button type="button" class="train-danger" onClick={() => void erase()}>
            {s.deleteNow(all.length)}
          </button>
        </div>
      </dialog>
    </div>
  );
}

/** A button that hands over a text as a file. */
function Download({ label, name, type, text, isOff }: { label: string; name: string; type: string; text: () => string; isOff: boolean }) {
  return (
    <button type="button" disabled={isOff} onClick={() => save(name, type, text())}>
      {label}
    </button>
  );
}
