import { expect, it } from "vitest";
import { canDeclare } from "./naming";
import type { Position } from "./position";

it("knows when nothing can be played: only Stalactites with no rail ahead, and Doubles", () => {
  const cave = (front: number): Position =>
    ({ lanes: [{ cart: 0, cart_row: 4, rails: [{ row: 3 }, { row: front }] }, { cart: null, rails: [] }] }) as unknown as Position;
  expect(canDeclare(cave(4), ["stalactite", "double"])).toBe(false);
  expect(canDeclare(cave(5), ["stalactite", "double"])).toBe(true);
  expect(canDeclare(cave(4), ["stalactite", "swap"])).toBe(true);
  expect(canDeclare(cave(5), ["double", "double"])).toBe(false);
});
