/** Where barrels go: stops, turns at the ends of the shaft, what explodes. The server decides; this only foresees. */
import { COLOURS, type Colour, type Position, type Way } from "./position";

/** Levels on the way, first and last included, with the turn between them if there is one: from 6 down 5 is 6, 7, 3. */
export function legsOf(levels: number, from: number | null, face: number, way: Way): number[] {
  if (from === null) return [face];
  const straight = way === "up" ? from - face : from + face;
  if (straight < 1) return from === 1 ? [1, 1 + face] : [from, 1, 2 - straight];
  if (straight > levels) return from === levels ? [levels, levels - face] : [from, levels, 2 * levels - straight];
  return [from, straight];
}

export interface Stop {
  level: number;
  way: Way;
  legs: number[];
  /** Nuggets that explode there. */
  nuggets: number;
}

/** Every level where a die can send its barrel, upper first, no level twice. */
export function stopsOf(position: Position, colour: Colour, face: number): Stop[] {
  const from = position.barrels[colour];
  const stops: Stop[] = [];
  for (const way of from === null ? (["in"] as const) : (["up", "down"] as const)) {
    const legs = legsOf(position.levels.length, from, face, way);
    const level = legs[legs.length - 1];
    if (level === from || stops.some((stop) => stop.level === level)) continue;
    stops.push({ level, way, legs, nuggets: nuggetsAt(position, colour, level) });
  }
  return stops.sort((one, other) => one.level - other.level);
}

/** What an explosion uncovers if this barrel stops on this level. */
export function nuggetsAt(position: Position, colour: Colour, level: number): number {
  const company = COLOURS.filter((other) => other !== colour && position.barrels[other] === level).length;
  return company * (position.levels[level - 1]?.gold ?? 0);
}

/** `die:red:4` taken apart. */
export function readDie(thing: string): { colour: Colour; face: number } | null {
  const [kind, colour, face] = thing.split(":");
  return kind === "die" ? { colour: colour as Colour, face: Number(face) } : null;
}

/** `level:4` taken apart. */
export function readLevel(thing: string): number | null {
  const [kind, level] = thing.split(":");
  return kind === "level" ? Number(level) : null;
}

/** R3: whether the barrel has to be left alone now, because it was chosen last and another can move. */
export function isBanned(position: Position, colour: Colour): boolean {
  if (position.banned !== colour || position.is_over) return false;
  return COLOURS.some((other) => other !== colour && position.dice[other].some((face) => stopsOf(position, other, face).length));
}
