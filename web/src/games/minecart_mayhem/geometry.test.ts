import { describe, expect, it } from "vitest";
import { layOut, point, rowsShown, SHRINK } from "./geometry";

const space = { width: 374, height: 450, lanes: 4, rows: 9, above: 60, below: 40, beside: 22 };

describe("layOut", () => {
  it("keeps every row between the beam and the ledge, and every lane between the walls", () => {
    for (const lanes of [2, 4, 6])
      for (const rows of [9, 15, 25]) {
        const geometry = layOut({ ...space, lanes, rows });
        expect(point(geometry, 1, 0, 0).y).toBeCloseTo(450 - 40);
        expect(point(geometry, 1, 0, rows).y).toBeCloseTo(60);
        expect(point(geometry, 1, -0.5, 0).x).toBeGreaterThanOrEqual(21.9);
        expect(point(geometry, lanes, 0.5, 0).x).toBeLessThanOrEqual(374 - 21.9);
      }
  });
  it("keeps lanes straight", () => {
    const geometry = layOut(space);
    const [near, middle, far] = [0, 4, 9].map((ahead) => point(geometry, 1, 0, ahead));
    const slope = (one: { x: number; y: number }, other: { x: number; y: number }): number => (one.x - other.x) / (one.y - other.y);
    expect(slope(near, middle)).toBeCloseTo(slope(middle, far));
  });
  it("moves the camera by scaling", () => {
    const geometry = layOut(space);
    const [here, next] = [point(geometry, 2, 0.3, 3), point(geometry, 2, 0.3, 4)];
    expect((next.x - geometry.centre) / (here.x - geometry.centre)).toBeCloseTo(SHRINK);
    expect((next.y - geometry.horizon) / (here.y - geometry.horizon)).toBeCloseTo(SHRINK);
  });
});

it("shows a row of rubble behind and the spot in front, in steps of two rows", () => {
  expect(rowsShown([1, 8])).toEqual({ near: 0, rows: 9 });
  expect(rowsShown([3, 11])).toEqual({ near: 2, rows: 11 });
  expect(rowsShown([3, 12])).toEqual({ near: 2, rows: 11 });
  expect(rowsShown([1, 0])).toEqual({ near: 0, rows: 9 });
});
