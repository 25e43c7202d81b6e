/** Things of the board in words, for buttons and screen readers. */
import { count, say } from "../../text";
import { words } from "../../text/madcap";
import { COLOURS, type Colour, type Position } from "./position";
import { isBanned, nuggetsAt, readDie, readLevel, stopsOf } from "./travel";

const BARRELS = { red: words.redBarrel, black: words.blackBarrel, blue: words.blueBarrel };
const DICE = { red: words.redDie, black: words.blackDie, blue: words.blueDie };

export const nameGold = (nuggets: number): string => count(words.nugget1, words.nuggets, nuggets);
const nameDie = (colour: Colour, face: number): string => say(DICE[colour], { face });

function join(names: string[], last: string): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")}${last}${names.at(-1)}`;
}

/** "red die, 4: to level 3 or 5 with a boom for 5". */
export function labelDie(position: Position, colour: Colour, face: number): string {
  const thing = nameDie(colour, face);
  if (isBanned(position, colour)) return say(words.unloadingThing, { thing });
  const stops = stopsOf(position, colour, face);
  if (!stops.length) return say(words.leadsNowhere, { thing });
  const levels = stops.map(({ level, nuggets }) => (nuggets ? say(words.boomThere, { level, n: nuggets }) : String(level)));
  return say(words.leadsTo, { thing, levels: join(levels, say(words.or)) });
}

/** "Level 4, 4 nuggets: red barrel and blue barrel. Boom: 8 nuggets for you". */
export function labelLevel(position: Position, level: number, mover: Colour | null): string {
  const there = COLOURS.filter((colour) => position.barrels[colour] === level).map((colour) => say(BARRELS[colour]));
  let label = say(words.levelHolds, { level, gold: nameGold(position.levels[level - 1].gold) });
  if (there.length) label = say(words.standsThere, { place: label, barrels: join(there, say(words.and)) });
  const nuggets = mover ? nuggetsAt(position, mover, level) : 0;
  return nuggets ? say(words.levelBoom, { place: label, gold: nameGold(nuggets) }) : label;
}

export function labelOutside(position: Position): string {
  const there = COLOURS.filter((colour) => position.barrels[colour] === null).map((colour) => say(BARRELS[colour]));
  return there.length ? say(words.outside, { barrels: join(there, say(words.and)) }) : say(words.outsideNone);
}

export function labelCase(position: Position, isLit: boolean): string {
  if (isLit) return say(words.caseTake);
  const all = COLOURS.length * position.dice_per_colour;
  return say(words.caseHolds, { n: all - position.trips_left, all });
}

/** A thing of a touch path; `path` led to it. */
export function nameThing(thing: string, position: Position, path: readonly string[]): string {
  const die = readDie(thing);
  if (die) return nameDie(die.colour, die.face);
  const level = readLevel(thing);
  if (level !== null) return labelLevel(position, level, path[0] ? (readDie(path[0])?.colour ?? null) : null);
  return say(words.case);
}
