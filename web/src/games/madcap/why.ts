/** What speaks for a trip: what the other could blow up after it; on the last one, how the game ends. */
import { say } from "../../text";
import { words } from "../../text/madcap";
import { nameGold } from "./naming";
import { COLOURS, type Colour, type Position } from "./position";
import { isBanned, nuggetsAt, readDie, readLevel, stopsOf } from "./travel";

const DICE = { red: words.redDice, black: words.blackDice, blue: words.blueDice };

export function why(path: readonly string[], position: Position): string {
  const die = readDie(path[0] ?? "");
  const level = readLevel(path[1] ?? "");
  if (!die) return "";
  if (position.trips_left < 2) return tellEnd(position, level === null ? 0 : nuggetsAt(position, die.colour, level));
  const dice = { ...position.dice, [die.colour]: position.dice[die.colour].toSpliced(position.dice[die.colour].indexOf(die.face), 1) };
  if (level === null) return say(words.whyCase, { dice: say(DICE[die.colour]) });
  const after: Position = { ...position, dice, barrels: { ...position.barrels, [die.colour]: level }, banned: die.colour };
  const most = Math.max(0, ...COLOURS.filter((colour) => !isBanned(after, colour)).flatMap((colour) => nuggetsOf(after, colour)));
  return most ? say(words.whyBoom, { gold: nameGold(most) }) : say(words.whyNoBoom);
}

const nuggetsOf = (position: Position, colour: Colour): number[] =>
  position.dice[colour].flatMap((face) => stopsOf(position, colour, face).map((stop) => stop.nuggets));

function tellEnd({ gold, first, trips_left, dice_per_colour }: Position, nuggets: number): string {
  const turns = COLOURS.length * dice_per_colour - trips_left;
  const seat = (first + turns) % 2;
  return say(words.whyLast, { mine: gold[seat] + nuggets, theirs: gold[1 - seat] });
}
