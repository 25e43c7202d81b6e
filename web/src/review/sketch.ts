/** The first look at a match, made in the page while the review is made: everybody's chances, and what chance gave. */
import type { Drawn } from "./report";

/** A position as a worker valued it. */
export interface Looked {
  moves: number; // entries of the log before it
  odds: number[]; // by seat
}

/** What chance was to give in a position, on average. */
export interface Expected {
  moves: number;
  mean: number[]; // odds by seat over all that it may do, by weight
}

/** What the curve draws; none before every position has been looked at. */
export function sketchOf(looked: readonly Looked[], expected: readonly Expected[], count: number): Drawn | null {
  const odds = new Array<number[] | undefined>(count).fill(undefined);
  for (const one of looked) odds[one.moves] = one.odds;
  if (!count || odds.includes(undefined)) return null;
  const rows = odds as number[][];
  const means = new Map(expected.map(({ moves, mean }) => [moves, mean]));
  return {
    start: rows[0],
    steps: rows.slice(1).map((after, step) => {
      const mean = means.get(step);
      return { after, luck: mean ? after.map((each, seat) => each - mean[seat]) : [], skill: [], hidden: [] };
    }),
    decisions: [],
    turning_points: [],
  };
}
