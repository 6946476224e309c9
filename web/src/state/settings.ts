// What a browser remembers of its user: language and theme.
import { effect, signal } from "@preact/signals";

export type Theme = "auto" | "light" | "dark";
export type Language = "en" | "zh";

function stored<T extends string>(name: string, values: readonly T[], fallback: T): T {
  const value = localStorage.getItem(name);
  return values.find((known) => known === value) ?? fallback;
}

const preferred: Language = navigator.language.startsWith("zh") ? "zh" : "en";

export const theme = signal<Theme>(stored("theme", ["auto", "light", "dark"], "auto"));
export const language = signal<Language>(stored("language", ["en", "zh"], preferred));

effect(() => {
  localStorage.setItem("theme", theme.value);
  document.documentElement.dataset["theme"] = theme.value;
});
effect(() => {
  localStorage.setItem("language", language.value);
  document.documentElement.lang = language.value === "zh" ? "zh-Hans" : "en";
});
