/** Shows moments one after another and then rests at the last. */
import type { Beat, Scene } from "./scenes";

export class Playing {
  scene: Scene = $state.raw()!;
  /** The moment that is shown right now; null at rest. */
  beat: Beat | null = $state.raw(null);
  /** What was shown last, for the marks that stay. */
  beats: readonly Beat[] = $state.raw([]);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #final: Scene;

  constructor(scene: Scene) {
    this.scene = scene;
    this.#final = scene;
  }

  start(beats: readonly Beat[], final: Scene, isCalm: boolean): void {
    clearTimeout(this.#timer);
    this.beats = beats;
    this.#final = final;
    if (isCalm || !beats.length) this.finish();
    else this.#show(0);
  }

  finish(): void {
    clearTimeout(this.#timer);
    this.beat = null;
    this.scene = this.#final;
  }

  #show(at: number): void {
    const beat = this.beats[at];
    if (!beat) return this.finish();
    this.beat = beat;
    this.scene = beat.scene;
    this.#timer = setTimeout(() => this.#show(at + 1), beat.ms);
  }
}
