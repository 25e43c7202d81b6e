/** Where everything is on the map, and the hand-drawn outlines of chambers and tunnels. A hex side is 100 units. */
import type { Hex, Position, Side } from "./position";

const UNIT = 100;
const HALF = (UNIT * Math.sqrt(3)) / 2; // half the way between two neighbours
const ROW = 1.5 * UNIT;
const CHAMBER = 0.8 * UNIT; // from the middle of a chamber to its corners
const TUNNEL = 0.2 * UNIT; // half as wide as a tunnel
const START = 0.5 * UNIT;

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** By side: to the right in half hexes, down in rows. */
const WAYS: Record<Side, readonly [number, number]> = {
  NE: [1, -1],
  E: [2, 0],
  SE: [1, 1],
  SW: [-1, 1],
  W: [-2, 0],
  NW: [-1, -1],
};

export const centre = (hex: Hex): Point => ({ x: hex.x * UNIT, y: hex.y * UNIT });

/** The hex behind a side. */
export function neighbour(hexes: readonly Hex[], hex: Hex, side: Side): Hex | undefined {
  const [right, down] = WAYS[side];
  return hexes.find((other) => other.row === hex.row + down && other.across === hex.across + right);
}

/** Always the same number from 0 to 1 for the same words: what is drawn by hand stays where it is. */
export function chanceOf(words: string): number {
  let hash = 2166136261;
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words.charCodeAt(at), 16777619);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 2246822519);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 4294967296;
}

/** The same from -1 to 1. */
const wobble = (words: string): number => 2 * chanceOf(words) - 1;

const write = (point: Point): string => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`;

const between = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
});

/** A closed outline with its corners rounded. */
export function round(corners: readonly Point[], part = 0.3): string {
  const pieces = corners.map((corner, at) => {
    const last = corners[(at + corners.length - 1) % corners.length];
    const next = corners[(at + 1) % corners.length];
    return `${at ? "L" : "M"}${write(between(corner, last, part))}Q${write(corner)} ${write(between(corner, next, part))}`;
  });
  return `${pieces.join("")}Z`;
}

/** The outline of a chamber, point up, a little out of true; `grow` makes it larger or smaller. */
export function chamber(hex: Hex, grow = 0): string {
  const middle = centre(hex);
  if (hex.kind === "start") return circle(middle, START + grow);
  const corners = Array.from({ length: 6 }, (_, at) => {
    const angle = (Math.PI / 3) * at - Math.PI / 2;
    const reach = CHAMBER + grow + 5 * wobble(`${hex.name} reach ${at}`);
    const turn = angle + 0.06 * wobble(`${hex.name} turn ${at}`);
    return { x: middle.x + reach * Math.cos(turn), y: middle.y + reach * Math.sin(turn) };
  });
  return round(corners, 0.28);
}

function circle(middle: Point, radius: number): string {
  const { x, y } = middle;
  return `M${write({ x: x - radius, y })}A${radius} ${radius} 0 0 1 ${write({ x: x + radius, y })}A${radius} ${radius} 0 0 1 ${write({ x: x - radius, y })}Z`;
}

/** A tunnel between two middles. It turns the same way as chambers do, so that all can be one outline. */
export function tunnel(from: Hex, to: Hex): string {
  const [start, end] = [centre(from), centre(to)];
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const across = { x: (end.y - start.y) / length, y: -(end.x - start.x) / length };
  const aside = (point: Point, by: number): Point => ({ x: point.x + across.x * by, y: point.y + across.y * by });
  const [near, far] = [between(start, end, 0.25), between(start, end, 0.75)];
  const middle = between(start, end, 0.5);
  const bend = 6 * wobble(`${from.name} ${to.name}`);
  const waist = TUNNEL - 3;
  return (
    `M${write(aside(near, TUNNEL + 8))}Q${write(aside(middle, waist + bend))} ${write(aside(far, TUNNEL + 8))}` +
    `L${write(aside(far, -TUNNEL - 8))}Q${write(aside(middle, -waist + bend))} ${write(aside(near, -TUNNEL - 8))}Z`
  );
}

/** Every path once, from the hex that is named first. */
export function paths(hexes: readonly Hex[]): [Hex, Hex][] {
  const found: [Hex, Hex][] = [];
  hexes.forEach((hex, at) => {
    for (const side of hex.paths) {
      const other = neighbour(hexes, hex, side);
      // Start circles lead up and nothing leads back to them, so theirs are named once anyway.
      if (other && (hexes.indexOf(other) > at || hex.kind === "start")) found.push([hex, other]);
    }
  });
  return found;
}

/** All chambers and tunnels as one outline. */
export function outline(hexes: readonly Hex[]): string {
  const tunnels = paths(hexes).map(([from, to]) => tunnel(from, to));
  return [...hexes.map((hex) => chamber(hex)), ...tunnels].join("");
}

/** What the picture shows: the map, room for the rows' dice to its left and their water to its right. */
export function frame(hexes: readonly Hex[]): Box {
  const lefts = hexes.map((hex) => centre(hex).x);
  const tops = hexes.map((hex) => centre(hex).y);
  // Beside a way out there is more room, so that the way is seen.
  const exits = hexes.filter((hex) => hex.kind === "exit").map((hex) => centre(hex).x);
  const room = (edge: number): number => HALF + (exits.includes(edge) ? 128 : 76);
  const left = Math.min(...lefts) - room(Math.min(...lefts));
  const right = Math.max(...lefts) + room(Math.max(...lefts));
  const top = Math.min(...tops) - UNIT - 8;
  const bottom = Math.max(...tops) + START + 22;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export const rowMiddle = (row: number): number => row * ROW;

/**
 * How high the water stands: a row's circles fill it evenly, the lowest row's also what is under it, and a flooded row is
 * under water to the top.
 */
export function waterline(position: Pick<Position, "rows">, filled: number): number {
  let left = filled;
  let bottom = rowMiddle(position.rows.length + 1) + 0.72 * UNIT;
  for (const row of position.rows.toReversed()) {
    const top = rowMiddle(row.row) - 0.78 * UNIT;
    if (left < row.circles) return bottom + ((top - bottom) * left) / row.circles;
    left -= row.circles;
    bottom = top;
  }
  return bottom;
}

/** The highest row that is under water to the top, or one more than there are rows. */
export function floodedFrom(position: Pick<Position, "rows">, filled: number): number {
  let left = filled;
  let flooded = position.rows.length + 1;
  for (const row of position.rows.toReversed()) {
    left -= row.circles;
    if (left < 0) break;
    flooded = row.row;
  }
  return flooded;
}

/** Where those on one hex stand, so that nobody is hidden. */
export function places(names: readonly string[]): Record<string, Point> {
  const SPOTS: Record<number, Point[]> = {
    1: [{ x: 0, y: 0 }],
    2: [
      { x: -31, y: 4 },
      { x: 31, y: 4 },
    ],
    3: [
      { x: -32, y: 22 },
      { x: 32, y: 22 },
      { x: 0, y: -34 },
    ],
  };
  const spots = SPOTS[names.length] ?? [];
  return Object.fromEntries(names.map((name, at) => [name, spots[at] ?? { x: 0, y: 0 }]));
}
