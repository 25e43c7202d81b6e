/** Events of a table in words. What the rules did is told by the engine; the rest is told here. */
import type { Event } from "../net/api";
import { say, shell, type Text } from "../text";
import type { Chair } from "./contract";

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

export function tell(event: Event, chairs: readonly Chair[]): string[] {
  const seat = event.seat ?? null;
  const name = event.name ?? (seat === null ? "" : (chairs[seat]?.name ?? ""));
  const other = OTHERS[event.kind];
  const words = event.words ?? [];
  if (!other) return words;
  // The server's first line says the same in English; what follows is the engine's.
  return [say(other, { name, bot: event.bot ?? "", seat: seat === null ? "" : seat + 1 }), ...words.slice(1)];
}
