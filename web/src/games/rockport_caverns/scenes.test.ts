import { describe, expect, it } from "vitest";
import type { Position } from "./position";
import { slideEnds } from "./position";
import { lengthOf, sceneOf, scenes } from "./scenes";
import { cavern } from "./sample";

const moves = (...texts: string[]) => texts.map((text) => ({ actor: null, text }));
const change = (position: Position, changes: Partial<Position>): Position => ({ ...position, ...changes });

describe("scenes", () => {
  it("tells nothing after a jump or back in time", () => {
    const now = cavern();
    expect(scenes(null, moves("go 2-1"), now)).toEqual([]);
    expect(scenes(change(now, { round: 5 }), moves("go 2-1"), now)).toEqual([]);
  });

  it("shows a step before its event, and what the event does after that", () => {
    const before = cavern();
    const after = change(before, {
      character: { ...before.character, place: "2-1", life: 3, left: 2 },
      rerolls: { left: 0, total: 3 },
      round: 2,
      water: { ...before.water, filled: 2 },
    });
    const spent = change(before, { rerolls: { left: 0, total: 3 } });
    const beats = scenes(spent, moves("go 2-1", "event 2"), after);
    expect(beats.map((beat) => beat.kind)).toEqual(["step", "event", "effect", "water"]);
    expect(beats.map((beat) => beat.scene.life)).toEqual([4, 4, 3, 3]);
    expect(beats.map((beat) => beat.scene.water)).toEqual([1, 1, 1, 2]);
    expect(beats.at(-1)?.scene).toEqual(sceneOf(after));
  });

  it("waits for the decision while there are re-rolls", () => {
    const before = cavern();
    const after = change(before, { phase: "choice", event: "Slip and Fall" });
    expect(scenes(before, moves("stop", "event 2"), after).map((beat) => beat.kind)).toEqual(["event"]);
  });

  it("lets rocks fall on the hex of both dice and hurts who is there", () => {
    const before = cavern();
    const beats = scenes(before, moves("keep", "row 2", "column 1", "row 2", "column 1", "row 2", "column 1", "row 1", "column 6"), before);
    const rocks = beats.filter((beat) => beat.kind === "rock");
    expect(rocks.map((beat) => [beat.hex, beat.isBlocked])).toEqual([
      ["2-1", false],
      ["2-1", true],
      [null, false],
      [null, false],
    ]);
    expect(rocks[1].scene.rocks["2-1"]).toBe(2);
    expect(rocks[1].scene.friendLife).toBe(before.friend.life - 2);
    expect(rocks[1].scene.life).toBe(before.character.life);
  });

  it("knows the row when the column is a step of its own", () => {
    const before = change(cavern(), { phase: "column", row_die: 2 });
    expect(scenes(before, moves("column 2"), before)[0]).toMatchObject({ kind: "rock", row: 2, hex: "2-2" });
  });

  it("takes a life for the marked row and for the bear", () => {
    const before = change(cavern(), { bear: "1-1" });
    before.rows[0].is_marked = true;
    const beats = scenes(before, moves("go 1-1", "stop"), before);
    expect(beats[0].scene.life).toBe(sceneOf(before).life); // the last scene is always what the server says
    const on = scenes(before, moves("go 1-1", "bear 2"), before);
    expect(on[0].scene.life).toBe(before.character.life - 2);
  });

  it("slides both when they are together", () => {
    const start = cavern();
    const before = change(start, {
      event: "Slide",
      phase: "choice",
      character: { ...start.character, place: "2-1" },
    });
    const after = change(before, { phase: "act", character: { ...before.character, place: "start-1" }, friend: { ...before.friend, place: "start-1" } });
    const beats = scenes(before, moves("keep", "bear 1"), after);
    expect(beats[0]).toMatchObject({ kind: "slide", from: "2-1", to: "start-1" });
    expect(beats[0].scene).toMatchObject({ here: "start-1", friend: "start-1" });
  });

  it("ends with the end, and knows how long it takes", () => {
    const before = cavern();
    const beats = scenes(before, moves("pass"), change(before, { is_over: true, phase: "over", ending: "drowned" }));
    expect(beats.map((beat) => beat.kind)).toEqual(["rest", "end"]);
    expect(lengthOf(beats)).toBe(beats[0].ms + beats[1].ms);
  });
});

describe("a slide", () => {
  it("leads to the way nearer to the start circle, or to either of two", () => {
    const position = cavern();
    position.odds.slide_to = ["2-1", "2-2"];
    expect(slideEnds(position)).toEqual(["2-1", "2-2"]);
    position.hexes.find((hex) => hex.name === "2-2")!.across = 6;
    expect(slideEnds(position)).toEqual(["2-1"]);
    position.odds.slide_to = [];
    expect(slideEnds(position)).toEqual([]);
  });
});
