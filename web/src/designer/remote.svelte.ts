/** What the server measures of a stored version: asked for, looked at while it goes on, given up. */
import { get, send, type Measurement, type Refusal } from "../net/api";
import { tellRefusal } from "../text/refusals";
import { seen, type Figure } from "./figures";

const LOOK_MS = 1000; // the server writes down what it knows once a second

export class Remote {
  measurement = $state.raw<Measurement | null>(null);
  problem = $state("");
  isAsking = $state(false);
  readonly figures: readonly Figure[] = $derived(this.measurement ? seen(this.measurement.figures) : []);
  readonly isRunning: boolean = $derived(this.measurement?.state === "waiting" || this.measurement?.state === "playing");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ticket = 0;

  constructor(
    readonly variant: string,
    readonly onchanged: () => void,
  ) {}

  get #path(): string {
    return `/variants/${this.variant}/measurements/${this.measurement!.id}`;
  }

  /** Where the whole report is, when it is done. */
  report(language: string): string {
    return `/api${this.#path}/report?language=${language}`;
  }

  async start(version: number, player: string, seats: number, games: number): Promise<void> {
    this.problem = "";
    this.isAsking = true;
    try {
      this.follow(await send<Measurement>("POST", `/variants/${this.variant}/versions/${version}/measurements`, { player, seats, games }));
      this.onchanged();
    } catch (refusal) {
      this.problem = tellRefusal(refusal as Refusal);
    } finally {
      this.isAsking = false;
    }
  }

  /** Look at a measurement, again and again while it is not done. */
  follow(measurement: Measurement): void {
    this.measurement = measurement;
    this.close();
    if (this.isRunning) this.#timer = setTimeout(() => void this.#look(this.#ticket), LOOK_MS);
  }

  async #look(ticket: number): Promise<void> {
    try {
      const found = await get<Measurement>(this.#path);
      if (ticket !== this.#ticket) return;
      this.problem = "";
      this.follow(found);
      if (!this.isRunning) this.onchanged();
    } catch (error) {
      if (ticket !== this.#ticket) return;
      const refusal = error as Refusal;
      this.problem = tellRefusal(refusal);
      // Deleted elsewhere; else the server is away, and is asked again.
      if (refusal.code === "command/value") this.measurement = null;
      else this.#timer = setTimeout(() => void this.#look(ticket), LOOK_MS);
    }
  }

  /** Give it up, or delete what was found. */
  async drop(): Promise<void> {
    const path = this.#path;
    this.close();
    this.problem = "";
    try {
      await send("DELETE", path);
      this.measurement = null;
      this.onchanged();
    } catch (refusal) {
      this.problem = tellRefusal(refusal as Refusal);
    }
  }

  /** Look no more; the server goes on. */
  close(): void {
    this.#ticket++;
    clearTimeout(this.#timer);
  }
}
