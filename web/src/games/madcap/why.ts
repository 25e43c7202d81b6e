/** What speaks for a trip: what the other could blow up after it. */
import { say } from "../../text";
import { words } from "../../text/madcap";
import { nameGold } from "./naming";
import { COLOURS, type Position } from "./position";
import { isBanned, readDie, readLevel, stopsOf } from "./travel";

export function why(path: readonly string[], position: Position): string {
  const die = readDie(path[0] ?? "");
  const level = readLevel(path[1] ?? "");
  if (!die || level === null || position.trips_left < 2) return "";
  const dice = { ...position.dice, [die.colour]: position.dice[die.colour].toSpliced(position.dice[die.colour].indexOf(die.face), 1) };
  const after: Position = { ...position, dice, barrels: { ...position.barrels, [die.colour]: level }, banned: die.colour };
  const stops = COLOURS.filter((colour) => !isBanned(after, colour)).flatMap((colour) => dice[colour].flatMap((face) => stopsOf(after, colour, face)));
  const most = Math.max(0, ...stops.map((stop) => stop.nuggets));
  return most ? say(words.whyBoom, { gold: nameGold(most) }) : say(words.whyNoBoom);
}
