/** What a board shows between two positions: which way caps go, what they trap, who throws what, and when. */
import type { Move } from "../../net/api";
import { capSpots, type CapSpot, type Layout } from "./layout";
import { captivesOf, findCap, GOLDEN, type Position } from "./position";
import { shortest, walk, walkHome, walkThrough, waysOf, type Route } from "./ways";

/** A point on a cap's way, with the moment when it gets there. */
export interface Point {
  at: number;
  x: number;
  y: number;
  scale: number;
  /** It jumps to get there. */
  isHop?: boolean;
}

export interface Throw {
  seat: number;
  face: number;
  at: number;
  /** No cap could move with it (R2.5). */
  isLost: boolean;
}

/** The last move of a cap, marked until the next one. */
export interface Trail {
  cap: string;
  route: Route;
  /** Where it trapped, and when that shows. */
  trapped: { place: string; caps: number; at: number } | null;
}

/** Something to cheer at: caps that were trapped, or brought home. */
export interface Moment {
  isHome: boolean;
  place: string;
  caps: readonly string[];
  at: number;
}

export interface Plan {
  points: ReadonlyMap<string, readonly Point[]>;
  trail: Trail | null;
  throws: readonly Throw[];
  moments: readonly Moment[];
  /** When the die of the position before goes away. */
  dieLeaves: number;
  duration: number;
}

const STEP = 105;
const HOP = 170;
const REST = 200; // in the base, before it goes on
const SETTLE = 280;
const THROW = 520;
const CHEER = 800; // of a moment, before anything else is shown
const LOST = 620; // a throw that nobody can use is shown for itself

interface Travel {
  cap: string;
  route: Route;
}

const MOVED = /^(golden|[a-z]+ \d+) (?:home to (\w+)|(home|stays home)|(?:turns on|to) (\w+))$/;

/** How a cap went, from the words of the action: `red 3 to 17`, `red 3 home to 18`, `golden turns on 4`. */
export function travelOf(before: Position, text: string): Travel | null {
  const match = MOVED.exec(text);
  if (!match) return null;
  const [, name, through, home, end] = match;
  const id = `cap:${name.replace(" ", ":")}`;
  const cap = findCap(before, id);
  const base = before.seats.find((seat) => seat.seat === cap?.seat)?.base;
  if (!cap || !base) return null;
  const route = routeTo(before, id, home ? [base] : through ? [base, `space:${through}`] : [`space:${end}`]);
  return route && { cap: id, route };
}

/** The way of a cap with the throw to the end of a touch path: a space, its base, or a space through its base. */
export function routeTo(position: Position, cap: string, ends: readonly string[]): Route | null {
  const ways = waysOf(position.board);
  const from = findCap(position, cap)?.place;
  const points = position.die ?? 0;
  if (!from || !ends.length) return null;
  const [first, second] = ends.map((end) => end.replace(/^turn:/, "space:"));
  if (cap === GOLDEN) return shortest(ways, from, first);
  if (second?.startsWith("space:")) return walkThrough(ways, from, first, second, points);
  return first.startsWith("base:") ? walkHome(ways, from, first, points) : walk(ways, from, first, points);
}

/** Everything that moves between two positions. */
export function plan(before: Position | null, after: Position, moves: readonly Move[], layout: Layout): Plan {
  if (!before) return { points: new Map(), trail: null, throws: [], moments: [], dieLeaves: 0, duration: 0 };
  const moved = moves.flatMap((move) => (MOVED.test(move.text ?? "") ? [move.text!] : []));
  const travel = moved.length === 1 ? travelOf(before, moved[0]) : null;
  const was = capSpots(before, layout);
  const is = capSpots(after, layout);
  const points = new Map<string, readonly Point[]>();
  const landed = travel ? follow(travel, before, after, was, is, layout, points) : { landing: 0, trapped: null };

  let end = landed.landing;
  for (const [cap, to] of is) {
    const from = was.get(cap);
    if (!from || points.has(cap) || (from.x === to.x && from.y === to.y && from.scale === to.scale)) continue;
    const start = Math.max(0, landed.landing - 60);
    points.set(cap, [
      { ...from, at: start },
      { ...to, at: start + SETTLE },
    ]);
    end = Math.max(end, start + SETTLE);
  }
  for (const way of points.values()) end = Math.max(end, way[way.length - 1].at);
  const dieLeaves = end;
  const throws = throwsOf(after, moves, end + (end ? 60 : 0));
  const last = throws[throws.length - 1];
  const moments = momentsOf(before, after, points);
  return {
    points,
    trail: travel && { ...travel, trapped: landed.trapped },
    throws,
    moments,
    dieLeaves,
    duration: Math.max(last ? last.at + THROW : end, ...moments.map((moment) => moment.at + CHEER)),
  };
}

/** Lets a cap and what it carries follow its way; says when it lands and what it traps there. */
function follow(
  { cap, route }: Travel,
  before: Position,
  after: Position,
  was: ReadonlyMap<string, CapSpot>,
  is: ReadonlyMap<string, CapSpot>,
  layout: Layout,
  points: Map<string, readonly Point[]>,
): { landing: number; trapped: Trail["trapped"] } {
  const carried = captivesOf(before, cap);
  const ground = was.get(carried[carried.length - 1] ?? cap)!;
  const home = route.findIndex((place, index) => index > 0 && place.startsWith("base:"));
  const times = [0];
  for (let step = 1; step < route.length; step++) {
    times.push(times[step - 1] + (step - 1 === home ? REST : 0) + (step === route.length - 1 ? HOP : STEP));
  }
  const landing = times[times.length - 1];

  for (const one of [cap, ...carried]) {
    const start = was.get(one)!;
    const stops = one !== cap && home > 0 ? route.slice(0, home + 1) : route;
    const way: Point[] = [{ ...start, at: 0 }];
    for (let step = 1; step < stops.length; step++) {
      const place = layout.places.get(stops[step])!;
      const isEnd = step === route.length - 1 && stops === route;
      const target = isEnd ? is.get(one)! : { x: place.x, y: place.y + layout.capWidth * 0.12 - (ground.y - start.y), scale: 1 };
      if (step - 1 === home && one === cap) way.push({ ...way[way.length - 1], at: times[home] + REST });
      way.push({ x: target.x, y: target.y, scale: target.scale, at: times[step], isHop: true });
    }
    if (stops !== route || (home === route.length - 1 && one !== cap)) {
      way.push({ ...is.get(one)!, at: times[home] + SETTLE });
    }
    points.set(one, way);
  }
  const place = route[route.length - 1];
  const victims = after.caps.filter((other) => other.under === cap && !carried.includes(other.id) && findCap(before, other.id)?.under !== cap);
  return { landing, trapped: victims.length ? { place, caps: victims.length, at: landing } : null };
}

/** Caps that were trapped, by where that was, and caps that came to be kept, by the base. */
function momentsOf(before: Position, after: Position, points: ReadonlyMap<string, readonly Point[]>): Moment[] {
  const found: Moment[] = [];
  const landing = (cap: string): number => points.get(cap)?.at(-1)?.at ?? 0;
  const add = (isHome: boolean, place: string, cap: string, at: number): void => {
    const same = found.findIndex((moment) => moment.isHome === isHome && moment.place === place);
    if (same < 0) found.push({ isHome, place, caps: [cap], at });
    else found[same] = { ...found[same], caps: [...found[same].caps, cap], at: Math.max(found[same].at, at) };
  };
  for (const cap of after.caps) {
    const was = findCap(before, cap.id);
    if (cap.state === "kept" && was?.state !== "kept") add(true, cap.place, cap.id, landing(cap.id));
    else if (cap.under && was?.under !== cap.under) add(false, cap.place, cap.id, landing(cap.under));
  }
  return found;
}

/** The throws with who threw them. All but the last were lost, each by the player before the next one. */
export function throwsOf(after: Position, moves: readonly Move[], start: number): Throw[] {
  const faces = moves.flatMap((move) => {
    const match = move.actor === null ? /^throws (\d)$/.exec(move.text ?? "") : null;
    return match ? [Number(match[1])] : [];
  });
  const seats = after.seats.length;
  const plays = (seat: number): boolean => after.game === "total" || after.caps.some((cap) => cap.seat === seat && cap.state === "free");
  const before = (seat: number): number => {
    do seat = (seat + seats - 1) % seats;
    while (!plays(seat) && seat !== after.seat);
    return seat;
  };
  const found: Throw[] = [];
  let seat = after.phase === "throw" ? before(after.seat) : after.seat; // the next one has not thrown yet
  let isLost = after.phase !== "move";
  for (const face of faces.reverse()) {
    found.unshift({ seat, face, at: 0, isLost });
    isLost = true;
    seat = before(seat);
  }
  return found.map((one, index) => ({ ...one, at: start + index * LOST }));
}
