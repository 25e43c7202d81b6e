/** How to find things in a position. */
import type { Card, Energy, PileName, Player, Position } from "./view";

export type * from "./view";

export const ENERGIES: readonly Energy[] = ["blood", "justice", "nature", "chaos"];
export const DARKNESS = "card:darkness-falls";

/** Where a card lies. */
export type Zone =
  | { kind: "field"; pile: PileName; depth: number }
  | { kind: "army" | "hand"; seat: number }
  | { kind: "named" };

export interface Found {
  card: Card;
  zone: Zone;
}

/** Every card that the position shows, with its zone. */
export function cardsOf(position: Position): Found[] {
  const found: Found[] = [];
  for (const pile of position.piles) {
    pile.cards.forEach((card, depth) => found.push({ card, zone: { kind: "field", pile: pile.faction, depth } }));
  }
  for (const { seat, army, hand } of position.players) {
    for (const card of army) found.push({ card, zone: { kind: "army", seat } });
    for (const card of hand ?? []) found.push({ card, zone: { kind: "hand", seat } });
  }
  const { named } = position;
  if (named && !found.some(({ card }) => card.id === named.id)) found.push({ card: named, zone: { kind: "named" } });
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
