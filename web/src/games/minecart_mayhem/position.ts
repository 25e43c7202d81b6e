/** The kinds of cards, in the order of a hand. */
import type { Kind } from "./view";

export type * from "./view";

export const KINDS: readonly Kind[] = ["rail", "dynamite", "stalactite", "rocket", "double", "swap"];
