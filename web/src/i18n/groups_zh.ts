// The groups of cases in Chinese, as Chinese cubers call them.

const GROUPS: Readonly<Record<string, string>> = {
  // F2L
  "free pair": "自由基",
  "disconnected pair": "角棱分离",
  "connected pair": "角棱相连",
  "corner in slot": "角块在槽位",
  "edge in slot": "棱块在槽位",
  "both in slot": "都在槽位",
  // OLL
  dot: "点",
  square: "方块",
  "small lightning": "小闪电",
  fish: "鱼",
  "knight move": "马步",
  cross: "十字",
  "corners oriented": "角块已翻好",
  awkward: "怪形",
  P: "P 形",
  T: "T 形",
  C: "C 形",
  W: "W 形",
  "big lightning": "大闪电",
  L: "L 形",
  line: "一字",
  // Shapes of the corners
  H: "H 形",
  Pi: "Pi 形",
  U: "U 形",
  S: "S（小鱼）",
  AS: "AS（反小鱼）",
  // PLL
  "corners only": "仅角块",
  "adjacent corners": "邻角换",
  "edges only": "仅棱块",
  "diagonal corners": "对角换",
};

/** Returns the name of a group of cases in Chinese. */
export const groupInChinese = (group: string): string => GROUPS[group] ?? group;
