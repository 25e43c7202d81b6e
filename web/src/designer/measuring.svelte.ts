/** What is measured of a draft in this page: games on both sides by workers, and figures that narrow as they come in. */
import { look, type Checked, type Tool } from "../net/api";
import { bytesOf } from "../engine/bytes";
import { Tally, type Figure } from "./figures";
import type { Options } from "./schema";
import type { Order, Report } from "./worker";
import type { Table } from "./playing";

const MOST_WORKERS = 4;
const NODES = 4096; // of the trees of short searches

function tableOf({ ground, state_bytes, to_act_at, first_at }: Checked): Table {
  const { sizes, settings, box } = ground!;
  return { ground: { sizes: { ...sizes, num_nodes: NODES }, settings, box: bytesOf(box) }, stateBytes: state_bytes, toActAt: to_act_at, firstAt: first_at };
}

export class Measuring {
  figures = $state.raw<readonly Figure[]>([]);
  games = $state(0);
  most = $state(0);
  isRunning = $state(false);
  isDone = $state(false);
  /** Nobody can measure here: the server has no module, or the browser cannot run one. */
  isBarred = $state(false);
  problem = $state("");
  tool = $state<Tool>("greedy");
  seats = $state(0);
  #workers: Worker[] = [];
  #ticket = 0;

  async start(game: string, options: Options, seats: number, tool: Tool, most: number, seed: number): Promise<void> {
    this.stop();
    const ticket = ++this.#ticket;
    Object.assign(this, { figures: [], games: 0, most, isRunning: true, isDone: false, problem: "", tool, seats });
    const ask = (wanted: Options): Promise<Checked> => look<Checked>(`/games/${game}/design/check`, { options: wanted, seats, has_ground: true });
    try {
      const [variant, original] = await Promise.all([ask(options), ask({})]);
      const fault = variant.faults[0] ?? original.faults[0];
      if (fault) throw new Error(`${fault.path}: ${fault.why}`);
      const address = variant.ground!.module;
      if (!address || typeof WebAssembly !== "object" || typeof Worker !== "function") {
        this.isBarred = true;
        this.isRunning = false;
        return;
      }
      const module = await WebAssembly.compileStreaming(fetch(address));
      if (ticket !== this.#ticket) return;
      const count = Math.max(1, Math.min(MOST_WORKERS, (navigator.hardwareConcurrency || 2) - 1));
      const tally = new Tally();
      let finished = 0;
      this.#workers = Array.from({ length: count }, (_, first) => {
        const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
        worker.onmessage = ({ data }: MessageEvent<Report>) => {
          for (const pair of data.pairs) tally.add(...pair);
          this.games = tally.games;
          this.figures = tally.figures();
          if (data.problem) this.problem = data.problem;
          if (data.isDone && ++finished === count) {
            this.isDone = !this.problem;
            this.#close();
          }
        };
        const order: Order = { module, variant: tableOf(variant), original: tableOf(original), tool, isHidden: variant.ground!.settings.is_hidden, seed, first, step: count, most };
        worker.postMessage(order);
        return worker;
      });
    } catch (error) {
      if (ticket !== this.#ticket) return;
      this.problem = (error as Error).message;
      this.isRunning = false;
    }
  }

  /** Enough: what is known by now stays. */
  stop(): void {
    this.#ticket++;
    this.#close();
  }

  #close(): void {
    for (const worker of this.#workers) worker.terminate();
    this.#workers = [];
    this.isRunning = false;
  }
}
