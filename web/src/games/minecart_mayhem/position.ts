/** What the game's views.py writes about a position. */
export type Kind = "rail" | "dynamite" | "stalactite" | "rocket" | "double" | "swap";
export const KINDS: readonly Kind[] = ["rail", "dynamite", "stalactite", "rocket", "double", "swap"];

export type Fate = "alive" | "blasted" | "launched" | "collapsed" | "derailed";
export type Phase =
  | "deal"
  | "choose"
  | "play"
  | "declare first"
  | "declare second"
  | "roll"
  | "draw"
  | "collapse"
  | "over";

export interface Rail {
  id: string;
  row: number;
  stalactites: number;
}

export interface Lane {
  id: string;
  lane: number; // from 1
  cart: number | null; // the seat whose cart stands here
  cart_row: number | null;
  rails: Rail[]; // from back to front
  end: { id: string; row: number } | null;
  has_torch: boolean;
}

export interface Player {
  seat: number;
  id: string;
  lane: number | null;
  row: number | null;
  fate: Fate;
  cards: number;
  old_cards: number;
  hand: Kind[] | null; // null: not for these eyes
}

export interface Odds {
  needs: number; // what the die must show at least
  odds: number; // from 0 to 1
}

export interface DeclaredCard extends Odds {
  kind: Kind;
  text: string;
  target: string;
}

export interface Position {
  lanes: Lane[];
  rows: [number, number];
  torch: number; // the lane, from 1
  round: number;
  last_round: number;
  phase: Phase;
  order: number[];
  turn: number;
  actor: number | null;
  players: Player[];
  pile: number;
  discard: Partial<Record<Kind, number>>;
  declared: DeclaredCard[];
  is_doubled: boolean;
  odds: Partial<Record<Kind, Odds>>;
  odds_doubled: Partial<Record<Kind, Odds>>;
  hand_size: number;
  die: number;
  viewer: number | null;
  result: number[] | null;
}
