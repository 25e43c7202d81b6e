import { describe, expect, it } from "vitest";
import { chamber, chanceOf, floodedFrom, frame, outline, paths, places, waterline } from "./geometry";
import { cavern } from "./sample";

describe("the map", () => {
  const position = cavern();

  it("has every path once, also those of start circles that lead only up", () => {
    const named = paths(position.hexes).map(([from, to]) => `${from.name} ${to.name}`);
    expect(named.sort()).toEqual(["1-1 2-1", "1-1 2-2", "1-1 exit-1", "2-1 2-2", "2-2 den", "start-1 2-1", "start-1 2-2"]);
  });

  it("is drawn the same way every time", () => {
    expect(outline(position.hexes)).toBe(outline(cavern().hexes));
    expect(chamber(position.hexes[0])).not.toBe(chamber(position.hexes[1]));
    expect(chanceOf("4-3")).toBeGreaterThanOrEqual(0);
    expect(chanceOf("4-3")).toBeLessThan(1);
  });

  it("fits into its frame", () => {
    const box = frame(position.hexes);
    for (const hex of position.hexes) {
      expect(hex.x * 100 - 87).toBeGreaterThan(box.x);
      expect(hex.x * 100 + 87).toBeLessThan(box.x + box.width);
      expect(hex.y * 100 - 90).toBeGreaterThan(box.y);
      expect(hex.y * 100 + 50).toBeLessThan(box.y + box.height);
    }
  });

  it("gives everybody on a hex a place of their own", () => {
    const spots = Object.values(places(["you", "friend", "bear"])).map(({ x, y }) => `${x} ${y}`);
    expect(new Set(spots).size).toBe(3);
  });
});

describe("the water", () => {
  const position = cavern();

  it("rises with every circle", () => {
    const lines = Array.from({ length: 7 }, (_, filled) => waterline(position, filled));
    for (let at = 1; at < lines.length; at++) expect(lines[at]).toBeLessThan(lines[at - 1]);
  });

  it("floods a row when its circles are full, and covers it then", () => {
    expect([0, 3, 4, 5, 6].map((filled) => floodedFrom(position, filled))).toEqual([3, 3, 2, 2, 1]);
    expect(waterline(position, 4)).toBeLessThan(2 * 150 - 60);
  });
});
