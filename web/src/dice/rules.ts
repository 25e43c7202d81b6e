/** The rules of a match, by its game's WebAssembly module, to play it again with. */
import { bytesOf } from "../engine/bytes";
import { Engine } from "../engine/engine";
import type { Study } from "../net/api";
import type { Rules } from "./fair";

const NUM_NODES = 16; // of a tree that nobody grows

/** None where there is no module, or where it cannot run. */
export async function openRules({ module: address, sizes, settings, box }: Study): Promise<Rules | null> {
  if (address === null || typeof WebAssembly !== "object") return null;
  try {
    const module = await WebAssembly.compileStreaming(fetch(address));
    return new Engine(module, { sizes: { ...sizes, num_nodes: NUM_NODES }, settings, box: bytesOf(box) });
  } catch {
    return null; // it did not come, or not whole
  }
}
