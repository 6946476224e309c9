// Where an answer lost moves: the kinds, and the place where it left the shortest path, from which both ways are played.
import { maskOf } from "../../cube/tracked";
import { practice } from "../../i18n/practice";
import { type Examined, KINDS, lostBy } from "./losses";
import { joined } from "./options";

/** What the cube plays. */
export interface Scene {
  setup: string;
  moves: string;
  mask: string | null;
}

export function LossView({ examined, setup, onPlay }: { examined: Examined; setup: string; onPlay: (scene: Scene) => void }) {
  const { losses: s } = practice.value;
  const parts = KINDS.filter((kind) => lostBy(examined, kind) > 0).map((kind) => s.part(lostBy(examined, kind), s.kinds[kind]));
  const { departure } = examined;
  return (
    <div class="stack tight">
      {parts.length > 0 && <p>{s.sentence(parts)}</p>}
      {departure !== null && (
        <>
          <p>{s.departure(departure.number, departure.move, departure.better.length)}</p>
          <div class="row">
            <button type="button" onClick={() => onPlay({ setup: joined(setup, departure.before), moves: departure.rest, mask: departure.own && maskOf(departure.own) })}>
              {s.playOwn}
            </button>
            <button
              type="button"
              onClick={() =>
                onPlay({
                  setup: joined(setup, departure.before, departure.better.rotation),
                  moves: departure.better.moves,
                  mask: maskOf(departure.better),
                })
              }
            >
              {s.playBetter}
            </button>
          </div>
        </>
      )}
    </div>
  );
}
