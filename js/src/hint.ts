// <cubiform-hint scramble="R U F">: the minimum lengths of cross and XCross for the best colours, without a solution.
import { type HintWords, type Stage, STAGES, wordsFor } from "./hint_words.js";
import { analyze, CubiformError, distribution } from "./index.js";

const COLORS: Record<string, string> = { white: "#f4f4f4", yellow: "#ffd500", orange: "#ff7a00", red: "#d0021b", green: "#009b48", blue: "#0051ba" };

const STYLE = `
:host { display: inline-block; font: 0.9em/1.5 system-ui, sans-serif; }
ul { display: flex; flex-wrap: wrap; gap: 0 1.2em; margin: 0; padding: 0; list-style: none; }
b { font-variant-numeric: tabular-nums; }
i { display: inline-block; width: 0.75em; height: 0.75em; margin-left: 0.2em; border: 1px solid #0008; border-radius: 2px; vertical-align: -0.05em; }
small { opacity: 0.75; }`;

/** Returns the share of all states that need more moves, with the best of six colours; null where it is not known exactly. */
async function shareAbove(stage: Stage, length: number): Promise<number | null> {
  try {
    const { distances } = await distribution(stage, { colors: "all" });
    return distances.filter(({ moves }) => moves > length).reduce((sum, { share }) => sum + share, 0);
  } catch {
    // The distribution of this stage is not stored.
    return null;
  }
}

/**
 * Shows how hard a scramble is: the minimum number of moves to cross and XCross, the bottom colours that need no more, and
 * the share of all scrambles that need more. It never shows a solution. Attributes: `scramble`, as moves, facelets or Reid's
 * notation; `lang`, `en` or `zh`, otherwise that of the page. Parts to style: `list`, `item`, `stage`, `length`, `color`, `share`, `problem`.
 */
export class CubiformHint extends HTMLElement {
  static readonly observedAttributes = ["scramble", "lang"];
  private readonly content = document.createElement("div");
  private control = new AbortController();

  constructor() {
    super();
    const style = document.createElement("style");
    style.textContent = STYLE;
    this.content.setAttribute("role", "status");
    this.attachShadow({ mode: "open" }).append(style, this.content);
  }

  connectedCallback(): void {
    void this.update();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.update();
  }

  disconnectedCallback(): void {
    this.control.abort();
  }

  private async update(): Promise<void> {
    this.control.abort();
    const control = new AbortController();
    this.control = control;
    const scramble = this.getAttribute("scramble")?.trim() ?? "";
    const words = wordsFor(this.closest("[lang]")?.getAttribute("lang") ?? "");
    this.content.replaceChildren();
    if (scramble === "") return;
    this.content.textContent = words.searching;
    try {
      const { best } = await analyze(scramble, { stages: STAGES.join(","), signal: control.signal });
      const items = await Promise.all(STAGES.map(async (stage) => item(words, stage, best[stage]!, await shareAbove(stage, best[stage]!.length ?? 0))));
      if (control.signal.aborted) return;
      const list = element("ul", "list");
      list.append(...items);
      this.content.replaceChildren(list);
    } catch (error) {
      if (!control.signal.aborted) this.content.replaceChildren(element("span", "problem", problemText(error, words)));
    }
  }
}

/** Creates an element that the page can style by its part. */
function element<Name extends keyof HTMLElementTagNameMap>(name: Name, part: string, text = ""): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.part.add(part);
  made.textContent = text;
  return made;
}

/** Returns what is wrong in plain words: a person at a timer reads it. */
function problemText(error: unknown, words: HintWords): string {
  if (!(error instanceof CubiformError) || error.problem.parameter !== "scramble") return words.failed;
  const token = error.problem.values?.["token"];
  return words.unreadable(typeof token === "string" ? token : "");
}

function item(words: HintWords, stage: Stage, best: { length?: number | null; colors?: readonly string[] | null }, share: number | null): HTMLLIElement {
  const item = element("li", "item");
  item.append(element("span", "stage", words.stages[stage]), " ", element("b", "length", String(best.length)));
  for (const color of best.colors ?? []) {
    const swatch = element("i", "color");
    const name = words.colors[color] ?? color;
    swatch.style.background = COLORS[color] ?? "none";
    swatch.title = name;
    swatch.setAttribute("role", "img");
    swatch.setAttribute("aria-label", name);
    item.append(swatch);
  }
  if (share !== null) item.append(" ", element("small", "share", words.needMore(percent(share))));
  return item;
}

/** Writes a share in percent with two digits, but not as all or none before it is; null for none. */
function percent(share: number): string | null {
  if (share > 0.99) return share > 1 - 1e-12 ? "100" : "> 99";
  return share < 1e-12 ? null : (100 * share).toPrecision(2);
}

customElements.define("cubiform-hint", CubiformHint);
