/** A small cavern for tests: two rows, one room, one exit, one start circle. */
import type { Hex, Position, Side } from "./position";

function hex(name: string, kind: Hex["kind"], row: number, across: number, paths: Side[], changes: Partial<Hex> = {}): Hex {
  const column = kind === "passage" ? Number(name.split("-")[1]) : null;
  return {
    id: `hex:${name}`,
    name,
    title: kind === "room" ? "Bear's Den" : "",
    kind,
    row,
    column,
    across,
    x: (across * Math.sqrt(3)) / 2,
    y: row * 1.5,
    paths,
    rocks: 0,
    capacity: kind === "passage" ? 2 : 0,
    is_blocked: false,
    is_flooded: false,
    ...changes,
  };
}

export function cavern(): Position {
  return {
    map: 1,
    set: 1,
    drawn: 0,
    title: "Map 1",
    rows: [
      { row: 1, rocks: 2, circles: 2, filled: 0, is_flooded: false, is_marked: false },
      { row: 2, rocks: 2, circles: 4, filled: 1, is_flooded: false, is_marked: false },
    ],
    hexes: [
      hex("1-1", "passage", 1, 1, ["E", "SE", "SW"]),
      hex("exit-1", "exit", 1, 3, ["W"]),
      hex("2-1", "passage", 2, 0, ["NE", "E"]),
      hex("2-2", "passage", 2, 2, ["NW", "W", "E"]),
      hex("den", "room", 2, 4, ["W"]),
      hex("start-1", "start", 3, 1, ["NE", "NW"]),
    ],
    water: { filled: 1, total: 6, is_dry_next: false },
    round: 1,
    most_rounds: 60,
    character: {
      card: 1,
      place: "start-1",
      start: "start-1",
      life: 4,
      most_life: 6,
      stored: 2,
      most_stored: 2,
      left: 2,
      is_disoriented: false,
      is_sheltered: false,
      trigger_row: 1,
    },
    friend: { is_revealed: true, place: "2-1", life: 4, is_together: false, row: 2 },
    bear: null,
    rerolls: { left: 3, total: 3 },
    event: null,
    slides: 0,
    row_die: null,
    phase: "act",
    is_rolling: false,
    steps: [
      { side: "NW", place: "2-1", cost: 1, cost_with_friend: 2, is_climb: false, is_blocked: false },
      { side: "NE", place: "2-2", cost: 1, cost_with_friend: 2, is_climb: false, is_blocked: false },
    ],
    odds: { events: [], lose_life: 0.1667, friend_loses_life: null, slide_to: [], rounds_to_flood: null, rounds_to_loss: 3 },
    is_over: false,
    ending: null,
  };
}
