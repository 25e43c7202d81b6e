/** What speaks for a lane or a card: when one acts, where it leads, and how near one's own cart is to its end. */
import { say } from "../../text";
import { words } from "../../text/minecart_mayhem";
import { nameLead } from "./naming";
import { KINDS, type Position } from "./position";
import { readCard } from "./scene";

export function why(path: readonly string[], position: Position, text: string): string {
  const seat = position.actor;
  if (seat === null) return "";
  const [thing = "", aim] = path;
  if (thing.startsWith("lane:")) return tellLane(position, Number(thing.slice(5)));
  const parts: string[] = [];
  const card = readCard(text);
  if (card) parts.push(`${nameLead(position, seat, card)}.`);
  else if (thing === "card:double") parts.push(say(words.whyDouble, { n: harderBy(position) }));
  else if (aim === "discard" || thing === "pass") parts.push(say(aim ? words.whyDiscard : words.whyPass, { n: position.hand_size }));
  const lane = position.lanes.find((one) => one.cart === seat);
  if (lane && lane.rails.at(-1)?.row === lane.cart_row) parts.push(say(words.whyLastRail));
  else if (lane && lane.rails[0]?.row === lane.cart_row) parts.push(say(words.whyLastGround));
  return parts.join(" ");
}

/** R2.1, R2.4: the lane with the torch begins, and the torch moves one lane to the right after each round. */
function tellLane({ lanes, torch }: Position, lane: number): string {
  const later = (lane - torch + lanes.length) % lanes.length;
  return later ? say(words.whyLane, { round: 1 + later }) : say(words.whyTorch);
}

/** R9.3: by how much a card under a Double must be thrown higher. */
function harderBy({ odds, odds_doubled }: Position): number {
  return Math.max(0, ...KINDS.map((kind) => (odds_doubled[kind]?.needs ?? 0) - (odds[kind]?.needs ?? 0)));
}
