import type { GameClient } from "../../play/contract";
import { count, say } from "../../text";
import { words } from "../../text/madcap";
import Board from "./Board.svelte";
import Finale from "./Finale.svelte";
import { pauseFor } from "./happening";
import { nameGold, nameThing } from "./naming";
import Roll from "./Roll.svelte";
import { COLOURS, isMatch, totalGold, type Position } from "./position";
import { soundsOf } from "./sounds";
import { isBanned, stopsOf } from "./travel";
import { why } from "./why";

const ONES = { red: words.redOne, black: words.blackOne, blue: words.blueOne };

function prompt(position: Position, taken: readonly string[]): string {
  const canMove = COLOURS.some((colour) => position.dice[colour].some((face) => stopsOf(position, colour, face).length));
  if (taken.length) {
    if (!canMove) return say(words.confirmCase);
    const [, colour, face] = taken[0].split(":");
    const stops = stopsOf(position, colour as (typeof COLOURS)[number], Number(face));
    return say(stops.length > 1 ? words.chooseStop : words.confirmStop);
  }
  if (!canMove) return say(words.chooseDead);
  const banned = COLOURS.find((colour) => isBanned(position, colour));
  return banned ? say(words.chooseDieNot, { colour: say(ONES[banned]) }) : say(words.chooseDie);
}

const client: GameClient<Position> = {
  Board,
  Finale,
  nameThing,
  why,
  prompt,
  standings: (position, seats) =>
    Array.from({ length: seats }, (_, seat) => {
      if (position.match.games > 1) {
        const notes = position.is_over ? [] : [nameGold(position.gold[seat])];
        return { score: String(position.match.points[seat]), unit: say(words.points), notes };
      }
      const notes = isMatch(position) && !position.is_over ? [say(words.inThisGame, { n: position.gold[seat] })] : [];
      return { score: String(totalGold(position, seat)), unit: say(words.nuggetsUnit), notes };
    }),
  roll: { Dice: Roll, tell: (said) => said.replace(/: r\S* k\S* b\S*\./, ".") },
  loadGraph: async () => (await import("./ValueGraph.svelte")).default,
  pause: (event, before, after) => pauseFor(before, event.moves ?? [], after),
  sounds: soundsOf,
  // The barrels are red, black and blue and belong to nobody: players have other colours.
  chair: (seat) => (seat ? { colour: "var(--seat-5)", mark: "bar" } : { colour: "var(--seat-3)", mark: "star" }),
  caption: (position) => {
    const { game, games, nuggets } = position.match;
    const trips = position.trips_left ? count(words.trip1, words.trips, position.trips_left) : say(words.tripsDone);
    if (games > 1) return say(words.gameOf, { game, games, trips });
    return nuggets ? say(words.gameTo, { game, nuggets, trips }) : trips;
  },
};
export default client;
