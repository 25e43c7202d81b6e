// Made by `python -m motherlode.server.protocol.files` from src/motherlode/games/madcap/views.py.

export type Colour = "red" | "black" | "blue";

/** R1.1: a level of the mine. */
export interface Level {
  /** its number, from 1 at the top */
  level: number;
  /** nuggets that a barrel brings from it */
  gold: number;
}

/** The faces of the dice that are left, ascending, by colour. */
export interface Dice {
  red: number[];
  black: number[];
  blue: number[];
}

/** The level on which each barrel stands; null: it is still outside. */
export interface Barrels {
  red: number | null;
  black: number | null;
  blue: number | null;
}

/** How a match of several games stands. */
export interface MatchPlay {
  /** which one this is, from 1 */
  game: number;
  /** R7.1: how many are played */
  games: number;
  /** R7.2: who has so many in all ends it; 0: it is over after the games */
  nuggets: number;
  /** by seat, for finished games: 2 for a win, 1 for a draw */
  points: [number, number];
  /** nuggets by seat in finished games */
  total: [number, number];
}

/** Everything on the table: nothing in Madcap is hidden. */
export interface Position {
  /** from the top down */
  levels: Level[];
  /** of a die */
  faces: number;
  /** when all are there */
  dice_per_colour: number;
  dice: Dice;
  barrels: Barrels;
  /** the barrel that was chosen last */
  banned: Colour | null;
  /** nuggets by seat in this game */
  gold: [number, number];
  /** dice still to be played in this game */
  trips_left: number;
  /** the seat that began this game */
  first: number;
  /** dice come next */
  is_rolling: boolean;
  is_over: boolean;
  match: MatchPlay;
}
