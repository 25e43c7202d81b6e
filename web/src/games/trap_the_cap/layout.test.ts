import { describe, expect, it } from "vitest";
import { capSpots, layOut } from "./layout";
import { sampleBoard, samplePosition } from "./sample";

const distance = (one: { x: number; y: number }, other: { x: number; y: number }): number => Math.hypot(one.x - other.x, one.y - other.y);

describe.each([
  [2, 6, 3],
  [3, 4, 2],
  [4, 13, 6],
  [5, 10, 5],
  [6, 13, 6],
])("a board with %i bases, %i spaces between and spokes of %i", (bases, sector, spoke) => {
  const board = sampleBoard(bases, sector, spoke);
  const layout = layOut(board, 1);

  it("keeps its spaces apart", () => {
    for (const [index, one] of layout.fields.entries()) {
      for (const other of layout.fields.slice(index + 1)) expect(distance(one, other)).toBeGreaterThan((one.radius + other.radius) * 0.92);
    }
  });

  it("keeps nests off the track and inside the picture", () => {
    const { frame, nestRadius } = layout;
    for (const nest of layout.nests) {
      for (const field of layout.fields) expect(distance(nest, field)).toBeGreaterThan(nestRadius + field.radius * 0.9);
      expect(nest.x - nestRadius).toBeGreaterThanOrEqual(frame.x);
      expect(nest.y + nestRadius).toBeLessThanOrEqual(frame.y + frame.height);
    }
  });

  it("has the nest of whoever looks below", () => {
    const lowest = Math.max(...layout.nests.map((nest) => nest.y));
    expect(layout.nests[1].y).toBeCloseTo(lowest);
  });

  it("draws every way once", () => {
    const ways = [...board.spaces, ...board.bases].flatMap((place) => place.ways).length;
    expect(layout.links.length).toBe(ways / 2);
  });
});

describe("where caps stand", () => {
  const layout = layOut(sampleBoard(), 0);

  it("piles captives under the top, the lowest on the ground", () => {
    const spots = capSpots(samplePosition({ "17": ["red 1", "blue 2", "green 3"] }), layout);
    const [top, middle, low] = ["cap:red:1", "cap:blue:2", "cap:green:3"].map((cap) => spots.get(cap)!);
    expect(top.y).toBeLessThan(middle.y);
    expect(middle.y).toBeLessThan(low.y);
    expect(top.order).toBeGreaterThan(low.order);
  });

  it("sets groups on one space side by side", () => {
    const spots = capSpots(samplePosition({ "4": ["red 1"], "4'": ["blue 2"], "4''": ["green 3"] }), layout);
    expect(distance(spots.get("cap:red:1")!, spots.get("cap:blue:2")!)).toBeGreaterThan(layout.capWidth * 0.5);
    expect(distance(spots.get("cap:green:3")!, spots.get("cap:blue:2")!)).toBeGreaterThan(layout.capWidth * 0.5);
  });

  it("has a place for every cap", () => {
    const position = samplePosition({ "17": ["red 1"] }, { game: "golden" }, { green: ["blue 1", "blue 2"] });
    position.groups.push({ place: "space:centre", top: "cap:golden", seat: null, captives: [] });
    expect(capSpots(position, layout).size).toBe(position.caps.length);
  });
});
