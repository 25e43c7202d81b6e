/** The geometry of the curve of odds and of the bars under it. */

/** Where a step stands between the left end and the right end. */
export const xOf = (step: number, steps: number, width: number): number => (steps ? (step / steps) * width : 0);

/** The step that is nearest to a place. */
export function stepAt(x: number, steps: number, width: number): number {
  return Math.max(0, Math.min(steps, Math.round((x / Math.max(1, width)) * steps)));
}

/** A line through odds from 0 (bottom) to 1 (top). */
export function linePath(odds: readonly number[], width: number, height: number): string {
  const steps = odds.length - 1;
  return odds.map((each, step) => `${step ? "L" : "M"}${round(xOf(step, steps, width))} ${round((1 - clamp(each)) * height)}`).join("");
}

/** The area under such a line. */
export function areaPath(odds: readonly number[], width: number, height: number): string {
  return odds.length ? `${linePath(odds, width, height)}L${round(width)} ${height}L0 ${height}Z` : "";
}

export interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
  change: number;
}

const LEAST_BAR_PX = 3;
const LEAST_SCALE = 0.1; // small changes stay small

/** The change that fills half of a lane. */
export const scaleOf = (...lanes: readonly (readonly number[])[]): number =>
  Math.max(LEAST_SCALE, ...lanes.map((changes) => changes.reduce((most, each) => Math.max(most, Math.abs(each)), 0)));

/** Changes as bars up and down from the middle of a lane. Where steps are closer than a bar is wide, a bar sums up several. */
export function bars(changes: readonly number[], width: number, height: number, scale: number): Bar[] {
  const steps = changes.length;
  const bins = Math.max(1, Math.min(steps, Math.floor(width / LEAST_BAR_PX)));
  const sums = new Array<number>(bins).fill(0);
  changes.forEach((change, step) => (sums[Math.floor((step * bins) / steps)] += change));
  const each = width / bins;
  return sums.flatMap((change, bin) => {
    const tall = Math.min(1, Math.abs(change) / scale) * (height / 2);
    if (tall < 0.4) return [];
    return { x: round(bin * each), y: round(change > 0 ? height / 2 - tall : height / 2), width: round(Math.max(1, each - 0.6)), height: round(tall), change };
  });
}

const clamp = (odds: number): number => Math.max(0, Math.min(1, odds));
const round = (pixels: number): number => Math.round(pixels * 10) / 10;
