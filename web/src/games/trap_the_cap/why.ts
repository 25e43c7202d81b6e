/** What speaks for a move: how safe a cap is where it stands, and where it goes; what another throw could bring. */
import { count, say } from "../../text";
import { trap } from "../../text/trap_the_cap";
import { risk, trappedAt } from "./odds";
import { captivesOf, findCap, GOLDEN, type Cap, type Position } from "./position";
import { reach, waysOf } from "./ways";
import { moverOf } from "./words";

const FACES = [1, 2, 3, 4, 5, 6];

export function why(path: readonly string[], position: Position): string {
  if (path[0] === "die") return tellThrow(position);
  if (path[0] === "stop") return tellStop(position);
  const turn = path.find((thing) => thing.startsWith("turn:"));
  const mover = moverOf(path);
  if (turn) return count(trap.whyTurn1, trap.whyTurn, trappedAt(position, mover, `space:${turn.slice(5)}`).caps);
  const cap = findCap(position, mover);
  const end = path.findLast((thing) => /^(space|base):/.test(thing));
  if (!cap || !end || cap.seat === null) return "";
  const ways = waysOf(position.board);
  const gone = new Set(trappedAt(position, mover, end).tops);
  const now = percent(risk(position, ways, cap.seat, cap.place, new Set()));
  const then = percent(risk(position, ways, cap.seat, end, gone));
  const captives = captivesOf(position, mover).length;
  const parts = [then ? say(trap.whyRisk, { percent: then }) : say(end.startsWith("base:") && captives ? trap.whyHome : trap.whySafe)];
  if (now > then && !cap.place.startsWith("base:")) parts.unshift(say(trap.whyNow, { percent: now }));
  return parts.join(" ");
}

const percent = (chance: number): number => Math.round(100 * chance);

/** The caps that the next throw could move; R9.1: all of the team in total team play. */
function ownCaps({ caps, seats, seat, game }: Position): Cap[] {
  const isOwn = (owner: number): boolean => owner === seat || (game === "total" && seats[owner].team === seats[seat].team);
  return caps.filter((cap) => cap.state === "free" && cap.seat !== null && isOwn(cap.seat));
}

/** R6.1: how many of the numbers of a die lead a cap to one of another side. */
function tellThrow(position: Position): string {
  const ways = waysOf(position.board);
  const reached = ownCaps(position).map((cap) => ({ cap, ends: reach(ways, cap.place) }));
  // R11.3: the Golden Cap turns as it likes, so it gets to all that is nearer too.
  const canTrap = (face: number): boolean =>
    reached.some(({ cap, ends }) => ends.slice(cap.id === GOLDEN ? 1 : face, face + 1).some((all) => [...all].some((end) => trappedAt(position, cap.id, end).caps > 0)));
  const hits = FACES.filter(canTrap).length;
  return hits ? say(trap.whyThrow, { n: hits }) : say(trap.whyThrowNone);
}

/** R2.5: what is thrown must be moved, if it can be; so who is safe had better stop. */
function tellStop(position: Position): string {
  const ways = waysOf(position.board);
  const out = ownCaps(position).filter((cap) => !cap.place.startsWith("base:"));
  const safe = out.filter((cap) => percent(risk(position, ways, cap.seat!, cap.place, new Set())) === 0).length;
  return say(trap.whyStop, { safe, all: out.length });
}
