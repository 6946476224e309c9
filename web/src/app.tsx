// The frame of the page: tabs of screens, language and theme, and the screen that is shown. Screens other than the first
// are loaded when they are opened.
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { abilities, askAbilities } from "./api/abilities";
import { LoadFailure } from "./components/basics";
import { isNarrow, PageSettings } from "./components/page_settings";
import { StorageNote } from "./components/storage_note";
import { loadStrings, strings } from "./i18n";
import { Analyze } from "./screens/analyze";
import { addressOf, lastAddressOf, parameters, screen, type Screen, TABS, tabOf } from "./state/route";

const LATER: Record<Exclude<Screen, "analyze">, () => Promise<ComponentType>> = {
  today: () => import("./screens/today").then((module) => module.Today),
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
        <a class="brand strong" href={addressOf("analyze")} aria-label={common.title}>
          <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="28" height="28" />
          <span>{common.title}</span>
        </a>
        <Tabs />
        {!isNarrow.value && <PageSettings />}
      </header>
      <main id="content" tabIndex={-1}>
        <StorageNote />
        {shown === "analyze" ? <Analyze /> : <Later key={shown} name={shown} />}
      </main>
      <footer class="foot no-print">
        <span>{common.about}</span>
        <a href={addressOf("help")} aria-current={shown === "help" ? "page" : undefined}>
          {common.guide}
        </a>
        {abilities.value !== null && <span>{common.version(abilities.value.version)}</span>}
        {isNarrow.value && <PageSettings />}
      </footer>
    </>
  );
}

/** The tabs. Each leads to its screen as it was last shown; the name of the page leads to a fresh first one. */
function Tabs() {
  const { common } = strings.value;
  // The address of the shown screen changes with its parameters.
  parameters();
  const nav = useRef<HTMLElement>(null);
  const shown = tabOf(screen.value);
  // On a phone the tabs scroll within their row, in which the current one is the first.
  useEffect(() => {
    if (nav.current !== null) nav.current.scrollLeft = 0;
  }, [shown]);
  return (
    <nav aria-label={common.title} ref={nav}>
      {TABS.map((name) => (
        <a key={name} href={lastAddressOf(name)} aria-current={name === shown ? "page" : undefined}>
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
