// The descriptions of the known sets of cases, in Chinese.

const ABOUT: Readonly<Record<string, string>> = {
  "Advanced F2L": "FL 槽位也空着时的 FR 基态：F2L 的 41 个，加上有块在 FL 槽位里的 30 个。",
  ZBLS: "最后一组 F2L，同时翻好棱块（EOLS、ZBF2L）；连同已完成的共 306 个。",
  WV: "相连的基态用 R U' R' 插入，同时翻好顶层（winter variation）；27 个里有一个就是单独插入。",
  SV: "分离的基态用 R U R' 插入，同时翻好顶层（summer variation）；27 个里有一个就是单独插入。",
  VLS: "和 WV 一样，但棱块朝向任意；两种槽位的基态合计 432 个。",
  CLS: "放入最后一个角块，同时翻好顶层；棱块已经翻好。",
  EOLL: "翻好顶层棱块。",
  OCLL: "棱块翻好之后翻好角块。",
  OLLCP: "翻好顶层，同时排好角块；331 个里包括 CPLL 的两个。",
  CPLL: "排好顶层角块。",
  EPLL: "角块排好之后排好棱块。",
  COLL: "棱块已翻好时还原顶层角块；去掉角块已翻好的两个（CPLL）是 40 个。",
  ELL: "角块还原之后还原顶层棱块。",
  "2GLL": "棱块已翻好、角块已排好的顶层，只用 R 和 U 就能还原。",
  ZBLL: "棱块已翻好的整个顶层；去掉 21 个 PLL 是 472 个。",
  "1LLL": "整个顶层；连同已还原的共 3916 个。",
  CMLL: "桥式两个桥之后的角块；连同已还原的共 43 个。",
  "LSE EO": "桥式 4a：翻好六个棱块，中心块归位。",
  "LSE UL/UR": "桥式 4b：还原 UL 和 UR 棱块，中心块归位；从背面看到的情况算同一个。",
  "LSE 4c": "桥式 4c：M 层的棱块和中心块；从背面或倒过来看到的情况算同一个。",
  CLL: "二阶的顶层，画成三阶的角块；连同已还原的共 43 个。",
  "EG-1": "底层相邻两个角块交换的 CLL；没有已还原的情况。",
  "EG-2": "底层对角两个角块交换的 CLL；与 CLL、EG-1 合为 EG 的 128 个。",
};

/** Returns what a set is, in Chinese. */
export const setAboutInChinese = (name: string, about: string): string => ABOUT[name] ?? about;
