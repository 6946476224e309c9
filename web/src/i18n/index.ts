// The strings of the page in the language of its user. Chinese is loaded when it is chosen.
import { effect, signal } from "@preact/signals";
import { language } from "../state/settings";
import { en, type Strings } from "./en";

/** The strings, by screen. Reading it in a component subscribes the component to the language. */
export const strings = signal<Strings>(en);

/** Shows strings, and names their language to the browser. */
function show(shown: Strings): void {
  strings.value = shown;
  document.documentElement.lang = shown === en ? "en" : "zh-Hans";
}

effect(() => {
  if (language.value === "en") {
    show(en);
    return;
  }
  import("./zh").then(
    ({ zh }) => {
      if (language.peek() === "zh") show(zh);
    },
    // The page stays English; choosing Chinese again loads it again.
    () => show(en),
  );
});
