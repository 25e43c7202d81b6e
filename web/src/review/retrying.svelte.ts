/** Trying a decision again: what is offered, what was answered, and how good that is. The answer is told only afterwards. */
import { SvelteSet } from "svelte/reactivity";
import type { Action, Answer, Frame } from "../net/api";
import type { Touching } from "../play/touching.svelte";
import { betterOf, isAccepted, playedOf } from "./reading";
import type { Decision } from "./report";

export type Stage = "open" | "judging" | "same" | "wrong" | "right" | "shown";

/** What the server says about a decision that is tried again. */
export interface Asking {
  /** The position before it, as its seat saw it, with what it could do. */
  frame(decision: Decision): Promise<Frame>;
  judge(decision: Decision, action: Action): Promise<Answer>;
}

export class Retrying {
  decision: Decision | null = $state.raw(null);
  frame: Frame | null = $state.raw(null);
  stage: Stage = $state("open");
  tried: Action | null = $state.raw(null);
  loss = $state(0); // of what was tried, against the best
  /** Steps of the decisions that were found, or shown. */
  readonly seen = new SvelteSet<number>();
  readonly isDone = $derived(this.stage === "right" || this.stage === "shown");

  constructor(
    private readonly touching: Touching,
    private readonly asking: Asking,
  ) {}

  async begin(decision: Decision): Promise<void> {
    const frame = await this.asking.frame(decision);
    this.decision = decision;
    this.frame = frame;
    this.#offer("open");
  }

  /** Something was touched in answer. */
  async answer(action: Action): Promise<void> {
    const decision = this.decision;
    if (!decision || this.isDone || this.stage === "judging") return;
    this.tried = action;
    if (action.id === betterOf(decision)?.id) return this.#tell("right", 0);
    if (action.id === playedOf(decision)?.id) return this.#offer("same");
    this.stage = "judging";
    try {
      const found = await this.asking.judge(decision, action);
      if (this.decision !== decision) return;
      this.loss = found.loss;
      if (isAccepted(found)) this.#tell("right", found.loss);
      else this.#offer("wrong");
    } catch (refusal) {
      this.#offer("open");
      throw refusal;
    }
  }

  show(): void {
    this.tried = null;
    this.#tell("shown", 0);
  }

  end(): void {
    this.decision = null;
    this.frame = null;
    this.touching.offer([]);
  }

  #offer(stage: Stage): void {
    this.stage = stage;
    this.touching.offer(this.frame?.actions ?? []);
  }

  #tell(stage: Stage, loss: number): void {
    this.stage = stage;
    this.loss = loss;
    this.seen.add(this.decision!.at);
    this.touching.offer([]);
    this.touching.hinted = betterOf(this.decision!)?.path ?? [];
  }
}
