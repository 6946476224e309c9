// Where a session comes from: a dropped or chosen file, a text, or the example; and how far its analysis is.
import { useRef, useState } from "preact/hooks";
import { largerTables, serverHost } from "../../api/transport";
import { Field, ProblemText } from "../../components/basics";
import { useDrop } from "../../components/file_drop";
import { GoalChoice } from "../../components/goal_choice";
import { strings } from "../../i18n";
import { takeStep } from "../../state/route";
import { forgetSession } from "./last";
import { analyze, cancel, clear, draft, found, progress, resume, source, type Source } from "./run";
import { skipped } from "./sample";
import { chosenGoal, isShort } from "./view";

const start = (from: Source): void => analyze(from, chosenGoal(), isShort());

/** Analyses the first of some files. Returns whether there were others. */
function takeFiles(files: FileList): boolean {
  const [file] = files;
  if (file !== undefined) start({ kind: "file", name: file.name, body: file });
  return files.length > 1;
}

/**
 * Analyses the example; at a first visit its first stages alone, which nobody waits for. A session that is given while the example is
 * loaded stays.
 */
export async function takeExample(isShown = isShort()): Promise<void> {
  const before = source.peek();
  const { default: body } = await import("./example.csv?raw");
  if (source.peek() !== before) return;
  analyze({ kind: "example", name: "example.csv", body }, chosenGoal(), isShown);
}

export const nameOfSource = ({ kind, name }: Source): string => {
  const { session } = strings.value;
  return { file: name, text: session.pasted, example: session.exampleName }[kind];
};

export function SourcePanel() {
  const { session } = strings.value;
  const chooser = useRef<HTMLInputElement>(null);
  const [hadMany, setHadMany] = useState(false);
  // On a phone the results are first; the choices are a touch away.
  const [isWide] = useState(matchMedia("(min-width: 900px)").matches);
  const isOver = useDrop((files) => setHadMany(takeFiles(files)));
  const submit = () => {
    setHadMany(false);
    if (draft.value.trim() !== "") start({ kind: "text", name: "text", body: draft.value });
  };
  return (
    <section class={`panel stack session-source${isOver ? " over" : ""}`} aria-label={session.text}>
      <details open={isWide}>
        <summary>
          <h2>{session.source}</h2>
        </summary>
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field label={session.text}>
            <textarea
              rows={4}
              spellcheck={false}
              value={draft.value}
              placeholder={session.placeholder}
              onInput={(event) => (draft.value = event.currentTarget.value)}
              // The text is in the box only after this event.
              onPaste={() => setTimeout(submit)}
            />
          </Field>
          <div class="row">
            <button type="submit" class="primary" disabled={draft.value.trim() === ""}>
              {session.analyze}
            </button>
            <button type="button" onClick={() => chooser.current?.click()}>
              {session.file}
            </button>
            <button type="button" onClick={() => void takeExample()}>
              {session.example}
            </button>
            <span class="quiet">{isOver ? session.dropHere : session.dropHint}</span>
            <input
              ref={chooser}
              type="file"
              hidden
              onChange={(event) => {
                if (event.currentTarget.files !== null) setHadMany(takeFiles(event.currentTarget.files));
                // The same file may be chosen again.
                event.currentTarget.value = "";
              }}
            />
          </div>
          <p class="quiet">{serverHost === null ? session.staysHere : session.stays(serverHost)}</p>
          <GoalChoice goal={chosenGoal()} onChange={(goal) => takeStep({ goal: goal === "std" ? "" : goal, stage: "" })} />
          <Field label={session.stages}>
            <select value={isShort() ? "two" : ""} onChange={(event) => takeStep({ stages: event.currentTarget.value, stage: "" })}>
              <option value="">{session.allStages}</option>
              <option value="two">{session.twoStages}</option>
            </select>
          </Field>
        </form>
      </details>
      <ProgressPanel hadMany={hadMany} />
    </section>
  );
}

/** Removes the session from what the browser keeps, then from the screen. */
async function forget(): Promise<void> {
  const forgotten = source.peek();
  await forgetSession();
  // A session that was given meanwhile stays.
  if (source.peek() !== forgotten) return;
  clear();
  draft.value = "";
}

/** How far the analysis is. Its state is told to screen readers; the running numbers are not. */
function ProgressPanel({ hadMany }: { hadMany: boolean }) {
  const { session, common } = strings.value;
  const { state, pass, done, seconds, since = 0, problem } = progress.value;
  const from = source.value;
  const isCurrent = found.value !== null && found.value.source === from;
  const [rows, bad] = isCurrent ? [found.value!.rows.length, found.value!.bad.length] : [0, 0];
  const left = skipped.value.map(({ name, solves }) => session.group(name, solves)).join(common.listComma);
  const isRunning = state === "running";
  const hasEnded = state !== "none" && !isRunning;
  return (
    <div class="stack session-progress">
      {from !== null && (
        <p>
          <strong>{session.of(nameOfSource(from))}</strong>
          {hadMany && common.gap + session.oneFile(from.name)}
        </p>
      )}
      {from?.kind === "example" && <p class="note">{session.exampleNote}</p>}
      <p role="status">
        {session.states[state === "failed" && rows === 0 ? "none" : state]}
        {state === "done" && rows + bad === 0 && common.gap + session.nothing}
        {hasEnded && rows + bad > 0 && common.gap + common.sentence(session.scrambles(rows))}
        {hasEnded && bad > 0 && common.gap + common.sentence(session.unread(bad))}
      </p>
      {isCurrent && left !== "" && <p class="note">{session.skipped(left)}</p>}
      {isRunning && <Running {...{ pass, done, seconds, since, rows, bad }} />}
      {problem !== null && <ProblemText error={problem} />}
      {isRunning && (
        <button type="button" onClick={cancel}>
          {session.cancel}
        </button>
      )}
      {hasEnded && from !== null && from.kind !== "example" && (
        <p>
          <button type="button" onClick={() => void forget()}>
            {session.forget}
          </button>{" "}
          <span class="quiet">{session.keptHere}</span>
        </p>
      )}
      {(state === "cancelled" || state === "failed") && from !== null && (
        <button type="button" onClick={() => (pass === 2 ? resume() : start({ ...from }))}>
          {pass === 2 ? session.goOn : session.again}
        </button>
      )}
    </div>
  );
}

interface RunningProps {
  pass: 1 | 2;
  done: number;
  seconds: number;
  /** The scrambles that were done before these seconds. */
  since: number;
  rows: number;
  bad: number;
}

/** The running numbers: all scrambles, how many are left, and for how long. */
function Running({ pass, done, seconds, since, rows, bad }: RunningProps) {
  const { session } = strings.value;
  const rate = seconds > 0 && done > since ? (done - since) / seconds : null;
  const left = pass === 2 && rate !== null ? Math.ceil((rows - done) / rate) : 0;
  return (
    <div class="whole">
      {pass === 2 && <progress max={rows} value={done} aria-label={session.laterStages} />}
      <p>
        {pass === 1 ? session.scrambles(rows) : session.doneOf(done, rows)}
        {rate !== null && ` · ${session.rate(Math.round(rate))}`}
        {pass === 2 && rate !== null && ` · ${session.timeLeft(left)}`}
        {bad > 0 && ` · ${session.unread(bad)}`}
      </p>
      {pass === 2 && source.value?.kind !== "example" && <p class="quiet">{session.goesOn}</p>}
      {left > PATIENCE && <LargerTables />}
    </div>
  );
}

/** The time left above which larger tables are offered, in seconds. */
const PATIENCE = 60;

/** The offer of larger tables, with which the analysis goes on once they are made. */
function LargerTables() {
  const { session } = strings.value;
  const make = largerTables.value;
  const [isMaking, setMaking] = useState(false);
  const start = async () => {
    setMaking(true);
    try {
      await make?.();
      if (progress.peek().state === "running") resume();
    } finally {
      setMaking(false);
    }
  };
  if (isMaking) return <p role="status">{session.makingTables}</p>;
  return make === null ? null : (
    <p class="row">
      {session.largerTables}
      <button type="button" onClick={() => void start()}>
        {session.makeTables}
      </button>
    </p>
  );
}
