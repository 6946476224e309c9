// The player of cubes: the playing of moves, drawn as all cubes of the page are, with controls below it.
import { useEffect, useRef, useState } from "preact/hooks";
import { strings } from "../../i18n";
import { theme } from "../../state/settings";
import { LoadFailure } from "../problem";
import { PlayerControls, speed } from "./controls";
import { isSolved } from "./cube";
import { durationOf, eased, type Film, filmOf } from "./playback";
import { draw, paletteOf, START, type Angle, type Palette } from "./view";

export interface Played {
  puzzle?: "2x2x2" | "3x3x3" | "4x4x4";
  /** The moves that lead to the state before the first move, from solved, rotation included. */
  setup: string;
  moves: string;
  /** The pieces that are lit; null lights all. */
  mask?: string | null;
  /** Starts to play at once. */
  isPlaying?: boolean;
  /** The number of requests to play so far: a new one plays the same moves again. */
  run?: number;
  /** Gets the number of the move that is played or was played last, from 0; null before the first. */
  onMove?: (move: number | null) => void;
}

/** The place of the playing: a number of moves, the last of which may be on its way, and the place to which it goes. */
interface Place {
  at: number;
  goal: number;
  isPlaying: boolean;
}

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The player, at the state before the first move. It changes as its properties do, and starts to play if it is told to. */
export function FilmPlayer({ puzzle = "3x3x3", setup, moves, mask = null, isPlaying = false, run = 0, onMove }: Played) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = useRef<Palette | null>(null);
  const angle = useRef<Angle>(START);
  const place = useRef<Place>({ at: 0, goal: 0, isPlaying: false });
  const [film, setFilm] = useState<Film | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  // What the controls show: the moves done, and whether it plays.
  const [shown, setShown] = useState({ at: 0, isPlaying: false });
  const size = Number(puzzle[0]);
  const count = film?.turns.length ?? 0;

  const paint = () => {
    const context = canvas.current?.getContext("2d");
    if (film === null || context === null || context === undefined) return;
    palette.current ??= paletteOf(canvas.current!);
    const { at } = place.current;
    const done = Math.floor(at);
    const turn = at > done ? (film.turns[done] ?? null) : null;
    const scene = { size: film.size, stickers: film.states[done]!, turn, done: eased(at - done), angle: angle.current };
    draw(context, canvas.current!.width, canvas.current!.height, palette.current, scene);
  };
  /** Draws the cube, and shows where the playing is. */
  const show = () => {
    paint();
    const { at, isPlaying } = place.current;
    const done = Math.ceil(at);
    setShown((before) => (before.at === done && before.isPlaying === isPlaying ? before : { at: done, isPlaying }));
  };
  const frame = useRef(0);
  /** Moves on until the goal is reached. */
  const go = () => {
    cancelAnimationFrame(frame.current);
    // The time of a frame may lie before that of the call, so the first frame only starts the clock.
    let last: number | null = null;
    const step = (now: number) => {
      const { current } = place;
      const forward = current.goal > current.at;
      const turn = film?.turns[forward ? Math.floor(current.at) : Math.ceil(current.at) - 1];
      if (turn !== undefined) {
        const share = ((now - (last ?? now)) * speed.peek()) / durationOf(turn);
        const next = forward ? Math.min(current.at + share, Math.floor(current.at) + 1) : Math.max(current.at - share, Math.ceil(current.at) - 1);
        current.at = forward ? Math.min(next, current.goal) : Math.max(next, current.goal);
      }
      last = now;
      const isOver = turn === undefined || current.at === current.goal;
      if (isOver) current.isPlaying = false;
      else frame.current = requestAnimationFrame(step);
      show();
    };
    frame.current = requestAnimationFrame(step);
  };
  const moveTo = (goal: number, isAnimated: boolean, isPlaying = false) => {
    place.current.goal = Math.min(Math.max(goal, 0), count);
    place.current.isPlaying = isPlaying;
    if (isAnimated && !isStill()) return go();
    cancelAnimationFrame(frame.current);
    place.current = { at: place.current.goal, goal: place.current.goal, isPlaying: false };
    show();
  };

  useEffect(() => {
    let isGone = false;
    filmOf(size, setup, moves, mask).then(
      (film) => {
        if (isGone) return;
        cancelAnimationFrame(frame.current);
        place.current = { at: 0, goal: 0, isPlaying: false };
        setFilm(film);
      },
      (error: unknown) => {
        if (!isGone) setFailure({ error });
      },
    );
    return () => {
      isGone = true;
    };
  }, [size, setup, moves, mask, run]);
  useEffect(() => {
    if (film === null) return;
    if (isPlaying && count > 0) moveTo(count, true, true);
    else show();
    return () => cancelAnimationFrame(frame.current);
  }, [film, isPlaying]);
  useEffect(() => {
    const shown = canvas.current;
    if (shown === null) return;
    const fit = () => {
      const ratio = Math.min(devicePixelRatio, 2);
      [shown.width, shown.height] = [Math.round(shown.clientWidth * ratio), Math.round(shown.clientHeight * ratio)];
      paint();
    };
    const observer = new ResizeObserver(fit);
    observer.observe(shown);
    return () => observer.disconnect();
  }, [film]);
  useEffect(() => {
    const repaint = () => {
      palette.current = null;
      paint();
    };
    repaint();
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", repaint);
    return () => dark.removeEventListener("change", repaint);
  }, [film, theme.value]);
  const current = shown.at === 0 ? null : shown.at - 1;
  useEffect(() => onMove?.(current), [current, film]);

  if (failure !== null) return <LoadFailure error={failure.error} />;
  const { common } = strings.value;
  const state = film?.states[Math.min(shown.at, count)];
  // The attributes say what is played, for tests.
  return (
    <div
      class="player"
      data-puzzle={puzzle}
      data-setup={setup}
      data-moves={moves}
      data-mask={mask}
      data-still={isStill()}
      data-ready={film !== null}
      data-at={shown.at}
      data-solved={state !== undefined && isSolved(state)}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={common.player}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
          const { around, above } = angle.current;
          const limit = Math.PI / 2;
          angle.current = { around: around - event.movementX / 120, above: Math.min(Math.max(above + event.movementY / 120, -limit), limit) };
          paint();
        }}
        onDblClick={() => {
          angle.current = START;
          paint();
        }}
      />
      <PlayerControls
        at={shown.at}
        count={count}
        move={film?.moves[current ?? 0] ?? ""}
        isPlaying={shown.isPlaying}
        onSeek={(at) => moveTo(at, false)}
        onStep={(step) => moveTo((step > 0 ? Math.floor(place.current.goal) : Math.ceil(place.current.goal)) + step, true)}
        onToggle={() => {
          if (shown.isPlaying) return moveTo(Math.ceil(place.current.at), true);
          if (place.current.at >= count) moveTo(0, false);
          moveTo(count, true, true);
        }}
      />
    </div>
  );
}
