/** The graph of exact values: where its points, lines and areas are, and what they say. */
import { say } from "../../text";
import { words } from "../../text/madcap";

/** The margin of seat 0 under best play after so many moves; null while dice are rolled. */
export interface Value {
  moves: number;
  margin: number | null;
  outcome: string | null;
}

/** A position of known value, with its place in the match. */
export interface Known {
  moves: number;
  margin: number;
  game: number; // from 1
  turn: number; // turns taken in this game
}

/** The positions worth showing: rolls are left out, and where they stood a new game begins. */
export function knownOf(values: readonly Value[]): Known[] {
  const known: Known[] = [];
  for (const { moves, margin } of values) {
    const last = known.at(-1);
    if (margin === null) continue;
    if (last && moves === last.moves + 1) known.push({ moves, margin, game: last.game, turn: last.turn + 1 });
    else known.push({ moves, margin, game: (last?.game ?? 0) + 1, turn: 0 });
  }
  return known;
}

export interface Plot {
  width: number;
  left: number;
  zero: number;
  points: { x: number; y: number }[];
  lines: string[];
  areas: { path: string; isFirst: boolean }[];
  ticks: { margin: number; y: number }[];
}

const LEFT = 48;
const RIGHT = 14;
const EDGE = 14;
const LEAST_SIDE = 0.45;
const STEPS = [1, 2, 5, 10, 20, 50, 100];

const round = (number: number): number => Math.round(number * 10) / 10;

export function plot(values: readonly Known[], width: number, height: number): Plot {
  const highest = Math.max(2, ...values.map((value) => value.margin));
  const lowest = Math.max(2, ...values.map((value) => -value.margin));
  const most = Math.max(highest, lowest);
  // Each side gets the room it needs, and enough to be seen as a side.
  const [up, down] = [Math.max(highest, most * LEAST_SIDE), Math.max(lowest, most * LEAST_SIDE)];
  const scale = (height - 2 * EDGE) / (up + down);
  const zero = round(EDGE + up * scale);
  const span = width - LEFT - RIGHT;
  const points = values.map((value, at) => ({
    x: round(LEFT + 10 + (values.length > 1 ? ((span - 10) * at) / (values.length - 1) : span / 2)),
    y: round(zero - value.margin * scale),
  }));
  const step = STEPS.find((size) => most / size <= 3) ?? 200;
  const ticks = [];
  for (let margin = -Math.floor(down / step) * step; margin <= up; margin += step) ticks.push({ margin, y: round(zero - margin * scale) });
  const runs: { x: number; y: number }[][] = [];
  values.forEach(({ turn }, at) => {
    if (turn === 0 || !runs.length) runs.push([]);
    runs[runs.length - 1].push(points[at]);
  });
  return {
    width,
    left: LEFT,
    zero,
    points,
    ticks,
    lines: runs.map((run) => `M${run.map(({ x, y }) => `${x} ${y}`).join("L")}`),
    areas: runs.flatMap((run) => areasOf(run, zero)),
  };
}

/** A run of points cut where it crosses the zero line. */
function areasOf(run: readonly { x: number; y: number }[], zero: number): { path: string; isFirst: boolean }[] {
  const areas: { path: string; isFirst: boolean }[] = [];
  let part: { x: number; y: number }[] = [];
  const close = (): void => {
    const side = part.find((point) => point.y !== zero);
    if (part.length > 1 && side) {
      const edge = part.map(({ x, y }) => `${x} ${y}`).join("L");
      areas.push({ path: `M${part[0].x} ${zero}L${edge}L${part[part.length - 1].x} ${zero}Z`, isFirst: side.y < zero });
    }
    part = [];
  };
  run.forEach((point, at) => {
    const before = run[at - 1];
    if (before && (before.y - zero) * (point.y - zero) < 0) {
      const x = round(before.x + ((point.x - before.x) * (zero - before.y)) / (point.y - before.y));
      part.push({ x, y: zero });
      close();
      part.push({ x, y: zero });
    }
    part.push(point);
    if (point.y === zero) {
      close();
      part.push(point);
    }
  });
  close();
  return areas;
}

/** What the action that led to each position gave away. Nobody can gain by an action, so a change is always a slip. */
export function slips(values: readonly Known[]): number[] {
  return values.map(({ margin, turn }, at) => (turn && at ? Math.abs(margin - values[at - 1].margin) : 0));
}

/** A position in words. */
export function describe(values: readonly Known[], at: number, names: readonly string[]): string {
  const value = values[at];
  if (!value) return "";
  const isMatch = values[values.length - 1].game > 1;
  const place = say(value.turn ? (isMatch ? words.graphGameTurn : words.graphTurn) : isMatch ? words.graphGameStart : words.graphStart, { ...value });
  const told = value.margin
    ? say(words.valueAhead, { place, name: names[value.margin > 0 ? 0 : 1], n: Math.abs(value.margin) })
    : say(words.valueEven, { place });
  const change = value.turn && at ? value.margin - values[at - 1].margin : 0;
  return change ? `${told}. ${say(words.slip, { name: names[change < 0 ? 0 : 1], n: Math.abs(change) })}` : told;
}

/** Where a key leads from a position; null for other keys. */
export function stepTo(values: readonly Known[], current: number, key: string): number | null {
  const last = values.length - 1;
  const steps: Record<string, number> = {
    ArrowLeft: current - 1,
    ArrowDown: current - 1,
    ArrowRight: current + 1,
    ArrowUp: current + 1,
    PageDown: current - 5,
    PageUp: current + 5,
    Home: 0,
    End: last,
  };
  return key in steps ? Math.min(last, Math.max(0, steps[key])) : null;
}
