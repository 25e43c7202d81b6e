import type { GameClient } from "../../play/contract";
import { say } from "../../text";
import { caverns } from "../../text/rockport_caverns";
import Board from "./Board.svelte";
import Finale from "./Finale.svelte";
import { captionOf, nameThing, prompt } from "./naming";
import type { Position } from "./position";
import { lengthOf, scenes } from "./scenes";
import { soundsOf } from "./sounds";
import { why } from "./why";

const client: GameClient<Position> = {
  Board,
  Finale,
  nameThing,
  why,
  prompt,
  standings: (position) => [{ score: String(Math.max(0, position.character.life)), unit: say(caverns.life) }],
  pause: (event, before, after) => lengthOf(scenes(before, event.moves ?? [], after)),
  sounds: soundsOf,
  caption: ({ map, set, drawn, round, character }) =>
    say(captionOf(map, set, drawn), { map, set, drawn, round, card: character.card }),
};
export default client;
