/** What the game's view says of the table, and how colours are told apart. */

export const COLOURS = ["red", "black", "blue"] as const;
export type Colour = (typeof COLOURS)[number];

export interface Position {
  levels: { level: number; gold: number }[];
  faces: number;
  dice_per_colour: number;
  /** Faces of the dice that are left, ascending. */
  dice: Record<Colour, number[]>;
  /** The level of each barrel; null is outside. */
  barrels: Record<Colour, number | null>;
  /** The barrel that was chosen last. */
  banned: Colour | null;
  /** Nuggets in this game. */
  gold: number[];
  trips_left: number;
  first: number;
  is_rolling: boolean;
  is_over: boolean;
  match: { game: number; games: number; nuggets: number; points: number[]; total: number[] };
}

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
