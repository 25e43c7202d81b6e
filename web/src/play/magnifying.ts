/** Fingers are wide: which things a touch may mean, and how much larger they must be drawn to tell them apart. */

export const FINGER_PX = 40;
const COMFORT = 1.2; // a thing is surely wide enough where others reach over its edges
const MOST_TIMES = 5;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Touchable {
  id: string;
  box: Box;
}

/** How the board is drawn under the lens: first scaled around its corner, then moved. */
export interface Lens {
  x: number;
  y: number;
  times: number;
}

const STEPS = 9;

/**
 * The part of a thing that a touch on it hits, as far as a grid of points tells; none if it is all covered. What browsers call
 * its box may be larger: they count what is drawn and cannot be hit, each in its own way.
 */
export function reachOf(box: Box, hits: (point: Point) => boolean): Box | null {
  const own: Point[] = [];
  for (let step = 0; step < STEPS * STEPS; step++) {
    const point = { x: box.x + (box.width * ((step % STEPS) + 0.5)) / STEPS, y: box.y + (box.height * (Math.floor(step / STEPS) + 0.5)) / STEPS };
    if (hits(point)) own.push(point);
  }
  if (!own.length) return null;
  const [x, y] = [Math.min(...own.map((point) => point.x)), Math.min(...own.map((point) => point.y))];
  const [right, bottom] = [Math.max(...own.map((point) => point.x)), Math.max(...own.map((point) => point.y))];
  const [width, height] = [right - x + box.width / STEPS, bottom - y + box.height / STEPS];
  return { x: x - box.width / STEPS / 2, y: y - box.height / STEPS / 2, width, height };
}

const isLarge = ({ width, height }: Box): boolean => Math.min(width, height) >= COMFORT * FINGER_PX;

function distance(box: Box, { x, y }: Point): number {
  return Math.hypot(Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - box.height));
}

/**
 * The things that a touch there may mean, none if it means what it hits. `things` can be touched; `hit` is the one that was,
 * though it may mean nothing by itself.
 */
export function groupNear(things: readonly Touchable[], point: Point, hit: Touchable | null): Touchable[] {
  const own = hit && things.find((thing) => thing.id === hit.id);
  if (own && isLarge(hit.box)) return [];
  const near = new Map(things.filter(({ box }) => distance(box, point) <= FINGER_PX / 2).map((thing) => [thing.id, thing]));
  if (!near.size) return [];
  // A thing that is not lit can still be asked why.
  if (hit) near.set(hit.id, hit);
  return [...near.values()];
}

/** The board drawn so large that each of the things is a finger wide, with all of them in view. */
export function magnify(things: readonly Touchable[], point: Point, stage: Box): Lens {
  const least = Math.min(...things.map(({ box }) => Math.min(box.width, box.height)));
  // Of what is long, such as a lane, the part near the touch is enough.
  const reach = FINGER_PX;
  const left = Math.min(...things.map(({ box }) => Math.max(box.x, point.x - reach)));
  const right = Math.max(...things.map(({ box }) => Math.min(box.x + box.width, point.x + reach)));
  const top = Math.min(...things.map(({ box }) => Math.max(box.y, point.y - reach)));
  const bottom = Math.max(...things.map(({ box }) => Math.min(box.y + box.height, point.y + reach)));
  const most = Math.min(MOST_TIMES, stage.width / (right - left), stage.height / (bottom - top));
  const times = Math.max(1, Math.min(most, Math.max(1.6, (COMFORT * FINGER_PX) / least)));
  const within = (wanted: number, size: number): number => Math.min(0, Math.max(size - size * times, wanted));
  return {
    times,
    x: within(stage.width / 2 - ((left + right) / 2 - stage.x) * times, stage.width),
    y: within(stage.height / 2 - ((top + bottom) / 2 - stage.y) * times, stage.height),
  };
}
