// One instance of the WebAssembly module, which runs on the thread that calls it.

/** What is wrong with a request, or why it has no answer. */
export interface Problem {
  /** Whose fault it is: that of the request, none (there is no answer), a table's, the caller's who ended it, or ours. */
  kind: "usage" | "unanswerable" | "table" | "cancelled" | "internal";
  /** A stable short name, for programs and translations. */
  code: string;
  /** The error, its place, and how to mend it. */
  detail: string;
  hint?: string;
  /** The member of the request that is wrong. */
  parameter?: string;
  /** The place in the text of the parameter; lines and columns count from 1. */
  position?: { parameter: string; line: number; column: number };
  /** The parts of the message, such as the token that is no move. */
  values?: Record<string, unknown>;
}

/** An answer that is an error. */
export class CubiformError extends Error {
  override name = "CubiformError";
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** An event of a call. Rows and documents are JSON text. */
export type Event =
  | { type: "progress"; json: string }
  | { type: "row"; json: string }
  | { type: "document"; json: string }
  | { type: "table"; image: Uint8Array<ArrayBuffer> }
  | { type: "error"; problem: Problem };

interface Exports {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  answer(): void | Promise<void>;
  fill(): void | Promise<void>;
  open(): void | Promise<void>;
}

/** The part of WebAssembly by which a module waits for a promise (JavaScript Promise Integration), where the host has it. */
const Integration = WebAssembly as typeof WebAssembly & {
  Suspending?: new (imported: () => number | Promise<number>) => WebAssembly.ImportValue;
  promising?: (exported: () => void) => () => Promise<void>;
};

/** Whether modules can wait for promises here. */
export const canSuspend = Integration.Suspending !== undefined && Integration.promising !== undefined;

const KINDS = ["progress", "row", "document", "table", "error", "panic"] as const;

export class Module {
  private readonly exports: Exports;
  private sink: (event: Event) => void = () => {};
  private panic = "";

  /**
   * Creates an instance. `isCancelled` is called often during a call, and ends it by returning true. With `suspends` it may return a promise,
   * and the calls do so.
   */
  constructor(compiled: WebAssembly.Module, isCancelled: () => boolean | Promise<boolean>, suspends = false) {
    const ask = () => {
      const answer = isCancelled();
      return typeof answer === "boolean" ? Number(answer) : answer.then(Number);
    };
    const host = {
      now: () => performance.now(),
      is_cancelled: suspends ? new Integration.Suspending!(ask) : ask,
      receive: (kind: number, address: number, length: number) => this.receive(KINDS[kind]!, address >>> 0, length >>> 0),
    };
    const exports = new WebAssembly.Instance(compiled, { host }).exports as unknown as Exports;
    const { memory, reserve } = exports;
    // The small module only answers.
    const promised = (name: "answer" | "fill" | "open") => exports[name] && Integration.promising!(exports[name]);
    this.exports = suspends ? { memory, reserve, answer: promised("answer"), fill: promised("fill"), open: promised("open") } : exports;
  }

  /** The memory of the module, in bytes. It never shrinks. */
  get bytes(): number {
    return this.exports.memory.buffer.byteLength;
  }

  /** Answers a request: JSON with `operation` and the members of the request. */
  answer(request: string, sink: (event: Event) => void): void | Promise<void> {
    return this.call("answer", new TextEncoder().encode(request), sink);
  }

  /** Fills the table of this name. The event has the bytes of its file. */
  fill(name: string, sink: (event: Event) => void): void | Promise<void> {
    return this.call("fill", new TextEncoder().encode(name), sink);
  }

  /** Opens the table in the bytes of its file. The document is its name. */
  open(image: Uint8Array, sink: (event: Event) => void): void | Promise<void> {
    return this.call("open", image, sink);
  }

  private call(name: "answer" | "fill" | "open", input: Uint8Array, sink: (event: Event) => void): void | Promise<void> {
    this.sink = sink;
    const fail = (error: unknown): never => {
      const detail = this.panic || (error instanceof Error ? error.message : String(error));
      throw new Error(`the module failed: ${detail}`, { cause: error });
    };
    try {
      const address = this.exports.reserve(input.length) >>> 0;
      new Uint8Array(this.exports.memory.buffer, address, input.length).set(input);
      return this.exports[name]()?.catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  private receive(kind: (typeof KINDS)[number], address: number, length: number): void {
    const bytes = new Uint8Array(this.exports.memory.buffer, address, length);
    if (kind === "table") {
      this.sink({ type: kind, image: bytes.slice() });
      return;
    }
    const text = new TextDecoder().decode(bytes);
    if (kind === "panic") this.panic = text;
    else if (kind === "error") this.sink({ type: kind, problem: JSON.parse(text) as Problem });
    else this.sink({ type: kind, json: text });
  }
}
