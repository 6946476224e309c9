// Workers and the compiled module, in browsers, Node and Deno.
import { hasNodeModules, nodeModule } from "./host.js";
import type { Command, Report } from "./messages.js";
import { MODULE_BYTES } from "./operations.js";

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

/** The bytes of a file that are loaded, and all of them. */
export interface LoadProgress {
  done: number;
  total: number;
}

/** Loads and compiles the whole module. `onProgress` is called with the bytes that a browser has loaded. */
export async function compile(onProgress?: (loaded: LoadProgress) => void): Promise<WebAssembly.Module> {
  if (!WebAssembly.validate(VECTORS)) throw new Error("WebAssembly lacks vector instructions (SIMD) here; browsers have them since 2023");
  return load(home(), onProgress && ((done) => onProgress({ done, total: MODULE_BYTES })));
}

/** Loads and compiles the small module. */
export const compileSmall = (): Promise<WebAssembly.Module> => load(new URL("./cubiform-solve.wasm", import.meta.url));

async function load(address: URL, onProgress?: (done: number) => void): Promise<WebAssembly.Module> {
  if (hasNodeModules && address.protocol === "file:") {
    const { readFile } = await nodeModule<typeof import("node:fs/promises")>("fs/promises");
    return WebAssembly.compile(await readFile(address));
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`cannot load ${address.href}: HTTP ${answer.status}`);
  const response = onProgress === undefined ? answer : counted(answer, onProgress);
  const type = response.headers.get("content-type") ?? "";
  // Some hosts serve the file with another type, which streaming refuses.
  return type.startsWith("application/wasm") ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Returns a response that reports how many of its bytes are read. */
function counted(response: Response, onProgress: (done: number) => void): Response {
  let done = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, output) {
      output.enqueue(bytes);
      onProgress((done += bytes.length));
    },
  });
  return new Response(response.body!.pipeThrough(counter), { headers: response.headers });
}
