// The host in which the package runs.

/** Whether it has Node's modules: Node and Deno. */
export const hasNodeModules = typeof process !== "undefined" && process.versions?.node !== undefined;
