// Files made of an analysis: its rows as CSV or JSON, and a summary as text.
import { csvField } from "../../components/file";
import { COLORS, type Color } from "../../cube/colors";
import { strings } from "../../i18n";
import { mean } from "../../statistics/format";
import type { Saving } from "./neutrality";
import type { Found, Row, Stage } from "./run";
import { nameOf } from "./words";

/** The members of a row that are not columns of its file. */
const ANSWERED = new Set(["scramble", "facelets", "goal", "metric", "stages", "best", "solutions", "nodes", "row"]);

/**
 * Returns rows as CSV: the columns of the file, the scramble, and a column for each stage and colour, such as
 * `cross_white`, which `stats` reads.
 */
export function asCsv(rows: readonly Row[], stages: readonly Stage[]): string {
  const carried = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !ANSWERED.has(name));
  const lengths = stages.flatMap(({ name }) => COLORS.map((color) => ({ name, color })));
  const header = [...carried, "scramble", ...lengths.map(({ name, color }) => `${name}_${color}`)];
  const lines = rows.map((row) => [
    ...carried.map((name) => (row as unknown as Record<string, unknown>)[name]),
    row.scramble ?? row.facelets,
    ...lengths.map(({ name, color }) => row.stages[name]?.[color]),
  ]);
  return [header, ...lines].map((line) => `${line.map(csvField).join(",")}\n`).join("");
}

/** Returns the rows as the server sent them, those with errors last. */
export const asJson = ({ rows, bad }: Found): string => `[\n${[...rows, ...bad].map((row) => JSON.stringify(row)).join(",\n")}\n]\n`;

/** Returns the figures of all stages, and sentences, as text. */
export function summary(title: string, own: Color, savings: readonly Saving[], sentences: readonly string[]): string {
  const { session } = strings.value;
  const lines = savings.map(({ stage, own: alone, two, six, savedByTwo, savedBySix }) =>
    [
      `${stage.title}:`,
      `${nameOf("one", own)} ${mean(alone)};`,
      `${nameOf("two", own)} ${mean(two)} (${session.savedColumn} ${mean(savedByTwo)});`,
      `${nameOf("six", own)} ${mean(six)} (${session.savedColumn} ${mean(savedBySix)})`,
    ].join(" "),
  );
  return [title, ...lines, ...sentences, ""].join("\n");
}
