// <cubiform-hint scramble="R U F">: the minimum lengths of cross and XCross for the best colours, without a solution.
import { analyze, distribution } from "./index.js";

const STAGES = [
  { stage: "cross", name: "Cross" },
  { stage: "xcross", name: "XCross" },
] as const;

const COLORS: Record<string, string> = { white: "#f4f4f4", yellow: "#ffd500", orange: "#ff7a00", red: "#d0021b", green: "#009b48", blue: "#0051ba" };

const STYLE = `
:host { display: inline-block; font: 0.9em/1.5 system-ui, sans-serif; }
ul { display: flex; flex-wrap: wrap; gap: 0 1.2em; margin: 0; padding: 0; list-style: none; }
b { font-variant-numeric: tabular-nums; }
i { display: inline-block; width: 0.75em; height: 0.75em; margin-left: 0.2em; border: 1px solid #0008; border-radius: 2px; vertical-align: -0.05em; }
small { opacity: 0.75; }`;

/** The share of all states whose length is at most this one, for the best of six colours, where it is known exactly. */
async function share(stage: string, length: number): Promise<number | null> {
  try {
    const { distances } = await distribution(stage, { colors: "all" });
    return distances.filter(({ moves }) => moves <= length).reduce((sum, { share }) => sum + share, 0);
  } catch {
    // The distribution of this stage is not stored.
    return null;
  }
}

/**
 * Shows how hard a scramble is: the minimum number of moves to cross and XCross, the bottom colours that need no more, and
 * the share of all scrambles that are as easy or easier. It never shows a solution. Attribute `scramble`: moves, facelets
 * or Reid's notation.
 */
export class CubiformHint extends HTMLElement {
  static readonly observedAttributes = ["scramble"];
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
    this.content.replaceChildren();
    if (scramble === "") return;
    this.content.textContent = "…";
    try {
      const stages = STAGES.map(({ stage }) => stage).join(",");
      const { best } = await analyze(scramble, { stages, signal: control.signal });
      const items = await Promise.all(STAGES.map(async ({ stage, name }) => item(name, best[stage]!, await share(stage, best[stage]!.length ?? 0))));
      if (control.signal.aborted) return;
      const list = document.createElement("ul");
      list.append(...items);
      this.content.replaceChildren(list);
    } catch (error) {
      if (!control.signal.aborted) this.content.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}

function item(name: string, best: { length?: number | null; colors?: readonly string[] | null }, share: number | null): HTMLLIElement {
  const item = document.createElement("li");
  const length = document.createElement("b");
  length.textContent = String(best.length);
  item.append(`${name} `, length);
  for (const color of best.colors ?? []) {
    const swatch = document.createElement("i");
    swatch.style.background = COLORS[color] ?? "none";
    swatch.title = color;
    swatch.setAttribute("role", "img");
    swatch.setAttribute("aria-label", color);
    item.append(swatch);
  }
  if (share !== null) {
    const text = document.createElement("small");
    text.textContent = ` of all scrambles, ${percent(share)} % are as easy`;
    item.append(text);
  }
  return item;
}

/** Writes a share with two digits, but not as 100 % before it is all. */
function percent(share: number): string {
  if (share > 0.99) return share > 1 - 1e-12 ? "100" : "over 99";
  return (100 * share).toPrecision(2);
}

customElements.define("cubiform-hint", CubiformHint);
