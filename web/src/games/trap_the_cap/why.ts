/** What speaks for a move: how safe a cap is where it stands, and where it goes. */
import { say } from "../../text";
import { trap } from "../../text/trap_the_cap";
import { risk, trappedAt } from "./odds";
import { captivesOf, findCap, type Position } from "./position";
import { waysOf } from "./ways";
import { moverOf } from "./words";

export function why(path: readonly string[], position: Position): string {
  const mover = moverOf(path);
  const cap = findCap(position, mover);
  const end = path.findLast((thing) => /^(space|base):/.test(thing));
  if (!cap || !end || cap.seat === null) return "";
  const ways = waysOf(position.board);
  const gone = new Set(trappedAt(position, mover, end).tops);
  const now = Math.round(100 * risk(position, ways, cap.seat, cap.place, new Set()));
  const then = Math.round(100 * risk(position, ways, cap.seat, end, gone));
  const captives = captivesOf(position, mover).length;
  const parts = [then ? say(trap.whyRisk, { percent: then }) : say(end.startsWith("base:") && captives ? trap.whyHome : trap.whySafe)];
  if (now > then && !cap.place.startsWith("base:")) parts.unshift(say(trap.whyNow, { percent: now }));
  return parts.join(" ");
}
