/** Things, previews and deeds in words: for buttons and for screen readers. */
import type { Chair } from "../../play/contract";
import type { Touching } from "../../play/touching.svelte";
import { count, say } from "../../text";
import { effects, titles, words } from "../../text/minecart_mayhem";
import { KINDS, type Kind, type Odds, type Position } from "./position";
import { readCard, resolve, sceneOf, type Card, type Trace } from "./scene";
import type { Last } from "./story";

export function percent(odds: number): string {
  return `${Math.round(100 * odds)}%`;
}

/** Whether a hand has something to play; otherwise a card is discarded (R3.2). */
export function canDeclare(position: Position, hand: readonly Kind[]): boolean {
  const hasRoom = position.lanes.some((lane) => lane.cart !== null && lane.rails.at(-1)!.row > lane.cart_row!);
  return hand.some((kind) => kind !== "double" && (kind !== "stalactite" || hasRoom));
}

/** What is printed on a card: "Rail 3+ 90%". */
export function titleCard(kind: Kind, odds: Odds | undefined): string {
  return `${say(titles[kind])} ${odds ? `${say(words.needs, { n: odds.needs })} ${percent(odds.odds)}` : "×2"}`;
}

/** A card of the hand. It begins with what is printed on it, so that what is seen can be said to a voice control. */
export function nameCard(kind: Kind, odds: Odds | undefined, number = 1): string {
  const card = `${titleCard(kind, odds)}${number > 1 ? ` ×${number}` : ""}`;
  return say(words.card, { card, effect: say(effects[kind]) });
}

/** A thing of a touch path: "Row 9 of lane 3, the front". Names of players are known on the board only. */
export function nameThing(thing: string, position: Position, chairs: readonly Chair[] = []): string {
  const [what, first, second] = thing.split(":");
  if (what === "card") return nameCard(first as Kind, position.odds[first as Kind]);
  if (what === "lane") return say(position.lanes[Number(first) - 1]?.cart === null ? words.freeLane : words.lane, { n: first });
  if (what === "end") return say(words.end, { n: first, row: position.lanes[Number(first) - 1]?.end?.row ?? "" });
  if (what === "rail") return nameRail(position, Number(first), Number(second));
  if (what === "cart") {
    const player = position.players[Number(first) - 1];
    const name = chairs[player?.seat ?? -1]?.name;
    if (!name || player.lane === null) return say(words.cartPlain, { n: first });
    return say(words.cart, { name, n: player.lane, row: player.row ?? "" });
  }
  if (what === "side") return say(first === "front" ? words.asFront : words.asBack);
  if (what === "discard") return say(words.discard);
  return what === "pass" ? say(words.pass) : thing;
}

function nameRail(position: Position, lane: number, row: number): string {
  const rails = position.lanes[lane - 1]?.rails ?? [];
  const parts = [say(words.rail, { n: lane, row })];
  if (rails.length > 1 && rails.at(-1)?.row === row) parts.push(say(words.front));
  if (rails.length > 1 && rails[0].row === row) parts.push(say(words.back));
  const stones = rails.find((rail) => rail.row === row)?.stalactites ?? 0;
  if (stones) parts.push(count(words.stones1, words.stones, stones));
  return parts.join(", ");
}

/** The discard pile with what is in it. */
export function nameDiscard(position: Position): string {
  const cards = KINDS.flatMap((kind) => (position.discard[kind] ? [`${position.discard[kind]} × ${say(titles[kind])}`] : []));
  return say(words.discardHolds, { cards: cards.join(", ") || say(words.empty) });
}

/** A thing, and where touching it with the held card leads. */
export function nameAim(thing: string, position: Position, chairs: readonly Chair[], touching: Touching): string {
  const name = nameThing(thing, position, chairs);
  const choice = touching.taken.length ? touching.ahead(thing)[0] : undefined;
  const card = choice && readCard(choice.text);
  return card && position.actor !== null ? `${name}. ${nameLead(position, position.actor, card)}` : name;
}

/** Where a card leads: "60%: row 9 of lane 2 blows up; otherwise row 8 of lane 1 blows up". */
export function nameLead(position: Position, seat: number, card: Card): string {
  const odds = position.odds[card.kind];
  if (!odds) return "";
  const scene = sceneOf(position);
  const parts = [];
  const good = resolve(scene, seat, card, true).traces.map(nameTrace);
  parts.push(say(words.leads, { odds: percent(odds.odds), change: good.join(", ") }));
  const bad = resolve(scene, seat, card, false).traces.map(nameTrace);
  if (bad.length && odds.odds < 1) parts.push(say(words.leadsFailed, { change: bad.join(", ") }));
  return parts.join("; ");
}

function nameTrace(trace: Trace): string {
  if (trace.kind === "out") return say(words.leadsOut);
  if (trace.kind === "break") return say(words.leadsBreak);
  const { lane, row } = trace.kind === "move" ? trace.to : trace.spot;
  const text = { laid: words.leadsLaid, blast: words.leadsBlast, stone: words.leadsStone, move: words.leadsMove }[trace.kind];
  return say(text, { lane, row });
}

/** The last deed: "Bo, Dynamite: rolled 4, needed 9: failed". */
export function nameDeed(last: Last, chairs: readonly Chair[]): string {
  const name = chairs[last.seat]?.name ?? "";
  let what: string;
  if (last.rolls.length) {
    what = last.rolls
      .map((roll) =>
        say(words.deedRoll, {
          card: say(titles[roll.kind]),
          number: roll.number,
          needs: roll.needs,
          verdict: say(roll.isSuccess ? words.success : words.failure),
        }),
      )
      .join("; ");
  } else if (last.deed === "lane") what = say(words.deedLane);
  else if (last.deed === "pass") what = say(words.deedPass);
  else if (last.deed === "discard") what = say(words.deedDiscard, { card: last.kind ? say(titles[last.kind]) : "" });
  else what = say(titles[last.deed]);
  return say(words.lastDeed, { name, what });
}
