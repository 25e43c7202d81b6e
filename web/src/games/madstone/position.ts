/** What the game's views.py writes, and how to find things in it. */

export type Pile = "vampire" | "human" | "elf" | "goblin";
export type Faction = Pile | "artifact";
export type Energy = "blood" | "justice" | "nature" | "chaos";
export const ENERGIES: readonly Energy[] = ["blood", "justice", "nature", "chaos"];
export const DARKNESS = "card:darkness-falls";

export interface Card {
  id: string;
  name: string;
  faction: Faction;
  numbers: { power: number; kill: number; command: number; shield: number; seize: number; crystals: number };
  energy: Energy[];
  abilities: string[];
  tokens: number;
  is_used: boolean;
  is_negated: boolean;
  was_dealt: boolean;
  /** What the player whose turn it is would pay. */
  costs: { command: number; kill?: number } | null;
}

export interface Commander {
  id: string;
  name: string;
  faction: Pile;
  power: number;
  energy: Energy[];
  seat: number | null;
}

export interface Player {
  seat: number;
  id: string;
  commander: Pile | null;
  red: number;
  gold: number;
  power: number;
  points: number;
  energy: Record<Energy, number>;
  cards: number;
  dealt_cards: number;
  hand: Card[] | null;
  darkness: number | null;
  army: Card[];
  is_protected: boolean;
  spoils: { name: string; points: number }[];
  spoils_points: number;
}

export interface Position {
  phase: "start" | "choose" | "deal" | "settle" | "pile" | "act" | "aim" | "draw" | "close" | "over";
  turn: number;
  last_turn: number;
  first: number | null;
  actor: number | null;
  night: { id: string; is_night: boolean; cards: number };
  darkness_lifted: number;
  deck: { id: string; cards: number };
  tokens_left: number;
  turns_left: number;
  basic_left: number;
  may_trigger: boolean;
  gold_first: boolean;
  silence: boolean;
  discounts: { kill: number; command: number };
  named: Card | null;
  piles: { id: string; faction: Pile; is_closed: boolean; cards: Card[] }[];
  commanders: Commander[];
  players: Player[];
  viewer: number | null;
  result: number[] | null;
}

/** Where a card lies. */
export type Place =
  | { zone: "field"; pile: Pile; depth: number }
  | { zone: "army" | "hand"; seat: number }
  | { zone: "named" };

export interface Found {
  card: Card;
  place: Place;
}

/** Every card that the position shows, with its place. */
export function cardsOf(position: Position): Found[] {
  const found: Found[] = [];
  for (const pile of position.piles) {
    pile.cards.forEach((card, depth) => found.push({ card, place: { zone: "field", pile: pile.faction, depth } }));
  }
  for (const { seat, army, hand } of position.players) {
    for (const card of army) found.push({ card, place: { zone: "army", seat } });
    for (const card of hand ?? []) found.push({ card, place: { zone: "hand", seat } });
  }
  const { named } = position;
  if (named && !found.some(({ card }) => card.id === named.id)) found.push({ card: named, place: { zone: "named" } });
  return found;
}

export function findCard(position: Position, id: string): Found | undefined {
  return cardsOf(position).find(({ card }) => card.id === id);
}

/** The seat at the near edge of the table, whose hand lies open: the viewer's; a spectator sits behind the first. */
export function nearSeat(position: Position, seat: number | null): number {
  return seat ?? position.viewer ?? 0;
}

/** The others as they sit, clockwise from the left. */
export function farPlayers(position: Position, near: number): Player[] {
  const { players } = position;
  return [...players.slice(near + 1), ...players.slice(0, near)];
}
