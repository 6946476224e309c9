// The calls of a judge during inspection, spoken or as beeps.
import type { Calls } from "./settings";

let audio: AudioContext | null = null;

/** Gives beeps, as many as told. A browser plays sound only after a key or a touch, which the timer has had. */
function beep(count: number): void {
  audio ??= new AudioContext();
  const { currentTime } = audio;
  for (let index = 0; index < count; index++) {
    const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
    oscillator.frequency.value = 880;
    gain.gain.value = 0.2;
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(currentTime + 0.25 * index);
    oscillator.stop(currentTime + 0.25 * index + 0.15);
  }
}

/** Calls a text: one beep for the first call, two for the second. */
export function call(text: string, order: 1 | 2, calls: Calls): void {
  if (calls === "beep") beep(order);
  if (calls !== "speech" || !("speechSynthesis" in window)) return;
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}
