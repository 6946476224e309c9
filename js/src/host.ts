// The host in which the package runs.

/** Whether it has Node's modules: Node and Deno. */
export const hasNodeModules = typeof process !== "undefined" && process.versions?.node !== undefined;

/** Imports a module of Node. Its name is no constant, which bundlers for browsers would look for. */
export const nodeModule = <Exports>(name: string): Promise<Exports> => import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${name}`) as Promise<Exports>;

/** The longest interval of a timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

let held = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Returns the result of `work`. Until then a program of Node or Deno does not end, which neither a promise nor a worker prevents. */
export async function hold<T>(work: () => Promise<T>): Promise<T> {
  if (!hasNodeModules) return work();
  if (held++ === 0) timer = setInterval(() => {}, LONGEST);
  try {
    return await work();
  } finally {
    if (--held === 0) clearInterval(timer);
  }
}
