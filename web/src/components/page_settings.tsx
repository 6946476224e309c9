// The choices for the whole page: language and theme. They stand in the header, and on phones in the foot of the page.
import { signal } from "@preact/signals";
import { strings } from "../i18n";
import { language, theme, type Language, type Theme } from "../state/settings";

const narrow = matchMedia("(max-width: 760px)");

/** Whether the header has no room for them. */
export const isNarrow = signal(narrow.matches);
narrow.addEventListener("change", () => (isNarrow.value = narrow.matches));

export function PageSettings() {
  const { common } = strings.value;
  return (
    <div class="settings">
      <label>
        <span class="hidden">{common.language}</span>
        <select value={language.value} onChange={(event) => (language.value = event.currentTarget.value as Language)}>
          <option value="en">English</option>
          <option value="zh">简体中文</option>
        </select>
      </label>
      <label>
        <span class="hidden">{common.theme}</span>
        <select value={theme.value} onChange={(event) => (theme.value = event.currentTarget.value as Theme)}>
          {(["auto", "light", "dark"] as const).map((value) => (
            <option key={value} value={value}>
              {common.themes[value]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
