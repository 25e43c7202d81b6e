/** The position of the Rockport Caverns, as views.py writes it. Nothing in it is hidden. */

export type Side = "NE" | "E" | "SE" | "SW" | "W" | "NW";

export interface Row {
  row: number;
  rocks: number; // rock slides that block a hex
  circles: number;
  filled: number;
  is_flooded: boolean;
  is_marked: boolean; // coming into it costs a life
}

export interface Hex {
  id: string; // as touch paths have it: "hex:4-3"
  name: string; // "4-3", "den", "exit-1", "start-5"
  title: string; // of rooms
  kind: "passage" | "room" | "exit" | "start";
  row: number;
  column: number | null; // what the column die counts
  across: number;
  x: number; // in hex sides, y downwards
  y: number;
  paths: Side[];
  rocks: number;
  capacity: number;
  is_blocked: boolean;
  is_flooded: boolean;
}

export interface Step {
  side: Side;
  place: string;
  cost: number;
  cost_with_friend: number;
  is_climb: boolean;
  is_blocked: boolean;
}

export interface Odds {
  events: { face: number; name: string; effect: string; chance: number }[];
  lose_life?: number;
  friend_loses_life?: number | null;
  slide_to?: string[];
  rounds_to_flood?: number | null;
  rounds_to_loss?: number;
  friend_rounds_to_loss?: number;
  bear_comes?: number;
}

export type Ending = "won" | "dead" | "friend dead" | "drowned" | "friend drowned" | "full" | "dark" | "buried";

export interface Position {
  map: number;
  title: string;
  rows: Row[];
  hexes: Hex[];
  water: { filled: number; total: number; is_dry_next: boolean };
  round: number;
  most_rounds: number;
  character: {
    card: number;
    place: string | null;
    start: string | null;
    life: number;
    most_life: number;
    stored: number;
    most_stored: number;
    left: number;
    is_disoriented: boolean;
    is_sheltered: boolean;
    trigger_row: number;
  };
  friend: { is_revealed: boolean; place: string | null; life: number; is_together: boolean; row: number | null };
  bear: string | null;
  rerolls: { left: number; total: number };
  event: string | null; // its English title, see EVENTS
  slides: number;
  row_die: number | null;
  phase: "start" | "row" | "column" | "friend row" | "friend column" | "act" | "event" | "choice" | "slide" | "bear" | "over";
  is_rolling: boolean;
  steps: Step[];
  odds: Odds;
  is_over: boolean;
  ending: Ending | null;
}

/** Titles of events by the face of the die. */
export const EVENTS = ["", "No Action", "Slip and Fall", "Rock Slide", "Disoriented", "Slide", "Rock Slides"] as const;

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
