/** What speaks for an action: crystals and what they pay for, power, points. */
import { count, say } from "../../text";
import { madstone } from "../../text/madstone";
import { writeAbility } from "./abilities";
import { DARKNESS, findCard, type Card, type Player, type Position } from "./position";
import { gainOf, sayEnergy } from "./saying";

export function why(path: readonly string[], position: Position): string {
  const player = position.actor === null ? undefined : position.players[position.actor];
  const thing = path[0] ?? "";
  if (!player) return "";
  const plain = tellPlain(thing, position, player);
  if (plain) return plain;
  const card = findCard(position, thing)?.card;
  if (!card) return "";
  const verb = path.find((one) => one.startsWith("do:"))?.slice(3);
  if (!verb) return say(madstone.whyTarget, { name: card.name, power: card.numbers.power, points: card.numbers.kill });
  if (verb === "use") return say(madstone.whyUse, { ability: writeAbility(card.abilities[0] ?? "").text });
  if (!position.turn) return say(madstone.whySettle, { kill: card.numbers.kill, command: card.numbers.command });
  const most = Math.max(...position.players.filter((one) => one !== player).map((one) => one.points));
  if (verb === "kill") return say(madstone.whyKill, { points: player.points + card.numbers.kill, most });
  if (verb === "command") return say(madstone.whyCommand, { power: player.power + card.numbers.power });
  if (verb !== "place") return "";
  const crystals = player.red + player.gold;
  const then = crystals + gainOf(position, card.numbers.crystals).gain;
  const paid = targets(position).filter((one) => costOf(one) > crystals && costOf(one) <= then);
  const best = paid.toSorted((one, other) => costOf(other) - costOf(one))[0];
  const words = say(madstone.whyCrystals, { n: then });
  return best ? `${words} ${say(madstone.whyPays, { name: best.name })}` : words;
}

/** What is no card of the table: a Commander, a pile, a player, the draw pile, the night, gold, the end of the turn. */
function tellPlain(thing: string, position: Position, player: Player): string {
  const commander = position.commanders.find((one) => one.id === thing);
  if (commander) return say(madstone.whyCommander, { power: commander.power, energy: sayEnergy(commander.energy) });
  const pile = position.piles.find((one) => one.id === thing);
  if (pile) return pile.cards.length ? say(madstone.whyCover, { name: pile.cards[0].name }) : say(madstone.whyBare);
  const robbed = position.players.find((one) => one.id === thing);
  if (robbed) return count(madstone.whyRob1, madstone.whyRob, robbed.red);
  if (thing === DARKNESS) return say(position.night.is_night ? madstone.whyNight : madstone.whyDarkness);
  if (thing === position.night.id) return say(madstone.dayMeans);
  if (thing === position.deck.id) return count(madstone.whyDraw1, madstone.whyDraw, player.cards);
  if (thing.startsWith("gold")) return say(madstone.whyGold);
  return thing.startsWith("end") ? say(position.basic_left ? madstone.whyEnd : madstone.whyDone) : "";
}

const targets = ({ piles, players, actor }: Position): Card[] =>
  [...piles.flatMap((pile) => pile.cards.slice(0, 1)), ...players.filter((one) => one.seat !== actor).flatMap((one) => one.army)].filter((one) => one.costs);

/** The cheaper of the attacks on it. */
const costOf = ({ costs }: Card): number => Math.min(costs!.command, costs!.kill ?? Infinity);
