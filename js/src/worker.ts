// A worker: one instance of the module, which answers one command after the other.
import { hasNodeModules, nodeModule } from "./host.js";
import type { Cancellation, Command, Report } from "./messages.js";
import { canSuspend, type Event, Module } from "./module.js";
import * as store from "./store.js";

/** The time between two looks at the address of a cancellation, in milliseconds: each takes about one. */
const INTERVAL = 15;

interface Port {
  post(report: Report, transfer?: ArrayBuffer[]): void;
  listen(receive: (command: Command) => void): void;
}

async function port(): Promise<Port> {
  if (hasNodeModules) {
    const { parentPort } = await nodeModule<typeof import("node:worker_threads")>("worker_threads");
    if (parentPort !== null) {
      return {
        post: (report, transfer = []) => parentPort.postMessage(report, transfer),
        listen: (receive) => void parentPort.on("message", receive),
      };
    }
  }
  const scope = self as unknown as { postMessage(report: Report, transfer: ArrayBuffer[]): void; onmessage: unknown };
  return {
    post: (report, transfer = []) => scope.postMessage(report, transfer),
    listen: (receive) => (scope.onmessage = (event: MessageEvent<Command>) => receive(event.data)),
  };
}

let cancellation: Cancellation = { address: "" };
let looked = 0;
/** Whether the command that runs is known to be ended. The module asks until it has returned. */
let isEnded = false;
/** The command that was ended last by a message. */
let ended = 0;

/** Returns whether the client has ended the call that runs. A page without shared memory sends a message or revokes an address. */
function isCancelled(): boolean | Promise<boolean> {
  if (isEnded) return true;
  if ("flag" in cancellation) return Atomics.load(new Int32Array(cancellation.flag), 0) !== 0;
  const now = performance.now();
  if (now - looked < INTERVAL) return false;
  looked = now;
  if ("isMessage" in cancellation) return messages().then(() => isEnded);
  if (isReadable(cancellation.address)) return false;
  const known = URL.createObjectURL(new Blob([]));
  isEnded = isReadable(known);
  URL.revokeObjectURL(known);
  // A content security policy may forbid all such addresses, which does not end a call.
  if (!isEnded) looked = Infinity;
  return isEnded;
}

const turn = new MessageChannel();

/** Lets the worker receive the messages that wait. */
function messages(): Promise<void> {
  return new Promise((resolve) => {
    turn.port1.onmessage = () => resolve();
    turn.port2.postMessage(null);
  });
}

function isReadable(address: string): boolean {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.send();
    return true;
  } catch {
    return false;
  }
}

/** Runs a call of the module, whose only event is an image or a name. Returns it, or the reason why there is none. */
async function single(call: (sink: (event: Event) => void) => void | Promise<void>): Promise<Event> {
  let last: Event | null = null;
  await call((event) => (last = event));
  return last!;
}

async function main(): Promise<void> {
  const { post, listen } = await port();
  let module: Module;

  /** Returns the image of a table: the stored one, or one that is filled and then stored. */
  const image = async (id: number, name: string, fills: boolean): Promise<Event | null> => {
    const known = await store.read(name);
    if (known !== null) return { type: "table", image: known };
    if (!fills) return null;
    const filled = await single((sink) => module.fill(name, sink));
    if (filled.type === "table") await keep(id, name, filled.image);
    return filled;
  };

  const keep = async (id: number, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    try {
      await store.write(name, bytes);
    } catch (error) {
      post({ id, notKept: store.notKept(error) });
    }
  };

  const open = async (id: number, name: string, fills: boolean): Promise<Event | null> => {
    const event = await image(id, name, fills);
    if (event?.type !== "table") return event;
    const opened = await single((sink) => module.open(event.image, sink));
    if (opened.type !== "error") return opened;
    // The stored file is damaged or of another version: the table is filled and stored again.
    await store.remove(name);
    return fills ? open(id, name, fills) : null;
  };

  const run = async (command: Exclude<Command, { type: "cancel" }>): Promise<void> => {
    if (command.type === "start") {
      module = new Module(command.module, isCancelled, canSuspend && !hasNodeModules);
      return;
    }
    const { id } = command;
    if ("cancellation" in command) cancellation = command.cancellation;
    looked = performance.now();
    isEnded = id === ended;
    try {
      switch (command.type) {
        case "answer":
          await module.answer(command.request, (event) => post({ id, event }));
          break;
        case "prepare":
          for (const name of command.names) {
            const event = await open(id, name, command.fills);
            if (event !== null) post({ id, event });
          }
          break;
        case "build": {
          const event = await store.alone(command.name, async () => image(id, command.name, true));
          if (event !== null) post({ id, event }, event.type === "table" ? [event.image.buffer] : []);
          break;
        }
        case "open":
          post({ id, event: await single((sink) => module.open(command.image, sink)) });
          break;
      }
      post({ id, done: true, bytes: module.bytes });
    } catch (error) {
      post({ id, failed: error instanceof Error ? error.message : String(error) });
    }
  };

  // Commands run in the order in which they arrive, though some wait for files.
  let last = Promise.resolve();
  let running = 0;
  listen((command) => {
    if (command.type === "cancel") {
      ended = command.id;
      isEnded ||= command.id === running;
      return;
    }
    last = last.then(() => {
      running = "id" in command ? command.id : 0;
      return run(command);
    });
  });
}

void main();
