import { expect, it } from "vitest";
import { hasMoved, shift } from "./motion";

const box = (x: number, y: number, width: number) => ({ x, y, width, height: width * 1.4 });

it("shows a thing as if it lay where it was, about its centre", () => {
  expect(shift(box(0, 0, 100), box(50, 20, 100))).toBe("translate(-50px, -20px) scale(1)");
  expect(shift(box(0, 0, 50), box(0, 0, 100))).toBe("translate(-25px, -35px) scale(0.5)");
});

it("never shrinks to nothing", () => expect(shift(box(0, 0, 0), box(0, 0, 100))).toContain("scale(0.08)"));

it("does not move what nearly stays", () => {
  expect(hasMoved(box(0, 0, 100), box(1, 1, 101))).toBe(false);
  expect(hasMoved(box(0, 0, 100), box(5, 0, 100))).toBe(true);
});
