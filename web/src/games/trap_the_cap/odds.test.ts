import { describe, expect, it } from "vitest";
import { risk, trappedAt } from "./odds";
import { sampleBoard, samplePosition } from "./sample";
import { waysOf } from "./ways";

const two = sampleBoard(4, 13, 6, 2);
const ways = waysOf(two);
const none = new Set<string>();

describe("the risk of being trapped", () => {
  it("is the share of faces that reach the cap, with a second try after a six", () => {
    const position = samplePosition({ "8": ["red 1"] }, {}, {}, two);
    expect(risk(position, ways, 0, "space:6", none)).toBeCloseTo(1 / 6 + 1 / 36); // a 2 only: red's base is far away
    expect(risk(position, ways, 0, "space:2", none)).toBeCloseTo(1 / 6); // a 6 only
    expect(risk(position, ways, 0, "space:40", none)).toBe(0);
  });

  it("is nothing on grey, in a base, and from caps that the move traps", () => {
    const position = samplePosition({ "8": ["red 1"] }, {}, {}, two);
    expect(risk(position, ways, 0, "space:4", none)).toBe(0);
    expect(risk(position, ways, 0, "base:green", none)).toBe(0);
    expect(risk(position, ways, 0, "space:6", new Set(["cap:red:1"]))).toBe(0);
  });

  it("does not count partners, and counts each throw of a team that moves together", () => {
    const teams = { seats: [0, 1, 2, 3].map((seat) => ({ seat, colour: ["green", "red", "blue", "yellow"][seat], team: seat % 2, base: "", score: 0 })) };
    const stacks = { "8": ["blue 1"], a5: ["red 1"] };
    const apart = samplePosition(stacks, { game: "team", ...teams });
    expect(risk(apart, ways, 0, "space:10", none)).toBeCloseTo(risk(samplePosition({}, { game: "team", ...teams }), ways, 0, "space:10", none));
    const alone = risk(apart, ways, 0, "space:a4", none);
    const together = risk(samplePosition(stacks, { game: "total", ...teams }), ways, 0, "space:a4", none);
    expect(together).toBeCloseTo(1 - (1 - alone) ** 2);
  });

  it("reaches grey spaces and turns when the Golden Cap plays for another", () => {
    const position = samplePosition({ "8": ["golden"] }, { game: "golden" }, {}, two);
    position.caps.find((cap) => cap.id === "cap:golden")!.seat = 1;
    expect(risk(position, ways, 0, "space:4", none)).toBeCloseTo(3 / 6); // 4, 5 and 6
  });
});

describe("what a cap traps", () => {
  it("is every group there with its captives, but nobody on grey", () => {
    const position = samplePosition({ "14": ["red 1", "blue 1"], "14'": ["red 2"], "4": ["red 3"] });
    expect(trappedAt(position, "cap:green:1", "space:14")).toEqual({ tops: ["cap:red:1", "cap:red:2"], caps: 3 });
    expect(trappedAt(position, "cap:green:1", "space:4").caps).toBe(0);
    expect(trappedAt(position, "cap:golden", "space:4").caps).toBe(1);
    expect(trappedAt(position, "cap:red:4", "space:14").caps).toBe(0);
  });
});
