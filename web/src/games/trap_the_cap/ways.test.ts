import { describe, expect, it } from "vitest";
import { sampleBoard } from "./sample";
import { reach, shortest, walk, walkHome, walkThrough, waysOf } from "./ways";

const ways = waysOf(sampleBoard());
const space = (...names: string[]): string[] => names.map((name) => `space:${name}`);

describe("routes", () => {
  it("go exactly so many steps without turning back", () => {
    expect(walk(ways, "space:3", "space:7", 4)).toEqual(space("3", "4", "5", "6", "7"));
    expect(walk(ways, "space:3", "space:4", 3)).toBeNull(); // only by turning back
    expect(walk(ways, "space:3", "space:a2", 4)).toEqual(space("3", "2", "1", "a1", "a2"));
  });

  it("leave a base by its junction", () => {
    expect(walk(ways, "base:green", "space:2", 2)).toEqual(["base:green", ...space("1", "2")]);
  });

  it("enter no base on the way", () => {
    expect(walk(ways, "space:2", "space:2", 4)).toBeNull();
  });

  it("go home with points to spare, and out again with all of them", () => {
    expect(walkHome(ways, "space:3", "base:green", 6)).toEqual([...space("3", "2", "1"), "base:green"]);
    expect(walkHome(ways, "space:3", "base:green", 2)).toBeNull();
    expect(walkThrough(ways, "space:3", "base:green", "space:2", 5)).toEqual([...space("3", "2", "1"), "base:green", ...space("1", "2")]);
    expect(walkThrough(ways, "space:3", "base:green", "space:3", 5)).toBeNull();
  });

  it("are found for the Golden Cap, which may turn", () => {
    expect(shortest(ways, "space:centre", "space:a4")).toEqual(space("centre", "a6", "a5", "a4"));
  });

  it("reach every branch of a junction", () => {
    expect(reach(ways, "space:52")[2]).toEqual(new Set(space("50", "2", "a1")));
    expect(reach(ways, "base:red")[1]).toEqual(new Set(space("14")));
  });
});
