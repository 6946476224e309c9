// What to train: goal, stage, colours, difficulty, hold; and the condition that they make.
import { useEffect, useState } from "preact/hooks";
import type { Schemas } from "../../api/client";
import { Field } from "../../components/basics";
import { ColorChoice } from "../../components/color_choice";
import { type Shares, sharesOf } from "../../cube/percentiles";
import { strings } from "../../i18n";
import { setParameters } from "../../state/route";
import { ConditionBox } from "./condition";
import { conditionOf, GOALS, HOLDS, lettersFor, type Options, setOptions, textOf } from "./options";
import { SheetForm } from "./sheet_form";

type Stage = Schemas["CheckedStage"];

interface Shown {
  options: Options;
  stages: Stage[];
  stage: Stage | null;
  condition: string;
}

const MOST_MOVES = 20;

/** Whether there is room for the choices beside the scramble. On a phone they are folded until asked for. */
const isWide = () => matchMedia("(min-width: 700px)").matches;

export function Setup({ options, stages, stage, condition }: Shown) {
  const { train: s, common } = strings.value;
  const { colors } = options;
  const [isOpen, setOpen] = useState(isWide);
  const named = colors.length === 0 ? s.anyShort : colors.map((color) => common.colors[color]).join(", ");
  return (
    <details class="panel train-setup" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{s.setup}</h2> <span class="quiet">{s.sheetTitle(stage?.title ?? "", named, condition)}</span>
      </summary>
      <div class="stack">
        <div class="row">
          <Field label={common.goal}>
            <select value={options.goal} onChange={(event) => setOptions({ goal: event.currentTarget.value, where: "" })}>
              {GOALS.map((name) => (
                <option key={name} value={name}>
                  {common.goals[name]}
                </option>
              ))}
            </select>
          </Field>
          <Field label={s.stage}>
            <select value={stage?.label ?? ""} onChange={(event) => setOptions({ stage: event.currentTarget.value, where: "" })}>
              {stages.map(({ label, title }) => (
                <option key={label} value={label}>
                  {title}
                </option>
              ))}
            </select>
          </Field>
          <ColorChoice
            chosen={colors}
            onChange={(letters) => setOptions({ colors: letters === "" ? "all" : letters, where: "" })}
          />
        </div>
        <p class="quiet train-note">
          {colors.length === 0
            ? s.anyColor
            : colors.length === 1
              ? s.oneColor(common.colors[colors[0]!])
              : s.bestColor(colors.map((color) => common.colors[color]))}
        </p>
        <div class="row">
          <Difficulty options={options} stage={stage} condition={condition} />
          <ShareOf options={options} stage={stage} />
        </div>
        <ConditionBox condition={condition} isOwn={options.own !== null} />
        <fieldset>
          <legend>{s.hold}</legend>
          <label class="train-choice">
            <input type="radio" name="hold" checked={options.hold === null} onChange={() => setOptions({ hold: "" })} />
            <span>{s.holdStandard}</span>
          </label>
          <label class="train-choice">
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
        <label class="train-choice">
          <input
            type="checkbox"
            checked={options.hasClock}
            onChange={(event) => setParameters({ clock: event.currentTarget.checked ? "1" : "" })}
          />
          <span>{s.withClock}</span>
        </label>
        <SheetForm />
      </div>
    </details>
  );
}

/** The number of moves: one, a range, any, or whatever a condition written by hand says. */
function Difficulty({ options, stage, condition }: Omit<Shown, "stages">) {
  const { train: s } = strings.value;
  const { range, own } = options;
  const kind = own !== null ? "own" : range === null ? "any" : range.from === range.to ? "exact" : "range";
  const [isRange, setRange] = useState(kind === "range");
  const shown = kind === "exact" && isRange ? "range" : kind;
  const choose = (value: string) => {
    setRange(value === "range");
    if (value === "own") {
      // A condition that every state satisfies is a start for one written by hand.
      const start = stage === null ? "" : conditionOf(stage.name, options.colors, { from: 0, to: MOST_MOVES });
      return setOptions({ where: condition === "" ? start : condition });
    }
    const at = range ?? { from: 6, to: 6 };
    const moves = value === "any" ? null : value === "exact" ? { from: at.from, to: at.from } : { from: at.from, to: Math.max(at.to, at.from + 1) };
    setOptions({ where: "", moves: textOf(moves) });
  };
  const set = (from: number, to: number) => setOptions({ moves: textOf({ from: Math.min(from, to), to: Math.max(from, to) }) });
  return (
    <div class="row train-difficulty">
      <Field label={s.difficulty}>
        <select value={shown} onChange={(event) => choose(event.currentTarget.value)}>
          {(["exact", "range", "any", "own"] as const).map((value) => (
            <option key={value} value={value}>
              {s.difficulties[value]}
            </option>
          ))}
        </select>
      </Field>
      {shown === "exact" && range !== null && <Moves label={s.movesExactly} value={range.from} onChange={(value) => set(value, value)} />}
      {shown === "range" && range !== null && (
        <>
          <Moves label={s.movesFrom} value={range.from} onChange={(value) => set(value, Math.max(value, range.to))} />
          <Moves label={s.movesTo} value={range.to} onChange={(value) => set(Math.min(value, range.from), value)} />
        </>
      )}
    </div>
  );
}

function Moves({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <Field label={label}>
      <input
        type="number"
        min={0}
        max={MOST_MOVES}
        value={value}
        onInput={(event) => {
          const { valueAsNumber, validity } = event.currentTarget;
          if (validity.valid && Number.isInteger(valueAsNumber)) onChange(valueAsNumber);
        }}
      />
    </Field>
  );
}

/** The share of all scrambles that are so difficult, where it is known. */
function ShareOf({ options, stage }: { options: Options; stage: Stage | null }) {
  const { train: s } = strings.value;
  const [known, setKnown] = useState<{ key: string; shares: Shares | null } | null>(null);
  const key = stage === null || options.colors.length > 1 ? null : `${stage.name} ${lettersFor(options.colors)}`;
  useEffect(() => {
    if (key === null || stage === null) return;
    let isCurrent = true;
    void sharesOf(options.goal).then((stages) => {
      const found = stages?.[stage.name] ?? stages?.[stage.label];
      if (isCurrent) setKnown({ key, shares: (options.colors.length === 0 ? found?.all : found?.one) ?? null });
    });
    return () => {
      isCurrent = false;
    };
  }, [key, options.goal]);
  const shares = known?.key === key ? known?.shares : null;
  if (!shares || options.own !== null || options.range === null) return null;
  const { from, to } = options.range;
  const share = shares.shares.slice(from, to + 1).reduce((sum, part) => sum + part, 0);
  return <span class="quiet train-share">{s.share((100 * share).toPrecision(share < 0.1 ? 2 : 3), shares.scrambles ?? null)}</span>;
}
