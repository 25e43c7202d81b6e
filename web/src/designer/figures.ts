/** Figures with their intervals from many games, of a variant beside the original, game for game with the same luck. */
import type { MeasuredFigure, SeenFigure } from "../net/api";
import type { Text } from "../text";
import type { Played } from "./playing";

const Z = 1.959964; // 95 %
/** The same where so many questions are asked at once, so that 95 times in 100 all answers are right: Bonferroni. */
const Z_OF_MANY = [1.96, 1.96, 2.24, 2.39, 2.5, 2.58, 2.64, 2.69, 2.73, 2.77, 2.81, 2.84, 2.87, 2.89, 2.91, 2.94];
const UNSEEN = 3.7; // games among which something of that share would have been seen

export interface Interval {
  value: number;
  low: number;
  high: number;
}

export interface Figure {
  name: string;
  isShare: boolean;
  variant: Interval;
  original: Interval;
  difference: Interval;
  /** What the server measured has a name and a verdict of its own. */
  title?: Text;
  verdict?: Verdict;
}

/** Wilson's interval of a share; `sum` may count parts. */
export function wilson(sum: number, count: number): Interval {
  if (!count) return { value: 0, low: 0, high: 1 };
  const share = sum / count;
  const middle = (share + (Z * Z) / (2 * count)) / (1 + (Z * Z) / count);
  const reach = (Z / (1 + (Z * Z) / count)) * Math.sqrt((share * (1 - share)) / count + (Z * Z) / (4 * count * count));
  return { value: share, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}

/** The normal interval of a mean. */
export function mean(sum: number, squares: number, count: number, z = Z, least = 0): Interval {
  if (!count) return { value: 0, low: 0, high: 0 };
  const value = sum / count;
  const reach = count > 1 ? Math.max(least, z * Math.sqrt(Math.max(0, squares / count - value * value) / (count - 1))) : Infinity;
  return { value, low: value - reach, high: value + reach };
}

/** The figures of a game, by name; those of places in the order are `place:0`, `place:1`, ... */
export function valuesOf(played: Played): Record<string, number> {
  const { won, length, choices, changes, comeback, even, capped, best, margin } = played;
  if (won.length === 1) return { won: won[0], length, choices, capped, best };
  const places = Object.fromEntries(won.map((share, place) => [`place:${place}`, share]));
  return { ...places, length, choices, changes, comeback, even, capped, best, margin };
}

export const isShareOf = (name: string): boolean => name.startsWith("place:") || ["won", "comeback", "even", "capped"].includes(name);

interface Sums {
  sum: number;
  squares: number;
}

export class Tally {
  games = 0;
  #sums = new Map<string, { variant: Sums; original: Sums; difference: Sums }>();

  /** The same game of both. */
  add(variant: Played, original: Played): void {
    this.games++;
    const theirs = valuesOf(original);
    for (const [name, value] of Object.entries(valuesOf(variant))) {
      const sums = this.#sums.get(name) ?? { variant: { sum: 0, squares: 0 }, original: { sum: 0, squares: 0 }, difference: { sum: 0, squares: 0 } };
      this.#sums.set(name, sums);
      for (const [key, number] of [["variant", value], ["original", theirs[name]], ["difference", value - theirs[name]]] as const) {
        sums[key].sum += number;
        sums[key].squares += number * number;
      }
    }
  }

  figures(): Figure[] {
    const z = Z_OF_MANY[Math.min(this.#sums.size, Z_OF_MANY.length - 1)];
    return [...this.#sums].map(([name, { variant, original, difference }]) => {
      const isShare = isShareOf(name);
      const interval = ({ sum, squares }: Sums): Interval => (isShare ? wilson(sum, this.games) : mean(sum, squares, this.games));
      return { name, isShare, variant: interval(variant), original: interval(original), difference: mean(difference.sum, difference.squares, this.games, z, isShare ? UNSEEN / this.games : 0) };
    });
  }
}

export type Verdict = "more" | "less" | "same" | "open";

/** Whether a figure changed: known when the interval of the difference leaves out nothing, the same when it is narrow. */
export function verdictOf({ isShare, original, difference, verdict }: Figure): Verdict {
  if (verdict) return verdict;
  if (difference.low > 0) return "more";
  if (difference.high < 0) return "less";
  const small = isShare ? 0.01 : Math.max(0.02 * Math.abs(original.value), 1e-9);
  return difference.high - difference.low <= 2 * small ? "same" : "open";
}

/** What the server measured, as the page shows figures. */
export const seen = (figures: readonly SeenFigure[]): Figure[] => figures.map(({ is_share, ...figure }) => ({ ...figure, isShare: is_share }));

export function measured(figures: readonly Figure[]): MeasuredFigure[] {
  return figures.map(({ name, variant, original }) => ({
    name,
    value: variant.value,
    low: variant.low,
    high: variant.high,
    original: original.value,
    original_low: original.low,
    original_high: original.high,
  }));
}
