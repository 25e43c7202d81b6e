import { expect, it } from "vitest";
import type { PackedPuzzle, PuzzlePack } from "../net/api";
import { chooseNext, themesOf, withAnswer } from "./packs";

const packed = (id: string, theme: string): PackedPuzzle =>
  ({ shown: { id, theme: { name: theme, words: theme.toUpperCase(), puzzles: 99 } } }) as PackedPuzzle;
const PACK: PuzzlePack = { game: "madcap", language: "en", puzzles: [packed("a", "bounce"), packed("b", "double"), packed("c", "bounce")] };
const next = (theme: string, answered: string[], last: string): string | undefined => chooseNext(PACK, theme, new Set(answered), last)?.shown.id;

it("goes from easy to hard, past what was answered", () => {
  expect(next("", [], "")).toBe("a");
  expect(next("", ["a"], "a")).toBe("b");
  expect(next("bounce", ["a"], "a")).toBe("c");
  expect(next("", ["b"], "b")).toBe("a");
});

it("goes round where all were answered", () => {
  expect(next("", ["a", "b", "c"], "b")).toBe("c");
  expect(next("", ["a", "b", "c"], "c")).toBe("a");
  expect(next("nothing", [], "")).toBeUndefined();
});

it("counts the themes of what was packed", () => {
  expect(themesOf(PACK).map(({ name, words, puzzles }) => [name, words, puzzles])).toEqual([
    ["bounce", "BOUNCE", 2],
    ["double", "DOUBLE", 1],
  ]);
});

it("keeps the first answer to a puzzle alone", () => {
  const first = { game: "madcap", puzzle: "a", action: 3 };
  const waiting = withAnswer([], first);
  expect(withAnswer(waiting, { ...first, action: 4 })).toEqual([first]);
  expect(withAnswer(waiting, { ...first, game: "madstone" })).toHaveLength(2);
});
