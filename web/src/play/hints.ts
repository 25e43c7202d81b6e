/** What a hint says: what to do, and what speaks for it. */
import type { GameClient } from "./contract";

/** A touch path in the words of the game's things: "red die, 4 → Level 3, 3 nuggets". */
export function namePath(client: GameClient, path: readonly string[], position: unknown): string {
  return path.map((thing, at) => client.nameThing(thing, position, path.slice(0, at)).replace(/\.$/, "")).join(" → ");
}
