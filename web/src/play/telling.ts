/** Events of a table in words. What the rules did is told by the engine; the rest is told here. */
import type { Event, Move } from "../net/api";
import { say, shell, type Text } from "../text";
import type { Chair, GameClient } from "./contract";

const OTHERS: Partial<Record<Event["kind"], Text>> = {
  sat: shell.eventSat,
  left: shell.eventLeft,
  started: shell.eventStarted,
  resigned: shell.eventResigned,
  timed_out: shell.eventTimedOut,
  held: shell.eventHeld,
  undone: shell.eventUndone,
  undo_offered: shell.eventUndoOffered,
  undo_declined: shell.eventUndoDeclined,
  stood_in: shell.eventStoodIn,
  returned: shell.eventReturned,
  bot_changed: shell.eventBotChanged,
  rematched: shell.eventRematched,
  abandoned: shell.eventAbandoned,
  muted: shell.eventMuted,
};

/** A line of the log. */
export interface Line {
  words: string;
  roll?: readonly Move[]; // dice that were thrown together, to be drawn
}

export function tell(event: Event, chairs: readonly Chair[], client: GameClient | null): Line[] {
  const seat = event.seat ?? null;
  const name = event.name ?? (seat === null ? "" : (chairs[seat]?.name ?? ""));
  const other = OTHERS[event.kind];
  const words = event.words ?? [];
  if (!other) return gather(event.moves ?? [], words, client);
  // The server's first line says the same in English; what follows is the engine's.
  const first = say(other, { name, bot: event.bot ?? "", seat: seat === null ? "" : seat + 1 });
  return [{ words: first }, ...gather(event.moves ?? [], words.slice(1), client)];
}

/** Dice of one throw are one line: the words about the last of them sum it up. */
function gather(moves: readonly Move[], words: readonly string[], client: GameClient | null): Line[] {
  const roll = client?.roll;
  if (!roll) return words.map((said) => ({ words: said }));
  return words.flatMap((said, at) => {
    if (moves[at]?.actor !== null) return { words: said };
    return endsRoll(moves, at) ? { words: roll.tell(said), roll: rollTo(moves, at) } : [];
  });
}

type Entry = Pick<Move, "actor">;

/** Whether chance does nothing more after an entry. */
export const endsRoll = (entries: readonly Entry[], at: number): boolean => entries[at + 1]?.actor !== null;

/** What chance did in a row, up to an entry. */
export function rollTo<Each extends Entry>(entries: readonly Each[], at: number): Each[] {
  const first = entries.slice(0, at + 1).findLastIndex((entry) => entry.actor !== null) + 1;
  return entries.slice(first, at + 1);
}
