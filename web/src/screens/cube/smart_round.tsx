// One scramble on a smart cube: followed turn by turn, inspected, solved.
import { useEffect, useState } from "preact/hooks";
import { Player } from "../../components/player";
import { practice } from "../../i18n/practice";
import { newId } from "../../state/collection";
import { areKeysOn } from "../../state/shortcuts";
import { TimerPad } from "../../timer/timer_pad";
import type { Phase } from "../../timer/use_timer";
import { useTimerKeys } from "../../timer/use_timer_keys";
import type { SmartCube } from "./connection";
import { type Progress, undoOf } from "./follow";
import { type Solve, solves } from "./solves";
import { writeTurn } from "./turns";
import { type SmartPhase, useSmartSolve } from "./use_smart_solve";

/** The phases as the face of the timer knows them. */
const PHASES: Record<SmartPhase, Phase> = { scrambling: "waiting", inspecting: "inspecting", solving: "solving", done: "stopped" };

interface Shown {
  cube: SmartCube;
  scramble: string;
  /** Gets the solve once it is stored. */
  onSolve: (solve: Solve) => void;
  onNext: () => void;
}

export function SmartRound({ cube, scramble, onSolve, onNext }: Shown) {
  const { cube: s } = practice.value;
  const [solve, setSolve] = useState<Solve | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { phase, progress, seconds, giveUp } = useSmartSolve(cube, scramble, (measured) =>
    setSolve({ id: newId(), date: new Date().toISOString(), scramble, ...measured }),
  );
  useEffect(() => {
    if (solve === null) return;
    solves.save(solve).then(
      () => onSolve(solve),
      (error: unknown) => setFailure(String(error)),
    );
  }, [solve]);
  const isOver = phase === "done";
  // The cube itself starts and stops the time; keys and touches only go on, or give up.
  const press = () => {
    if (isOver) onNext();
  };
  const face = { phase: PHASES[phase], held: "" as const, seconds, press, release: () => undefined, click: press, cancel: giveUp };
  useTimerKeys(phase === "solving" ? { ...face, phase: "inspecting", press: () => undefined } : face, areKeysOn.value, () => undefined);
  const undo = undoOf(progress);
  const next = progress.moves[progress.done];
  const hint = phase === "scrambling" ? (undo.length > 0 ? s.undo(undo.join(" ")) : next === undefined ? "" : s.turn(writeTurn(next))) : s.hints[phase];
  const isAlone = phase === "inspecting" || phase === "solving";
  return (
    <div class={isAlone ? "panels timer-round timer-alone" : "panels timer-round"}>
      <section class="panel stack" aria-label={s.scramble}>
        <p class="quiet">{s.held}</p>
        <Scramble progress={progress} />
        <TimerPad timer={face} hint={hint} penalty={solve?.penalty ?? ""} />
        {phase === "scrambling" && undo.length > 0 && (
          <p class="problem" role="alert">
            {s.wrong}
          </p>
        )}
        {phase === "solving" && (
          <div>
            <button type="button" onClick={giveUp}>
              {s.giveUp}
            </button>
          </div>
        )}
        {failure !== null && (
          <div class="problem" role="alert">
            {s.notStored(failure)}
          </div>
        )}
      </section>
      <div class="panel">
        <Player setup={scramble} moves="" />
      </div>
    </div>
  );
}

/** The scramble with the moves that are done marked. */
function Scramble({ progress: { moves, done } }: { progress: Progress }) {
  return (
    <p class="moves timer-scramble cube-scramble">
      {moves.map((move, index) => (
        <span key={index} class={index < done ? "done" : index === done ? "next" : undefined}>
          {writeTurn(move)}{" "}
        </span>
      ))}
    </p>
  );
}
