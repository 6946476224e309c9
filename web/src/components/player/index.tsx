// The cube that plays moves, loaded when it is first needed.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LoadFailure } from "../problem";
import type { Played } from "./film_player";

type Loaded = ComponentType<Played>;

/** The player, once it is loaded. */
let player: Loaded | null = null;

/** The player, at the state before the first move. It changes as its properties do, and starts to play if it is told to. */
export function Player(played: Played) {
  const [loaded, setLoaded] = useState<{ Shown: Loaded } | null>(player === null ? null : { Shown: player });
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (loaded !== null) return;
    import("./film_player").then(
      ({ FilmPlayer }) => {
        player = FilmPlayer;
        setLoaded({ Shown: FilmPlayer });
      },
      (error: unknown) => setFailure({ error }),
    );
  }, []);
  if (failure !== null) return <LoadFailure error={failure.error} />;
  // As large as the player, so that nothing moves when it comes.
  return loaded === null ? <div class="player loading" /> : <loaded.Shown {...played} />;
}
