// Writes the operations and their functions from the server's OpenAPI document: src/operations.ts and src/functions.ts.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The arguments before the options, and the members for which they stand. A list: an object that has one of the members. */
const ARGUMENTS = {
  algorithms: { of: "case" },
  analyze: { scramble: "scramble" },
  attempt: { scramble: "scramble", solution: "solution" },
  check: { text: ["goal", "condition"] },
  distribution: { goal: "goal" },
  insert: { scramble: "scramble", skeleton: "skeleton" },
};

/** The operations whose functions are in index.ts, because their types depend on the members, and one without a function. */
const NOT_GENERATED = new Set(["cases", "review", "solve", "stats", "tables"]);

const HEAD = "// Generated from web/openapi.json by scripts/operations.mjs.\n";

const js = join(import.meta.dirname, "..");
const { paths } = JSON.parse(readFileSync(join(js, "../web/openapi.json"), "utf8"));

/** The operations by their names. A route with GET and POST is one operation, described by GET. */
const operations = new Map();
for (const [path, { get, post }] of Object.entries(paths)) {
  const route = get ?? post;
  const about = route["x-operation"];
  if (about !== undefined) operations.set(about.name, { path: path.slice("/v1/".length), about, ...route });
}

function flagsOf({ path, about }) {
  const flags = [`path: ${JSON.stringify(path)}`];
  if (about.quick) flags.push("isQuick: true");
  if (about.goal_tables) flags.push("usesGoalTables: true");
  return flags.join(", ");
}

const names = [...operations.keys()];
const module = join(js, "dist/cubiform.wasm");
const table = `${HEAD}
/** The name of an operation. */
export type Operation = ${names.map((name) => JSON.stringify(name)).join(" | ")};

/** The operations. */
export const OPERATIONS: Readonly<Record<Operation, Traits>> = {
${names.map((name) => `  ${name}: { ${flagsOf(operations.get(name))} },\n`).join("")}};

/** The size of the module, in bytes; 0 before it is built. */
export const MODULE_BYTES = ${existsSync(module) ? statSync(module).size : 0};

/** The properties of an operation that a client needs. */
export interface Traits {
  /** The path of the route, without \`/v1/\`. */
  readonly path: string;
  /** Whether it takes microseconds, and so must not wait for a search. */
  readonly isQuick?: boolean;
  /** Whether it uses the tables of goals. */
  readonly usesGoalTables?: boolean;
}
`;

/** Returns the source of an operation's function. */
function functionOf(name) {
  const { operationId, summary, description, parameters = [] } = operations.get(name);
  const own = Object.entries(ARGUMENTS[name] ?? {});
  const lines = [`${summary}.`, description].join("\n").trim().split("\n");
  for (const [argument, member] of own) {
    const known = parameters.find((parameter) => parameter.name === member)?.description;
    if (known !== undefined) lines.push(...`@param ${argument} ${known}`.split("\n"));
  }
  const typeOf = (member) => (Array.isArray(member) ? member.map((one) => `{ ${one}: string }`).join(" | ") : "string");
  const valueOf = ([argument, member]) => (Array.isArray(member) ? `...${argument}` : argument === member ? member : `${member}: ${argument}`);
  const members = own.flatMap(([, member]) => member).map((member) => JSON.stringify(member));
  const id = JSON.stringify(operationId);
  const options = `options: Options<${members.length === 0 ? id : `${id}, ${members.join(" | ")}`}> = {}`;
  const head = [...own.map(([argument, member]) => `${argument}: ${typeOf(member)}`), options].join(", ");
  const request = own.length === 0 ? "options" : `{ ${[...own.map(valueOf), "...options"].join(", ")} }`;
  return `
/**
${lines.map((line) => ` * ${line.replaceAll("*/", "*\\/")}\n`).join("")} */
export function ${name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())}(${head}): Promise<Answer<${id}>> {
  return ask(${JSON.stringify(name)}, ${request});
}
`;
}

const functions = `${HEAD}import { type Answer, ask, type Options } from "./ask.js";\n`;
writeFileSync(join(js, "src/operations.ts"), table);
writeFileSync(join(js, "src/functions.ts"), functions + names.filter((name) => !NOT_GENERATED.has(name)).map(functionOf).join(""));
