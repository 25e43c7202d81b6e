/** What a throw and the way of a cap sound like. */
import type { Move } from "../../net/api";
import type { Cue, Sound } from "../../play/sounds";
import { layOut } from "./layout";
import { plan } from "./motion";
import type { Position } from "./position";

export const HEARD = { throw: "die", hop: "cap", trapped: "trap", home: "home" } as const satisfies Record<string, Sound>;

export function soundsOf(before: Position | null, moves: readonly Move[], after: Position): Cue[] {
  const { points, trail, throws } = plan(before, after, moves, layOut(after.board, 0));
  const hops = (trail && points.get(trail.cap)?.filter((point) => point.isHop)) || [];
  const cues: Cue[] = hops.map(({ at }) => ({ sound: HEARD.hop, at }));
  if (trail?.trapped) cues.push({ sound: HEARD.trapped, at: trail.trapped.at });
  if (trail?.route.at(-1)?.startsWith("base:")) cues.push({ sound: HEARD.home, at: hops.at(-1)?.at ?? 0 });
  return [...cues, ...throws.map(({ at }) => ({ sound: HEARD.throw, at }))];
}
