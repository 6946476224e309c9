// A simulated smart cube: a GoCube behind the browser's interface to Bluetooth, so that the driver of cubing.js runs as with a real one.
import type { Page } from "@playwright/test";
import { advance } from "./timer";

/** The numbers of the quarter turns in the messages of a GoCube. */
const CODES = ["B", "B'", "F", "F'", "U", "U'", "D", "D'", "R", "R'", "L", "L'"];

/** Puts a cube within reach of a page that is not loaded yet. */
export async function provideCube(page: Page, name = "GoCube_simulated"): Promise<void> {
  await page.addInitScript((name) => {
    const state = new EventTarget() as EventTarget & { value: DataView; startNotifications: () => Promise<void> };
    state.startNotifications = () => Promise.resolve();
    const server = {
      device: { name },
      disconnect: () => Object.assign(window, { isCubeGone: true }),
      getPrimaryService: () => Promise.resolve({ getCharacteristic: () => Promise.resolve(state) }),
    };
    const device = { name, gatt: { connect: () => Promise.resolve(server) } };
    const requestDevice = () => {
      const { refusesCube } = window as unknown as { refusesCube?: boolean };
      return refusesCube === true ? Promise.reject(new DOMException("User cancelled", "NotFoundError")) : Promise.resolve(device);
    };
    Object.defineProperty(navigator, "bluetooth", { value: { requestDevice }, configurable: true });
    const sendTurn = (code: number) => {
      state.value = new DataView(new Uint8Array([42, 6, 1, code, 0, 0, 13, 10]).buffer);
      state.dispatchEvent(new Event("characteristicvaluechanged"));
    };
    Object.assign(window, { sendTurn });
  }, name);
}

/** Turns the cube: a half turn is two quarter turns. After each move the clock, if it is stopped, goes on. */
export async function turn(page: Page, moves: string, milliseconds = 0): Promise<void> {
  for (const move of moves.split(" ")) {
    const quarter = move.replace("2", "");
    const code = CODES.indexOf(quarter);
    for (let count = move.includes("2") ? 2 : 1; count > 0; count--) {
      await page.evaluate((code) => (window as unknown as { sendTurn: (code: number) => void }).sendTurn(code), code);
    }
    if (milliseconds > 0) await advance(page, milliseconds);
  }
}

/** Returns the inverse of moves of faces. */
export const inverseOf = (moves: string): string =>
  moves
    .split(" ")
    .reverse()
    .map((move) => (move.endsWith("2") ? move : move.endsWith("'") ? move.slice(0, -1) : `${move}'`))
    .join(" ");
