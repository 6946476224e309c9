// The strings of the page in the language of its user. Those of the frame and the first screen are there from the start; all others
// are loaded when they are needed, and Chinese when it is chosen.
import { effect, signal } from "@preact/signals";
import { language, type Language } from "../state/settings";
import type { Strings } from "./en";
import { enCore } from "./en_core";

/** The strings, by screen. Reading it in a component subscribes the component to the language. */
export const strings = signal<Strings>(enCore as Strings);

/** Whether more than the first screen has been asked for. */
let isAllNeeded = false;

/** Returns the strings of a language. Where Chinese cannot be loaded, the page stays English. */
async function load(wanted: Language): Promise<{ found: Strings; lang: string }> {
  if (wanted === "zh") {
    try {
      return { found: (await import("./zh")).zh, lang: "zh-Hans" };
    } catch {
      // Choosing Chinese again loads it again.
    }
  }
  return { found: isAllNeeded ? (await import("./en")).en : (enCore as Strings), lang: "en" };
}

/** Shows the strings of the chosen language, and names it to the browser. */
async function update(): Promise<void> {
  const wanted = language.peek();
  const { found, lang } = await load(wanted);
  // Who waits for the strings waits for those of the language that was chosen since.
  if (wanted !== language.peek()) return update();
  strings.value = found;
  document.documentElement.lang = lang;
}

/** Loads the strings of all screens. */
export async function loadStrings(): Promise<void> {
  isAllNeeded = true;
  await update();
}

effect(() => {
  // A change of the language shows its strings.
  void language.value;
  update().catch(() => undefined);
});
