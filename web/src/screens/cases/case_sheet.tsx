// The cases as a sheet to print: each with its picture, its probability, and the user's algorithms or the first one of the sheet.
import { useEffect, useRef } from "preact/hooks";
import { percentOf, titleOf, type Case } from "../../components/cases/case";
import { CasePicture } from "../../components/cases/pictures";
import { strings } from "../../i18n";
import { ownOf } from "../../state/own_algorithms";
import { setParameters } from "../../state/route";

export function CaseSheet({ title, cases }: { title: string; cases: readonly Case[] }) {
  const { cases: text, common } = strings.value;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "start" });
  }, [title]);
  return (
    <section class="panel stack print-sheet" aria-labelledby="cases-sheet">
      <h2 id="cases-sheet" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <div class="row no-print">
        <button type="button" class="primary" onClick={() => print()}>
          {common.print}
        </button>
        <button type="button" onClick={() => setParameters({ sheet: "" })}>
          {common.close}
        </button>
        <p class="quiet">{text.sheetNote}</p>
      </div>
      <ul class="plain-list cases-sheet">
        {cases.map((one) => {
          const own = ownOf(one).map(({ algorithm }) => algorithm);
          const written = own.length > 0 ? own : one.algorithms.slice(0, 1);
          return (
            <li key={titleOf(one)} class="illustrated">
              <CasePicture of={one} />
              <div>
                <strong>{titleOf(one)}</strong> <small class="quiet">{percentOf(one.probability)}</small>
                {written.map((moves) => (
                  <div key={moves} class="moves">
                    {moves}
                  </div>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
