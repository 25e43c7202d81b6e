/** How to find things in a position. */
import type { Event, Hex, Position } from "./view";

export type * from "./view";

/** Titles of events by the face of the die. */
export const EVENTS = ["", "No Action", "Slip and Fall", "Rock Slide", "Disoriented", "Slide", "Rock Slides"] as const satisfies readonly (Event | "")[];

export function findHex(position: Position, name: string | null): Hex | undefined {
  return name === null ? undefined : position.hexes.find((hex) => hex.name === name);
}

export const SLIDE = 5; // the face of the event die

/** Where a slide would lead: of two ways down the one nearer to the start circle, both where they are equally near. */
export function slideEnds(position: Position): string[] {
  const start = findHex(position, position.character.start)?.across ?? 0;
  const ways = (position.odds.slide_to ?? []).map((name) => ({ name, far: Math.abs((findHex(position, name)?.across ?? 0) - start) }));
  const nearest = Math.min(...ways.map((way) => way.far));
  return ways.filter((way) => way.far === nearest).map((way) => way.name);
}
