/** How colours, dice and gold of a position are told apart and counted. */
import type { Colour, Position } from "./view";

export type * from "./view";

export const COLOURS = ["red", "black", "blue"] as const satisfies readonly Colour[];

export type Way = "up" | "down" | "in" | "discard";

/** The dice of a colour in their places; equal dice are counted, so that each keeps its own name while others go. */
export function numberDice(faces: readonly number[]): { face: number; nth: number; place: number }[] {
  return faces.map((face, place) => ({ face, nth: place - faces.indexOf(face), place }));
}

/** Whether there is more to it than one game. */
export function isMatch(position: Position): boolean {
  return position.match.games > 1 || position.match.nuggets > 0;
}

/** The nuggets of a match so far; the view adds a game's to the total when it ends. */
export function totalGold(position: Position, seat: number): number {
  return position.match.total[seat] + (position.is_over ? 0 : position.gold[seat]);
}
