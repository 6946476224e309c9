// The screen Today: what is due, one cross and one xcross at the trainee's difficulty, and the streak, each a link to its exercise.
import { useEffect, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { colorsOf } from "../../components/color_choice";
import { tickedNames } from "../../components/cases/ticks";
import { strings } from "../../i18n";
import { practice } from "../../i18n/practice";
import { addressOf } from "../../state/route";
import { solves } from "../cube/solves";
import { answers } from "../drill/answers";
import { attempts } from "../train/attempts";
import "./today.css";
import { casesThatFit, type DrillExercise, drillExercises, isToday, type StageExercise, stageExercise, streakOf } from "./plan";

/** The time after which the screen looks again at what is due, in milliseconds. */
const RECHECK = 20_000;

/** The set with which a trainee without a drill begins. */
const FIRST_SET: DrillExercise = { name: "PLL", set: { set: "pll", from: "", to: "" }, due: 0, next: null, seconds: 0, done: 0 };

export function Today() {
  const { common, train } = strings.value;
  const { today: s } = practice.value;
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    for (const records of [attempts, answers, solves]) void records.load();
    const timer = setInterval(() => setNow(new Date()), RECHECK);
    return () => clearInterval(timer);
  }, []);
  const failure = attempts.error.value ?? answers.error.value ?? solves.error.value;
  const [ofTrain, ofDrill, ofCube] = [attempts.all.value, answers.all.value, solves.all.value];
  if (failure !== null || ofTrain === null || ofDrill === null || ofCube === null) {
    return (
      <div class="stack">
        <h1>{common.screens.today}</h1>
        {failure === null ? (
          <p role="status">{common.loading}</p>
        ) : (
          <div class="problem" role="alert">
            {train.notRead(failure)}
          </div>
        )}
      </div>
    );
  }
  const records = [...ofTrain, ...ofDrill.filter(({ rating }) => rating !== null), ...ofCube];
  const streak = streakOf(records, now);
  const stages = (["cross", "xcross"] as const).map((stage) => stageExercise(ofTrain, stage, now));
  const drilled = drillExercises(ofDrill, tickedNames(), now);
  const drills = drilled.length === 0 ? [FIRST_SET] : drilled;
  const left = stages.filter(({ done }) => done === 0);
  return (
    <div class="today stack">
      <h1>{common.screens.today}</h1>
      <p class="lead">{s.streak(streak, records.some((record) => isToday(record, now)))}</p>
      <p>{left.length === 0 && drills.every(({ due }) => due === 0) ? s.allDone : s.short(left.map(({ stage }) => common.stageName(stage)), casesThatFit(stages, drills))}</p>
      <ul class="columns plain-list">
        {stages.map((exercise) => (
          <Stage key={exercise.stage} exercise={exercise} />
        ))}
        {drills.map((exercise) => (
          <Drill key={exercise.name} exercise={exercise} now={now} />
        ))}
      </ul>
    </div>
  );
}

function Stage({ exercise: { stage, colors, moves, kind, seconds, done } }: { exercise: StageExercise }) {
  const { common } = strings.value;
  const { today: s, losses } = practice.value;
  const named = colors === "all" ? common.anyColor : colorsOf(colors).map((color) => common.colors[color]).join(common.listComma);
  return (
    <Exercise
      href={addressOf("train", { stage, colors, moves: String(moves), clock: "1" })}
      title={s.stage(common.stageName(stage), named, common.moves(moves))}
      done={done}
      seconds={seconds}
    >
      {kind === null ? "" : common.sentence(losses.advice[kind])}
    </Exercise>
  );
}

function Drill({ exercise: { name, set, due, next, seconds, done }, now }: { exercise: DrillExercise; now: Date }) {
  const { today: s } = practice.value;
  return (
    <Exercise href={addressOf("drill", { ...set })} title={s.drill(name, due, name === FIRST_SET.name && next === null && due === 0)} done={done} seconds={due === 0 ? null : seconds}>
      {next === null ? "" : s.nextDue(Math.max(Math.round((next.getTime() - now.getTime()) / 60_000), 1))}
    </Exercise>
  );
}

interface Shown {
  href: string;
  title: string;
  /** The number of answers of today. */
  done: number;
  /** The seconds that it takes, or null. */
  seconds: number | null;
  children: ComponentChildren;
}

/** An exercise: the whole panel is its link. */
function Exercise({ href, title, done, seconds, children }: Shown) {
  const { today: s } = practice.value;
  return (
    <li>
      <a class="button panel stack tight" href={href}>
        <span class="head">
          <strong class="large">{title}</strong>
          <span class={done > 0 ? "good" : "quiet"}>{done > 0 ? s.done(done) : seconds === null ? "" : s.minutes(Math.max(Math.round(seconds / 60), 1))}</span>
        </span>
        <span class="quiet">{children}</span>
      </a>
    </li>
  );
}
