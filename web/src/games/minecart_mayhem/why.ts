/** What speaks for a card: where it leads, and how near one's own cart is to its end. */
import { say } from "../../text";
import { words } from "../../text/minecart_mayhem";
import { nameLead } from "./naming";
import type { Position } from "./position";
import { readCard } from "./scene";

export function why(_: readonly string[], position: Position, text: string): string {
  const seat = position.actor;
  const lane = position.lanes.find((one) => one.cart === seat);
  const card = readCard(text);
  if (seat === null || !lane || lane.cart_row === null) return "";
  const parts: string[] = [];
  if (card) parts.push(`${nameLead(position, seat, card)}.`);
  if (lane.rails.at(-1)?.row === lane.cart_row) parts.push(say(words.whyLastRail));
  else if (lane.rails[0]?.row === lane.cart_row) parts.push(say(words.whyLastGround));
  return parts.join(" ");
}
