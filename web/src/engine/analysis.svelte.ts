/** Live values of positions: by workers of this page, or by the server where they cannot run. */
import type { Ground as Told, Hint, OddsCurve } from "../net/api";
import { bytesOf } from "./bytes";
import { merge, type Findings, type Ground } from "./engine";
import { inOdds, isMeasured, type About } from "./odds";
import type { Order, Report } from "./worker";

const MOST_ITERATIONS = 200_000; // for a position, of each worker
const MOST_NODES = 1 << 18; // of a tree
const MOST_WORKERS = 8; // one for each core but that of the board
const TELL_MS = 200; // from one time that the page is drawn anew to the next, however many workers report

export class Analysis {
  findings = $state.raw<Findings | null>(null); // in odds
  about = $state<About>("guess"); // what these are
  isDone = $state(false);
  isOurs = $state(true); // searched here, not by the server
  #curve: OddsCurve | null = null;
  #sides: readonly number[] = [];
  #workers: Worker[] = [];
  #reports: (Findings | null)[] = [];
  #finished = new Set<number>();
  #told = -Infinity; // when, by the clock of the page
  #timer: ReturnType<typeof setTimeout> | undefined;
  #id = 0;
  #isClosed = false;

  /** Fetch the module and start workers; all positions to come are of this game, with these options. */
  async open({ module: address, sizes, settings, box, sides, curve }: Told): Promise<void> {
    this.#curve = curve;
    this.#sides = sides;
    this.isOurs = address !== null && typeof WebAssembly === "object" && typeof Worker === "function";
    if (!this.isOurs) return;
    try {
      const module = await WebAssembly.compileStreaming(fetch(address!));
      if (this.#isClosed) return;
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

  /** Look at a position, as a seat may know it; what was looked at before is forgotten. `ask` is for pages without an engine. */
  look(position: string, seat: number, seed: number, ask: () => Promise<Hint>): void {
    this.stop();
    const id = this.#id;
    if (!this.isOurs) {
      void this.#ask(ask, id);
      return;
    }
    const bytes = bytesOf(position);
    // No further than odds are measured: beyond that a search is bolder than its curve.
    const most = this.#curve?.is_measured ? this.#curve.iterations : MOST_ITERATIONS;
    this.#workers.forEach((worker, number) =>
      worker.postMessage({ kind: "search", id, position: bytes, seat, seed: BigInt(seed * 64 + number), most } satisfies Order),
    );
  }

  /** Think no more. */
  stop(): void {
    this.#id++;
    this.findings = null;
    this.about = "guess";
    this.isDone = false;
    this.#finished.clear();
    this.#told = -Infinity;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reports = this.#workers.map(() => null);
    for (const worker of this.#workers) worker.postMessage({ kind: "stop" } satisfies Order);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const worker of this.#workers) worker.terminate();
    this.#workers = [];
  }

  #take(number: number, report: Report): void {
    if (report.id !== this.#id) return;
    this.#reports[number] = report.findings;
    if (report.isDone) this.#finished.add(number);
    const wait = this.#told + TELL_MS - performance.now();
    if (wait <= 0 || this.#finished.size === this.#workers.length) this.#tell();
    else this.#timer ??= setTimeout(() => this.#tell(), wait);
  }

  /** Show what is known by now: the first findings at once, later ones of all workers together. */
  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#told = performance.now();
    const told = this.#reports.filter((one) => one !== null);
    this.findings = inOdds(merge(told), this.#sides, this.#curve);
    this.about = isMeasured(this.#curve, this.findings.actor, told.map(({ iterations }) => iterations)) ? "measured" : "guess";
    this.isDone = this.#finished.size === this.#workers.length;
  }

  async #ask(ask: () => Promise<Hint>, id: number): Promise<void> {
    try {
      const hint = await ask();
      if (id !== this.#id) return;
      const chance = (value: number): number => (hint.is_exact ? (Math.sign(value) + 1) / 2 : value);
      const seated = (value: number): number[] => Object.assign([], { [hint.seat]: chance(value) });
      const choices = hint.choices.map(({ id: action, value, visits }) => ({ action, visits: visits ?? 0, values: seated(value) }));
      this.findings = { iterations: choices.reduce((sum, one) => sum + one.visits, 0), actor: hint.seat, values: choices[0].values, choices, line: [hint.action] };
      this.about = hint.is_exact ? "exact" : hint.is_measured ? "measured" : "guess";
      this.isDone = true;
    } catch {
      // the server is busy or away: there are no values, and the page goes on
    }
  }
}
