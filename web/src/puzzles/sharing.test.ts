import { expect, it } from "vitest";
import type { Day } from "../net/api";
import { shareText, timeLeft } from "./sharing";

const DAY: Day = {
  date: "2031-05-06",
  game: "madcap",
  kind: "puzzles",
  ends: 0,
  puzzles: ["aaaa", "bbbb", "cccc"],
  marks: [true, false, true],
  is_over: true,
  table: null,
  streak: 4,
  players: 1,
  field: [0, 0, 1, 0],
  results: [],
};

it("shares marks and days in a row, and nothing of the puzzles", () => {
  const text = shareText(DAY, "Madcap", "4 days in a row", "https://example.org/daily");
  expect(text).toBe("Motherlode · Madcap · 2031-05-06\n🟩🟥🟩 2/3 · 4 days in a row\nhttps://example.org/daily");
  for (const id of DAY.puzzles) expect(text).not.toContain(id);
});

it("shares a match of the day as won or lost", () => {
  const day: Day = { ...DAY, kind: "match", puzzles: [], marks: [false], streak: 1 };
  expect(shareText(day, "Rockport", "", "/daily")).toBe("Motherlode · Rockport · 2031-05-06\n🟥\n/daily");
});

it("counts down to the second", () => {
  expect(timeLeft(5 * 3600_000 + 7 * 60_000 + 9000, 0)).toBe("5:07:09");
  expect(timeLeft(0, 5000)).toBe("0:00:00");
});
