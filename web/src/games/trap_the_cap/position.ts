/** How to find things in a position, and what can be read off it. */
import type { Cap, Position } from "./view";

export type * from "./view";

export const GOLDEN = "cap:golden";

export function findCap(position: Position, id: string): Cap | undefined {
  return position.caps.find((cap) => cap.id === id);
}

/** What a free cap carries, from above. */
export function captivesOf(position: Position, cap: string): readonly string[] {
  return position.groups.find((group) => group.top === cap)?.captives ?? [];
}

export function isTeamGame(position: Position): boolean {
  return position.game === "team" || position.game === "total";
}

/** Whether two seats play against each other. */
export function areFoes(position: Position, one: number, other: number): boolean {
  return position.seats[one].team !== position.seats[other].team;
}

/** Who has the Golden Cap: owns it while it is free, or carries it. */
export function holderOfGold(position: Position): number | null {
  const gold = findCap(position, GOLDEN);
  if (!gold) return null;
  return (gold.under ? findCap(position, gold.under)?.seat : gold.seat) ?? null;
}
