/** What is heard in the cavern. */
import type { Move } from "../../net/api";
import type { Cue, Sound } from "../../play/sounds";
import type { Position } from "./position";
import { scenes, type Beat } from "./scenes";

export const HEARD: Record<Beat["kind"], Sound | null> = {
  step: "step",
  slide: "slide",
  rest: null,
  store: "knock",
  reroll: "die",
  event: "die",
  effect: null,
  row: "die",
  rock: "rocks",
  start: "step",
  cry: "die",
  found: "home",
  bear: "growl",
  water: "water",
  end: null,
};

export function soundsOf(before: Position | null, moves: readonly Move[], after: Position): Cue[] {
  let at = 0;
  return scenes(before, moves, after).flatMap((beat) => {
    const start = at;
    at += beat.ms;
    const sound = HEARD[beat.kind];
    return sound ? [{ sound, at: start }] : [];
  });
}
