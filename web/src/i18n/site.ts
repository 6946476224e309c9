// The strings that only the static site has.
import type { NotKept } from "cubiform";

const en = {
  heading: "Tables in this browser",
  local: "This page computes its answers in this browser; nothing is sent.",
  server: (host: string) => `This page computes its answers in this browser. Questions that are too large for it go to ${host}.`,
  loading: (percent: number) => `Loading the engine: ${percent} %. Scrambles and crosses are ready before it.`,
  noTables: "No tables are in use yet.",
  open: (names: string) => `Tables in use: ${names}.`,
  memory: (megabytes: number) => `Memory: ${megabytes} MB.`,
  building: (name: string) => `Making the table ${name}…`,
  notKept: ({ message }: NotKept) => `Tables are not kept for the next visit: ${message}`,
  tables: "Tables",
  sets: {
    none: "smallest: 10 MB",
    small: "small: 76 MB, made in seconds",
    medium: "medium: 206 MB, made in about ten seconds",
    large: "large: 388 MB, made in half a minute",
  },
  question: "Larger tables give faster answers. They take 206 MB and about ten seconds to make; this page stays usable meanwhile.",
  make: "Make larger tables",
  stay: "Keep the small ones",
  update: "A newer version of this page is ready.",
  load: "Load it",
};

export type SiteStrings = typeof en;

/** Why tables are not kept; null where the message is the browser's, in its own language. */
const ZH_NOT_KEPT: Readonly<Record<NotKept["code"], string | null>> = {
  "no-storage": "此浏览器不允许网页保存文件",
  "storage-full": "存储空间已满",
  failed: null,
};

const zh: SiteStrings = {
  heading: "本浏览器中的剪枝表",
  local: "所有计算都在这个浏览器里完成，不会发送任何数据。",
  server: (host) => `计算在这个浏览器里完成；浏览器算不了的问题会发送到 ${host}。`,
  loading: (percent) => `正在加载计算引擎：${percent} %。打乱和十字已经可用。`,
  noTables: "尚未使用剪枝表。",
  open: (names) => `正在使用的剪枝表：${names}。`,
  memory: (megabytes) => `内存：${megabytes} MB。`,
  building: (name) => `正在生成剪枝表 ${name}…`,
  notKept: ({ code, message }) => `剪枝表不会保留到下次访问：${ZH_NOT_KEPT[code] ?? message}`,
  tables: "剪枝表",
  sets: {
    none: "最小：10 MB",
    small: "小：76 MB，几秒生成",
    medium: "中：206 MB，约十秒生成",
    large: "大：388 MB，约半分钟生成",
  },
  question: "更大的剪枝表能更快得到答案。需要 206 MB 空间和约十秒生成时间，期间页面可以照常使用。",
  make: "生成更大的剪枝表",
  stay: "只用小剪枝表",
  update: "本页面有新版本可用。",
  load: "载入新版本",
};

export const SITE = { en, zh };
