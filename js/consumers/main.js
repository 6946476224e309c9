// A program that uses the package, the same for all hosts. It prints or shows `passed`, or what went wrong.
import { analyze, client, scramble, solve } from "cubiform";
import * as small from "cubiform/solve";

const SCRAMBLE = "D2 U L2 B2 R2 F2 R2 U2 R2 D' R' D B2 U B' R B' D B' L'";

const EXPECTED = {
  cross: { white: 6, yellow: 6, orange: 6, red: 6, green: 5, blue: 5 },
  xcross: { white: 7, yellow: 7, orange: 6, red: 8, green: 7, blue: 5 },
  solution: "D L F2 L D' L' D' B U2 L2 B2 U L2 U' F2 R2 U' B2 D'",
  alone: "D L F2 L D' L' D' B U2 L2 B2 U L2 U' F2 R2 U' B2 D'",
  scrambles: ["B D L2 D2 R D2 F2 L R2 D2 L U2 L' U R B R B' L' U2 F", "B D L2 D2 R D2 F2 L R2 D2 L U2 L' U R B R B' L' U2 F"],
  aborted: "AbortError",
};

async function answers() {
  client({ tables: "none" });
  const { cross, xcross } = (await analyze(SCRAMBLE, { stages: "cross,xcross" })).stages;
  const [{ solution }] = await solve(SCRAMBLE);
  const { solution: alone } = await small.solve(SCRAMBLE);
  const scrambles = [...(await scramble({ seed: 9 })), ...(await small.scramble({ seed: 9 }))].map((row) => row.scramble);
  const control = new AbortController();
  setTimeout(() => control.abort(), 200);
  // This search takes seconds without tables.
  const aborted = await analyze(SCRAMBLE, { signal: control.signal }).then(() => "", (error) => error.name);
  const since = performance.now();
  await analyze("R U F", { stages: "cross" });
  return { cross, xcross, solution, alone, scrambles, aborted, milliseconds: Math.round(performance.now() - since) };
}

/** Returns the text of the element for timers. */
async function hint() {
  await import("cubiform/hint");
  const element = document.createElement("cubiform-hint");
  element.setAttribute("scramble", SCRAMBLE);
  document.body.append(element);
  for (;;) {
    const items = [...element.shadowRoot.querySelectorAll("li")].map((item) => item.textContent);
    if (items.length > 0) return items.join("; ");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns a value as text that does not depend on the order of members. */
const text = (value) => JSON.stringify(value, (name, one) => (one?.constructor === Object ? Object.fromEntries(Object.entries(one).sort()) : one));

async function run() {
  const { milliseconds, ...found } = await answers();
  if (text(found) !== text(EXPECTED)) return `answers differ: ${text(found)}`;
  if (typeof document !== "undefined") {
    const shown = await hint();
    if (!/^Cross 5 .*; XCross 5 /.test(shown)) return `the hint shows ${shown}`;
  }
  return `passed; a search was aborted and the next question answered in ${milliseconds} ms`;
}

const outcome = await run().catch((error) => `failed: ${error?.stack ?? error}`);
if (typeof document === "undefined") console.log(outcome);
else document.title = outcome;
if (!outcome.startsWith("passed")) globalThis.process?.exit(1);
