// Made by `python -m motherlode.server.protocol.files` from src/motherlode/games/trap_the_cap/views.py.

export type Ending = "most" | "last" | "fewest" | "golden";

export type GameName = "basic" | "team" | "total" | "tower" | "golden";

export type Kind = "plain" | "grey" | "yellow";

export type Phase = "throw" | "move" | "again" | "golden" | "over";

export type CapState = "free" | "kept" | "captive";

/** R1: a space of the board. */
export interface Space {
  /** as touch paths have it: space:17 */
  id: string;
  /** 17, a3, centre */
  name: string;
  kind: Kind;
  /** in thousandths of the ring's radius */
  x: number;
  /** the same, downwards */
  y: number;
  /** spaces and bases that a cap can go on to */
  ways: string[];
}

/** R1: where the caps of a colour begin, and where those that they caught are kept. */
export interface Base {
  /** as touch paths have it: base:red */
  id: string;
  colour: string;
  /** null: nobody plays from it */
  seat: number | null;
  /** in thousandths of the ring's radius */
  x: number;
  /** the same, downwards */
  y: number;
  /** spaces that a cap can go on to */
  ways: string[];
}

/** R1: the board, which is the same in every position of a match. */
export interface Board {
  spaces: Space[];
  bases: Base[];
}

/** A player. */
export interface Seat {
  seat: number;
  colour: string;
  /** everybody has one of his own where there are no teams */
  team: number;
  /** its id */
  base: string;
  /** by the ending that was chosen */
  score: number;
}

/** A cap, wherever it is. */
export interface Cap {
  /** as touch paths have it: cap:red:3, cap:golden */
  id: string;
  colour: string;
  /** whose it is; null: the Golden Cap while it is nobody's */
  seat: number | null;
  /** the id of a space or a base */
  place: string;
  state: CapState;
  /** the free cap on top of it */
  under: string | null;
  /** in which caps came to their place */
  order: number;
}

/** A free cap on the board with what it carries. */
export interface Group {
  /** the id of a space */
  place: string;
  /** the free cap */
  top: string;
  /** whose it is */
  seat: number | null;
  /** under it, from above */
  captives: string[];
}

/** Everything on the table: nothing in Trap the Cap is hidden. */
export interface Position {
  game: GameName;
  ending: Ending;
  board: Board;
  seats: Seat[];
  caps: Cap[];
  /** by space, then by arrival */
  groups: Group[];
  /** whose turn it is */
  seat: number;
  /** null: it is still to be thrown */
  die: number | null;
  phase: Phase;
  /** how the Golden Cap may go on: the next place, and the points it has for it */
  golden_ways: [string, number][];
  /** it may end where it is */
  golden_may_stay: boolean;
  turns_finished: number;
  /** after which the game ends at the latest */
  turns: number;
  /** it did */
  is_ended_by_cap: boolean;
}
