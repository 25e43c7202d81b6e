/** What happens at the long table sounds like. */
import type { Move } from "../../net/api";
import type { Cue, Sound } from "../../play/sounds";
import type { Position } from "./position";
import { happened, type Happening } from "./story";

export const HEARD: Record<Happening["kind"], Sound> = {
  killed: "strike",
  commanded: "card",
  placed: "card",
  poisoned: "fizzle",
  used: "crystal",
  negated: "fizzle",
  drew: "card",
  crystals: "crystal",
  chose: "card",
  nightfall: "night",
  daybreak: "day",
};
const APART_MS = 110; // all of it is shown at once: each kind is heard for itself

export function soundsOf(before: Position | null, moves: readonly Move[], after: Position): Cue[] {
  const heard = new Set(happened(before, after, moves).map(({ kind }) => HEARD[kind]));
  return [...heard].map((sound, at) => ({ sound, at: at * APART_MS }));
}
