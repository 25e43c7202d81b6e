import type { GameClient } from "../../play/contract";
import { count, say } from "../../text";
import { madstone } from "../../text/madstone";
import Board from "./Board.svelte";
import Finale from "./Finale.svelte";
import { findCard, type Position } from "./position";
import { nameThing } from "./saying";
import { soundsOf } from "./sounds";
import { happened, lengthOf } from "./story";
import { why } from "./why";

/** Whether an ability is left for the phase of abilities. */
function hasTrigger({ players, actor }: Position): boolean {
  return actor !== null && players[actor].army.some((card) => !card.is_used && card.abilities.some((words) => words.startsWith("Trigger")));
}

function prompt(position: Position, taken: readonly string[]): string {
  const held = taken.length ? findCard(position, taken[0])?.card.name : undefined;
  if (held) return say(madstone.promptWhat, { name: held });
  const name = position.named?.name ?? "";
  switch (position.phase) {
    case "choose":
      return say(madstone.promptChoose);
    case "settle":
      return say(madstone.promptSettle);
    case "pile":
      return say(madstone.promptPile, { name });
    case "aim":
      return say(madstone.promptAim, { name });
    case "close":
      return say(madstone.promptClose);
    case "act":
      if (position.may_trigger && hasTrigger(position)) return count(madstone.promptTrigger1, madstone.promptTrigger, position.basic_left);
      return count(madstone.promptAct1, madstone.promptAct, position.basic_left);
    default:
      return "";
  }
}

const client: GameClient<Position> = {
  Board,
  Finale,
  nameThing,
  why,
  prompt,
  standings: (position) =>
    position.players.map((player) => ({ score: String(player.points), unit: say(madstone.points) })),
  pause: (event, before, after) => lengthOf(happened(before, after, event.moves ?? [])),
  sounds: soundsOf,
  caption(position) {
    if (position.phase === "over") return say(madstone.captionOver);
    if (!position.turn) return say(madstone.captionSetUp);
    const time = say(position.night.is_night ? madstone.night : madstone.day);
    if (!position.turns_left) return say(madstone.caption, { turn: position.turn, time });
    return say(madstone.captionLast, { last: count(madstone.lastTurns1, madstone.lastTurns, position.turns_left), time });
  },
};
export default client;
