/** What all parts of the board share. */
import type { Chair } from "../../play/contract";
import type { Touching } from "../../play/touching.svelte";
import type { Position } from "./position";

export interface Scene {
  position: Position;
  chairs: readonly Chair[];
  seat: number | null;
  touching: Touching;
  /** Cards the last action was about, and who did it. */
  marked: ReadonlySet<string>;
  doer: number | null;
  /** Crystals gained and spent last, by seat. */
  changes: ReadonlyMap<number, { red: number; gold: number }>;
  isOver: boolean;
  winners: readonly number[];
}

export function namesOf(scene: Scene): string[] {
  return scene.chairs.map(({ name }) => name);
}
