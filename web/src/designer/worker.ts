/** Plays games in a thread of its own: each one of the variant and of the original, and tells what happened in both. */
import type { Tool } from "../net/api";
import { Player, type Played, type Table } from "./playing";

export interface Order {
  module: WebAssembly.Module;
  variant: Table;
  original: Table;
  tool: Tool;
  isHidden: boolean;
  seed: number;
  /** It plays the games `first`, `first + step`, ... below `most`. */
  first: number;
  step: number;
  most: number;
}

export interface Report {
  pairs: [Played, Played][];
  isDone: boolean;
  problem?: string;
}

const REPORT_MS = 120;

onmessage = ({ data: order }: MessageEvent<Order>) => {
  try {
    const variant = new Player(order.module, order.variant, order.tool, order.isHidden);
    const original = new Player(order.module, order.original, order.tool, order.isHidden);
    let pairs: Report["pairs"] = [];
    let told = performance.now();
    for (let game = order.first; game < order.most; game += order.step) {
      pairs.push([variant.play(order.seed, game), original.play(order.seed, game)]);
      if (performance.now() - told < REPORT_MS) continue;
      told = performance.now();
      postMessage({ pairs, isDone: false } satisfies Report);
      pairs = [];
    }
    postMessage({ pairs, isDone: true } satisfies Report);
  } catch (error) {
    postMessage({ pairs: [], isDone: true, problem: String(error) } satisfies Report);
  }
};
