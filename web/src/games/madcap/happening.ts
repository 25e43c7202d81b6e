/** What happened between two positions, and when each part of it is shown. */
import type { Move } from "../../net/api";
import { COLOURS, type Colour, type Position, type Way } from "./position";
import { legsOf, nuggetsAt } from "./travel";

/** One trip of the elevator, or one die that was discarded. */
export interface Trip {
  seat: number;
  colour: Colour;
  face: number;
  way: Way;
  from: number | null;
  /** Null for a discard. */
  to: number | null;
  legs: number[];
  nuggets: number;
  isDouble: boolean;
  /** Where the elevator stood before; null is outside. */
  cage: number | null;
}

/** The one action that a player took, if it was one. */
export function findTrip(before: Position | null, moves: readonly Move[]): Trip | null {
  const played = moves.filter((move) => move.actor !== null);
  const words = played.length === 1 && before ? /^(red|black|blue) (\d+) (up|down|in|discard)$/.exec(played[0].text ?? "") : null;
  if (!before || !words) return null;
  const colour = words[1] as Colour;
  const face = Number(words[2]);
  const way = words[3] as Way;
  const from = before.barrels[colour];
  const legs = way === "discard" ? [] : legsOf(before.levels.length, from, face, way);
  const to = legs.at(-1) ?? null;
  const company = COLOURS.filter((other) => other !== colour && to !== null && before.barrels[other] === to).length;
  return {
    seat: played[0].actor!,
    colour,
    face,
    way,
    from,
    to,
    legs,
    nuggets: to === null ? 0 : nuggetsAt(before, colour, to),
    isDouble: company === 2,
    cage: before.banned ? before.barrels[before.banned] : null,
  };
}

/** The table right after the trip, where the next game of a match has replaced it already. */
export function finishGame(before: Position, trip: Trip): Position {
  const faces = [...before.dice[trip.colour]];
  faces.splice(faces.indexOf(trip.face), 1);
  const goldOf = (seat: number): number => before.gold[seat] + (seat === trip.seat ? trip.nuggets : 0);
  return {
    ...before,
    dice: { ...before.dice, [trip.colour]: faces },
    barrels: { ...before.barrels, [trip.colour]: trip.to ?? trip.from },
    banned: trip.colour,
    gold: [goldOf(0), goldOf(1)],
    trips_left: before.trips_left - 1,
  };
}

/** Whether a new game of a match began. */
export function isNewGame(before: Position | null, position: Position): boolean {
  return !!before && before.match.game !== position.match.game;
}

/** Milliseconds at which each part of a trip begins; `end` is when all is at rest. */
export interface Timing {
  fetch: number; // the elevator comes
  load: number; // the barrel rolls into the cage
  ride: number;
  unload: number;
  blast: number;
  collect: number; // nuggets leave
  end: number;
}

const FETCH_MS = 160;
const ROLL_MS = 170;
const LEVEL_MS = 75;
const SHORTEST_RIDE_MS = 240;
const LONGEST_RIDE_MS = 560;
const BLAST_MS = 260;
const COLLECT_MS = 520;
const DISCARD_MS = 420;
/** How long the end of a game is looked at before the next roll, and how long a roll falls. */
export const REST_MS = 900;
const FALL_MS = 420;
export const FALL_STEP_MS = 45;

/** How many levels a trip passes; the surface is one above the first. */
export function lengthOf(trip: Trip): number {
  const stops = trip.from === null ? [0, ...trip.legs] : trip.legs;
  return stops.slice(1).reduce((sum, level, at) => sum + Math.abs(level - stops[at]), 0);
}

export function timeTrip(trip: Trip): Timing {
  if (trip.to === null) return { fetch: 0, load: 0, ride: 0, unload: 0, blast: 0, collect: 0, end: DISCARD_MS };
  const fetch = 0;
  const load = trip.cage === trip.from ? 0 : FETCH_MS;
  const ride = load + ROLL_MS;
  const unload = ride + Math.min(LONGEST_RIDE_MS, Math.max(SHORTEST_RIDE_MS, LEVEL_MS * lengthOf(trip)));
  const blast = unload + ROLL_MS;
  const collect = blast + (trip.nuggets ? BLAST_MS : 0);
  return { fetch, load, ride, unload, blast, collect, end: collect + (trip.nuggets ? COLLECT_MS : 0) };
}

/** How long the board needs for what happened. */
export function pauseFor(before: Position | null, moves: readonly Move[], after: Position): number {
  const trip = findTrip(before, moves);
  if (!trip) return 300;
  const rest = isNewGame(before, after) ? REST_MS + FALL_MS + FALL_STEP_MS * 3 * after.dice_per_colour : 0;
  return timeTrip(trip).end + 120 + rest;
}
