/** Minecart Mayhem for the pages: its board, and how its things and seats are said. */
import type { GameClient, Standing } from "../../play/contract";
import { count, say, type Text } from "../../text";
import { fates, titles, words } from "../../text/minecart_mayhem";
import Board from "./Board.svelte";
import Finale from "./Finale.svelte";
import { canDeclare, nameThing, titleCard } from "./naming";
import type { Kind, Player, Position } from "./position";
import { soundsOf } from "./sounds";
import { tellStory } from "./story";
import { why } from "./why";

const AIMS: Partial<Record<Kind, Text>> = {
  rail: words.aimRail,
  dynamite: words.aimDynamite,
  stalactite: words.aimStalactite,
  rocket: words.aimRocket,
  swap: words.aimSwap,
};

function prompt(position: Position, taken: readonly string[]): string {
  if (position.phase === "choose") return taken.length ? "" : say(words.chooseLane);
  const hand = position.players[position.actor ?? 0]?.hand ?? [];
  const isDiscarding = position.phase === "play" && !canDeclare(position, hand);
  if (!taken.length) {
    if (!hand.length) return say(words.mustPass);
    if (isDiscarding) return say(words.chooseDiscard);
    if (position.phase === "declare first") return say(words.chooseFirst);
    return say(position.phase === "declare second" ? words.chooseSecond : words.chooseCard);
  }
  const kind = taken[0].split(":")[1] as Kind;
  if (taken.length > 1) {
    const lane = position.lanes[Number(taken[1].split(":")[1]) - 1];
    return kind === "dynamite" && taken.length === 2 && lane?.rails.length === 1 ? say(words.aimSide) : "";
  }
  if (isDiscarding) return say(words.aimDiscard);
  return kind in AIMS ? `${say(titles[kind])}: ${say(AIMS[kind]!)}` : "";
}

function standing(position: Position, player: Player): Standing {
  if (player.fate !== "alive") return { score: "", unit: "", notes: [say(fates[player.fate])] };
  const cards = count(words.cards1, words.cards, player.cards);
  const lane = player.lane === null ? undefined : position.lanes[player.lane - 1];
  if (!lane || player.row === null) return { score: "", unit: "", notes: [cards] };
  const ahead = (lane.rails.at(-1)?.row ?? player.row) - player.row;
  const behind = player.row - lane.rails[0].row;
  // Plates are narrow: the danger, or else the cards. At the end neither matters, and the page says who won.
  const notes = position.result ? [] : [ahead === 0 ? say(words.lastRail) : behind === 0 ? say(words.lastGround) : cards];
  return { score: String(ahead), unit: say(words.ahead), notes };
}

const client: GameClient<Position> = {
  Board,
  Finale,
  nameThing: (thing, position) => {
    const [what, kind] = thing.split(":");
    return what === "card" ? titleCard(kind as Kind, position.odds[kind as Kind]) : nameThing(thing, position);
  },
  why,
  prompt,
  standings: (position) => position.players.map((player) => standing(position, player)),
  pause: (event, before, after) => tellStory(before, event.moves ?? [], after).length,
  sounds: soundsOf,
  caption: (position) => {
    if (!position.round) return say(words.settingUp);
    const isNearEnd = position.last_round - position.round < 10;
    return say(isNearEnd ? words.roundOf : words.round, { n: position.round, last: position.last_round });
  },
};
export default client;
