// Workers and the compiled module, in browsers, Node and Deno.
import { hasNodeModules, nodeModule } from "./host.js";
import type { Command, Report } from "./messages.js";

/** A worker of any of these hosts. */
export interface Spawned {
  post(command: Command, transfer?: ArrayBuffer[]): void;
  terminate(): void;
}

/** Starts a worker. `receive` has its reports, `fail` the reason if it ends by itself. */
export async function spawn(receive: (report: Report) => void, fail: (reason: string) => void): Promise<Spawned> {
  // Deno's own workers would never let a program end, but only they take scripts from the network.
  if (hasNodeModules && home().protocol === "file:") {
    const { Worker } = await nodeModule<typeof import("node:worker_threads")>("worker_threads");
    // Some options of the program, such as --input-type, would not let the worker start.
    const worker = new Worker(new URL("./worker.js", home()), { execArgv: [] });
    let isWanted = true;
    const failed = (reason: string) => {
      if (isWanted) fail(reason);
      isWanted = false;
    };
    worker.on("message", receive);
    worker.on("error", (error) => failed(error.message));
    worker.on("exit", (code) => failed(`the worker ended with code ${code}`));
    // A program ends when its own work is done, for which `hold` waits; tables that are made beside it do not hold it.
    worker.unref();
    return {
      post: (command, transfer = []) => worker.postMessage(command, transfer),
      terminate: () => {
        isWanted = false;
        void worker.terminate();
      },
    };
  }
  const worker = browserWorker();
  worker.onmessage = (event: MessageEvent<Report>) => receive(event.data);
  worker.onerror = (event) => fail(event.message || "the worker cannot be started");
  return {
    post: (command, transfer = []) => worker.postMessage(command, transfer),
    terminate: () => worker.terminate(),
  };
}

/** Returns an address in the package's folder, in a form that bundlers understand. */
const home = (): URL => new URL("./cubiform.wasm", import.meta.url);

/** Starts the worker's script. Browsers refuse a script of another origin, but not one that imports it. */
function browserWorker(): Worker {
  const base = home();
  if (typeof location !== "undefined" && /^https?:/.test(base.protocol) && base.origin !== location.origin) {
    // Written so that bundlers add no copy of the script.
    const script = new Blob([`import ${JSON.stringify(new URL("./worker.js", base).href)};`], { type: "text/javascript" });
    return new Worker(URL.createObjectURL(script), { type: "module" });
  }
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}

/** A module that uses one vector instruction, which is not valid where vectors are missing. */
const VECTORS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

/** Loads and compiles the module. */
export async function compile(): Promise<WebAssembly.Module> {
  if (!WebAssembly.validate(VECTORS)) throw new Error("WebAssembly lacks vector instructions (SIMD) here; browsers have them since 2023");
  return load(home());
}

/** Loads and compiles a module. */
export async function load(address: URL): Promise<WebAssembly.Module> {
  if (hasNodeModules && address.protocol === "file:") {
    const { readFile } = await nodeModule<typeof import("node:fs/promises")>("fs/promises");
    return WebAssembly.compile(await readFile(address));
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`cannot load ${address.href}: HTTP ${response.status}`);
  const type = response.headers.get("content-type") ?? "";
  // Some hosts serve the file with another type, which streaming refuses.
  return type.startsWith("application/wasm") ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
