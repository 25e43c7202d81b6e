/** Seats as boards and plates show them. */
import { MARKS, type Chair, type GameClient } from "./contract";

export function seatChairs(
  names: readonly string[],
  isMine: (seat: number) => boolean,
  client: GameClient | null,
  position: unknown,
): Chair[] {
  return names.map((name, seat) => ({
    seat,
    name,
    isMine: isMine(seat),
    colour: `var(--seat-${seat + 1})`,
    mark: MARKS[seat],
    ...(position ? client?.chair?.(seat, position) : undefined), // where pieces have colours of their own
  }));
}
