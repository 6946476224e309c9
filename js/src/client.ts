// A client: requests go to a worker that has the solvers, while another one fills the tables that make it faster.
import { Connection } from "./connection.js";
import { CubiformError, type Event } from "./module.js";
import type { NotKept } from "./messages.js";
import { hold } from "./host.js";
import { MODULE_BYTES, type Operation, OPERATIONS } from "./operations.js";
import { compile, compileSmall, type LoadProgress } from "./spawn.js";
import { notKept } from "./store.js";

export { CubiformError, type NotKept, OPERATIONS };

/** A request: its operation, and the members that the operation has in the OpenAPI document of the server. */
export interface Request {
  operation: Operation;
  [member: string]: unknown;
}

export interface AskOptions {
  /** Ends the work: the promise is then rejected with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Receives the rows of an analysis or a solve with `input`, in order. */
  onRow?: ((row: unknown) => void) | undefined;
  /** Receives the number of reviews that are done, and of all. */
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
}

/** The state of the tables. */
export interface Status {
  /** The tables in use. */
  open: readonly string[];
  /** The table that is being made, if any. */
  building: string | null;
  /** The memory of the solvers, in bytes. */
  bytes: number;
  /** Why tables are not kept for the next visit, if they are not. */
  notKept: NotKept | null;
  /** The bytes of the whole module that are loaded, with `quickStart` in a browser until all are. */
  loading: LoadProgress | null;
}

/**
 * The tables with which a client answers faster: `small` takes 76 MB when it is ready, `medium` 206 MB, `large` 388 MB. To
 * make them takes seconds, ten seconds, and half a minute (docs/decisions/0059-the-browser-alone.md).
 */
export type TableSet = "none" | "small" | "medium" | "large";

export interface ClientOptions {
  /** The tables to make beside the first ones; `small` unless the user agrees to more. */
  tables?: TableSet;
  /**
   * Whether the small module, a fifth of the size, is loaded first and answers what it can until the whole one is there:
   * random-state scrambles, and the stage `cross` of the goal `std`. On a slow line that is seconds earlier.
   */
  quickStart?: boolean;
  /** Receives each change of the tables. */
  onStatus?: (status: Status) => void;
}

/** The operations that the small module has for some requests. */
const EARLY: ReadonlySet<Operation> = new Set(["analyze", "scramble"]);

/** The tables that the first analysis waits for: cross and XCross need no others. */
export const FIRST = ["cross", "cross-slot"] as const;

/** The tables of each set beside the first ones: sets of `SETS_FOR_MEMORY` in the table catalogue, or the small profile. */
export const SETS: Record<TableSet, readonly string[]> = {
  none: [],
  small: ["cross-three-edges"],
  medium: ["block-223"],
  large: ["block-223", "cross-slot-edges"],
};

export class Client {
  /** The small module, until the whole one is loaded. */
  private small: Connection | null = null;
  /** The requests that the small module answers. */
  private readonly early = new Set<Promise<unknown>>();
  private readonly compiled: Promise<WebAssembly.Module>;
  private readonly solver: Connection;
  private readonly quick: Connection;
  private builder: Connection | null = null;
  private set: TableSet;
  private isPrepared = false;
  private preparation: Promise<void> | null = null;
  private readonly state: { -readonly [Member in keyof Status]: Status[Member] } = {
    open: [],
    building: null,
    bytes: 0,
    notKept: null,
    loading: null,
  };

  constructor(private readonly options: ClientOptions = {}) {
    this.set = options.tables ?? "small";
    this.compiled = options.quickStart ? this.compileAfterSmall() : compile();
    this.solver = new Connection(this.compiled, () => this.restarted());
    this.quick = new Connection(this.compiled);
    // A failure is reported by the first request.
    this.compiled.catch(() => {});
  }

  get status(): Status {
    return { ...this.state, open: [...this.state.open] };
  }

  /** Is resolved once the whole module is loaded, or cannot be. */
  get ready(): Promise<void> {
    return this.compiled.then(
      () => {},
      () => {},
    );
  }

  /** Loads the small module, and then the whole one, which gets all later requests. */
  private async compileAfterSmall(): Promise<WebAssembly.Module> {
    const small = compileSmall();
    this.change({ loading: { done: 0, total: MODULE_BYTES } });
    const connection = new Connection(small);
    this.small = connection;
    await small.catch(() => {});
    try {
      return await compile((loading) => this.change({ loading }));
    } finally {
      this.change({ loading: null });
      this.small = null;
      void Promise.allSettled(this.early).then(() => connection.close());
    }
  }

  /** Answers a request with the document of the server, or undefined after the rows of a batch. */
  ask(request: Request, options: AskOptions = {}): Promise<unknown> {
    return hold(() => this.answer(request, options));
  }

  private async answer(request: Request, options: AskOptions): Promise<unknown> {
    const { signal } = options;
    signal?.throwIfAborted();
    const seeded = withSeed(request);
    const early = await this.answerEarly(seeded, signal);
    if (early !== null) return JSON.parse(early);
    // A program without types may name no operation, which the module refuses.
    const { isQuick, usesGoalTables } = OPERATIONS[request.operation] ?? {};
    if (usesGoalTables && !this.isPrepared) await unlessAborted(this.first(), signal);
    let document = "";
    const connection = isQuick ? this.quick : this.solver;
    const text = JSON.stringify(seeded);
    const bytes = await connection.run({
      command: (id, cancellation) => ({ type: "answer", id, request: text, cancellation }),
      sink: (event) => {
        if (event.type === "row") options.onRow?.(JSON.parse(event.json));
        else if (event.type === "progress") options.onProgress?.(JSON.parse(event.json) as { done: number; total: number });
        else if (event.type === "document") document = event.json;
        else throw errorOf(event);
      },
      signal,
    });
    if (!isQuick) this.change({ bytes });
    if (usesGoalTables) void this.build();
    return document === "" ? undefined : JSON.parse(document);
  }

  /** Returns the answer of the small module, or null if it has none: the whole one then answers, or says what is wrong. */
  private async answerEarly(request: Request, signal?: AbortSignal): Promise<string | null> {
    if (this.small === null || !EARLY.has(request.operation)) return null;
    let document: string | null = null;
    const work = this.small.run({
      command: (id, cancellation) => ({ type: "answer", id, request: JSON.stringify(request), cancellation }),
      sink: (event) => {
        if (event.type === "document") document = event.json;
      },
      signal,
    });
    this.early.add(work);
    try {
      await work;
    } catch {
      signal?.throwIfAborted();
    } finally {
      this.early.delete(work);
    }
    return document;
  }

  /** Changes the tables to make. Those that are open stay so. */
  useTables(set: TableSet): void {
    this.set = set;
    if (this.isPrepared) void this.build();
  }

  /** Ends all work and frees the memory. */
  close(): void {
    for (const connection of [this.small, this.solver, this.quick, this.builder]) connection?.close();
  }

  private change(change: Partial<Status>): void {
    Object.assign(this.state, change);
    this.options.onStatus?.(this.status);
  }

  private opened(event: Event): void {
    if (event.type !== "document") throw errorOf(event);
    const name = JSON.parse(event.json) as string;
    if (!this.state.open.includes(name)) this.change({ open: [...this.state.open, name] });
  }

  /** Opens or makes the first tables, once for all requests that wait for them. They are of use after a request that is given up. */
  private first(): Promise<void> {
    this.preparation ??= this.prepare(FIRST, true).finally(() => (this.preparation = null));
    return this.preparation;
  }

  /** Opens stored tables, and with `fills` makes those that are not there. */
  private async prepare(names: readonly string[], fills: boolean): Promise<void> {
    const bytes = await this.solver.run({
      command: (id, cancellation) => ({ type: "prepare", id, names, fills, cancellation }),
      sink: (event) => this.opened(event),
      notKept: (notKept) => this.change({ notKept }),
      isNext: true,
    });
    this.isPrepared ||= fills;
    this.change({ bytes });
  }

  /** The solvers lost their tables with their worker. */
  private restarted(): void {
    this.isPrepared = false;
    this.change({ open: [], bytes: 0 });
  }

  /** Opens or makes the tables of the set, one after the other, beside the answers. */
  private async build(): Promise<void> {
    if (this.builder !== null) return;
    const missing = () => SETS[this.set].find((name) => !this.state.open.includes(name));
    const first = missing();
    if (first === undefined) return;
    const builder = new Connection(this.compiled);
    this.builder = builder;
    try {
      await this.prepare(SETS[this.set], false);
      for (let name = missing(); name !== undefined; name = missing()) {
        this.change({ building: name });
        await this.buildOne(builder, name);
      }
    } catch (error) {
      // Answers only take longer without the table. The next analysis tries again.
      this.change({ notKept: notKept(error) });
    } finally {
      builder.close();
      this.builder = null;
      this.change({ building: null });
    }
  }

  private async buildOne(builder: Connection, name: string): Promise<void> {
    let image: Uint8Array<ArrayBuffer> | null = null;
    await builder.run({
      command: (id, cancellation) => ({ type: "build", id, name, cancellation }),
      sink: (event) => {
        if (event.type !== "table") throw errorOf(event);
        image = event.image;
      },
      notKept: (notKept) => this.change({ notKept }),
    });
    const table = image! as Uint8Array<ArrayBuffer>;
    const bytes = await this.solver.run({
      command: (id) => ({ type: "open", id, image: table }),
      transfer: [table.buffer],
      sink: (event) => this.opened(event),
      isNext: true,
    });
    this.change({ bytes });
  }
}

/** Waits for work that goes on when a signal ends the waiting. */
function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Gives scrambles a seed: the module has no source of chance. Up to 2^53, so that every reader of JSON keeps it. */
function withSeed(request: Request): Request {
  if (request.operation !== "scramble" || request["seed"] !== undefined) return request;
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return { ...request, seed: (high! & 0x1fffff) * 2 ** 32 + low! };
}

function errorOf(event: Event): Error {
  if (event.type === "error") return new CubiformError(event.problem);
  return new Error(`an event of type ${event.type} was not expected`);
}
