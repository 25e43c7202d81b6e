/** A draft as it is worked on: what is changed, back and forth, and what the rules say about it. */
import { look, Refusal, type Checked, type Design, type Fault } from "../net/api";
import { tellRefusal } from "../text/refusals";
import { at, changed, isSame, write, type Options, type Path } from "./schema";

const CHECK_MS = 180; // after the last change
const BUSY_MS = 900; // until a busy server is asked again
const MOST_STEPS = 200;

export class Drafting {
  /** What differs from the game as it is. */
  options: Options = $state.raw({});
  name = $state("");
  seats = $state(2);
  checked = $state.raw<Checked | null>(null);
  /** The last draft that could be played: what boards show meanwhile. */
  playable = $state.raw<Checked | null>(null);
  isChecking = $state(false);
  problem = $state("");
  /** What is changed at the moment: a slider that is dragged is one step back, not a hundred. */
  #holding = "";
  #past: Options[] = $state.raw([]);
  #future: Options[] = $state.raw([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(readonly design: Design) {
    this.seats = Math.max(design.fewest_seats, Math.min(2, design.most_seats));
  }

  readonly faults: readonly Fault[] = $derived(this.checked?.faults ?? []);
  readonly canUndo: boolean = $derived(this.#past.length > 0);
  readonly canRedo: boolean = $derived(this.#future.length > 0);
  readonly isPlayable: boolean = $derived(!!this.checked && !this.checked.faults.length && !this.isChecking);

  usual(name: string): unknown {
    return this.design.fields.find((field) => field.name === name)?.default;
  }

  /** What stands at a path now, changed or not. */
  get(path: Path): unknown {
    const [name, ...rest] = path as [string, ...(string | number)[]];
    return at(name in this.options ? this.options[name] : this.usual(name), rest);
  }

  /** Put something at a path. Changes of one place in a row are one step. */
  set(path: Path, value: unknown): void {
    const [name, ...rest] = path as [string, ...(string | number)[]];
    const whole = changed(this.get([name]), rest, value);
    const { [name]: _, ...others } = this.options;
    this.replace(whole === undefined || isSame(whole, this.usual(name)) ? others : { ...others, [name]: whole }, write(path));
  }

  /** Several options at once, as one step; those of one place in a row are one step too. */
  change(values: Options, place = ""): void {
    const options = { ...this.options, ...values };
    this.replace(Object.fromEntries(Object.entries(options).filter(([name, value]) => value !== undefined && !isSame(value, this.usual(name)))), place);
  }

  replace(options: Options, place = ""): void {
    if (isSame(options, this.options)) return;
    if (!place || place !== this.#holding) {
      this.#past = [...this.#past, this.options].slice(-MOST_STEPS);
      this.#future = [];
    }
    this.#holding = place;
    this.options = options;
    this.check();
  }

  /** What comes next is another step. */
  release(): void {
    this.#holding = "";
  }

  undo(): void {
    if (!this.canUndo) return;
    this.#future = [this.options, ...this.#future];
    this.options = this.#past.at(-1)!;
    this.#past = this.#past.slice(0, -1);
    this.#holding = "";
    this.check();
  }

  redo(): void {
    if (!this.canRedo) return;
    this.#past = [...this.#past, this.options];
    [this.options] = this.#future;
    this.#future = this.#future.slice(1);
    this.#holding = "";
    this.check();
  }

  /** Begin with other options; there is no way back behind them. */
  begin(options: Options, name = ""): void {
    this.options = options;
    this.name = name;
    this.#past = [];
    this.#future = [];
    this.#holding = "";
    this.check(0);
  }

  /** What is wrong at a place, and not deeper in it. */
  faultAt(path: Path): string {
    const place = write(path);
    return this.faults.find((fault) => fault.path === place)?.why ?? "";
  }

  /** Whether something is wrong at a place or in it. */
  isFaulty(path: Path): boolean {
    const place = write(path);
    return this.faults.some((fault) => fault.path === place || fault.path.startsWith(`${place}.`) || fault.path.startsWith(`${place}[`));
  }

  check(wait = CHECK_MS): void {
    clearTimeout(this.#timer);
    this.isChecking = true;
    this.#timer = setTimeout(() => void this.#ask(), wait);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#asked++;
  }

  async #ask(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const checked = await look<Checked>(`/games/${this.design.game}/design/check`, { options: this.options, seats: this.seats });
      if (asked !== this.#asked) return;
      this.checked = checked;
      if (!checked.faults.length) this.playable = checked;
      this.problem = "";
      this.isChecking = false;
    } catch (error) {
      if (asked !== this.#asked) return;
      const refusal = error as Refusal;
      if (refusal.code === "server/rate" || refusal.code === "game/preparing") this.check(BUSY_MS);
      else {
        this.problem = refusal.code === "offline" ? "offline" : tellRefusal(refusal);
        this.isChecking = false;
      }
    }
  }
}
