/** What speaks for a step, a rest, a slide or another roll: friend, way out, room, water, life. */
import { count, say } from "../../text";
import { caverns } from "../../text/rockport_caverns";
import { neighbour } from "./geometry";
import { costsLife } from "./naming";
import { findHex, type Hex, type Position } from "./position";

export function why(path: readonly string[], position: Position): string {
  const [kind, name] = [path[0]?.split(":")[0], path[0]?.slice(path[0].indexOf(":") + 1) ?? ""];
  const { character: you, friend, odds, rerolls } = position;
  if (kind === "button") {
    if (name === "pass") return say(caverns.whyRest, { life: you.life, most: you.most_life });
    if (name === "store") return say(caverns.whyStore, { n: you.stored });
    if (name === "re-roll" || name === "keep") return say(caverns.whyReroll, { n: rerolls.left });
    return say(caverns.whyStop, { n: you.stored });
  }
  const hex = findHex(position, name);
  const here = findHex(position, you.place);
  if (!hex || !here) return "";
  if (position.phase === "slide") return hex.kind === "room" ? say(caverns.whySlideRoom) : count(caverns.whySlide1, caverns.whySlide, onwardFrom(position, hex));
  const parts: string[] = [];
  if (costsLife(position, hex)) parts.push(say(caverns.whyLife));
  if (hex.kind === "exit") parts.push(say(caverns.whyOut));
  else if (friend.is_revealed && !friend.is_together && friend.place === hex.name) parts.push(say(caverns.whyFriend));
  else if (hex.kind === "room") parts.push(say(caverns.whyRoom));
  else if (hex.row < here.row) parts.push(say(caverns.whyUp));
  else if (hex.row > here.row) parts.push(say(caverns.whyDown));
  else parts.push(say(caverns.whyAlong));
  const flood = odds.rounds_to_flood;
  if (flood === 0) parts.push(say(caverns.whyWet));
  else if (flood != null && flood <= 3 && hex.row < here.row) parts.push(count(caverns.whyWater1, caverns.whyWater, flood));
  return parts.join(" ");
}

/** How many paths lead on from a hex to another that no rocks block. */
const onwardFrom = (position: Position, hex: Hex): number =>
  hex.paths.filter((side) => neighbour(position.hexes, hex, side)?.is_blocked === false).length;
