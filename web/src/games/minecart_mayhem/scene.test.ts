import { describe, expect, it } from "vitest";
import { advance, collapse, readCard, resolve, rowsOf, spotOf, type Scene, type SceneLane } from "./scene";

const lane = (number: number, cart: number | null, row: number, back: number, front: number, stones: Record<number, number> = {}): SceneLane =>
  ({ lane: number, cart, row, back, front, stones });
const scene = (...lanes: SceneLane[]): Scene => ({ torch: 1, lanes });
const cave = scene(lane(1, 0, 4, 2, 7), lane(2, 1, 7, 3, 7, { 8: 0 }), lane(3, null, 0, 0, 0));

describe("readCard", () => {
  it("reads every card that is declared on something", () => {
    expect(readCard("rail on lane 2")).toEqual({ kind: "rail", lane: 2 });
    expect(readCard("dynamite on back of lane 1")).toEqual({ kind: "dynamite", end: "back", lane: 1 });
    expect(readCard("stalactite on lane 3 row 19")).toEqual({ kind: "stalactite", lane: 3, row: 19 });
    expect(readCard("rocket on cart 1")).toEqual({ kind: "rocket", seat: 0 });
    expect(readCard("swap with cart 4")).toEqual({ kind: "swap", seat: 3 });
  });
  it("reads nothing else", () => {
    for (const text of ["lane 2", "double", "pass", "discard rail", "roll 7", "draw rail", "collapse", ""]) expect(readCard(text)).toBeNull();
  });
});

describe("resolve", () => {
  it("lays a rail in front, or none", () => {
    const card = readCard("rail on lane 2")!;
    const good = resolve(cave, 0, card, true);
    expect(good.scene.lanes[1].front).toBe(8);
    expect(good.traces).toEqual([{ kind: "laid", spot: { lane: 2, row: 8 } }]);
    expect(resolve(cave, 0, card, false)).toEqual({ scene: cave, traces: [] });
  });
  it("blows up the same end of the own lane when Dynamite fails", () => {
    const card = readCard("dynamite on back of lane 2")!;
    expect(resolve(cave, 0, card, true).scene.lanes[1].back).toBe(4);
    const bad = resolve(cave, 0, card, false);
    expect(bad.scene.lanes[0].back).toBe(3);
    expect(bad.scene.lanes[1]).toBe(cave.lanes[1]);
  });
  it("takes the cart with the rail, and empties its lane", () => {
    const { scene: after, traces } = resolve(cave, 0, readCard("dynamite on front of lane 2")!, true);
    expect(after.lanes[1]).toEqual(lane(2, null, 0, 0, 0));
    expect(traces.map((trace) => trace.kind)).toEqual(["blast", "out"]);
  });
  it("drops a Stalactite on the same row of the own lane when it fails, if there is a rail", () => {
    expect(resolve(cave, 0, readCard("stalactite on lane 2 row 7")!, false).scene.lanes[0].stones).toEqual({ 7: 1 });
    expect(resolve(cave, 0, readCard("stalactite on lane 2 row 9")!, false).traces).toEqual([]);
  });
  it("pushes a cart on, against a stalactite, or off the rails", () => {
    expect(resolve(cave, 1, readCard("rocket on cart 1")!, true).scene.lanes[0].row).toBe(5);
    expect(resolve(cave, 0, readCard("rocket on cart 2")!, true).traces).toEqual([{ kind: "out", seat: 1, spot: { lane: 2, row: 8 } }]);
    const blocked = resolve(scene(lane(1, 0, 4, 2, 7, { 5: 2 })), 0, readCard("rocket on cart 1")!, true);
    expect(blocked.scene.lanes[0]).toEqual(lane(1, 0, 4, 2, 7, { 5: 1 }));
    expect(blocked.traces[0].kind).toBe("break");
  });
  it("swaps carts and leaves rails and stones", () => {
    const { scene: after } = resolve(cave, 0, readCard("swap with cart 2")!, true);
    expect([after.lanes[0].cart, after.lanes[0].row, after.lanes[0].front]).toEqual([1, 4, 7]);
    expect([after.lanes[1].cart, after.lanes[1].row, after.lanes[1].back]).toEqual([0, 7, 3]);
  });
  it("does nothing when the target is gone", () => {
    expect(resolve(cave, 0, readCard("rocket on cart 3")!, true).traces).toEqual([]);
    expect(spotOf(cave, readCard("rail on lane 3")!)).toBeNull();
  });
});

describe("the end of a round", () => {
  it("takes every back rail and the carts on it, and then moves the rest", () => {
    const before = scene(lane(1, 0, 2, 2, 7), lane(2, 1, 7, 3, 7), lane(3, 2, 4, 3, 7, { 3: 1, 5: 1 }));
    const fallen = collapse(before);
    expect(fallen.scene.lanes.map((one) => one.cart)).toEqual([null, 1, 2]);
    expect(fallen.scene.lanes[2].stones).toEqual({ 5: 1 });
    const moved = advance(fallen.scene);
    expect(moved.scene.lanes.map((one) => one.cart)).toEqual([null, null, 2]);
    expect(moved.scene.lanes[2]).toEqual(lane(3, 2, 4, 4, 7));
  });
});

it("finds the rows to be seen", () => {
  expect(rowsOf(cave)).toEqual([2, 8]);
  expect(rowsOf(scene(lane(1, null, 0, 0, 0)))).toEqual([1, 0]);
});
