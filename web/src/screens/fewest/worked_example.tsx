// A solved scramble with a sentence about each step, for those who have given no scramble yet.
import { Player } from "../../components/player";
import { lengthOf } from "../../cube/notation";
import { strings } from "../../i18n";
import { fewest } from "../../i18n/fewest";
import { takeStep } from "../../state/route";
import { lengthOfStep, nameOfStep, solutionOf, totalsOf, writtenMoves } from "./chain";
import { keepChain } from "./kept_chain";
import type { Step } from "./sides";

const SCRAMBLE = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' B D2 B U2 L U2 R' U' F";

const STEPS: readonly Step[] = [
  { kind: "EO", axis: "RL", normal: "", inverse: "U D' F R" },
  { kind: "DR", axis: "FB", normal: "", inverse: "L2 F' B2 D' R2 D'" },
  { kind: "HTR", axis: "", normal: "D2 F' U2 D2 F'", inverse: "" },
  { kind: "finish", axis: "", normal: "L2", inverse: "" },
];

export function WorkedExample() {
  const s = fewest.value;
  const { common } = strings.value;
  const totals = totalsOf(STEPS);
  const solution = solutionOf(STEPS);
  const open = () => {
    keepChain(SCRAMBLE, STEPS);
    takeStep({ scramble: SCRAMBLE }, "fewest");
  };
  return (
    <section class="panel beside" aria-labelledby="fewest-example">
      <div class="stack">
        <h2 id="fewest-example">{s.example}</h2>
        <p>
          {s.scramble}: <span class="moves">{SCRAMBLE}</span>
        </p>
        <ol class="plain-list">
          {STEPS.map((step, index) => (
            <li key={step.kind}>
              <span class="moves">{writtenMoves(step)}</span>{" "}
              <span class="quiet">{`// ${nameOfStep(step, s.kinds)} (${lengthOfStep(step)}/${totals[index]})`}</span>
              <p>{s.exampleSteps[index]}</p>
            </li>
          ))}
        </ol>
        <p>
          {s.solution}: <span class="moves">{solution}</span> <strong class="good">{common.moves(lengthOf(solution))}</strong>
        </p>
        <div class="row no-print">
          <button type="button" onClick={open}>
            {s.openExample}
          </button>
        </div>
      </div>
      <aside aria-label={common.player}>
        <Player setup={SCRAMBLE} moves={solution} />
      </aside>
    </section>
  );
}
