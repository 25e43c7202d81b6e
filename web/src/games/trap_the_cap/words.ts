/** Things of the board in words, for buttons and screen readers. */
import { say, type Text } from "../../text";
import { COLOURS, trap } from "../../text/trap_the_cap";
import { trappedAt } from "./odds";
import { captivesOf, findCap, GOLDEN, type Position } from "./position";

export function nameColour(colour: string): string {
  return COLOURS[colour] ? say(COLOURS[colour]) : colour;
}

/** `red 3`, `the Golden Cap`. */
export function nameCap(id: string): string {
  const [, colour, number] = id.split(":");
  return id === GOLDEN ? say(trap.goldenCap) : say(trap.cap, { colour: nameColour(colour), number });
}

export function list(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : say(trap.and, { list: words.slice(0, -1).join(", "), last: words[words.length - 1] });
}

/** A space or a base. */
export function namePlace(id: string, position: Position): string {
  const [kind, name] = id.split(":");
  if (kind === "base") {
    const isEmpty = position.board.bases.find((base) => base.id === id)?.seat === null;
    return say(isEmpty ? trap.emptyBase : trap.base, { colour: nameColour(name) });
  }
  if (name === "centre") return say(trap.centre);
  const names: Record<string, Text> = { plain: trap.space, grey: trap.greySpace, yellow: trap.yellowSpace };
  return say(names[position.board.spaces.find((space) => space.id === id)?.kind ?? "plain"], { name });
}

/** Whose end the thing is: the cap that was taken, or the Golden Cap in the middle of its move. */
export const moverOf = (path: readonly string[]): string => path.find((thing) => thing.startsWith("cap:")) ?? GOLDEN;

export function nameThing(thing: string, position: Position, path: readonly string[]): string {
  const [kind, name] = thing.split(":");
  if (kind === "cap") {
    const cap = findCap(position, thing);
    const isHome = cap?.place.startsWith("base:");
    const where = say(isHome ? trap.atHome : trap.at, { cap: nameCap(thing), place: cap ? namePlace(cap.place, position) : "" });
    const captives = captivesOf(position, thing);
    return captives.length ? say(trap.carries, { cap: where, captives: list(captives.map(nameCap)) }) : where;
  }
  if (kind === "space" || kind === "turn") {
    const id = `space:${name}`;
    const caps = list(trappedAt(position, moverOf(path), id).tops.map(nameCap));
    const place = namePlace(id, position);
    if (kind === "turn") return say(caps ? trap.turnOnTraps : trap.turnOn, { place, caps });
    return caps ? say(trap.traps, { place, caps }) : place;
  }
  if (kind === "base") return say(trap.bringHome, { base: namePlace(thing, position) });
  return say({ die: trap.throwAgain, stop: trap.stop, stay: trap.stay }[kind] ?? { en: thing, de: thing });
}
