// The cube that plays moves: cubing.js's player, loaded when it is first needed.
import { useEffect, useRef, useState } from "preact/hooks";
import type { TwistyPlayer } from "cubing/twisty";
import { strings } from "../i18n";
import { LoadFailure } from "./basics";
import { theme } from "../state/settings";

export interface Played {
  puzzle?: "2x2x2" | "3x3x3" | "4x4x4";
  /** The moves that lead to the state before the first move, from solved, rotation included. */
  setup: string;
  moves: string;
  /** The pieces that are lit, as the player's mask; null lights all. */
  mask?: string | null;
  /** Starts to play at once. */
  isPlaying?: boolean;
  /** The number of requests to play so far: a new one plays the same moves again. */
  run?: number;
}

/** The mask of a 3x3x3 without grey pieces. */
const ALL_LIT = "EDGES:------------,CORNERS:--------,CENTERS:------";

/** Resolves to the player's library. The browser keeps it after the first time. */
const library = () => import("cubing/twisty");

/** The player, at the state before the first move. It changes as its properties do, and starts to play if it is told to. */
export function Player({ puzzle = "3x3x3", setup, moves, mask = null, isPlaying = false, run = 0 }: Played) {
  const frame = useRef<HTMLDivElement>(null);
  const player = useRef<TwistyPlayer | null>(null);
  const [isReady, setReady] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const name = strings.value.common.player;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  useEffect(() => {
    let isGone = false;
    const show = ({ TwistyPlayer }: Awaited<ReturnType<typeof library>>) => {
      if (isGone || frame.current === null) return;
      player.current = new TwistyPlayer({ puzzle, background: "none", hintFacelets: "none", controlPanel: "bottom-row", viewerLink: "none" });
      player.current.experimentalSetupAnchor = "start";
      frame.current.replaceChildren(player.current);
      setReady(true);
    };
    library().then(show, (error: unknown) => {
      if (!isGone) setFailure({ error });
    });
    return () => {
      isGone = true;
      player.current?.remove();
      player.current = null;
      setReady(false);
    };
  }, [puzzle]);
  useEffect(() => {
    const shown = player.current;
    if (shown === null) return;
    shown.pause();
    shown.experimentalSetupAlg = setup;
    shown.alg = moves;
    if (puzzle === "3x3x3") shown.experimentalStickeringMaskOrbits = mask ?? ALL_LIT;
    shown.timestamp = "start";
    if (isPlaying && moves !== "") shown[isStill ? "jumpToEnd" : "play"]();
  }, [isReady, setup, moves, mask, isPlaying, run]);
  useEffect(() => {
    if (player.current !== null) player.current.colorScheme = theme.value === "auto" ? "auto" : theme.value;
  }, [isReady, theme.value]);
  useEffect(() => {
    player.current?.setAttribute("aria-label", name);
  }, [isReady, name]);
  if (failure !== null) return <LoadFailure error={failure.error} />;
  // The attributes say what is played, for tests.
  return (
    <div
      class="player"
      ref={frame}
      data-setup={setup}
      data-moves={moves}
      data-mask={mask}
      data-still={isStill}
      data-ready={isReady}
    />
  );
}
