import { describe, expect, it } from "vitest";
import { FINGER_PX, groupNear, magnify, reachOf, type Touchable } from "./magnifying";

const thing = (id: string, x: number, y: number, size: number): Touchable => ({ id, box: { x, y, width: size, height: size } });
const stage = { x: 8, y: 60, width: 374, height: 400 };

describe("which things a touch may mean", () => {
  it("is the large one that it hits", () => {
    const large = thing("a", 0, 0, 50);
    expect(groupNear([large, thing("b", 52, 0, 10)], { x: 40, y: 20 }, large)).toEqual([]);
  });
  it("is the only small one near it", () => {
    const small = thing("a", 100, 100, 12);
    expect(groupNear([small, thing("b", 150, 100, 12)], { x: 95, y: 100 }, null)).toEqual([small]);
  });
  it("may be any of several small ones", () => {
    const [one, other] = [thing("a", 100, 100, 12), thing("b", 114, 100, 12)];
    expect(groupNear([one, other], { x: 106, y: 106 }, one)).toEqual([one, other]);
  });
  it("may be one that is not lit, beside one that is", () => {
    const [lit, dark] = [thing("a", 100, 100, 30), thing("b", 131, 100, 30)];
    expect(groupNear([lit], { x: 140, y: 110 }, dark)).toEqual([lit, dark]);
    expect(groupNear([lit], { x: 158, y: 110 }, dark)).toEqual([]);
  });
});

describe("the lens", () => {
  it("shows each thing a finger wide and all of them in view, anywhere on the board", () => {
    for (let x = stage.x; x <= stage.x + stage.width - 30; x += 13) {
      for (let y = stage.y; y <= stage.y + stage.height - 12; y += 17) {
        const things = [thing("a", x, y, 12), thing("b", x + 18, y, 12)];
        const lens = magnify(things, { x: x + 6, y: y + 6 }, stage);
        for (const { box } of things) {
          expect(box.width * lens.times).toBeGreaterThanOrEqual(FINGER_PX);
          const left = (box.x - stage.x) * lens.times + lens.x;
          const top = (box.y - stage.y) * lens.times + lens.y;
          expect(left).toBeGreaterThanOrEqual(-0.01);
          expect(top).toBeGreaterThanOrEqual(-0.01);
          expect(left + box.width * lens.times).toBeLessThanOrEqual(stage.width + 0.01);
          expect(top + box.height * lens.times).toBeLessThanOrEqual(stage.height + 0.01);
        }
      }
    }
  });
});

describe("the part of a thing that can be hit", () => {
  const box = { x: 10, y: 20, width: 90, height: 45 };
  it("is all of it where nothing covers it", () => expect(reachOf(box, () => true)).toEqual(box));
  it("ends where something else begins", () => {
    expect(reachOf(box, ({ x }) => x < 50)).toEqual({ ...box, width: 40 });
  });
  it("is nothing where all is covered", () => expect(reachOf(box, () => false)).toBeNull());
});
