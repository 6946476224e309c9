// The words of <cubiform-hint> in English and Chinese.

/** The stages that the hint shows. */
export const STAGES = ["cross", "xcross"] as const;
export type Stage = (typeof STAGES)[number];

export interface HintWords {
  stages: Record<Stage, string>;
  /** The names of the colours. */
  colors: Record<string, string>;
  /** The share of all scrambles that need more moves, as text in percent; null if none does. */
  needMore: (percent: string | null) => string;
  searching: string;
  /** A scramble that cannot be read, with the part that is wrong; empty if it is not known. */
  unreadable: (part: string) => string;
  failed: string;
}

const en: HintWords = {
  stages: { cross: "Cross", xcross: "XCross" },
  colors: { white: "white", yellow: "yellow", orange: "orange", red: "red", green: "green", blue: "blue" },
  needMore: (percent) => (percent === null ? "no scramble needs more" : `${percent} % of all scrambles need more`),
  searching: "Searching…",
  unreadable: (part) => `This scramble cannot be read${part === "" ? "" : `: “${part}” is not a move`}.`,
  failed: "The hint could not be computed.",
};

const zh: HintWords = {
  stages: { cross: "十字", xcross: "XCross" },
  colors: { white: "白", yellow: "黄", orange: "橙", red: "红", green: "绿", blue: "蓝" },
  needMore: (percent) => (percent === null ? "没有打乱需要更多步" : `${percent} % 的打乱需要更多步`),
  searching: "正在搜索…",
  unreadable: (part) => `无法读取这个打乱${part === "" ? "" : `：“${part}”不是转动`}。`,
  failed: "无法计算提示。",
};

/** Returns the words for a language tag, such as `zh-Hans`. Those of a language that is not known are English. */
export const wordsFor = (tag: string): HintWords => (/^zh\b/i.test(tag) ? zh : en);
