// The state of the page, kept in the fragment of its address: `#analyze?scramble=R+U+F&goal=std`. What is there can be
// shared as a link; the fragment is never sent to the server.
import { computed, effect, signal } from "@preact/signals";
import { hasPractised } from "./practised";

/** The screens that have a tab. */
export const TABS = ["today", "analyze", "review", "train", "session", "cases", "solve", "fewest"] as const;
export type Tab = (typeof TABS)[number];

/** The screens that are reached from Train. */
const PRACTICES = ["drill", "cube"] as const;

export const SCREENS = [...TABS, ...PRACTICES, "help"] as const;
export type Screen = (typeof SCREENS)[number];

/** Returns the tab of a screen. */
export function tabOf(screen: Screen): Screen {
  return PRACTICES.some((name) => name === screen) ? "train" : screen;
}

interface Route {
  screen: Screen;
  parameters: URLSearchParams;
}

function read(): Route {
  const [name = "", query = ""] = location.hash.replace(/^#/, "").split(/\?(.*)/s);
  // Who comes back to practise is shown what is due.
  const home = name === "" && hasPractised() ? "today" : "analyze";
  const screen = SCREENS.find((screen) => screen === name) ?? home;
  return { screen, parameters: new URLSearchParams(query) };
}

const route = signal<Route>(read());
addEventListener("popstate", () => {
  route.value = read();
});

/** The screen that is shown. */
export const screen = computed(() => route.value.screen);

/** Returns a parameter of the screen; reading it in a component subscribes the component to it. */
export function parameter(name: string, fallback = ""): string {
  return route.value.parameters.get(name) ?? fallback;
}

/** Returns all parameters of the screen; reading them in a component subscribes the component to them. */
export function parameters(): Record<string, string> {
  return Object.fromEntries(route.value.parameters);
}

/** Returns the address of a screen with these parameters; empty ones are left out. */
export function addressOf(screen: Screen, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "")).toString();
  return query === "" ? `#${screen}` : `#${screen}?${query}`;
}

/** The parameters with which each screen was last shown. */
const last = new Map<Screen, Record<string, string>>();
effect(() => {
  last.set(screen.value, parameters());
});

/** Returns the address of a screen as it was last shown. */
export const lastAddressOf = (screen: Screen): string => addressOf(screen, last.get(screen));

/**
 * Changes parameters of this screen in place; an empty value removes one. An answer that comes late names the screen that
 * asked, and changes nothing once another is shown.
 */
export function setParameters(changes: Record<string, string>, asker: Screen = route.peek().screen): void {
  change(changes, asker, false);
}

/** Changes parameters as `setParameters` does, as a step of its own: Back of the browser undoes it. */
export function takeStep(changes: Record<string, string>, asker: Screen = route.peek().screen): void {
  change(changes, asker, true);
}

/** The address after the last change by typing. */
let typed = "";

/** Changes parameters by typing. All changes of a text together are one step. */
export function typeParameters(changes: Record<string, string>): void {
  change(changes, route.peek().screen, location.hash !== typed);
  typed = location.hash;
}

function change(changes: Record<string, string>, asker: Screen, isStep: boolean): void {
  const { screen, parameters } = route.peek();
  if (asker !== screen) return;
  const address = addressOf(screen, { ...Object.fromEntries(parameters), ...changes });
  if (address === addressOf(screen, Object.fromEntries(parameters))) return;
  history[isStep ? "pushState" : "replaceState"](null, "", address);
  route.value = read();
}
