import { describe, expect, it } from "vitest";
import type { Move } from "../net/api";
import { analysisLink, read, write } from "./link";
import { rowFrom, Tree } from "./tree";

const move = (action: number, actor: number | null = 0): Move => ({ actor, action, text: `move ${action}` });

describe("a tree of lines", () => {
  it("walks a match that was played", () => {
    const tree = Tree.of([move(3, null), move(5), move(7, 1)], true);
    expect(tree.question(3)).toEqual({ moves: 3, line: [] });
    expect(tree.path(3)).toEqual([0, 1, 2, 3]);
    expect(tree.end(0)).toBe(3);
  });

  it("branches where something else is played, and asks for it from the fork", () => {
    const { tree, id } = Tree.of([move(3, null), move(5), move(7, 1)], true).add(1, 6, move(6));
    const further = tree.add(id, -4, move(9, null));
    expect(further.tree.question(further.id)).toEqual({ moves: 1, line: [6, -4] });
    expect(further.tree.beside(further.id, 1)).toBe(2);
    expect(further.tree.beside(2, -1)).toBe(id);
    expect(rowFrom(further.tree, 1).moves.map(({ id: each, beside }) => [each, beside.length])).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
    ]);
  });

  it("follows what was played or tried before in place of a second branch", () => {
    const played = Tree.of([move(3, null), move(5)], true);
    expect(played.add(1, 5, move(5)).id).toBe(2);
    const once = played.add(1, 6, move(6));
    expect(once.tree.add(1, 6, move(6))).toEqual({ tree: once.tree, id: once.id });
  });

  it("forgets a variation with all that follows, and never what was played", () => {
    const played = Tree.of([move(3, null), move(5)], true);
    const { tree, id } = played.add(1, 6, move(6));
    expect(tree.remove(id).at(1).children).toEqual([2]);
    expect(tree.remove(2)).toBe(tree);
  });

  it("asks for lines of one's own from the start", () => {
    const tree = Tree.of([move(3, null), move(5)], false);
    expect(tree.question(2)).toEqual({ moves: 0, line: [3, 5] });
  });
});

describe("a link to an analysis", () => {
  it("comes back as it was written", () => {
    for (const link of [
      { origin: { table: "abc", key: "a=b&c" }, moves: 12, line: [3, -7, 0], eyes: "all" },
      { origin: { position: "r1 k- | ä%#", seats: 2, options: { levels: 9 } }, moves: null, line: [], eyes: "1" },
      { origin: { lesson: true }, moves: 4, line: [], eyes: "turn" },
      { origin: { puzzle: "53730f5b" }, moves: 0, line: [7], eyes: "turn" },
    ])
      expect(read(write(link))).toEqual(link);
  });

  it("reads what is damaged as far as it makes sense", () => {
    expect(read("o=nonsense&l=1.x.3&e=nobody&m=-")).toEqual({ origin: {}, moves: null, line: [1, 3], eyes: "turn" });
  });

  it("leads from a step of a match to its analysis", () => {
    expect(analysisLink("madcap", { table: "abc" }, 5)).toBe("/analysis/madcap#t=abc&m=5");
  });
});
