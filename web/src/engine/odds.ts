/** From what a search thinks to odds, as `motherlode.bots.odds` has it: by how often seats won that were worth so much. */
import type { OddsCurve } from "../net/protocol";
import type { Findings } from "./engine";

/** What numbers are: of a solved game, held against many matches, or only what a search guesses. */
export type About = "exact" | "measured" | "guess";

/** Straight between the points of the curve, level beyond them. */
function follow({ values, odds }: OddsCurve, value: number): number {
  const right = values.findIndex((each) => each >= value);
  if (right < 0) return odds[odds.length - 1];
  if (right === 0 || values[right] === value) return odds[right];
  const share = (value - values[right - 1]) / (values[right] - values[right - 1]);
  return odds[right - 1] + share * (odds[right] - odds[right - 1]);
}

/** The odds of all seats from their values; those of several sides add up to 1. */
export function oddsOf(values: readonly number[], sides: readonly number[], curve: OddsCurve | null): number[] {
  const odds = values.map((value) => Math.min(1, Math.max(0, value))).map((value) => (curve ? follow(curve, value) : value));
  const count = Math.max(...sides) + 1;
  if (count === 1) return odds;
  const bySide = Array.from({ length: count }, (_, side) => {
    const own = odds.filter((_each, seat) => sides[seat] === side);
    return own.reduce((sum, each) => sum + each, 0) / own.length;
  });
  const total = bySide.reduce((sum, each) => sum + each, 0);
  return sides.map((side) => (total > 0 ? bySide[side] / total : 1 / count));
}

/**
 * The same findings in odds. A seat that is to act has those of its best action, of which curves are made; where chance
 * acts they are those of the position. What was hardly tried can look better than the best by luck: it is not said to be.
 */
export function inOdds(found: Findings, sides: readonly number[], curve: OddsCurve | null): Findings {
  const { actor } = found;
  if (actor < 0 || !found.choices.length) return { ...found, values: oddsOf(found.values, sides, curve) };
  const all = found.choices.map((choice) => ({ ...choice, values: oddsOf(choice.values, sides, curve) }));
  const best = all[0].values;
  const choices = all.map((choice) => ({ ...choice, values: choice.values.map((value, seat) => (seat === actor ? Math.min(value, best[seat]) : value)) }));
  return { ...found, values: best, choices };
}

/** Whether odds are measured: at a decision, when every tree has grown by as many iterations as the curve is of. */
export const isMeasured = (curve: OddsCurve | null, actor: number, iterations: readonly number[]): boolean =>
  curve !== null && curve.is_measured && actor >= 0 && iterations.length > 0 && iterations.every((each) => each === curve.iterations);
