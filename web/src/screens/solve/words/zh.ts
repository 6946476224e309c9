// Explanations of solutions in Simplified Chinese.
import { groupInChinese } from "../../../i18n/groups_zh";
import type { BeginnerStage, ExplainedStage, ExplainedStep, SolvingWords } from ".";

const PLACES: Record<string, string> = { slot: "在自己的槽位里", top: "在顶层", lower: "在别的槽位里" };

/** The faces as directions. */
const FACES: Record<string, string> = { U: "上", D: "下", F: "前", B: "后", L: "左", R: "右" };
const LAYERS: Record<string, string> = { U: "顶层", D: "底层" };

/** Returns a position in words: `UFR` is 顶层右前. */
function placeOf(faces: string): string {
  const letters = [...faces];
  const layer = letters.find((face) => face in LAYERS);
  const sides = ["R", "L", "F", "B"].filter((side) => letters.includes(side)).map((side) => FACES[side]);
  return `${layer === undefined ? "中层" : LAYERS[layer]}${sides.join("")}${sides.length === 1 ? "面" : ""}`;
}

/** The sentences about a pair. */
function pairWords({ color, pairs, places, case: found, sheet }: ExplainedStage): string[] {
  const [pair = ""] = pairs;
  const where =
    places === null ? [] : [`${color}${pair}角块${PLACES[places[0] ?? ""] ?? ""}，${pair}棱块${PLACES[places[1] ?? ""] ?? ""}。`];
  const about =
    found === null
      ? "有一块在别的槽位里：先取出，再放入。"
      : sheet === null
        ? `这是 ${found.title}（${groupInChinese(found.group)}），这里用基本手法和 U 层转动完成。`
        : `这是 ${found.title}（${groupInChinese(found.group)}）。右前槽的标准公式：${sheet}`;
  const more = pairs.length > 1 ? [`这些转动同时完成了${pairs.slice(1).join("、")}组。`] : [];
  return [...where, about, ...more];
}

function lastLayerWords({ part, case: found, sheet, isEmpty }: ExplainedStage): string[] {
  const isOll = part === "oll";
  if (found === null) {
    if (isOll) return ["顶面已经是同一颜色，无需转动。"];
    return [isEmpty ? "顶层已经还原，无需转动。" : "顶层只差一次转动。"];
  }
  const [times, of] = found.about.probability as [number, number];
  const group = `${groupInChinese(found.group)}；概率 ${times}/${of}`;
  const situation = isOll ? `从上面看，顶面颜色是这个图案，方向可能不同（${group}）。` : `顶层的块要这样移动（${group}）。`;
  const standard = sheet === null ? [] : [`标准公式：${sheet}`];
  return [situation, ...standard, isOll ? "之后顶面变成同一颜色。" : "魔方就此还原。"];
}

const TITLES: Record<string, (bottom: string, top: string) => string> = {
  cross: (bottom) => `${bottom}色底十字`,
  corners: (bottom) => `${bottom}色底角`,
  "middle-edges": () => "中层棱块",
  "last-cross": (_bottom, top) => `${top}色顶十字`,
  "last-edges": (_bottom, top) => `${top}色顶棱归位`,
  "last-corners-placed": (_bottom, top) => `${top}色顶角归位`,
  "last-corners-turned": (_bottom, top) => `${top}色顶角翻面`,
};

const STAGES: Record<string, (bottom: string, top: string) => string> = {
  cross: (bottom) => `把四个${bottom}色棱块放到底面${bottom}色中心的周围，每块的另一种颜色与侧面中心对齐。一次完成一块，不要破坏已经放好的。`,
  corners: (bottom) =>
    `把每个${bottom}色角块放到它另外两种颜色的中心之间。先在顶层找到角块，把目标位置拿在右前，转动顶层使角块到它的正上方，再看${bottom}色朝向：朝右用 R U R'，朝前用 F' U' F，朝上用 R U2 R' U' R U R'。`,
  "middle-edges": (_bottom, top) =>
    `在顶层找一个不带${top}色的棱块，把与它侧面颜色相同的中心拿在前面，转动顶层使它对齐。看它上面的颜色：往右放用 U R U' R' U' F' U F，往左放用 U' L' U L U F U' F'。中层放错的棱块用同样的公式先换出来。`,
  "last-cross": (_bottom, top) => `在顶面做出${top}色十字，侧面颜色暂不用管。F R U R' U' F' 使“点”变成“拐角”，“拐角”（拿在左和后）变成“一字”，“一字”（横着拿）变成十字。`,
  "last-edges": (_bottom, top) =>
    `让${top}色棱块归位：转动顶层，使其中两块与侧面中心对齐。若两块相邻，拿在右和后，做 R U R' U R U2 R' U；若两块相对，先任意做一次 R U R' U R U2 R' 再看。`,
  "last-corners-placed": (_bottom, top) => `让${top}色角块归位，朝向暂不用管。U R U' L' U R' U' L 轮换三个角，右前的不动：把已归位的角拿在右前，做一到两次。没有归位的角时先做一次。`,
  "last-corners-turned": (_bottom, top) => `把${top}色角块翻到朝上。把没翻好的角转到右前，重复 R' D' R D 直到它朝上，再只转动顶层换下一个角，不要转动整个魔方。中途下面会乱，最后一个角完成时就会复原。`,
};

const skipped = ({ part, bottom, top }: BeginnerStage): string => `${TITLES[part]?.(bottom, top) ?? part}已经完成。`;

const SHAPES: Record<string, string> = { dot: "点", line: "一字", corner: "拐角" };

/** The sentence that turns the whole cube first, if there is one. */
const turned = (rotation = "", purpose = ""): string => (rotation === "" ? "" : `先整体转动 ${rotation}${purpose}。`);

const STEP_TITLES: Record<string, (step: ExplainedStep) => string> = {
  "cross-edge": ({ values, colors }) => `${colors(values["piece"] ?? "")}棱块`,
  "corner-insert": ({ values, colors }) => `${colors(values["piece"] ?? "")}角块`,
  "corner-take-out": ({ values, colors }) => `取出${colors(values["piece"] ?? "")}角块`,
  "edge-insert": ({ values, colors }) => `${colors(values["piece"] ?? "")}棱块`,
  "edge-take-out": ({ values, colors }) => `取出${colors(values["piece"] ?? "")}棱块`,
  "top-cross": ({ values }) => SHAPES[values["shape"] ?? ""] ?? "",
  "edges-turn": () => "转动顶层",
  "edges-neighbours": () => "交换相邻的两块",
  "edges-opposite": () => "交换相对的两块",
  "no-corner-placed": () => "三角轮换",
  "one-corner-placed": () => "三角轮换",
  "corner-turn": ({ values, colors }) => `${colors(values["piece"] ?? "")}角块`,
  "last-turn": () => "转动顶层",
};

const STEPS: Record<string, (values: Readonly<Record<string, string>>, colors: (piece: string) => string) => string> = {
  "cross-edge": ({ piece = "", rotation, place = "", sticker = "", home = "", center = "", algorithm }, colors) => {
    const [bottom = ""] = piece.split("-");
    const where = place === "" ? "在自己的位置，但翻转了" : `在${placeOf(place)}`;
    const goal = home === "F" ? "" : `它应在${FACES[home] ?? ""}面，与${colors(center)}色中心对齐。`;
    return `${turned(rotation)}${colors(piece)}棱块${where}，${colors(bottom)}色朝${FACES[sticker] ?? ""}。${goal}做 ${algorithm} 就位。`;
  },
  "corner-insert": ({ piece = "", rotation, place = "", turn = "", sticker = "", algorithm }, colors) => {
    const [bottom = ""] = piece.split("-");
    const where = turn === "" ? "已在目标位置的正上方" : `在${placeOf(place)}，用 ${turn} 转到目标位置的正上方`;
    return `${turned(rotation)}${colors(piece)}角块${where}。${colors(bottom)}色朝${FACES[sticker] ?? ""}：用 ${algorithm} 放入。`;
  },
  "corner-take-out": ({ piece = "", rotation, at, algorithm }, colors) =>
    `${turned(rotation, "，使它在右前")}${colors(piece)}角块${at === "own" ? "在自己的位置，但拧了" : "在别的角块的位置"}。用 ${algorithm} 把它取到顶层。`,
  "edge-insert": ({ piece = "", rotation, center = "", turn = "", other = "", side, algorithm }, colors) => {
    const where = turn === "" ? `在${colors(center)}色中心的上方` : `在顶层，用 ${turn} 转到${colors(center)}色中心的上方`;
    const way = side === "R" ? "右" : "左";
    return `${turned(rotation)}${colors(piece)}棱块${where}。它的另一种颜色${colors(other)}色在${way}面：用 ${algorithm} 往${way}放入。`;
  },
  "edge-take-out": ({ piece = "", rotation, at, algorithm }, colors) =>
    `${turned(rotation, "，使它在右前")}${colors(piece)}棱块${at === "own" ? "在自己的位置，但翻转了" : "在别的棱块的位置"}。用 ${algorithm} 换出到顶层。`,
  "top-cross": ({ shape = "", rotation, algorithm }) => {
    const next = { dot: "变成“拐角”", corner: "变成“一字”", line: "完成十字" }[shape] ?? "";
    return `${turned(rotation)}顶面是“${SHAPES[shape] ?? ""}”。${algorithm} ${next}。`;
  },
  "edges-turn": ({ turn }) => `${turn} 使四个棱块都与侧面中心对齐。`,
  "edges-neighbours": ({ turn = "", colors: pair = "", rotation, algorithm }, colors) =>
    `${turn === "" ? "" : `先转 ${turn}。`}${colors(pair)}两面的棱块已对齐，且相邻。${turned(rotation, "，使它们在右和后")}${algorithm} 交换另外两块。`,
  "edges-opposite": ({ turn = "", colors: pair = "", algorithm }, colors) =>
    `${turn === "" ? "" : `先转 ${turn}。`}${colors(pair)}两面的棱块已对齐，但相对。${algorithm} 之后变成相邻的情况。`,
  "no-corner-placed": ({ algorithm }) => `没有角块归位。${algorithm} 使一个角块归位。`,
  "one-corner-placed": ({ piece = "", rotation, times, algorithm }, colors) =>
    `${colors(piece)}角块已归位。${turned(rotation, "，使它在右前")}${algorithm} 轮换另外三个，${times === "1" ? "之后全部归位" : "再做一次就全部归位"}。`,
  "corner-turn": ({ piece = "", rotation, turn = "", sticker = "", times, algorithm }, colors) => {
    const [top = ""] = piece.split("-");
    const before = turn === "" ? turned(rotation) : `用 ${turn} 把下一个角转到右前。`;
    return `${before}${colors(piece)}角块的${colors(top)}色朝${FACES[sticker] ?? ""}：做 ${times} 次 ${algorithm} 使它朝上。`;
  },
  "last-turn": ({ turn }) => `${turn} 使顶层与侧面对齐，魔方还原。`,
};

const FOUR_STAGES: Record<string, string> = {
  "corners oriented, edges of the inner U and D layers in these": "角块色向，内层 U、D 的棱块回到这些层",
  "F and B centres, and these edges in order": "F、B 中心，这些棱块的排列",
  "L and R centres, the other edges in their layers": "L、R 中心，其余棱块回到各自的层",
  "U and D centres, corners and edges in order": "U、D 中心，角块与棱块的排列",
  "solved with half turns": "只用半圈转动还原",
};

export const zh: SolvingWords = {
  hold: (color, rotation) =>
    rotation === "" ? `按打乱后的拿法拿好：${color}色已在底面。` : `按打乱后的拿法拿好，再整体转动 ${rotation}，使${color}色在底面。`,
  stage: (stage) => {
    const { part, color, isEmpty, pairs } = stage;
    if (part === "pair") return pairWords(stage);
    if (part !== "cross") return lastLayerWords(stage);
    if (isEmpty) return [`四个${color}色棱块已经就位。`];
    const more = pairs.length === 0 ? [] : [`这些转动同时完成了${pairs.join("、")}组。`];
    return [`四个${color}色棱块就位，各自与侧面中心对齐。`, ...more];
  },
  total: ({ htm, stm, qtm }) => `共 ${htm} 步还原（HTM；STM ${stm}，QTM ${qtm}）。`,
  beginnerTitle: ({ part, bottom, top, title }) => TITLES[part]?.(bottom, top) ?? title,
  beginnerStage: (stage) => (stage.isSkipped ? skipped(stage) : (STAGES[stage.part]?.(stage.bottom, stage.top) ?? stage.explanation)),
  stepTitle: (step) => STEP_TITLES[step.code]?.(step) ?? step.title,
  step: ({ code, values, colors, explanation }) => STEPS[code]?.(values, colors) ?? explanation,
  fourStage: (name) => FOUR_STAGES[name] ?? name,
};
