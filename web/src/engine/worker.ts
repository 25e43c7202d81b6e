/** Searches in a thread of its own, in slices, so that it hears when the position changes and the board never waits. */
import { Engine, type Findings, type Ground } from "./engine";

export type Order =
  | { kind: "open"; module: WebAssembly.Module; ground: Ground }
  | { kind: "search"; id: number; position: Uint8Array; seat: number; seed: bigint; most: number }
  | { kind: "stop" };
export interface Report {
  id: number;
  findings: Findings;
  isDone: boolean;
}

const SLICE_MS = 12;
const REPORT_MS = 80;
const FIRST_SLICE = 16; // iterations

let engine: Engine | null = null;
let current = 0; // the search that is wanted

/** Lets messages in between two slices. */
const channel = new MessageChannel();
const breathe = (): Promise<void> =>
  new Promise((done) => {
    channel.port1.onmessage = () => done();
    channel.port2.postMessage(null);
  });

async function search(order: Extract<Order, { kind: "search" }>): Promise<void> {
  if (!engine) return;
  current = order.id;
  engine.plant(order.position, order.seat, order.seed);
  let done = 0;
  let size = FIRST_SLICE;
  let reported = -Infinity;
  while (current === order.id && done < order.most) {
    const start = performance.now();
    size = Math.min(size, order.most - done);
    engine.grow(size);
    done += size;
    const now = performance.now();
    size = Math.max(1, Math.round((size * SLICE_MS) / Math.max(0.2, now - start)));
    const isDone = done >= order.most;
    if (isDone || now - reported >= REPORT_MS) {
      reported = now;
      postMessage({ id: order.id, findings: engine.find(), isDone } satisfies Report);
    }
    await breathe();
  }
}

onmessage = (event: MessageEvent<Order>) => {
  const order = event.data;
  if (order.kind === "open") engine = new Engine(order.module, order.ground);
  else if (order.kind === "search") void search(order);
  else current = 0;
};
