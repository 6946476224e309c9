// The algorithms of a case: the user's own ones, those of the sheet, and all that a search finds; one of them in the player.
import { useRef, useState } from "preact/hooks";
import { textOf, type Case } from "../../components/cases/case";
import { EffortNote } from "../../components/effort_note";
import { strings } from "../../i18n";
import { ownOf } from "../../state/own_algorithms";
import { parameter, setParameters } from "../../state/route";
import { AlgorithmLine, ForgetButton, KeepButton } from "./algorithm_line";
import { CasePlayer } from "./case_player";
import { useFound } from "./found";
import { OwnForm } from "./own_form";
import { SearchForm } from "./search_form";

export function Algorithms({ of }: { of: Case }) {
  const { cases: text } = strings.value;
  const own = ownOf(of);
  const isOwn = (moves: string) => own.some(({ algorithm }) => algorithm === moves);
  const sheet = of.algorithms.filter((moves) => !isOwn(moves));
  const search = useFound(of);
  const { found } = search;
  const all = [...own.map(({ algorithm }) => algorithm), ...sheet, ...found.map(textOf)];
  // The address has the number of an algorithm of the sheet, or the moves of another one.
  const named = parameter("alg");
  const wanted = /^\d+$/.test(named) ? of.algorithms[Number(named) - 1] : named;
  const played = all.find((moves) => moves === wanted) ?? all[0] ?? "";
  const player = useRef<HTMLDivElement>(null);
  const [run, setRun] = useState(0);
  const [at, setAt] = useState<number | null>(null);
  const play = (moves: string) => {
    const number = of.algorithms.indexOf(moves) + 1;
    setParameters({ alg: moves === all[0] ? "" : number > 0 ? String(number) : moves });
    setRun(run + 1);
    player.current?.scrollIntoView({ block: "nearest" });
  };
  const line = { played, at, play };
  const easiest = Math.min(...found.map(({ held }) => held.effort));
  const [isOpen] = useState(search.isOn || of.algorithms.length === 0);
  const keep = (moves: string) => !isOwn(moves) && <KeepButton of={of} moves={moves} />;
  return (
    <section class="stack" aria-labelledby="cases-algorithms">
      <h3 id="cases-algorithms">{text.algorithms}</h3>
      <div class="panels">
        {own.length + sheet.length > 0 ? (
          <ol class="plain-list solutions" aria-labelledby="cases-algorithms">
            {own.map((one) => (
              <AlgorithmLine key={one.id} moves={one.algorithm} {...line} actions={<ForgetButton of={one} />} notes={<span class="chip">{text.own}</span>} />
            ))}
            {sheet.map((moves) => (
              <AlgorithmLine key={moves} moves={moves} {...line} actions={keep(moves)} />
            ))}
          </ol>
        ) : (
          <p class="quiet">{text.noAlgorithms}</p>
        )}
        <div ref={player}>
          <CasePlayer of={of} moves={played} run={run} onMove={setAt} />
        </div>
      </div>
      <details class="parted" open={isOpen}>
        <summary>{text.moreAlgorithms}</summary>
        <div class="stack">
          <OwnForm of={of} />
          <SearchForm of={of} search={search} />
          {found.length > 0 && (
            <ol class="plain-list solutions" aria-label={text.foundAlgorithms}>
              {found.map((one) => (
                <AlgorithmLine
                  key={textOf(one)}
                  moves={textOf(one)}
                  {...line}
                  actions={keep(textOf(one))}
                  notes={
                    <>
                      {one.on_sheet && (
                        <span class="chip" title={text.onSheetNote}>
                          {text.onSheet}
                        </span>
                      )}
                      <span class="quiet whole">{text.lengths(one.lengths)}</span>
                      <EffortNote held={one.held} easiest={easiest} />
                    </>
                  }
                />
              ))}
            </ol>
          )}
        </div>
      </details>
    </section>
  );
}
