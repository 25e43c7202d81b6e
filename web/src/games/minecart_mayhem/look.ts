/** Where things are seen: the cave in pixels, with the camera on a row. */
import { point, type Geometry } from "./geometry";
import type { Spot } from "./scene";

export interface Look {
  geometry: Geometry;
  near: number; // the row of the camera
  text: number; // the size of words, in pixels
  isLarge: boolean; // there is room for more than a phone shows
}

export interface Place {
  x: number;
  y: number;
  scale: number;
}

/** A point of a spot: `across` from -0.5 to 0.5 of the lane, `within` the row from 0 to 1. */
export function placeOf({ geometry, near }: Look, spot: Spot, within = 0.5, across = 0): Place {
  return point(geometry, spot.lane, across, spot.row - near + within);
}

/** How large a piece of 100 is in the nearest row: about as wide as its lane allows, a little higher than its row. */
export function unitOf({ geometry }: Look): number {
  return Math.min(geometry.laneWidth * 0.58, geometry.rowHeight * geometry.squeeze * 1.42) / 100;
}

/** The transform of a piece that stands on a spot. */
export function stand(look: Look, spot: Spot, aside = 0): string {
  const foot = placeOf(look, spot, 0.26, aside);
  return `translate(${foot.x.toFixed(1)}px, ${foot.y.toFixed(1)}px) scale(${(foot.scale * unitOf(look)).toFixed(4)})`;
}
