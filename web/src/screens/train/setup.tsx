// The choice of what to train: goal, stage, colours, difficulty, hold; and the condition that they make.
import { useLayoutEffect, useState } from "preact/hooks";
import { api, ask, type Schemas } from "../../api/client";
import { Field } from "../../components/basics";
import { ColorChoice } from "../../components/color_choice";
import { strings } from "../../i18n";
import { practice } from "../../i18n/practice";
import { hasTrained } from "../../state/practised";
import { parameter } from "../../state/route";
import { ConditionBox } from "./condition";
import { isAlone } from "./loop";
import { centeredAt, conditionOf, DEFAULT, type Goal, GOALS, HOLDS, type Options, setOptions, stageNamed, textOf } from "./options";
import { modeOf, useDistribution, useMost } from "./shares";
import { SheetForm } from "./sheet_form";
import { TimerChoice } from "./timer_choice";

type Stage = Schemas["CheckedStage"];

interface Shown {
  options: Options;
  stages: Stage[];
  stage: Stage | null;
  condition: string;
  /** Leaves the choices. */
  onLeave: () => void;
}

/** The choices that keys lead to. */
const CHOICES = { stage: "train-stage", moves: "train-moves" } as const;

/** Opens the choices, and gives one the focus: the stage, or the number of moves. */
export function focusChoice(choice: keyof typeof CHOICES): void {
  const setup = document.querySelector<HTMLDetailsElement>(".train-setup");
  if (setup === null) return;
  setup.open = true;
  const field = document.getElementById(CHOICES[choice]);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}

const MOST_MOVES = 20;

/** Changes the goal. The stage keeps its label where the new goal has it. */
async function chooseGoal(options: Options, goal: Goal): Promise<void> {
  const query = { goal };
  // Without an answer the length stays, and the screen shows the problem.
  const checked = await ask(api.GET("/v1/goals/check", { params: { query } })).catch(() => null);
  await moveTo(options, goal, stageNamed(checked?.stages ?? [], options.stage), { goal });
}

/**
 * Makes changes that lead to another stage, and moves the length to the most frequent one there, if it is known and the trainee has not
 * chosen another meanwhile.
 */
async function moveTo({ colors, range }: Options, goal: Goal, stage: Stage | null, changes: Record<string, string>): Promise<void> {
  const chosen = parameter("moves");
  const mode = stage === null ? null : await modeOf(goal, stage, colors);
  setOptions({ ...changes, where: "", ...(mode !== null && parameter("moves") === chosen && { moves: textOf(centeredAt(mode, range)) }) });
}

/** Whether the choices are open at first: until the first answer, where there is room beside the scramble. */
const isOpenAtFirst = () => matchMedia("(min-width: 1000px)").matches && !hasTrained();

export function Setup({ options, stages, stage, condition, onLeave }: Shown) {
  const { train: s, common } = strings.value;
  const { colors } = options;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  // Closed at the start of a solve, so that the time stays in view after it.
  const isSolving = isAlone.value;
  useLayoutEffect(() => {
    if (isSolving) setOpen(false);
  }, [isSolving]);
  const named = colors.length === 0 ? s.anyShort : colors.map((color) => common.colors[color]).join(", ");
  return (
    <details
      class="panel train-setup timer-aside"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onLeave();
      }}
    >
      <summary>
        <h2>{s.setup}</h2> <span class="quiet">{s.sheetTitle(stage === null ? "" : common.stageName(stage.title), named, condition)}</span>
      </summary>
      <div class="stack">
        <div class="row">
          <Field label={common.goal}>
            <select value={options.goal} onChange={(event) => void chooseGoal(options, event.currentTarget.value as Goal)}>
              {GOALS.map((name) => (
                <option key={name} value={name}>
                  {common.goals[name]}
                </option>
              ))}
            </select>
          </Field>
          <Field label={s.stage}>
            <select
              id={CHOICES.stage}
              value={stage?.label ?? ""}
              onChange={(event) => {
                const label = event.currentTarget.value;
                void moveTo(options, options.goal, stageNamed(stages, label), { stage: label });
              }}
            >
              {stages.map(({ label, title }) => (
                <option key={label} value={label}>
                  {common.stageName(title)}
                </option>
              ))}
            </select>
          </Field>
          <ColorChoice
            chosen={colors}
            onChange={(letters) => setOptions({ colors: letters === "" ? "all" : letters, where: "" })}
          />
        </div>
        <p class="quiet">
          {colors.length === 0
            ? s.anyColor
            : colors.length === 1
              ? s.oneColor(common.colors[colors[0]!])
              : s.bestColor(colors.map((color) => common.colors[color]))}
        </p>
        <div class="row fields">
          <Difficulty options={options} stage={stage} condition={condition} />
          <ShareOf options={options} stage={stage} />
        </div>
        <ConditionBox condition={condition} isOwn={options.own !== null} />
        <fieldset>
          <legend>{s.hold}</legend>
          <label class="check">
            <input type="radio" name="hold" checked={options.hold === null} onChange={() => setOptions({ hold: "" })} />
            <span>{s.holdStandard}</span>
          </label>
          <label class="check">
            <input
              type="radio"
              name="hold"
              checked={options.hold !== null}
              disabled={colors.length !== 1}
              onChange={() => setOptions({ hold: "down" })}
            />
            <span>
              {colors.length === 1
                ? s.holdDown(common.colors[colors[0]!], common.colors[HOLDS[colors[0]!].up], common.colors[HOLDS[colors[0]!].front])
                : s.holdNeedsOne}
            </span>
          </label>
        </fieldset>
        <TimerChoice hasClock={options.hasClock} />
        <SheetForm />
      </div>
    </details>
  );
}

/** The number of moves: one, a range, any, or whatever a condition written by hand says. */
function Difficulty({ options, stage, condition }: Pick<Shown, "options" | "stage" | "condition">) {
  const { train: s } = strings.value;
  const { range, own } = options;
  const kind = own !== null ? "own" : range === null ? "any" : range.from === range.to ? "exact" : "range";
  const [isRange, setRange] = useState(kind === "range");
  const shown = kind === "exact" && isRange ? "range" : kind;
  const choose = async (value: string) => {
    setRange(value === "range");
    if (value === "own") {
      // A condition that every state satisfies is a start for one written by hand.
      const start = stage === null ? "" : conditionOf(stage.name, options.colors, { from: 0, to: MOST_MOVES });
      return setOptions({ where: condition === "" ? start : condition });
    }
    const mode = range === null && stage !== null ? await modeOf(options.goal, stage, options.colors) : null;
    const at = range ?? (mode === null ? DEFAULT : { from: mode, to: mode });
    const moves = value === "any" ? null : value === "exact" ? { from: at.from, to: at.from } : { from: at.from, to: Math.max(at.to, at.from + 1) };
    setOptions({ where: "", moves: textOf(moves) });
  };
  const most = useMost(options, stage) ?? MOST_MOVES;
  const set = (from: number, to: number) => setOptions({ moves: textOf({ from: Math.min(from, to), to: Math.max(from, to) }) });
  return (
    <div class="row fields">
      <Field label={s.difficulty}>
        <select value={shown} onChange={(event) => void choose(event.currentTarget.value)}>
          {(["exact", "range", "any", "own"] as const).map((value) => (
            <option key={value} value={value}>
              {s.difficulties[value]}
            </option>
          ))}
        </select>
      </Field>
      {shown === "exact" && range !== null && <Moves id={CHOICES.moves} label={s.movesExactly} most={most} value={range.from} onChange={(value) => set(value, value)} />}
      {shown === "range" && range !== null && (
        <>
          <Moves id={CHOICES.moves} label={s.movesFrom} most={most} value={range.from} onChange={(value) => set(value, Math.max(value, range.to))} />
          <Moves label={s.movesTo} most={most} value={range.to} onChange={(value) => set(Math.min(value, range.from), value)} />
        </>
      )}
    </div>
  );
}

interface MovesShown {
  id?: string;
  label: string;
  /** The largest number that some scramble takes. */
  most: number;
  value: number;
  onChange: (value: number) => void;
}

/** A number of moves. One that no scramble takes is not passed on. */
function Moves({ id, label, most, value, onChange }: MovesShown) {
  const [isOver, setOver] = useState(false);
  return (
    <Field label={label}>
      <input
        id={id}
        type="number"
        min={0}
        max={most}
        value={value}
        onInput={(event) => {
          const { valueAsNumber, validity } = event.currentTarget;
          setOver(validity.rangeOverflow);
          if (validity.valid && Number.isInteger(valueAsNumber)) onChange(valueAsNumber);
        }}
      />
      {isOver && (
        <span class="problem" role="alert">
          {practice.value.most(most)}
        </span>
      )}
    </Field>
  );
}

/** The share of all scrambles that are so difficult, where it is known. */
function ShareOf({ options, stage }: { options: Options; stage: Stage | null }) {
  const { train: s } = strings.value;
  const shares = useDistribution(options, stage);
  if (shares === null || options.own !== null || options.range === null) return null;
  const { from, to } = options.range;
  const share = shares.shares.slice(from, to + 1).reduce((sum, part) => sum + part, 0);
  return <span class="quiet">{s.share((100 * share).toPrecision(share < 0.1 ? 2 : 3), shares.scrambles ?? null)}</span>;
}
