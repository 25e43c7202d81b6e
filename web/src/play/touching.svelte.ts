/**
 * The one controller of all games. Every legal action is a path of things to touch; this keeps the part of the path
 * that was touched so far and says what can be touched next. Boards only draw things and pass touches on.
 */
import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { Action } from "../net/api";

export type Light = "dark" | "lit" | "taken";

export class Touching {
  /** What the seat may do now; empty when it is not ours to act. */
  choices: readonly Action[] = $state.raw([]);
  /** What was touched so far. */
  taken: readonly string[] = $state.raw([]);
  /** What a finger stayed on: it asks about it, and does not touch it. Told until the next touch. */
  held: string | null = $state(null);
  /** The path of a hint, which lights up on the board; empty when none was asked for. */
  hinted: readonly string[] = $state.raw([]);
  /** How often each thing is drawn; what is drawn nowhere gets a button in the tray. */
  readonly drawn = new SvelteMap<string, number>();

  /** Choices that begin with what was touched. */
  readonly open: readonly Action[] = $derived(this.from(this.taken));
  /** Things that can be touched next, in the order of the choices. */
  readonly next: readonly string[] = $derived([
    ...new Set(this.open.flatMap((choice) => choice.path[this.taken.length] ?? [])),
  ]);
  /** The choice that is complete though longer ones begin with it too: it needs a confirming touch. */
  readonly complete: Action | null = $derived(
    this.taken.length ? (this.open.find((choice) => choice.path.length === this.taken.length) ?? null) : null,
  );

  readonly #lit = $derived(new Set(this.next));
  #hovered: string | null = $state(null);
  #act: (choice: Action) => void;
  #barred: ((thing: string) => void) | undefined;

  /** `barred` hears of touches on things that mean nothing now, to say why. */
  constructor(act: (choice: Action) => void, barred?: (thing: string) => void) {
    this.#act = act;
    this.#barred = barred;
  }

  /** The thing under the pointer or the focus, or held by a finger, for boards that preview where it leads. */
  get pointed(): string | null {
    return this.#hovered ?? this.held;
  }
  set pointed(thing: string | null) {
    this.#hovered = thing;
  }

  /** New choices; what was half made starts anew. */
  offer(choices: readonly Action[]): void {
    this.choices = choices;
    this.taken = [];
    this.pointed = this.held = null;
    this.hinted = [];
  }

  light(thing: string): Light {
    if (this.taken.includes(thing) && !this.#lit.has(thing)) return "taken";
    return this.#lit.has(thing) ? "lit" : "dark";
  }

  /** Where a touch on the thing would lead: the choices that go on with it. Boards use it for previews. */
  ahead(thing: string): readonly Action[] {
    return this.open.filter((choice) => choice.path[this.taken.length] === thing);
  }

  /** Touch a thing. Says whether that meant anything; if not, and one may ask, why not is told elsewhere. */
  touch(thing: string, mayAsk = true): boolean {
    if (this.#lit.has(thing)) {
      this.#take([...this.taken, thing]);
      return true;
    }
    const at = this.taken.lastIndexOf(thing);
    if (at >= 0) {
      this.taken = this.taken.slice(0, at); // touched again: put back
      return true;
    }
    // Another thing that could have been touched instead of a taken one, the latest first.
    for (let length = this.taken.length - 1; length >= 0; length--) {
      const path = [...this.taken.slice(0, length), thing];
      if (this.from(path).length) {
        this.#take(path);
        return true;
      }
    }
    if (mayAsk && this.choices.length) this.#barred?.(thing);
    return false;
  }

  /** Do what is complete though more could follow. */
  confirm(): void {
    if (this.complete) this.#finish(this.complete);
  }

  /** One touch back. Says whether there was one. */
  back(): boolean {
    if (!this.taken.length) return false;
    this.taken = this.taken.slice(0, -1);
    return true;
  }

  /** All touches back. */
  cancel(): void {
    this.taken = [];
  }

  /** A board draws the thing; call what is returned when it no longer does. */
  draw(thing: string): () => void {
    // Called in effects, which must not run again because other things come and go.
    this.drawn.set(thing, untrack(() => this.drawn.get(thing) ?? 0) + 1);
    return () => {
      const left = untrack(() => this.drawn.get(thing) ?? 1) - 1;
      if (left) this.drawn.set(thing, left);
      else this.drawn.delete(thing);
    };
  }

  private from(path: readonly string[]): readonly Action[] {
    return this.choices.filter((choice) => path.every((thing, at) => choice.path[at] === thing));
  }

  #take(path: readonly string[]): void {
    const open = this.from(path);
    if (open.length === 1 && open[0].path.length === path.length) this.#finish(open[0]);
    else this.taken = path;
  }

  #finish(choice: Action): void {
    this.taken = choice.path; // stays marked until the answer comes
    this.#act(choice);
  }
}
