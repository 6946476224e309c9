// The frame of the page: tabs of screens, language and theme, and the screen that is shown. Screens other than the first
// are loaded when they are opened.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { abilities, askAbilities } from "./api/abilities";
import { LoadFailure } from "./components/basics";
import { loadStrings, strings } from "./i18n";
import { Analyze } from "./screens/analyze";
import { addressOf, lastAddressOf, parameters, screen, type Screen, TABS, tabOf } from "./state/route";
import { language, theme, type Language, type Theme } from "./state/settings";

const LATER: Record<Exclude<Screen, "analyze">, () => Promise<ComponentType>> = {
  review: () => import("./screens/review").then((module) => module.Review),
  train: () => import("./screens/train").then((module) => module.Train),
  drill: () => import("./screens/drill").then((module) => module.Drill),
  cube: () => import("./screens/cube").then((module) => module.SmartCube),
  session: () => import("./screens/session").then((module) => module.Session),
  cases: () => import("./screens/cases").then((module) => module.Cases),
  solve: () => import("./screens/solve").then((module) => module.Solve),
  fewest: () => import("./screens/fewest").then((module) => module.Fewest),
  help: () => import("./screens/help").then((module) => module.Help),
};

export function App() {
  const { common } = strings.value;
  const shown = screen.value;
  useEffect(askAbilities, []);
  useEffect(() => {
    document.title = `${common.screens[shown]} · cubiform`;
  }, [shown, common]);
  return (
    <>
      <a class="skip" href="#content" onClick={focusContent}>
        {common.skip}
      </a>
      <header class="top">
        <a class="brand strong" href={addressOf("analyze")}>
          <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="28" height="28" />
          {common.title}
        </a>
        <Tabs />
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
      </header>
      <main id="content" tabIndex={-1}>
        {shown === "analyze" ? <Analyze /> : <Later key={shown} name={shown} />}
      </main>
      <footer class="foot no-print">
        <span>{common.about}</span>
        <a href={addressOf("help")} aria-current={shown === "help" ? "page" : undefined}>
          {common.guide}
        </a>
        {abilities.value !== null && <span>{common.version(abilities.value.version)}</span>}
      </footer>
    </>
  );
}

/** The tabs. Each leads to its screen as it was last shown; the name of the page leads to a fresh first one. */
function Tabs() {
  const { common } = strings.value;
  // The address of the shown screen changes with its parameters.
  parameters();
  return (
    <nav aria-label={common.title}>
      {TABS.map((name) => (
        <a key={name} href={lastAddressOf(name)} aria-current={name === tabOf(screen.value) ? "page" : undefined}>
          {common.screens[name]}
        </a>
      ))}
    </nav>
  );
}

/** Moves the focus without changing the fragment, which holds the state of the page. */
function focusContent(event: Event): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

/** A screen that is loaded when it is first shown. */
function Later({ name }: { name: Exclude<Screen, "analyze"> }) {
  const [loaded, setLoaded] = useState<{ Shown: ComponentType } | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    Promise.all([LATER[name](), loadStrings()]).then(
      ([Shown]) => setLoaded({ Shown }),
      (error: unknown) => setFailure({ error }),
    );
  }, [name]);
  const { common } = strings.value;
  if (failure !== null) {
    return (
      <div class="stack">
        <h1>{common.screens[name]}</h1>
        <LoadFailure error={failure.error} />
      </div>
    );
  }
  return loaded === null ? <p role="status">{common.loading}</p> : <loaded.Shown />;
}
