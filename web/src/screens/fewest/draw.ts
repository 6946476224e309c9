// Scrambles as the WCA draws them for fewest moves.
import { api, ask } from "../../api/client";

/** Returns a new scramble. */
export async function drawScramble(signal: AbortSignal): Promise<string> {
  const [drawn] = await ask(api.GET("/v1/scramble", { params: { query: { count: 1, event: "333fm" } }, signal }));
  return drawn!.scramble;
}
