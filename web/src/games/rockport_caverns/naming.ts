/** Places and things of the Rockport Caverns in words. */
import { count, say, type Text } from "../../text";
import { caverns, EVENT_NAMES } from "../../text/rockport_caverns";
import { EVENTS, findHex, type Hex, type Position } from "./position";
import type { Scene } from "./scenes";

export const actions = (number: number): string => count(caverns.action, caverns.actions, number);

/** What an event is called in the language of the page. */
function eventName(title: string | null): string {
  const face = EVENTS.indexOf(title as (typeof EVENTS)[number]);
  return face > 0 ? say(EVENT_NAMES[face]) : "";
}

/** "row 4, cave 3", "Bear's Den", "exit 1". */
export function placeName(hex: Hex): string {
  const number = hex.name.split("-")[1] ?? "";
  if (hex.kind === "exit") return say(caverns.exit, { n: number });
  if (hex.kind === "start") return say(caverns.start, { n: number });
  if (hex.kind === "room") return roomName(hex.title);
  return say(caverns.passage, { row: hex.row, column: hex.column ?? "" });
}

/** Maps may have rooms of their own, which have one name in every language. */
export function roomName(title: string): string {
  const known = (caverns as Record<string, Text>)[title];
  return known ? say(known) : title;
}

/** What stands over the board: a map of the first set by its number, one of another set with that, a drawn cavern, or a designer's map. */
export function captionOf(map: number, set: number, drawn: number): Text {
  if (map === 0) return caverns.ownCaption;
  if (drawn > 0) return caverns.captionDrawn;
  return set === 1 ? caverns.caption : caverns.captionOfSet;
}

/** Whether coming to the hex costs a life: the bear, or the marked row. */
export function costsLife(position: Position, hex: Hex): boolean {
  const here = findHex(position, position.character.place);
  const isMarked = position.rows.some((row) => row.is_marked && row.row === hex.row && row.row !== here?.row);
  return isMarked || position.bear === hex.name;
}

/** All about a hex, for who cannot see it; what a step there costs where one can be taken. */
export function describe(position: Position, hex: Hex, scene: Scene, isWet: boolean, isLit: boolean): string {
  const rocks = scene.rocks[hex.name] ?? 0;
  const isBlocked = hex.capacity > 0 && rocks >= hex.capacity;
  const step = isLit ? position.steps.find((one) => one.place === hex.name) : undefined;
  const name = hex.kind === "room" ? say(caverns.room, { name: placeName(hex) }) : placeName(hex);
  const words = [isLit && position.phase === "slide" ? say(caverns.slideHere, { place: name }) : name];
  if (step && position.friend.is_together) words.push(say(caverns.costBoth, { both: actions(step.cost_with_friend), alone: actions(step.cost) }));
  else if (step) words.push(actions(step.cost));
  if (step?.is_climb) words.push(say(caverns.overRocks));
  if (step && costsLife(position, hex)) words.push(say(caverns.costsLife));
  if (isBlocked) words.push(say(caverns.blocked));
  else if (rocks) words.push(say(caverns.rocks, { n: rocks, most: hex.capacity }));
  if (isWet) words.push(say(caverns.flooded));
  if (scene.here === hex.name) words.push(say(caverns.youAreHere));
  if (scene.friend === hex.name) words.push(say(caverns.friendIsHere));
  if (scene.bear === hex.name) words.push(say(caverns.bearIsHere));
  return words.join(", ");
}

const BUTTONS: Record<string, Text> = {
  pass: caverns.rest,
  store: caverns.store,
  stop: caverns.stop,
  "re-roll": caverns.reroll,
  keep: caverns.keep,
};

export function nameThing(thing: string, position: Position, path: readonly string[]): string {
  const [kind, name] = [thing.slice(0, thing.indexOf(":")), thing.slice(thing.indexOf(":") + 1)];
  if (kind === "button") return BUTTONS[name] ? say(BUTTONS[name], { event: eventName(position.event) }) : name;
  if (kind === "with") {
    const step = position.steps.find((one) => `hex:${one.place}` === path[0]);
    const price = step ? (name === "friend" ? step.cost_with_friend : step.cost) : 0;
    return say(name === "friend" ? caverns.withFriend : caverns.alone, { actions: actions(price) });
  }
  const hex = findHex(position, name);
  if (!hex) return name;
  if (position.phase === "slide") return say(caverns.slideHere, { place: placeName(hex) });
  const step = position.steps.find((one) => one.place === name);
  const words = [placeName(hex)];
  if (step?.is_climb) words.push(say(caverns.overRocks));
  if (step && !position.friend.is_together) words.push(actions(step.cost));
  return words.join(", ");
}

export function prompt(position: Position, taken: readonly string[]): string {
  const event = eventName(position.event);
  if (taken.length) return say(caverns.promptWith);
  if (position.phase === "choice") {
    const left = position.rerolls.left;
    return say(left === 1 ? caverns.promptChoice1 : caverns.promptChoice, { event, n: left });
  }
  if (position.phase === "slide") return say(caverns.promptSlide);
  if (position.phase !== "act") return "";
  if (position.character.left === 0) return say(caverns.promptStored);
  return say(caverns.promptAct, { actions: actions(position.character.left) });
}

/** What to aim for now, in one line. */
export function goal(position: Position): string {
  const { friend, character } = position;
  if (!friend.is_revealed) return say(caverns.goalHear, { row: character.trigger_row });
  if (friend.is_together) return say(caverns.goalOut);
  const hex = findHex(position, friend.place);
  return say(caverns.goalReach, { place: hex ? placeName(hex) : "" });
}
