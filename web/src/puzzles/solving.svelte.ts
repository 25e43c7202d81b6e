/** One puzzle: what is offered, what was answered, and the line that is shown for it. The answer is not told before. */
import type { Action, PackedAnswer, PuzzleFrame, PuzzleShown, PuzzleSolution, PuzzleTried } from "../net/api";
import type { Touching } from "../play/touching.svelte";

export type Stage = "open" | "judging" | "wrong" | "right" | "shown";

/** What comes of an answer, by the server or by what was kept of it. */
export type Judged = Omit<PackedAnswer, "action"> & Pick<PuzzleTried, "is_counted" | "change">;
export type Answer = Omit<PuzzleSolution, "standing">;

/** Who knows about puzzles. */
export interface Asking {
  attempt(puzzle: PuzzleShown, action: Action): Promise<Judged>;
  solution(puzzle: PuzzleShown): Promise<Answer>;
}

export class Solving {
  puzzle: PuzzleShown | null = $state.raw(null);
  stage: Stage = $state("open");
  tried: Judged | null = $state.raw(null);
  solution: Answer | null = $state.raw(null);
  /** What follows the answer; `at` is how far it is shown, 0: the position of the puzzle. */
  frames: readonly PuzzleFrame[] = $state.raw([]);
  at = $state(0);
  readonly isAnswered = $derived(this.stage !== "open" && this.stage !== "judging");
  readonly isDone = $derived(this.stage === "right" || this.stage === "shown");
  readonly isPlaying = $derived(this.at < this.frames.length);
  readonly view = $derived(this.at ? this.frames[this.at - 1].view : (this.puzzle?.view ?? null));
  readonly before = $derived(this.at ? (this.at > 1 ? this.frames[this.at - 2].view : this.puzzle!.view).position : null);

  constructor(
    private readonly touching: Touching,
    private readonly asking: Asking,
  ) {}

  begin(puzzle: PuzzleShown): void {
    this.puzzle = puzzle;
    this.#again();
  }

  async answer(action: Action): Promise<void> {
    const puzzle = this.puzzle;
    if (!puzzle || this.stage !== "open") return;
    this.stage = "judging";
    try {
      const tried = await this.asking.attempt(puzzle, action);
      if (this.puzzle !== puzzle) return;
      this.tried = tried;
      this.#show(tried.is_right ? "right" : "wrong", tried.frames);
    } catch (refusal) {
      this.#again();
      throw refusal;
    }
  }

  /** The same position once more; nothing was given away. */
  retry(): void {
    if (this.stage === "wrong") this.#again();
  }

  async reveal(): Promise<void> {
    const puzzle = this.puzzle;
    if (!puzzle || this.isDone) return;
    const found = await this.asking.solution(puzzle);
    if (this.puzzle !== puzzle) return;
    this.solution = found;
    this.#show("shown", found.frames);
  }

  step(way: 1 | -1): void {
    this.at = Math.max(0, Math.min(this.frames.length, this.at + way));
  }

  #again(): void {
    this.stage = "open";
    this.tried = this.solution = null;
    this.frames = [];
    this.at = 0;
    this.touching.offer(this.puzzle?.view.actions ?? []);
  }

  #show(stage: Stage, frames: readonly PuzzleFrame[]): void {
    this.touching.offer([]);
    this.frames = frames;
    this.at = Math.min(1, frames.length);
    this.stage = stage;
  }
}
