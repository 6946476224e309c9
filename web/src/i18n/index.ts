// The strings of the page in the language of its user. Chinese is loaded when it is chosen.
import { effect, signal } from "@preact/signals";
import { language } from "../state/settings";
import { en, type Strings } from "./en";

/** The strings, by screen. Reading it in a component subscribes the component to the language. */
export const strings = signal<Strings>(en);

effect(() => {
  if (language.value === "en") {
    strings.value = en;
    return;
  }
  void import("./zh").then(({ zh }) => {
    if (language.peek() === "zh") strings.value = zh;
  });
});
