/** Live values of the positions of a finished match: by workers of this page, or by the server where they cannot run. */
import { get, type Hint, type Study } from "../net/api";
import { bytesOf } from "./bytes";
import { merge, type Findings, type Ground } from "./engine";
import type { Order, Report } from "./worker";

const MOST_ITERATIONS = 200_000; // for a position, of each worker
const MOST_NODES = 1 << 18; // of a tree
const MOST_WORKERS = 4;

export class Analysis {
  findings = $state.raw<Findings | null>(null);
  isDone = $state(false);
  isOurs = $state(true); // searched here, not by the server
  #workers: Worker[] = [];
  #reports: (Findings | null)[] = [];
  #finished = new Set<number>();
  #study: Study | null = null;
  #id = 0;

  constructor(
    private readonly table: string,
    private readonly withKey: string, // of a private table, as the end of an address
  ) {}

  /** Fetch the match and the module, and start workers. */
  async open(): Promise<void> {
    this.#study = await get<Study>(`/tables/${this.table}/study?${this.withKey.slice(1)}`);
    const { module: address, sizes, settings, box } = this.#study;
    this.isOurs = address !== null && typeof WebAssembly === "object" && typeof Worker === "function";
    if (!this.isOurs) return;
    try {
      const module = await WebAssembly.compileStreaming(fetch(address!));
      const ground: Ground = { sizes: { ...sizes, num_nodes: Math.min(sizes.num_nodes, MOST_NODES) }, settings, box: bytesOf(box) };
      const count = Math.max(1, Math.min(MOST_WORKERS, (navigator.hardwareConcurrency || 2) - 1));
      this.#workers = Array.from({ length: count }, (_, number) => {
        const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
        worker.onmessage = (event: MessageEvent<Report>) => this.#take(number, event.data);
        worker.postMessage({ kind: "open", module, ground } satisfies Order);
        return worker;
      });
    } catch {
      this.isOurs = false; // the module did not come, or not whole
    }
  }

  /** Look at the position after so many moves, where a seat is to act; what was looked at before is forgotten. */
  look(moves: number, seat: number | null): void {
    this.stop();
    if (seat === null || !this.#study) return;
    const id = this.#id;
    if (!this.isOurs) {
      void this.#ask(moves, id);
      return;
    }
    const position = bytesOf(this.#study.positions[moves]);
    this.#workers.forEach((worker, number) =>
      worker.postMessage({ kind: "search", id, position, seat, seed: BigInt(moves * 64 + number), most: MOST_ITERATIONS } satisfies Order),
    );
  }

  /** Think no more. */
  stop(): void {
    this.#id++;
    this.findings = null;
    this.isDone = false;
    this.#finished.clear();
    this.#reports = this.#workers.map(() => null);
    for (const worker of this.#workers) worker.postMessage({ kind: "stop" } satisfies Order);
  }

  close(): void {
    for (const worker of this.#workers) worker.terminate();
    this.#workers = [];
    this.#study = null;
  }

  #take(number: number, report: Report): void {
    if (report.id !== this.#id) return;
    this.#reports[number] = report.findings;
    if (report.isDone) this.#finished.add(number);
    this.findings = merge(this.#reports.filter((one) => one !== null));
    this.isDone = this.#finished.size === this.#workers.length;
  }

  async #ask(moves: number, id: number): Promise<void> {
    try {
      const hint = await get<Hint>(`/tables/${this.table}/study/${moves}?${this.withKey.slice(1)}`);
      if (id !== this.#id) return;
      const chance = (value: number): number => (hint.is_exact ? (Math.sign(value) + 1) / 2 : value);
      const seated = (value: number): number[] => Object.assign([], { [hint.seat]: chance(value) });
      const choices = hint.choices.map(({ id: action, value, visits }) => ({ action, visits: visits ?? 0, values: seated(value) }));
      this.findings = { iterations: choices.reduce((sum, one) => sum + one.visits, 0), values: choices[0].values, choices, line: [hint.action] };
      this.isDone = true;
    } catch {
      // the server is busy or away: there are no values, and the page goes on
    }
  }
}
