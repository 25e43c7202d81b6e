/** The graph of exact values: where its points, lines and areas are, and what they say. */
import { say } from "../../text";
import { words } from "../../text/madcap";

/** The margin of seat 0 under best play after so many moves; null where it is not known (dice still to be rolled). */
export interface Value {
  moves: number;
  margin: number | null;
  outcome: string | null;
}

export interface Plot {
  width: number;
  left: number;
  zero: number;
  points: { x: number; y: number | null }[];
  lines: string[];
  areas: { path: string; isFirst: boolean }[];
  ticks: { margin: number; y: number }[];
}

const LEFT = 48;
const RIGHT = 14;
const EDGE = 14;
const STEPS = [1, 2, 5, 10, 20, 50, 100];

const round = (number: number): number => Math.round(number * 10) / 10;

export function plot(values: readonly Value[], width: number, height: number): Plot {
  const most = Math.max(3, ...values.map((value) => Math.abs(value.margin ?? 0)));
  const zero = height / 2;
  const scale = (zero - EDGE) / most;
  const span = width - LEFT - RIGHT;
  const points = values.map((value, at) => ({
    x: round(LEFT + 10 + (values.length > 1 ? ((span - 10) * at) / (values.length - 1) : span / 2)),
    y: value.margin === null ? null : round(zero - value.margin * scale),
  }));
  const step = STEPS.find((size) => most / size <= 3) ?? 200;
  const ticks = [];
  for (let margin = -Math.floor(most / step) * step; margin <= most; margin += step) ticks.push({ margin, y: round(zero - margin * scale) });
  const runs: { x: number; y: number }[][] = [[]];
  for (const { x, y } of points) {
    if (y === null) runs.push([]);
    else runs[runs.length - 1].push({ x, y });
  }
  const known = runs.filter((run) => run.length);
  return {
    width,
    left: LEFT,
    zero,
    points,
    ticks,
    lines: known.map((run) => `M${run.map(({ x, y }) => `${x} ${y}`).join("L")}`),
    areas: known.flatMap((run) => areasOf(run, zero)),
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
export function slips(values: readonly Value[]): number[] {
  return values.map(({ margin }, at) => {
    const before = values[at - 1]?.margin;
    return at && margin !== null && before !== null && before !== undefined ? Math.abs(margin - before) : 0;
  });
}

/** A position in words. */
export function describe(values: readonly Value[], at: number, names: readonly string[]): string {
  const value = values[at];
  if (!value) return "";
  const gaps = { move: value.moves };
  let told = say(words.valueUnknown, gaps);
  if (value.margin === 0) told = say(words.valueEven, gaps);
  else if (value.margin !== null) {
    told = say(words.valueAhead, { ...gaps, name: names[value.margin > 0 ? 0 : 1], n: Math.abs(value.margin) });
  }
  const before = values[at - 1]?.margin ?? null;
  if (before === null || value.margin === null || before === value.margin) return told;
  return `${told}. ${say(words.slip, { name: names[value.margin < before ? 0 : 1], n: Math.abs(value.margin - before) })}`;
}

/** Where a key leads from a position; null for other keys. */
export function stepTo(values: readonly Value[], current: number, key: string): number | null {
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
