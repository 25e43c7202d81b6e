// Made by `python -m motherlode.server.protocol.files` from src/motherlode/games/rockport_caverns/views.py.

export type Kind = "passage" | "room" | "exit" | "start";

export type Side = "NE" | "E" | "SE" | "SW" | "W" | "NW";

export type Event = "No Action" | "Slip and Fall" | "Rock Slide" | "Disoriented" | "Slide" | "Rock Slides";

export type Ending = "won" | "dead" | "friend dead" | "drowned" | "friend drowned" | "full" | "dark" | "buried" | "trapped";

export type Phase = "start" | "row" | "column" | "friend row" | "friend column" | "act" | "event" | "choice" | "slide" | "bear";

/** A row of the map. */
export interface Row {
  /** from 1 at the top */
  row: number;
  /** rock slides that block a hex of it */
  rocks: number;
  /** of water beside it */
  circles: number;
  /** of them */
  filled: number;
  is_flooded: boolean;
  /** coming into it costs a life */
  is_marked: boolean;
}

/** A hex of the map, or a start circle. */
export interface Hex {
  /** as touch paths have it: hex:4-3 */
  id: string;
  /** 4-3, den, exit-1, start-5 */
  name: string;
  /** of rooms */
  title: string;
  kind: Kind;
  row: number;
  /** what the column die counts */
  column: number | null;
  /** from the left, in half hexes */
  across: number;
  /** of its middle, in hex sides */
  x: number;
  /** the same, downwards */
  y: number;
  paths: Side[];
  /** rock slides that came down on it */
  rocks: number;
  /** rock slides that block it */
  capacity: number;
  is_blocked: boolean;
  is_flooded: boolean;
}

/** How high the water stands. */
export interface Water {
  /** circles */
  filled: number;
  /** circles on the map */
  total: number;
  /** no circle is filled in the next round */
  is_dry_next: boolean;
}

/** Who you are. */
export interface Character {
  /** its number */
  card: number;
  /** the name of a hex; null: not on the map yet */
  place: string | null;
  /** the start circle */
  start: string | null;
  life: number;
  most_life: number;
  /** actions kept for later */
  stored: number;
  most_stored: number;
  /** actions in this turn */
  left: number;
  /** in the next turn */
  is_disoriented: boolean;
  is_sheltered: boolean;
  /** entering it, you hear the cries of the friend */
  trigger_row: number;
}

/** Whom you look for. */
export interface Friend {
  is_revealed: boolean;
  /** the name of a hex; null: not found yet */
  place: string | null;
  life: number;
  /** on your hex */
  is_together: boolean;
  /** where it will be found; null: a die says */
  row: number | null;
}

/** How often an event may be rolled again. */
export interface Rerolls {
  left: number;
  total: number;
}

/** Where a path leads from here. */
export interface Step {
  side: Side;
  /** the name of a hex */
  place: string;
  /** in actions */
  cost: number;
  cost_with_friend: number;
  /** over rocks */
  is_climb: boolean;
  is_blocked: boolean;
}

/** What a face of the event die brings. */
export interface EventOdds {
  face: number;
  name: Event;
  /** in a few words */
  effect: string;
  /** from 0 to 1 */
  chance: number;
}

/** What may come; without a place on the map, and at the end, only the events. */
export interface Odds {
  events: EventOdds[];
  /** by the next event, from 0 to 1 */
  lose_life?: number;
  /** null: it is not found yet */
  friend_loses_life?: number | null;
  /** names of hexes that a path leads down to */
  slide_to?: string[];
  /** until the row is flooded; null: start circles are not */
  rounds_to_flood?: number | null;
  /** until the water is above you */
  rounds_to_loss?: number;
  /** not before it is found */
  friend_rounds_to_loss?: number;
  /** to your hex, from 0 to 1; not while there is no bear */
  bear_comes?: number;
}

/** Everything on the table: nothing in the caverns is hidden. */
export interface Position {
  /** its number; of a drawn cavern the map whose rooms and exits it has; 0: a designer made it */
  map: number;
  /** whose maps they are; 0: a drawn cavern, or a designer's map */
  set: number;
  /** the number of a cavern drawn by chance; 0: none of them */
  drawn: number;
  /** of the map; empty where a designer made it */
  title: string;
  /** from the top down */
  rows: Row[];
  hexes: Hex[];
  water: Water;
  round: number;
  /** after which the game ends at the latest */
  most_rounds: number;
  character: Character;
  friend: Friend;
  /** the name of its hex; null: there is none */
  bear: string | null;
  rerolls: Rerolls;
  /** that was rolled in this turn */
  event: Event | null;
  /** rock slides still to come down */
  slides: number;
  /** where the next rock slide, or the friend, will be */
  row_die: number | null;
  phase: Phase | "over";
  /** dice come next */
  is_rolling: boolean;
  /** while you act */
  steps: Step[];
  odds: Odds;
  is_over: boolean;
  ending: Ending | null;
}
