// The controls of the player: to the start, back, play, on, to the end, the place, and the speed.
import { signal } from "@preact/signals";
import { strings } from "../../i18n";
import { keep, kept } from "../../state/storage";

/** The speeds that are offered, against the normal one. */
const SPEEDS = [0.5, 1, 2, 4] as const;

/** The speed of all players; the browser keeps it. */
export const speed = signal<number>(SPEEDS.find((known) => String(known) === kept("speed")) ?? 1);

/** The outlines of the signs on the buttons, in a square of 24. */
const SIGNS = {
  start: "M6 5h2.5v14H6zM20 5v14l-10-7z",
  back: "M18 5v14L7 12z",
  play: "M7 4v16l13-8z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  on: "M6 5v14l11-7z",
  end: "M15.5 5H18v14h-2.5zM4 5v14l10-7z",
};

export interface Controls {
  /** The number of moves done, and of all. */
  at: number;
  count: number;
  /** The move that is played, or comes next. */
  move: string;
  isPlaying: boolean;
  onSeek: (at: number) => void;
  /** Plays one move forward (1) or back (-1). */
  onStep: (step: 1 | -1) => void;
  onToggle: () => void;
}

export function PlayerControls({ at, count, move, isPlaying, onSeek, onStep, onToggle }: Controls) {
  const { player } = strings.value;
  const buttons = [
    { sign: "start", name: player.toStart, isOff: at === 0, press: () => onSeek(0) },
    { sign: "back", name: player.stepBack, isOff: at === 0, press: () => onStep(-1) },
    { sign: isPlaying ? "pause" : "play", name: isPlaying ? player.pause : player.play, isOff: count === 0, press: onToggle },
    { sign: "on", name: player.stepOn, isOff: at === count, press: () => onStep(1) },
    { sign: "end", name: player.toEnd, isOff: at === count, press: () => onSeek(count) },
  ] as const;
  return (
    <div class="player-controls no-print" role="group" aria-label={player.controls}>
      <input
        type="range"
        min={0}
        max={count}
        value={at}
        disabled={count === 0}
        aria-label={player.place}
        aria-valuetext={player.placeOf(at, count, move)}
        onInput={(event) => onSeek(Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          if (event.key !== " ") return;
          event.preventDefault();
          onToggle();
        }}
      />
      {buttons.map(({ sign, name, isOff, press }) => (
        <button key={name} type="button" class="plain" aria-label={name} title={name} disabled={isOff} onClick={press}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={SIGNS[sign]} />
          </svg>
        </button>
      ))}
      <select
        aria-label={player.speed}
        title={player.speed}
        value={speed.value}
        onChange={(event) => {
          speed.value = Number(event.currentTarget.value);
          keep("speed", String(speed.value));
        }}
      >
        {SPEEDS.map((factor) => (
          <option key={factor} value={factor}>{`${factor}×`}</option>
        ))}
      </select>
    </div>
  );
}
