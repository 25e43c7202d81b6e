/** Key frames of barrel and elevator for one trip. */
import type { Timing, Trip } from "./happening";
import { floorOf, type Layout } from "./layout";
import { COLOURS } from "./position";

export interface Frame {
  x: number;
  y: number;
  /** Milliseconds from the start. */
  at: number;
  easing: string;
}

const SMOOTH = "cubic-bezier(0.4, 0, 0.3, 1)";

/** The levels of the ride with the surface before the first, where a barrel enters there. */
function ride(trip: Trip): (number | null)[] {
  return trip.from === null ? [null, ...trip.legs] : trip.legs;
}

/** Times at which the ride reaches each of its levels, by the length of the way. */
function rideTimes(layout: Layout, trip: Trip, timing: Timing): number[] {
  const heights = ride(trip).map((level) => floorOf(layout, level));
  const whole = heights.slice(1).reduce((sum, y, at) => sum + Math.abs(y - heights[at]), 0) || 1;
  let done = 0;
  return heights.map((y, at) => {
    if (at) done += Math.abs(y - heights[at - 1]);
    return timing.ride + ((timing.unload - timing.ride) * done) / whole;
  });
}

/** Into the cage, along the shaft with its turn, out again. */
export function barrelFrames(layout: Layout, trip: Trip, timing: Timing): Frame[] {
  const home = layout.barrelX[COLOURS.indexOf(trip.colour)];
  const middle = layout.shaft.x + layout.shaft.width / 2;
  const start = floorOf(layout, trip.from);
  const times = rideTimes(layout, trip, timing);
  const stops = ride(trip).map((level, at, all) => ({
    x: middle,
    y: floorOf(layout, level),
    at: times[at],
    easing: all.length > 2 ? (at === 0 ? "ease-in" : at === all.length - 2 ? "ease-out" : "linear") : SMOOTH,
  }));
  stops[stops.length - 1].easing = "ease-out";
  return [
    { x: home, y: start, at: 0, easing: "linear" },
    { x: home, y: start, at: timing.load, easing: "ease-in" },
    ...stops,
    { x: home, y: stops[stops.length - 1].y, at: timing.blast, easing: "linear" },
  ];
}

/** To the barrel, along with it, and there it stays. */
export function cageFrames(layout: Layout, trip: Trip, timing: Timing): Frame[] {
  const times = rideTimes(layout, trip, timing);
  const stops = ride(trip).map((level, at, all) => ({
    x: 0,
    y: floorOf(layout, level),
    at: times[at],
    easing: all.length > 2 ? (at === 0 ? "ease-in" : at === all.length - 2 ? "ease-out" : "linear") : SMOOTH,
  }));
  return [
    { x: 0, y: floorOf(layout, trip.cage), at: 0, easing: "ease-in-out" },
    { ...stops[0], at: timing.load, easing: "linear" },
    ...stops,
  ];
}

/** What `Element.animate` takes. */
export function keyframes(frames: readonly Frame[]): { frames: Keyframe[]; duration: number } {
  const duration = frames[frames.length - 1].at;
  return {
    duration,
    frames: frames.map(({ x, y, at, easing }) => ({
      transform: `translate(${x}px, ${y}px)`,
      offset: duration ? at / duration : 1,
      easing,
    })),
  };
}

/** The way along the shaft as a chalk line: each leg in a lane of its own, an arrow at its end. */
export function trailPath(layout: Layout, from: number | null, legs: readonly number[]): { line: string; tip: string } {
  const levels: (number | null)[] = from === null ? [null, ...legs] : [...legs];
  const { x, width } = layout.shaft;
  const lift = layout.isWide ? 30 : 17;
  const lanes = levels.length > 2 ? [x + width * 0.22, x + width * 0.78] : [x + width * 0.22];
  const height = (level: number | null): number => floorOf(layout, level) - lift;
  let line = `M${lanes[0]} ${height(levels[0])}`;
  levels.slice(1).forEach((level, at) => {
    const lane = lanes[Math.min(at, lanes.length - 1)];
    if (at && lane !== lanes[at - 1]) {
      const turn = Math.sign(height(levels[at]) - height(levels[at - 1])) * (layout.isWide ? 14 : 9);
      line += `C${lanes[at - 1]} ${height(levels[at]) + turn} ${lane} ${height(levels[at]) + turn} ${lane} ${height(levels[at])}`;
    }
    line += `L${lane} ${height(level)}`;
  });
  const [last, previous] = [height(levels[levels.length - 1]), height(levels[levels.length - 2] ?? null)];
  const size = layout.isWide ? 9 : 5.5;
  const lane = lanes[lanes.length - 1];
  const way = Math.sign(last - previous) || 1;
  return { line, tip: `M${lane - size} ${last - way * size}L${lane} ${last + way * 2}L${lane + size} ${last - way * size}` };
}
