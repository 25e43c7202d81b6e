import { expect, it } from "vitest";
import { sketchOf } from "./sketch";

const looked = [
  { moves: 1, odds: [0.7, 0.3] },
  { moves: 0, odds: [0.5, 0.5] },
  { moves: 2, odds: [1, 0] },
];

it("draws nothing before every position has been looked at", () => {
  expect(sketchOf(looked.slice(1), [], 3)).toBeNull();
  expect(sketchOf([], [], 0)).toBeNull();
});

it("has the odds of every step in their order, and luck where chance acted", () => {
  const drawn = sketchOf(looked, [{ moves: 1, mean: [0.75, 0.25] }], 3)!;
  expect([drawn.start, ...drawn.steps.map((step) => step.after)]).toEqual([
    [0.5, 0.5],
    [0.7, 0.3],
    [1, 0],
  ]);
  expect(drawn.steps.map((step) => step.luck)).toEqual([[], [0.25, -0.25]]);
});
