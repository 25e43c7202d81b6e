/** What speaks for an action: crystals and what they pay for, power, points. */
import { count, say } from "../../text";
import { madstone } from "../../text/madstone";
import { findCard, type Card, type Position } from "./position";
import { gainOf } from "./saying";

export function why(path: readonly string[], position: Position): string {
  const player = position.actor === null ? undefined : position.players[position.actor];
  if (!player || !position.turn) return "";
  if (path[0]?.startsWith("deck")) return count(madstone.whyDraw1, madstone.whyDraw, player.cards);
  const card = findCard(position, path[0] ?? "")?.card;
  const verb = path.find((thing) => thing.startsWith("do:"))?.slice(3);
  if (!card || !verb) return "";
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

const targets = ({ piles, players, actor }: Position): Card[] =>
  [...piles.flatMap((pile) => pile.cards.slice(0, 1)), ...players.filter((one) => one.seat !== actor).flatMap((one) => one.army)].filter((one) => one.costs);

/** The cheaper of the attacks on it. */
const costOf = ({ costs }: Card): number => Math.min(costs!.command, costs!.kill ?? Infinity);
