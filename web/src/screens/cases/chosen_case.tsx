// One case, with one job at a time: to recognise it, to learn an algorithm, or to drill it.
import { CopyButton } from "../../components/basics";
import { percentOf, titleOf, type Case } from "../../components/cases/case";
import { CasePicture } from "../../components/cases/pictures";
import { setOfCase } from "../../components/cases/sets";
import { strings } from "../../i18n";
import { addressOf, parameter, parameters } from "../../state/route";
import { Algorithms } from "./algorithms";
import { DrillJob } from "./drill_job";
import { Recognise } from "./recognise";

const JOBS = ["recognise", "learn", "drill"] as const;

export function ChosenCase({ of }: { of: Case }) {
  const { cases: text, common } = strings.value;
  const job = JOBS.find((known) => known === parameter("job")) ?? "learn";
  return (
    <section class="panel stack cases-chosen" aria-labelledby="cases-chosen">
      <div class="illustrated" style={{ "--picture": "4.5rem" }}>
        <CasePicture of={of} />
        <div class="head">
          <div>
            <h2 id="cases-chosen">{titleOf(of)}</h2>
            <p class="quiet">{[text.groupName(of.group), of.derived?.shows ?? "", percentOf(of.probability)].filter((part) => part !== "").join(" · ")}</p>
          </div>
          <CopyButton text={location.origin + location.pathname + addressOf("cases", { ...setOfCase(of), case: of.label })} label={common.share} />
        </div>
      </div>
      <nav class="views" aria-label={text.jobs.label}>
        {JOBS.map((name) => (
          <a key={name} href={addressOf("cases", { ...parameters(), job: name === "learn" ? "" : name })} aria-current={name === job ? "page" : undefined}>
            {text.jobs[name]}
          </a>
        ))}
      </nav>
      {job === "recognise" && <Recognise of={of} />}
      {job === "learn" && <Algorithms of={of} />}
      {job === "drill" && <DrillJob of={of} />}
    </section>
  );
}
