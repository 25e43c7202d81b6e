/** Values positions of a finished match in a thread of its own: first all of them, then what chance might have given. */
import { Engine, type Ground } from "../engine/engine";
import { oddsOf } from "../engine/odds";
import type { OddsCurve } from "../net/protocol";
import type { Expected, Looked } from "./sketch";

/** Every `stride`-th position from `first` on. */
export interface LookOrder {
  module: WebAssembly.Module;
  ground: Ground;
  sides: readonly number[];
  curve: OddsCurve | null;
  iterations: number;
  positions: Uint8Array[];
  first: number;
  stride: number;
}
export interface LookReport {
  looked: Looked[];
  expected: Expected[];
}

const SEED = 1n; // as `reviews/valuing.py` has it: the same values

function look({ module, ground, sides, curve, iterations, positions, first, stride }: LookOrder): void {
  const engine = new Engine(module, ground);
  const seats = ground.sizes.seats;
  /** Odds of a position, and who is to act in it. */
  const value = (position: Uint8Array): { odds: number[]; isChance: boolean } => {
    engine.plant(position, 0, SEED);
    engine.grow(iterations);
    const { values, choices, actor } = engine.find();
    if (choices.length) return { odds: oddsOf(values, sides, curve), isChance: actor < 0 };
    const won = new Set(engine.outcome().winners.map((seat) => sides[seat])); // it is over
    return { odds: Array.from({ length: seats }, (_, seat) => (won.has(sides[seat]) ? 1 / won.size : 0)), isChance: false };
  };
  const looked: Looked[] = [];
  const chances: number[] = [];
  for (let moves = first; moves < positions.length; moves += stride) {
    const { odds, isChance } = value(positions[moves]);
    looked.push({ moves, odds });
    if (isChance && moves < positions.length - 1) chances.push(moves);
  }
  postMessage({ looked, expected: [] } satisfies LookReport);
  const expected = chances.map((moves): Expected => {
    engine.put(positions[moves]);
    const { outcomes, weights } = engine.chance();
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const mean = new Array<number>(seats).fill(0);
    outcomes.forEach((outcome, at) => {
      engine.put(positions[moves]);
      engine.apply(outcome);
      value(engine.take(positions[moves].length)).odds.forEach((each, seat) => (mean[seat] += (weights[at] / total) * each));
    });
    return { moves, mean };
  });
  postMessage({ looked: [], expected } satisfies LookReport);
}

onmessage = (event: MessageEvent<LookOrder>) => look(event.data);
