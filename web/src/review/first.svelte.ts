/** The first look at a match by the WebAssembly module of its game; without a module there is none. */
import { bytesOf } from "../engine/bytes";
import type { Ground } from "../engine/engine";
import { get, type Study } from "../net/api";
import type { LookOrder, LookReport } from "./looker";
import type { Drawn } from "./report";
import { sketchOf, type Expected, type Looked } from "./sketch";

const ITERATIONS = 32; // as `reviews/valuing.py` has it for long matches, where there is a curve for so many
const MOST_NODES = 1 << 14; // of a tree
const MOST_WORKERS = 4;

export class FirstLook {
  drawn = $state.raw<Drawn | null>(null);
  #workers: Worker[] = [];
  #isClosed = false;

  /** Look at the match of a table; nothing is said of what goes wrong, since a review is on its way. */
  async open(table: string, query: string): Promise<void> {
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") return;
    try {
      const study = await get<Study>(`/tables/${table}/study?is_whole=true${query}`);
      if (!study.module || this.#isClosed) return;
      this.#start(study, await WebAssembly.compileStreaming(fetch(study.module)));
    } catch {
      this.close(); // the module did not come, or the server is busy
    }
  }

  /** Stop: the review is there, or the page is left. */
  close(): void {
    this.#isClosed = true;
    for (const worker of this.#workers) worker.terminate();
    this.#workers = [];
  }

  #start({ sizes, settings, box, sides, curve, positions }: Study, module: WebAssembly.Module): void {
    if (this.#isClosed) return;
    const ground: Ground = { sizes: { ...sizes, num_nodes: Math.min(sizes.num_nodes, MOST_NODES) }, settings, box: bytesOf(box) };
    const bytes = positions.map(bytesOf);
    const stride = Math.max(1, Math.min(MOST_WORKERS, (navigator.hardwareConcurrency || 2) - 1));
    const looked: Looked[] = [];
    const expected: Expected[] = [];
    this.#workers = Array.from({ length: stride }, (_, first) => {
      const worker = new Worker(new URL("./looker.ts", import.meta.url), { type: "module" });
      worker.onmessage = (event: MessageEvent<LookReport>) => {
        if (this.#isClosed) return;
        looked.push(...event.data.looked);
        expected.push(...event.data.expected);
        this.drawn = sketchOf(looked, expected, bytes.length);
      };
      worker.postMessage({ module, ground, sides, curve, iterations: ITERATIONS, positions: bytes, first, stride } satisfies LookOrder);
      return worker;
    });
  }
}
