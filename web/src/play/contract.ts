/** What a game's folder gives to the pages, and what the pages give to its board. */
import type { Component } from "svelte";
import type { Event, Move, TableInfo, Value } from "../net/api";
import type { Cue } from "./sounds";
import type { Touching } from "./touching.svelte";

/** A seat as boards show it. */
export interface Chair {
  seat: number;
  name: string;
  isMine: boolean;
  colour: string; // a CSS colour
  mark: Mark;
}

export type Mark = "dot" | "bar" | "ring" | "cross" | "star" | "wave";
export const MARKS: readonly Mark[] = ["dot", "bar", "ring", "cross", "star", "wave"];

/** What a board gets. `Position` is that of the game's view.ts; pages do not know what is in it. */
export interface BoardProps<Position = unknown> {
  position: Position;
  /** The position shown before this one, to move things from where they were; null at first, and after a jump. */
  before: Position | null;
  /** What led from `before` to `position`; chance included. */
  moves: readonly Move[];
  chairs: readonly Chair[];
  /** Whose eyes: a seat, or null for a spectator. */
  seat: number | null;
  toAct: number | null;
  isOver: boolean;
  /** The seats that have won, by sides, as the server says: none before the end, and where nobody won. */
  winners: readonly number[];
  touching: Touching;
  /** Where the hand lies where there is little room (`lieIn`); null: with the board. */
  dock?: HTMLElement | null;
  /** No motion. */
  isCalm: boolean;
}

/** How a seat stands, for its plate beside the board. */
export interface Standing {
  score: string; // a big number
  unit: string; // what it counts
  notes?: string[]; // a few words each: "3 cards", "out"
}

export interface GraphProps {
  values: Value[];
  at: number;
  names: string[];
  onjump: (moves: number) => void;
}

/** What the last picture of a match gets: a piece of SVG within 320 by 200, played once. */
export interface FinaleProps {
  /** Who won, if it is one; else nobody in particular. */
  winner: Chair | null;
  /** Somebody here won, or somebody did and nobody here plays. */
  isWon: boolean;
}

/** What the figures of a game's rules get: drawn from its board's own parts. */
export interface FigureProps {
  /** The number of a rule or chapter, as in `text/figures.ts`. */
  rule: string;
}

/** What `src/games/<game>/index.ts` exports as default. */
export interface GameClient<Position = unknown> {
  Board: Component<BoardProps<Position>>;
  /** A thing of a touch path in words, as a button or a screen reader says it: "red die, 4". `path` led to it. */
  nameThing(thing: string, position: Position, path: readonly string[]): string;
  /** What speaks for an action of the seat to act, in sentences of the game; none where the position says nothing plain. `text` is its notation. */
  why(path: readonly string[], position: Position, text: string): string;
  /** What to do now, for the seat to act: "Choose a die". `taken` was touched already. */
  prompt(position: Position, taken: readonly string[]): string;
  standings(position: Position, seats: number): Standing[];
  /** How a match ends, as a moving picture of a second or two. */
  Finale: Component<FinaleProps>;
  /** Milliseconds the board needs to show what happened; updates wait for it, and a click skips it. */
  pause(event: Event, before: Position | null, after: Position): number;
  /** What is heard meanwhile, and when. */
  sounds(before: Position | null, moves: readonly Move[], after: Position): readonly Cue[];
  /** The colour and mark of a seat, where the game has its own. */
  chair?(seat: number, position: Position): { colour: string; mark: Mark };
  /** Where the game is solved: a graph of what every position of a match is worth. */
  loadGraph?(): Promise<Component<GraphProps>>;
  /** Where chance throws many dice at once: how the log draws them, and the sentence about them without their notation. */
  roll?: { Dice: Component<{ moves: readonly Move[] }>; tell(words: string): string };
  /** A line under the board's title: "Game 2 of 3", "Round 4". */
  caption?(position: Position, table: TableInfo): string;
}
