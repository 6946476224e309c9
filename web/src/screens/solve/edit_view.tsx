// The view Cube editor: stickers to paint, and whether the cube that they make is possible.
import { useEffect, useState } from "preact/hooks";
import { asProblemError, type Answer, useAnswer } from "../../api/answer";
import { api, ask, type ProblemError } from "../../api/client";
import { CopyButton, Field, ProblemText } from "../../components/basics";
import { CubePicture, FACES } from "../../components/cube_picture";
import { FACE_COLORS } from "../../cube/colors";
import { strings } from "../../i18n";
import { addressOf, parameter, setParameters, takeStep } from "../../state/route";
import { BLANK, blankNet, countOf, isNet, solvedNet, type Size } from "./net";
import { StickerNet } from "./sticker_net";

/** Returns the net in the address, or else the input if it is facelets, or else a blank one. */
function netOf(size: Size): string {
  const known = [parameter("facelets"), parameter("scramble").trim()].find((text) => isNet(text, size));
  return known ?? blankNet(size);
}

/** Keeps a net in the address. A complete one is the input of the view Solve too. */
function keep(net: string, size: Size, change: typeof takeStep): void {
  const scramble: Record<string, string> = net.includes(BLANK) ? {} : { scramble: net, play: "" };
  change({ facelets: net, puzzle: size === 2 ? "222" : "", ...scramble }, "solve");
}

/** Returns the facelets of the cube that a scramble makes: those at the end of a solve that only turns it and back. */
async function faceletsOf(scramble: string): Promise<string> {
  const body = { scramble, solution: "x x'", time: null, no_optimal: true, effort: "none" as const, method: null };
  const answer = await ask(api.POST("/v1/review", { body }));
  const review = "solved" in answer ? answer : null;
  return review?.end ?? review?.stages.at(-1)?.state ?? solvedNet(3);
}

export function EditView() {
  const { solve } = strings.value;
  const size: Size = parameter("puzzle") === "222" ? 2 : 3;
  const net = netOf(size);
  const scramble = parameter("scramble");
  const [problem, setProblem] = useState<ProblemError | null>(null);
  const verdict = useVerdict(net, size);
  const change = (changed: string, by = takeStep) => {
    setProblem(null);
    keep(changed, size, by);
  };
  const load = async () => {
    try {
      change(await faceletsOf(scramble));
    } catch (error) {
      setProblem(asProblemError(error));
    }
  };
  const isAsked = parameter("from") === "scramble";
  useEffect(() => {
    if (!isAsked) return;
    setParameters({ from: "" });
    if (scramble !== "") void load();
  }, [isAsked]);
  return (
    <div class="panels beside solve-editor">
      <section class="panel stack" aria-label={solve.views.edit}>
        <div class="row fields">
          <Field label={solve.puzzle}>
            <select
              value={size === 2 ? "222" : "333"}
              onChange={(event) =>
                takeStep({ puzzle: event.currentTarget.value === "222" ? "222" : "", facelets: "", scramble: "" })
              }
            >
              <option value="333">{solve.puzzles["333"]}</option>
              <option value="222">{solve.puzzles["222"]}</option>
            </select>
          </Field>
          <div class="row">
            <button type="button" onClick={() => change(solvedNet(size))}>
              {solve.solved}
            </button>
            <button type="button" onClick={() => change(blankNet(size))}>
              {solve.clearStickers}
            </button>
            {size === 3 && (
              <button type="button" disabled={scramble === ""} title={scramble === "" ? solve.noScramble : undefined} onClick={() => void load()}>
                {solve.fromScramble}
              </button>
            )}
          </div>
        </div>
        {problem !== null && <ProblemText error={problem} />}
        <p class="quiet">{solve.netHelp}</p>
        <StickerNet key={size} net={net} size={size} wrong={placesIn(verdict.problem)} onChange={(changed) => change(changed, setParameters)} />
      </section>
      <section class="panel stack" style={{ "--player": "14rem" }} aria-label={solve.preview}>
        <CubePicture facelets={net} />
        <Verdict net={net} size={size} verdict={verdict} />
        <p class="quiet">{solve.facelets}</p>
        <p class="moves">{net}</p>
        <div class="row">
          <CopyButton text={net} />
        </div>
      </section>
    </div>
  );
}

/** What is known of a net: the net that is possible, or why it is not. */
type NetVerdict = Answer<{ net: string }>;

/** Asks whether a complete net is a cube. */
function useVerdict(net: string, size: Size): NetVerdict {
  const puzzle = size === 2 ? ("222" as const) : ("333" as const);
  return useAnswer(net.includes(BLANK) ? null : `${puzzle} ${net}`, async (signal) => {
    await ask(api.GET("/v1/solve", { params: { query: { scramble: net, puzzle } }, signal }));
    return { net };
  });
}

/** Returns the places of the pieces that a problem is about. */
function placesIn(problem: ProblemError | null): string[] {
  const { position, first, second } = problem?.problem.values ?? {};
  return [position, first, second].filter((place) => place !== undefined);
}

/** The number of stickers to paint, or the verdict on the complete cube. */
function Verdict({ net, size, verdict }: { net: string; size: Size; verdict: NetVerdict }) {
  const { solve, common } = strings.value;
  const blanks = countOf(net, BLANK);
  const { value, problem, isLoading } = verdict;
  const excess = FACES.filter((face) => countOf(net, face) > size * size);
  const isPossible = value !== null && value.net === net;
  return (
    <div class="stack tight solve-says">
      <div role="status">
        {blanks > 0 && <p>{solve.toPaint(blanks)}</p>}
        {blanks > 0 &&
          excess.map((face) => (
            <p key={face} class="problem">
              {solve.tooMany(common.colors[FACE_COLORS[face]!], countOf(net, face), size * size)}
            </p>
          ))}
        {isLoading && <p>{common.loading}</p>}
        {isPossible && <p class="good">{solve.possible}</p>}
      </div>
      {problem !== null && blanks === 0 && <ProblemText error={problem} />}
      {isPossible && (
        <p class="row">
          <a href={addressOf("solve", { scramble: net, puzzle: size === 2 ? "222" : "" })}>{solve.solve}</a>
          {size === 3 && <a href={addressOf("analyze", { scramble: net })}>{solve.analyze}</a>}
        </p>
      )}
    </div>
  );
}
