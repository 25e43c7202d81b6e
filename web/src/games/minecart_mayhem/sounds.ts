/** What a turn in the cave sounds like. */
import type { Move } from "../../net/api";
import type { Cue, Sound } from "../../play/sounds";
import type { Kind, Position } from "./position";
import { tellStory, type Beat } from "./story";

/** What a card does where it succeeds. */
export const DONE: Record<Kind, Sound> = {
  rail: "rail",
  dynamite: "explosion",
  stalactite: "rocks",
  rocket: "rocket",
  double: "card",
  swap: "cart",
};
export const HEARD: Record<Exclude<Beat["act"], "effect">, Sound | null> = {
  declare: "card",
  roll: "die",
  collapse: "rocks",
  advance: "cart",
  end: null,
};
export const FAILED: Sound = "fizzle";

export function soundsOf(before: Position | null, moves: readonly Move[], after: Position): Cue[] {
  const { beats, last } = tellStory(before, moves, after);
  const cues = beats.flatMap(({ act, at, roll }) => {
    const sound = act !== "effect" ? HEARD[act] : roll?.isSuccess ? DONE[roll.kind] : FAILED;
    return sound ? [{ sound, at }] : [];
  });
  // A lane taken or a card thrown away has no beat of its own.
  if (!cues.length && last && last.deed !== "pass") return [{ sound: last.deed === "lane" ? "cart" : "card", at: 0 }];
  return cues;
}
