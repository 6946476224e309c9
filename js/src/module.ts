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
  answer(): void;
  fill(): void;
  open(): void;
}

const KINDS = ["progress", "row", "document", "table", "error", "panic"] as const;

export class Module {
  private readonly exports: Exports;
  private sink: (event: Event) => void = () => {};
  private panic = "";

  /** Creates an instance. `isCancelled` is called often during a call, and ends it by returning true. */
  constructor(compiled: WebAssembly.Module, isCancelled: () => boolean) {
    const host = {
      now: () => performance.now(),
      is_cancelled: () => (isCancelled() ? 1 : 0),
      receive: (kind: number, address: number, length: number) => this.receive(KINDS[kind]!, address >>> 0, length >>> 0),
    };
    this.exports = new WebAssembly.Instance(compiled, { host }).exports as unknown as Exports;
  }

  /** The memory of the module, in bytes. It never shrinks. */
  get bytes(): number {
    return this.exports.memory.buffer.byteLength;
  }

  /** Answers a request: JSON with `operation` and the members of the request. */
  answer(request: string, sink: (event: Event) => void): void {
    this.call("answer", new TextEncoder().encode(request), sink);
  }

  /** Fills the table of this name. The event has the bytes of its file. */
  fill(name: string, sink: (event: Event) => void): void {
    this.call("fill", new TextEncoder().encode(name), sink);
  }

  /** Opens the table in the bytes of its file. The document is its name. */
  open(image: Uint8Array, sink: (event: Event) => void): void {
    this.call("open", image, sink);
  }

  private call(name: "answer" | "fill" | "open", input: Uint8Array, sink: (event: Event) => void): void {
    this.sink = sink;
    try {
      const address = this.exports.reserve(input.length) >>> 0;
      new Uint8Array(this.exports.memory.buffer, address, input.length).set(input);
      this.exports[name]();
    } catch (error) {
      const detail = this.panic || (error instanceof Error ? error.message : String(error));
      throw new Error(`the module failed: ${detail}`, { cause: error });
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
