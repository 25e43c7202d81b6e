import { expect, it } from "vitest";
import { canDeclare } from "./naming";
import type { Position } from "./position";
import { why } from "./why";

it("knows when nothing can be played: only Stalactites with no rail ahead, and Doubles", () => {
  const cave = (front: number): Position =>
    ({ lanes: [{ cart: 0, cart_row: 4, rails: [{ row: 3 }, { row: front }] }, { cart: null, rails: [] }] }) as unknown as Position;
  expect(canDeclare(cave(4), ["stalactite", "double"])).toBe(false);
  expect(canDeclare(cave(5), ["stalactite", "double"])).toBe(true);
  expect(canDeclare(cave(4), ["stalactite", "swap"])).toBe(true);
  expect(canDeclare(cave(5), ["double", "double"])).toBe(false);
});

it("says where a card leads, and how near one's own cart is to its end", () => {
  const lanes = [{ lane: 1, cart: 0, cart_row: 4, rails: [{ row: 3 }, { row: 4 }], end: { row: 5 } }];
  const position = { actor: 0, torch: 1, lanes, odds: { rail: { needs: 3, odds: 0.9 } } } as unknown as Position;
  expect(why([], position, "rail on lane 1")).toBe("90%: a new rail on row 5. Your cart stands on its last rail.");
  expect(why([], { ...position, lanes: [] }, "lane 1")).toBe("");
});
