/** What a trip of the elevator sounds like. */
import type { Move } from "../../net/api";
import type { Cue, Sound } from "../../play/sounds";
import { findTrip, isNewGame, REST_MS, timeTrip } from "./happening";
import type { Position } from "./position";

export const HEARD = { roll: "die", discard: "knock", ride: "cart", unload: "knock", blast: "explosion", collect: "gold" } as const satisfies Record<string, Sound>;

export function soundsOf(before: Position | null, moves: readonly Move[], after: Position): Cue[] {
  const trip = findTrip(before, moves);
  if (!trip) return moves.some((move) => move.actor === null) ? [{ sound: HEARD.roll, at: 0 }] : [];
  const times = timeTrip(trip);
  const cues: Cue[] =
    trip.to === null
      ? [{ sound: HEARD.discard, at: 0 }]
      : [
          { sound: HEARD.ride, at: times.ride },
          { sound: HEARD.unload, at: times.unload },
        ];
  if (trip.nuggets) cues.push({ sound: HEARD.blast, at: times.blast }, { sound: HEARD.collect, at: times.collect + 300 });
  if (isNewGame(before, after)) cues.push({ sound: HEARD.roll, at: times.end + REST_MS });
  return cues;
}
