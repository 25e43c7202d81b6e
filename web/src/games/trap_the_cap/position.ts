/** What the rules' views.py writes about a position of Trap the Cap. */

export type Kind = "plain" | "grey" | "yellow";

export interface Space {
  id: string; // space:17
  name: string; // 17, a3, centre
  kind: Kind;
  ways: string[];
}

export interface Base {
  id: string; // base:red
  colour: string;
  seat: number | null; // nobody plays from it
  ways: string[];
}

export interface BoardData {
  spaces: Space[];
  bases: Base[];
}

export interface Cap {
  id: string; // cap:red:3, cap:golden
  colour: string;
  seat: number | null; // the Golden Cap while it is nobody's
  place: string;
  state: "free" | "kept" | "captive";
  under: string | null; // the free cap on top of it
  order: number;
}

/** A free cap on the board with what it carries, from above. */
export interface Group {
  place: string;
  top: string;
  seat: number | null;
  captives: string[];
}

export interface SeatData {
  seat: number;
  colour: string;
  team: number;
  base: string;
  score: number;
}

export interface Position {
  game: "basic" | "team" | "total" | "tower" | "golden";
  ending: "most" | "last" | "fewest" | "golden";
  board: BoardData;
  seats: SeatData[];
  caps: Cap[];
  groups: Group[];
  seat: number;
  die: number | null;
  phase: "throw" | "move" | "again" | "golden" | "over";
  golden_ways: [string, number][];
  golden_may_stay: boolean;
  turns_finished: number;
  turns: number;
  is_ended_by_cap: boolean;
}

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

/** The seats that won, once it is over: the highest score, unless nobody has any. */
export function winnersOf(position: Position): number[] {
  if (position.phase !== "over") return [];
  const best = Math.max(...position.seats.map((seat) => seat.score));
  return position.seats.filter((seat) => best > 0 && seat.score === best).map((seat) => seat.seat);
}
