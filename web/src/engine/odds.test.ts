import { expect, it } from "vitest";
import type { OddsCurve } from "../net/protocol";
import { inOdds, isMeasured, oddsOf } from "./odds";

const curve: OddsCurve = { values: [0.2, 0.4, 0.6], odds: [0.1, 0.5, 0.9], iterations: 20_000, is_measured: true };

it("goes straight between the points of a curve, and level beyond them", () => {
  for (const [value, odds] of [
    [0, 0.1],
    [0.2, 0.1],
    [0.3, 0.3],
    [0.4, 0.5],
    [0.55, 0.8],
    [1, 0.9],
  ])
    expect(oddsOf([value], [0], curve)[0]).toBeCloseTo(odds);
});

it("gives seats of a side the same odds, and all sides together 1", () => {
  const odds = oddsOf([0.2, 0.6, 0.2, 0.6], [0, 1, 0, 1], null);
  expect(odds[0]).toBe(odds[2]);
  expect(odds[0] + odds[1]).toBeCloseTo(1);
  expect(oddsOf([0, 0], [0, 1], null)).toEqual([0.5, 0.5]);
  expect(oddsOf([1.2], [0], null)).toEqual([1]);
});

it("gives the position the odds of its best action, and says of no other that it is better", () => {
  const choices = [
    { action: 1, visits: 90, values: [0.4] },
    { action: 2, visits: 1, values: [0.6] },
  ];
  const found = inOdds({ iterations: 91, actor: 0, values: [0.3], choices, line: [1] }, [0], curve);
  expect(found.values).toEqual([0.5]);
  expect(found.choices.map((choice) => choice.values)).toEqual([[0.5], [0.5]]);
});

it("takes the position as it is where chance is to act", () => {
  const choices = [{ action: 1, visits: 9, values: [0.6] }];
  const found = inOdds({ iterations: 9, actor: -1, values: [0.4], choices, line: [] }, [0], curve);
  expect(found.values).toEqual([0.5]);
});

it("is measured only by a curve that was checked, at a decision, after as many iterations of every tree", () => {
  expect(isMeasured(curve, 0, [20_000, 20_000])).toBe(true);
  expect(isMeasured(curve, 0, [20_000, 19_999])).toBe(false);
  expect(isMeasured(curve, 0, [200_000])).toBe(false);
  expect(isMeasured(curve, -1, [20_000])).toBe(false);
  expect(isMeasured(curve, 0, [])).toBe(false);
  expect(isMeasured({ ...curve, is_measured: false }, 0, [20_000])).toBe(false);
  expect(isMeasured(null, 0, [20_000])).toBe(false);
});
