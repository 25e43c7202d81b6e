import { describe, expect, it } from "vitest";
import { layOut } from "./layout";
import { plan, routeTo, throwsOf, travelOf } from "./motion";
import { sampleBoard, samplePosition } from "./sample";

const layout = layOut(sampleBoard(), 0);
const move = (text: string, actor: number | null = 0): { actor: number | null; text: string } => ({ actor, text });
const last = <Item>(items: readonly Item[]): Item => items[items.length - 1];

describe("how a cap went", () => {
  it("is read from the action's words", () => {
    const before = samplePosition({ "10": ["green 1", "red 2"] }, { die: 5 });
    expect(travelOf(before, "green 1 to 5")?.route.map((place) => place.split(":")[1])).toEqual(["10", "9", "8", "7", "6", "5"]);
    expect(travelOf(before, "throw again")).toBeNull();
    expect(travelOf(before, "stop")).toBeNull();
  });

  it("goes through the base and out again", () => {
    const before = samplePosition({ "3": ["green 1", "red 2"] }, { die: 5 });
    expect(travelOf(before, "green 1 home to 2")?.route).toEqual(["space:3", "space:2", "space:1", "base:green", "space:1", "space:2"]);
    expect(travelOf(before, "green 1 home")?.route.at(-1)).toBe("base:green");
    expect(routeTo(before, "cap:green:1", ["base:green", "space:2"])?.length).toBe(6);
    expect(routeTo(before, "cap:green:1", ["space:8"])?.length).toBe(6);
  });

  it("is the shortest way for the Golden Cap", () => {
    const before = samplePosition({ "10": ["golden"] }, { game: "golden", die: 6 });
    before.caps.find((cap) => cap.id === "cap:golden")!.seat = 0;
    expect(travelOf(before, "golden turns on 8")?.route.length).toBe(3);
    expect(travelOf(before, "golden to 12")?.route.length).toBe(3);
  });
});

describe("what moves", () => {
  it("is nothing without a position before", () => {
    expect(plan(null, samplePosition(), [], layout).duration).toBe(0);
  });

  it("lets a hunter land before its prey is marked, and the next throw come after", () => {
    const before = samplePosition({ "10": ["green 1"], "15": ["red 2"] }, { die: 5 });
    const after = samplePosition({ "15": ["green 1", "red 2"] }, { seat: 1, die: 3 });
    const shown = plan(before, after, [move("green 1 to 15"), move("throws 3", null)], layout);
    const way = shown.points.get("cap:green:1")!;
    expect(way.length).toBe(6);
    expect(shown.trail?.trapped).toEqual({ place: "space:15", caps: 1, at: last(way).at });
    expect(shown.throws).toEqual([{ seat: 1, face: 3, at: expect.any(Number), isLost: false }]);
    expect(shown.throws[0].at).toBeGreaterThanOrEqual(last(way).at);
    expect(shown.duration).toBeGreaterThan(shown.throws[0].at);
    expect(shown.duration).toBeLessThan(2000);
  });

  it("carries captives along and leaves them in the base", () => {
    const before = samplePosition({ "3": ["green 1", "red 2"] }, { die: 5 });
    const after = samplePosition({ "2": ["green 1"] }, { seat: 1, die: 3 }, { green: ["red 2"] });
    const shown = plan(before, after, [move("green 1 home to 2")], layout);
    const captive = shown.points.get("cap:red:2")!;
    const nest = layout.places.get("base:green")!;
    expect(captive.filter((point) => point.isHop).length).toBe(3);
    expect(Math.hypot(last(captive).x - nest.x, last(captive).y - nest.y)).toBeLessThan(layout.nestRadius);
    expect(last(shown.points.get("cap:green:1")!).at).toBeGreaterThan(last(captive).at - 200);
  });

  it("cheers at what was trapped and at what came home, once it is there", () => {
    const hunt = plan(samplePosition({ "10": ["green 1"], "15": ["red 2"] }, { die: 5 }), samplePosition({ "15": ["green 1", "red 2"] }), [move("green 1 to 15")], layout);
    expect(hunt.moments).toEqual([{ isHome: false, place: "space:15", caps: ["cap:red:2"], at: hunt.trail?.trapped?.at }]);
    const home = plan(samplePosition({ "3": ["green 1", "red 2"] }, { die: 5 }), samplePosition({ "2": ["green 1"] }, {}, { green: ["red 2"] }), [move("green 1 home to 2")], layout);
    expect(home.moments).toEqual([{ isHome: true, place: "base:green", caps: ["cap:red:2"], at: last(home.points.get("cap:red:2")!).at }]);
    expect(home.duration).toBeGreaterThan(home.moments[0].at);
  });

  it("goes straight when several moves come at once", () => {
    const before = samplePosition({ "10": ["green 1"], "20": ["red 2"] }, { die: 5 });
    const after = samplePosition({ "15": ["green 1"], "22": ["red 2"] });
    const shown = plan(before, after, [move("green 1 to 15"), move("red 2 to 22", 1)], layout);
    expect(shown.trail).toBeNull();
    expect(shown.points.get("cap:red:2")!.length).toBe(2);
  });
});

describe("who threw", () => {
  it("is who is to move for the last throw, and those before for lost ones", () => {
    const after = samplePosition({}, { seat: 3, die: 4 });
    const throws = throwsOf(after, [move("green 1 to 5"), move("throws 2", null), move("throws 5", null), move("throws 4", null)], 0);
    expect(throws.map((one) => [one.seat, one.face, one.isLost])).toEqual([
      [1, 2, true],
      [2, 5, true],
      [3, 4, false],
    ]);
    expect(throws[1].at).toBeGreaterThan(throws[0].at);
  });

  it("skips seats without free caps", () => {
    const after = samplePosition({}, { seat: 3, die: 4 });
    for (const cap of after.caps) if (cap.seat === 2) Object.assign(cap, { state: "kept" });
    expect(throwsOf(after, [move("throws 2", null), move("throws 4", null)], 0)[0].seat).toBe(1);
  });

  it("is the one before when the next has not thrown yet", () => {
    const after = samplePosition({}, { seat: 3, die: null, phase: "throw" });
    expect(throwsOf(after, [move("throws 2", null)], 0)).toEqual([{ seat: 2, face: 2, at: 0, isLost: true }]);
  });

  it("keeps a six that nobody could move with its thrower, who may throw again", () => {
    const after = samplePosition({}, { seat: 2, die: null, phase: "again" });
    expect(throwsOf(after, [move("throws 6", null)], 0)).toEqual([{ seat: 2, face: 6, at: 0, isLost: true }]);
  });
});
