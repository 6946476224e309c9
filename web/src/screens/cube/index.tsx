// The screen Smart cube: a cube that is connected over Bluetooth, its solves, and their reconstructions.
import { useEffect, useState } from "preact/hooks";
import { useAnswer } from "../../api/answer";
import { api, ask } from "../../api/client";
import { ProblemText } from "../../components/basics";
import { RecordFiles } from "../../components/record_files";
import { strings } from "../../i18n";
import { practice } from "../../i18n/practice";
import { parameter, setParameters } from "../../state/route";
import { timeText } from "../../timer/results";
import { PracticeNav } from "../practice_nav";
import { connect, ConnectionError, hasBluetooth, type SmartCube as Cube } from "./connection";
import { SmartRound } from "./smart_round";
import { SolveView } from "./solve_view";
import { COLUMNS, read, solves } from "./solves";
import "./cube.css";

/** The number of solves that are listed. */
const LISTED = 12;

export function SmartCube() {
  const { cube: s } = practice.value;
  const [cube, setCube] = useState<Cube | null>(null);
  const [isSolved, setSolved] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => void solves.load(), []);
  useEffect(() => () => cube?.disconnect(), [cube]);
  const drawn = useAnswer(cube !== null && isSolved ? String(round) : null, async (signal) => {
    const [found] = await ask(api.GET("/v1/scramble", { params: { query: { count: 1 } }, signal }));
    return { round, scramble: found!.scramble };
  });
  const all = solves.all.value ?? [];
  const chosen = all.find(({ id }) => id === parameter("solve")) ?? null;
  const leave = () => {
    setCube(null);
    setSolved(false);
  };
  const scramble = drawn.value?.round === round ? drawn.value.scramble : null;
  return (
    <div class="cube stack">
      <h1>{s.heading}</h1>
      <PracticeNav />
      {cube === null ? (
        <Connect onConnect={setCube} />
      ) : (
        <div class="row timer-aside">
          <strong>{s.connected(cube.name)}</strong>
          <button type="button" onClick={leave}>
            {s.disconnect}
          </button>
          {isSolved && (
            <button
              type="button"
              onClick={() => {
                setSolved(false);
                setRound(round + 1);
              }}
            >
              {s.lost}
            </button>
          )}
        </div>
      )}
      {cube !== null && !isSolved && (
        <section class="panel stack">
          <p>{s.solveFirst}</p>
          <div>
            <button type="button" class="primary" onClick={() => setSolved(true)}>
              {s.isSolved}
            </button>
          </div>
        </section>
      )}
      {drawn.problem !== null && <ProblemText error={drawn.problem} />}
      {cube !== null && isSolved && scramble !== null && (
        <SmartRound
          key={scramble}
          cube={cube}
          scramble={scramble}
          onSolve={({ id, penalty }) => {
            setParameters({ solve: id }, "cube");
            // After a solve that was given up the cube is not solved.
            if (penalty === "DNF") setSolved(false);
          }}
          onNext={() => setRound(round + 1)}
        />
      )}
      {chosen !== null && <SolveView key={chosen.id} solve={chosen} />}
      <section class="panel stack timer-aside" aria-labelledby="cube-solves">
        <h2 id="cube-solves">{s.solves}</h2>
        {solves.error.value !== null && (
          <div class="problem" role="alert">
            {strings.value.train.notRead(solves.error.value)}
          </div>
        )}
        {all.length === 0 && <p class="quiet">{s.none}</p>}
        <div class="row" role="group" aria-label={s.solves}>
          {all.slice(-LISTED).map((solve) => (
            <button key={solve.id} type="button" aria-pressed={solve === chosen} onClick={() => setParameters({ solve: solve.id }, "cube")}>
              {timeText(solve.time, solve.penalty)}
            </button>
          ))}
        </div>
        <RecordFiles records={solves} name="cubiform-smart-cube" columns={COLUMNS} read={read} />
      </section>
    </div>
  );
}

/** The button that connects a cube, or the reason why there is none. */
function Connect({ onConnect }: { onConnect: (cube: Cube) => void }) {
  const { cube: s } = practice.value;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!hasBluetooth()) {
    return (
      <section class="panel stack">
        <p>{isSecureContext ? s.noBluetooth : s.notSecure}</p>
      </section>
    );
  }
  const start = async () => {
    setBusy(true);
    setProblem(null);
    try {
      onConnect(await connect());
    } catch (error) {
      setProblem(error instanceof ConnectionError && error.kind === "nothing-chosen" ? s.nothingChosen : s.notConnected(String(error)));
    }
    setBusy(false);
  };
  return (
    <section class="panel stack">
      <p>{s.purpose}</p>
      <div>
        <button type="button" class="primary" disabled={isBusy} onClick={() => void start()}>
          {isBusy ? s.connecting : s.connect}
        </button>
      </div>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
