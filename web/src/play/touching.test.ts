import { describe, expect, it } from "vitest";
import type { Action } from "../net/api";
import { Touching } from "./touching.svelte";

const choice = (id: number, ...path: string[]): Action => ({ id, text: `action ${id}`, path });
const DICE = [choice(1, "die:red:4", "level:7"), choice(2, "die:red:4", "level:1"), choice(3, "die:blue:2", "level:3")];

function begin(choices: Action[]): { touching: Touching; played: number[] } {
  const played: number[] = [];
  const touching = new Touching((one) => played.push(one.id));
  touching.offer(choices);
  return { touching, played };
}

describe("touching", () => {
  it("lights the first things of all paths, each once", () => {
    const { touching } = begin(DICE);
    expect(touching.next).toEqual(["die:red:4", "die:blue:2"]);
    expect(touching.light("die:red:4")).toBe("lit");
    expect(touching.light("level:7")).toBe("dark");
  });

  it("goes on to what can follow, and plays when the path is complete", () => {
    const { touching, played } = begin(DICE);
    expect(touching.touch("die:red:4")).toBe(true);
    expect(touching.light("die:red:4")).toBe("taken");
    expect(touching.next).toEqual(["level:7", "level:1"]);
    expect(played).toEqual([]);
    touching.touch("level:1");
    expect(played).toEqual([2]);
  });

  it("takes nothing that is not lit", () => {
    const { touching, played } = begin(DICE);
    expect(touching.touch("level:7")).toBe(false);
    expect(touching.taken).toEqual([]);
    expect(played).toEqual([]);
  });

  it("changes over to another thing without cancelling first", () => {
    const { touching } = begin(DICE);
    touching.touch("die:red:4");
    expect(touching.touch("die:blue:2")).toBe(true);
    expect(touching.taken).toEqual(["die:blue:2"]);
    expect(touching.next).toEqual(["level:3"]);
  });

  it("puts back what is touched again", () => {
    const { touching } = begin(DICE);
    touching.touch("die:red:4");
    touching.touch("die:red:4");
    expect(touching.taken).toEqual([]);
  });

  it("goes back step by step and cancels as a whole", () => {
    const { touching } = begin([choice(1, "a", "b", "c"), choice(2, "a", "b", "d"), choice(3, "a", "e", "c")]);
    touching.touch("a");
    touching.touch("b");
    expect(touching.back()).toBe(true);
    expect(touching.taken).toEqual(["a"]);
    touching.touch("b");
    touching.cancel();
    expect(touching.taken).toEqual([]);
    expect(touching.back()).toBe(false);
  });

  it("asks for a confirmation where a path is the beginning of another", () => {
    const { touching, played } = begin([choice(1, "card"), choice(2, "card", "lane")]);
    touching.touch("card");
    expect(played).toEqual([]);
    expect(touching.complete?.id).toBe(1);
    touching.confirm();
    expect(played).toEqual([1]);
  });

  it("lets a thing be touched twice where the path says so", () => {
    const { touching, played } = begin([choice(1, "card", "card"), choice(2, "card", "lane")]);
    touching.touch("card");
    expect(touching.light("card")).toBe("lit");
    touching.touch("card");
    expect(played).toEqual([1]);
  });

  it("plays at once where one touch says it all", () => {
    const { touching, played } = begin([choice(7, "button:roll")]);
    touching.touch("button:roll");
    expect(played).toEqual([7]);
  });

  it("starts anew with new choices", () => {
    const { touching } = begin(DICE);
    touching.touch("die:red:4");
    touching.offer([choice(9, "die:black:1", "level:2")]);
    expect(touching.taken).toEqual([]);
    expect(touching.next).toEqual(["die:black:1"]);
    touching.offer([]);
    expect(touching.next).toEqual([]);
  });

  it("says where a thing leads", () => {
    const { touching } = begin(DICE);
    expect(touching.ahead("die:red:4").map((one) => one.id)).toEqual([1, 2]);
    touching.touch("die:red:4");
    expect(touching.ahead("level:7").map((one) => one.id)).toEqual([1]);
  });

  it("tells of touches that mean nothing, while there is something to do", () => {
    const barred: string[] = [];
    const touching = new Touching(
      () => {},
      (thing) => barred.push(thing),
    );
    touching.touch("level:7");
    touching.offer(DICE);
    touching.touch("level:7");
    touching.touch("die:red:4");
    touching.touch("level:3");
    expect(barred).toEqual(["level:7", "level:3"]);
  });

  it("counts how often a thing is drawn", () => {
    const { touching } = begin(DICE);
    const first = touching.draw("die:red:4");
    const second = touching.draw("die:red:4");
    first();
    expect(touching.drawn.has("die:red:4")).toBe(true);
    second();
    expect(touching.drawn.has("die:red:4")).toBe(false);
  });
});
