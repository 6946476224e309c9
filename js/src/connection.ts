// A worker and the queue of its work: one command at a time, each of which can be ended.
import type { Cancellation, Command, NotKept, Report } from "./messages.js";
import { canSuspend, type Event } from "./module.js";
import { spawn, type Spawned } from "./spawn.js";

/** A piece of work. */
export interface Work {
  command: (id: number, cancellation: Cancellation) => Command;
  /** Receives the events. What it throws is the outcome of the work. */
  sink: (event: Event) => void;
  /** Receives why a table is not kept. */
  notKept?: (reason: NotKept) => void;
  signal?: AbortSignal | undefined;
  transfer?: ArrayBuffer[];
  /** Whether it goes before all work that waits. */
  isNext?: boolean;
}

interface Job extends Work {
  id: number;
  cancel: () => void;
  failure: unknown;
  resolve: (bytes: number) => void;
  reject: (reason: unknown) => void;
}

/** Whether workers can see a change of memory that the page makes. */
const hasSharedMemory = typeof SharedArrayBuffer !== "undefined" && (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated !== false;

/** The time after which a worker is ended that does not end its call, in milliseconds. */
const PATIENCE = 5000;

/** Creates a way to end a call, the function that does so, and the one to call at its end. `send` sends the worker a message about it. */
function cancellation(send: () => void): [Cancellation, () => void, () => void] {
  if (hasSharedMemory) {
    const flag = new SharedArrayBuffer(4);
    return [{ flag }, () => Atomics.store(new Int32Array(flag), 0, 1), () => {}];
  }
  if (canSuspend) return [{ isMessage: true }, send, () => {}];
  // Browsers log the request by which the worker finds that its address is gone.
  const address = URL.createObjectURL(new Blob([]));
  const revoke = () => URL.revokeObjectURL(address);
  return [{ address }, revoke, revoke];
}

export class Connection {
  private worker: Promise<Spawned> | null = null;
  private queue: Job[] = [];
  private running: Job | null = null;
  private release = () => {};
  private isClosed = false;
  private lastId = 0;

  /** `onRestart` is called when a worker failed; the next work starts another one. */
  constructor(
    private readonly compiled: Promise<WebAssembly.Module>,
    private readonly onRestart: () => void = () => {},
  ) {}

  /** Queues work, and returns the memory of the module in bytes once it is done. */
  run(work: Work): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) return reject(new Error("the client is closed"));
      if (work.signal?.aborted) return reject(work.signal.reason as Error);
      const job: Job = { ...work, id: ++this.lastId, cancel: () => {}, failure: null, resolve, reject };
      work.signal?.addEventListener("abort", () => this.abandon(job), { once: true });
      if (work.isNext) this.queue.unshift(job);
      else this.queue.push(job);
      void this.next();
    });
  }

  /** Ends all work and the worker. */
  close(): void {
    this.isClosed = true;
    this.fail(new Error("the client is closed"));
    for (const job of this.queue.splice(0)) job.reject(new Error("the client is closed"));
  }

  private abandon(job: Job): void {
    const reason: unknown = job.signal?.reason;
    if (job === this.running) {
      job.failure = reason;
      job.cancel();
      // A worker that may not read addresses does not notice.
      if (!hasSharedMemory) setTimeout(() => job === this.running && this.fail(reason), PATIENCE);
    } else {
      this.queue = this.queue.filter((other) => other !== job);
    }
    job.reject(reason);
  }

  private async next(): Promise<void> {
    if (this.running !== null) return;
    const job = this.queue.shift();
    if (job === undefined) return;
    this.running = job;
    const [end, cancel, release] = cancellation(() => void this.worker?.then((worker) => worker.post({ type: "cancel", id: job.id })));
    this.release = release;
    job.cancel = cancel;
    try {
      this.worker ??= this.start();
      const worker = await this.worker;
      worker.post(job.command(job.id, end), job.transfer);
    } catch (error) {
      this.fail(error);
    }
  }

  private async start(): Promise<Spawned> {
    const module = await this.compiled;
    const worker = await spawn(
      (report) => this.receive(report),
      (reason) => this.fail(new Error(reason)),
    );
    worker.post({ type: "start", module });
    return worker;
  }

  private receive(report: Report): void {
    const job = this.running;
    if (job === null || report.id !== job.id) return;
    if ("notKept" in report) job.notKept?.(report.notKept);
    else if ("failed" in report) this.fail(new Error(report.failed));
    else if ("event" in report) {
      if (job.failure !== null) return;
      try {
        job.sink(report.event);
      } catch (error) {
        job.failure = error;
      }
    } else {
      this.release();
      this.running = null;
      if (job.failure === null) job.resolve(report.bytes);
      else job.reject(job.failure);
      void this.next();
    }
  }

  /** Ends the worker, which cannot be used any more, and goes on with another one. */
  private fail(error: unknown): void {
    void this.worker?.then((worker) => worker.terminate()).catch(() => {});
    this.worker = null;
    this.release();
    const job = this.running;
    this.running = null;
    job?.reject(error);
    if (!this.isClosed) {
      this.onRestart();
      void this.next();
    }
  }
}
