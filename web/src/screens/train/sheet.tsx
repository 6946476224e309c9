// A sheet of scrambles to print: scrambles in front, their answers on the back, numbered alike.
import { useEffect, useRef, useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { batch, type Schemas } from "../../api/client";
import { CopyButton, ProblemText } from "../../components/basics";
import type { Color } from "../../cube/colors";
import type { StageSolution } from "../../cube/tracked";
import { strings } from "../../i18n";
import { setParameters } from "../../state/route";
import { joined, lettersFor, type Options, STANDARD } from "./options";
import { sheetCount } from "./sheet_form";
import { detailsOf } from "./solution_list";
import { draw } from "./supply";

/** Scrambles on a page of paper. */
const PER_PAGE = 20;

interface Line {
  scramble: string;
  /** A shortest solution for the best colour; null until it is found. */
  solution: StageSolution | null;
  error: string | null;
}

interface Shown {
  options: Options;
  stage: Schemas["CheckedStage"];
  condition: string;
  seed: string;
}

export function Sheet({ options, stage, condition, seed }: Shown) {
  const { train: s, common } = strings.value;
  const { goal, colors } = options;
  const hold = options.hold ?? STANDARD;
  const count = sheetCount();
  const [isShown, setShown] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const letters = lettersFor(colors);
  const key = JSON.stringify([goal, stage.label, letters, condition, hold.rotation, count, seed]);
  const made = useAnswer<Line[]>(key, async (signal, found) => {
    const scrambles = await draw({ condition, hold: options.hold, count, seed: Number(seed) }, signal);
    const lines: Line[] = scrambles.map((scramble) => ({ scramble, solution: null, error: null }));
    found([...lines]);
    const question = {
      goal,
      stages: stage.label,
      colors: letters,
      only_best: true,
      solutions: 1,
      scrambles: scrambles.map((scramble) => joined(hold.rotation, scramble)),
    };
    let at = 0;
    for await (const row of batch<Schemas["AnalysisLine"]>("/v1/analyze", JSON.stringify(question), "application/json", signal)) {
      const solution = "best" in row ? ((row.solutions?.[0] as StageSolution | undefined) ?? null) : null;
      const error = "best" in row ? (solution === null ? s.noLength : null) : row.error;
      lines[at] = { ...lines[at]!, solution, error };
      at++;
      found([...lines]);
    }
    return lines;
  });
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "nearest" });
  }, [seed]);
  const lines = made.value ?? [];
  const done = lines.filter(({ solution, error }) => solution !== null || error !== null).length;
  const isWhole = !made.isLoading && lines.length > 0;
  const pages = Array.from({ length: Math.ceil(lines.length / PER_PAGE) }, (_, page) => lines.slice(page * PER_PAGE, (page + 1) * PER_PAGE));
  const named = colors.length === 0 ? s.anyShort : colors.map((color) => common.colors[color]).join(", ");
  const title = s.sheetTitle(common.stageName(stage.title), named, condition);
  return (
    <section class="panel stack timer-aside print-sheet" aria-labelledby="train-sheet">
      <div class="no-print stack">
        <h2 id="train-sheet" tabIndex={-1} ref={heading}>
          {s.sheet}
        </h2>
        <div class="row">
          <button type="button" class="primary" disabled={!isWhole} onClick={() => print()}>
            {common.print}
          </button>
          <CopyButton text={lines.map(({ scramble }) => scramble).join("\n")} label={s.copyAll} />
          <button type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? s.hideAnswers : s.showAnswers}
          </button>
          <CopyButton text={location.href} label={common.share} />
          <button type="button" onClick={() => setParameters({ sheet: "" })}>
            {common.close}
          </button>
          <span class="quiet" role="status">
            {made.problem === null && (isWhole ? s.sheetDone(lines.length) : s.sheetProgress(done, count))}
          </span>
        </div>
        {made.problem !== null && <ProblemText error={made.problem} />}
      </div>
      {pages.map((page, index) => (
        <div key={index} class="train-leaf">
          <div class="stack tight train-page">
            <PageHead title={title} note={s.heldSo(common.colors[hold.up], common.colors[hold.front])} page={index + 1} of={pages.length} />
            <ol class="train-lines" start={index * PER_PAGE + 1} aria-label={s.scrambles}>
              {page.map(({ scramble }, line) => (
                <li key={line} class="moves">
                  {scramble}
                </li>
              ))}
            </ol>
          </div>
          <div class={isShown ? "stack tight train-page train-back is-shown" : "stack tight train-page train-back"}>
            <PageHead title={title} note={s.answers} page={index + 1} of={pages.length} />
            <ol class="train-lines" start={index * PER_PAGE + 1} aria-label={s.answers}>
              {page.map(({ solution, error }, line) => (
                <li key={line}>
                  {error !== null && <span class="problem">{error}</span>}
                  {solution !== null && (
                    <>
                      <strong>{solution.length}</strong>{" "}
                      <span class="moves">{solution.moves === "" ? s.alreadySolved : joined(solution.rotation, solution.moves)}</span>{" "}
                      <span class="quiet">
                        {[colors.length === 1 ? "" : common.colors[solution.color as Color], detailsOf(solution)].filter((part) => part !== "").join(" · ")}
                      </span>
                    </>
                  )}
                </li>
              ))}
            </ol>
          </div>
        </div>
      ))}
    </section>
  );
}

function PageHead({ title, note, page, of }: { title: string; note: string; page: number; of: number }) {
  return (
    <p class="row">
      <strong>{title}</strong>
      <span class="quiet">
        {note}
        {of > 1 && ` · ${page} / ${of}`}
      </span>
    </p>
  );
}
