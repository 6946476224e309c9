// How a case is recognised: its picture from each side, its group and its probability.
import { percentOf, type Case } from "../../components/cases/case";
import { CasePicture } from "../../components/cases/pictures";
import { setOfCase } from "../../components/cases/sets";
import { strings } from "../../i18n";
import { addressOf } from "../../state/route";

/** The rotations after which a case lies as its algorithms are written. */
const ROTATIONS = ["", "y", "y2", "y'"] as const;

export function Recognise({ of }: { of: Case }) {
  const { cases: text } = strings.value;
  const [part, whole] = of.probability as [number, number];
  // Other pictures show one slot or one side.
  const isFromAbove = of.picture !== "" && of.set !== "F2L";
  return (
    <>
      {isFromAbove ? (
        <section class="stack tight" aria-labelledby="cases-sides">
          <h3 id="cases-sides">{text.sides}</h3>
          <ul class="plain-list cases-grid">
            {ROTATIONS.map((rotation) => (
              <li key={rotation} class="stack tight">
                <CasePicture of={of} rotation={rotation} />
                <small class="quiet" style={{ "justify-self": "center" }}>{rotation === "" ? text.asWritten : text.hold(rotation)}</small>
              </li>
            ))}
          </ul>
          <p class="quiet">{text.sidesNote}</p>
        </section>
      ) : (
        <div style={{ width: "min(100%, 15rem)", "justify-self": "center" }}>
          <CasePicture of={of} />
        </div>
      )}
      <dl class="terms">
        {of.group !== "" && (
          <div>
            <dt>{text.group}</dt>
            <dd class="row">
              {text.groupName(of.group)} <a href={addressOf("cases", { ...setOfCase(of), case: of.label, group: of.group, job: "recognise" })}>{text.showGroup}</a>
            </dd>
          </div>
        )}
        {of.derived?.shows && (
          <div>
            <dt>{text.shows}</dt>
            <dd>{of.derived.shows}</dd>
          </div>
        )}
        <div>
          <dt>{text.probability}</dt>
          <dd>
            {`${part}/${whole} = ${percentOf(of.probability)}`}
            {of.set === "F2L" && <span class="quiet"> {text.pairNote}</span>}
          </dd>
        </div>
      </dl>
    </>
  );
}
