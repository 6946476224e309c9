// Settings that the browser remembers: language and theme.
import { effect, signal } from "@preact/signals";
import { keep, kept } from "./storage";

export type Theme = "auto" | "light" | "dark";
export type Language = "en" | "zh";

function stored<T extends string>(name: string, values: readonly T[], fallback: T): T {
  const value = kept(name);
  return values.find((known) => known === value) ?? fallback;
}

const preferred: Language = navigator.language.startsWith("zh") ? "zh" : "en";

export const theme = signal<Theme>(stored("theme", ["auto", "light", "dark"], "auto"));
export const language = signal<Language>(stored("language", ["en", "zh"], preferred));

/** Returns a date as the language writes it. */
export const dateText = (date: Date): string => new Intl.DateTimeFormat(language.value === "zh" ? "zh-CN" : "en-GB", { dateStyle: "medium" }).format(date);

effect(() => {
  keep("theme", theme.value);
  document.documentElement.dataset["theme"] = theme.value;
});
effect(() => {
  keep("language", language.value);
});
