import { describe, expect, it } from "vitest";
import type { Move } from "../../net/api";
import type { Position } from "./position";
import { handDuring, tellStory } from "./story";

const odds = { rail: { needs: 3, odds: 0.9 }, dynamite: { needs: 9, odds: 0.6 }, swap: { needs: 9, odds: 0.6 } };
const doubled = { rail: { needs: 3, odds: 0.9 }, dynamite: { needs: 11, odds: 0.5 }, swap: { needs: 11, odds: 0.5 } };

/** Two carts; each lane is [seat, row, back, front]. */
function position(lanes: [number, number, number, number][], more: Partial<Position> = {}): Position {
  return {
    lanes: lanes.map(([cart, row, back, front], at) => ({
      id: `lane:${at + 1}`,
      lane: at + 1,
      cart,
      cart_row: row,
      rails: Array.from({ length: front - back + 1 }, (_, index) => ({ id: "", row: back + index, stalactites: 0 })),
      end: { id: "", row: front + 1 },
      has_torch: at === 0,
    })),
    torch: 1, round: 1, phase: "play", order: [0, 1], turn: 0, actor: 0, players: [], declared: [],
    odds, odds_doubled: doubled, is_doubled: false, ...more,
  } as unknown as Position;
}
const said = (actor: number | null, text: string): Move => ({ actor, action: 0, text });
const start = position([[0, 4, 1, 7], [1, 4, 1, 7]]);

describe("tellStory", () => {
  it("declares, rolls, does it, and ends with the position", () => {
    const after = position([[0, 4, 1, 8], [1, 4, 1, 7]]);
    const story = tellStory(start, [said(0, "rail on lane 1"), said(null, "roll 3"), { actor: null }], after);
    expect(story.beats.map((beat) => beat.act)).toEqual(["declare", "roll", "effect", "end"]);
    expect(story.beats[0].tokens).toMatchObject([{ kind: "rail", spot: { lane: 1, row: 8 } }]);
    expect(story.beats[1].scene.lanes[0].front).toBe(7);
    expect(story.beats[2].scene).toEqual(story.beats[3].scene);
    expect(story.last).toMatchObject({ seat: 0, deed: "rail", rolls: [{ number: 3, needs: 3, isSuccess: true }] });
    expect(story.length).toBe(story.beats.at(-1)!.at);
    expect(story.length).toBeLessThan(1500);
  });
  it("lets the cave fall before the carts move", () => {
    const after = position([[0, 5, 2, 7], [1, 5, 2, 6]], { torch: 2 });
    const moves = [said(1, "dynamite on front of lane 1"), said(null, "roll 8"), { actor: null }, said(null, "collapse")];
    const { beats } = tellStory(start, moves, after);
    expect(beats.map((beat) => beat.act)).toEqual(["declare", "roll", "effect", "collapse", "advance", "end"]);
    expect(beats[2].traces).toEqual([{ kind: "blast", spot: { lane: 2, row: 7 } }]); // it failed: the own lane
    expect(beats[3].scene.lanes[0]).toMatchObject({ back: 2, row: 4 });
    expect(beats[4].scene).toEqual(beats[5].scene);
  });
  it("rolls for both cards of a Double with harder numbers", () => {
    const before = position([[0, 4, 1, 7], [1, 4, 1, 7]], {
      is_doubled: true,
      declared: [{ kind: "swap", text: "swap with cart 2", target: "cart:2", needs: 11, odds: 0.5 }],
    });
    const moves = [said(0, "dynamite on back of lane 2"), said(null, "roll 11"), said(null, "roll 10")];
    const story = tellStory(before, moves, start);
    expect(story.last?.rolls).toMatchObject([
      { kind: "swap", isSuccess: true },
      { kind: "dynamite", isSuccess: false },
    ]);
    expect(story.beats.filter((beat) => beat.act === "effect")[1].traces).toEqual([{ kind: "blast", spot: { lane: 2, row: 1 } }]);
  });
  it("does not move carts when the collapse ends the game", () => {
    const before = position([[0, 1, 1, 7], [1, 4, 1, 7]]);
    const moves = [said(1, "rail on lane 2"), said(null, "roll 1"), said(null, "collapse")];
    const { beats } = tellStory(before, moves, position([[1, 4, 2, 7]], { phase: "over" }));
    expect(beats.map((beat) => beat.act)).toEqual(["declare", "roll", "effect", "collapse", "end"]);
  });
  it("shows only what is when nothing led there", () => {
    expect(tellStory(null, [], start)).toMatchObject({ length: 0, last: null, beats: [{ act: "end" }] });
  });
  it("remembers lanes, discards and passes", () => {
    expect(tellStory(start, [said(1, "lane 2")], start).last).toMatchObject({ deed: "lane", spots: [{ lane: 2, row: 4 }] });
    expect(tellStory(start, [said(1, "discard swap")], start).last).toMatchObject({ deed: "discard", kind: "swap" });
    expect(tellStory(start, [said(1, "pass")], start).last).toMatchObject({ deed: "pass" });
  });
});

it("takes what was played from the hand before what was drawn is there", () => {
  const before = { players: [{ hand: ["rail", "rail", "swap"] }, { hand: null }] } as unknown as Position;
  expect(handDuring(before, [said(0, "rail on lane 1"), said(null, "roll 4"), said(null, "draw swap")], 0)).toEqual(["rail", "swap"]);
  expect(handDuring(before, [said(0, "discard swap")], 0)).toEqual(["rail", "rail"]);
  expect(handDuring(before, [said(1, "rail on lane 1")], 0)).toEqual(["rail", "rail", "swap"]);
  expect(handDuring(before, [], 1)).toBeNull();
});
