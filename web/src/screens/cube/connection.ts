// The connection to a smart cube over Bluetooth, by the drivers of cubing.js, which are loaded when a cube is connected.

import { solvedTest } from "./state_of_cube";

/** A cube that tells its turns. */
export interface SmartCube {
  name: string;
  /** Calls `listener` for each turn by a quarter, such as `R` or `U'`, seen with white on top and green in front. */
  listen: (listener: (turn: string) => void) => void;
  /** Returns whether moves from a solved cube lead to a solved one, however it is held. */
  isSolvedAfter: (moves: string) => boolean;
  disconnect: () => void;
}

/** Why there is no cube: nothing was chosen, or what the browser says. */
export class ConnectionError extends Error {
  constructor(
    readonly kind: "nothing-chosen" | "failed",
    message: string,
  ) {
    super(message);
  }
}

/** Returns whether the browser lets pages use Bluetooth. */
export const hasBluetooth = (): boolean => "bluetooth" in navigator;

/** Lets the user choose a cube, and connects it. Throws a `ConnectionError`. */
export async function connect(): Promise<SmartCube> {
  try {
    const [{ connectSmartPuzzle }, isSolvedAfter] = await Promise.all([import("cubing/bluetooth"), solvedTest()]);
    const puzzle = await connectSmartPuzzle();
    return {
      name: puzzle.name() ?? "",
      listen: (listener) => puzzle.addAlgLeafListener(({ latestAlgLeaf }) => listener(latestAlgLeaf.toString())),
      isSolvedAfter,
      disconnect: () => puzzle.disconnect(),
    };
  } catch (error) {
    const isNothing = error instanceof DOMException && error.name === "NotFoundError";
    throw new ConnectionError(isNothing ? "nothing-chosen" : "failed", error instanceof Error ? error.message : String(error));
  }
}
