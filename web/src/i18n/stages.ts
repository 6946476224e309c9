// Names of the stages of CFOP, from what the server says of them as data.
import type { Color } from "../cube/colors";
import type { Strings } from "./en";

/** A stage of CFOP: its part, the pairs that it solves by their colours (`green-red`), and its case by set and label. */
export interface StageName {
  part: string;
  pairs: readonly string[];
  case?: readonly string[] | null | undefined;
}

/** Returns the colours of a piece or a pair in words: `green-red` of the server is 绿红 in Chinese. */
export function colorsInWords(piece: string, { common }: Strings): string {
  return piece
    .split("-")
    .map((color) => common.colors[color as Color] ?? color)
    .join(common.betweenColors);
}

/** Returns the name of a stage without its case. `isNamed` adds the pairs of a cross. */
export function nameOfStage({ part, pairs, case: found }: StageName, strings: Strings, isNamed = true): string {
  const { stages } = strings;
  const colors = pairs.map((pair) => colorsInWords(pair, strings));
  if (part === "cross") return stages.cross(pairs.length, isNamed ? colors : []);
  if (part === "pair") return stages.pair(colors);
  const set = part.toUpperCase();
  return found === null || found === undefined ? stages.skip(set) : set;
}

/** Returns the name of a stage with its case: `green-red pair, F2L 12`. `caseName` is the case's name. */
export function titleOfStage(stage: StageName, caseName: string | null, strings: Strings): string {
  const name = nameOfStage(stage, strings);
  if (caseName === null) return name;
  return stage.part === "pair" ? `${name}${strings.common.listComma}${caseName}` : caseName;
}
