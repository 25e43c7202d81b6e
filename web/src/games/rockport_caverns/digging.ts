/** A map as its file has it, for who digs one: hexes come and go, and paths between neighbours with them. */
import type { Hex, Side } from "./position";

export interface HexFile {
  row: number;
  across: number;
  kind: "passage" | "room" | "exit" | "start";
  paths: string;
  name?: string;
}

export interface MapFile {
  title: string;
  rocks: number[];
  water: number[];
  marked_row: number;
  hexes: HexFile[];
}

export interface Slot {
  row: number;
  across: number;
}

export const ROWS = 6;
export const START_ROW = 7;
const ROW_SIZE = 8;
export const SIDES: readonly Side[] = ["NE", "E", "SE", "SW", "W", "NW"];
const OFFSETS: Record<Side, readonly [number, number]> = { NE: [-1, 1], E: [0, 2], SE: [1, 1], SW: [1, -1], W: [0, -2], NW: [-1, -1] };
const opposite = (side: Side): Side => SIDES[(SIDES.indexOf(side) + 3) % SIDES.length];

/** Every place where a hex may be. */
export const SLOTS: readonly Slot[] = Array.from({ length: START_ROW }, (_, at) => at + 1).flatMap((row) =>
  Array.from({ length: ROW_SIZE }, (_, nth) => ({ row, across: (row % 2 ? -1 : 0) + 2 * nth })),
);

export const isAt = (hex: Slot, { row, across }: Slot): boolean => hex.row === row && hex.across === across;
export const findAt = (map: MapFile, slot: Slot): HexFile | undefined => map.hexes.find((hex) => isAt(hex, slot));
const sidesOf = (hex: HexFile): Side[] => hex.paths.split(" ").filter(Boolean) as Side[];
const withSides = (hex: HexFile, sides: Iterable<Side>): HexFile => {
  const wanted = new Set(sides);
  return { ...hex, paths: SIDES.filter((side) => wanted.has(side)).join(" ") };
};
const beyond = (slot: Slot, side: Side): Slot => ({ row: slot.row + OFFSETS[side][0], across: slot.across + OFFSETS[side][1] });
export const sideTo = (from: Slot, to: Slot): Side | undefined => SIDES.find((side) => isAt(beyond(from, side), to));

const sorted = (hexes: HexFile[]): HexFile[] => [...hexes].sort((one, other) => one.row - other.row || one.across - other.across);

/** Rock where a hex was: no path leads there any more. */
export function fill(map: MapFile, slot: Slot): MapFile {
  const hexes = map.hexes
    .filter((hex) => !isAt(hex, slot))
    .map((hex) => {
      const side = sideTo(hex, slot);
      return side ? withSides(hex, sidesOf(hex).filter((one) => one !== side)) : hex;
    });
  return { ...map, hexes };
}

/** A hex of a kind; where none was, paths lead to all its neighbours. */
export function dig(map: MapFile, slot: Slot, kind: HexFile["kind"], name = ""): MapFile {
  const isStart = slot.row === START_ROW;
  const real: HexFile["kind"] = isStart ? "start" : kind;
  const known = findAt(map, slot);
  const named = real === "room" ? { name } : {};
  if (known) {
    const { name: _, ...rest } = known;
    return { ...map, hexes: map.hexes.map((hex) => (hex === known ? { ...rest, kind: real, ...named } : hex)) };
  }
  let next: MapFile = { ...map, hexes: sorted([...map.hexes, { ...slot, kind: real, paths: "", ...named }]) };
  for (const side of SIDES) {
    const other = findAt(next, beyond(slot, side));
    if (other && !(isStart && other.kind === "start")) next = join(next, slot, other);
  }
  return next;
}

/** A path between two neighbours, or none where one was. */
export function join(map: MapFile, from: Slot, to: Slot): MapFile {
  const side = sideTo(from, to);
  const [one, other] = [findAt(map, from), findAt(map, to)];
  if (!side || !one || !other || (one.kind === "start" && other.kind === "start")) return map;
  const isJoined = sidesOf(one).includes(side) || sidesOf(other).includes(opposite(side));
  const turn = (hex: HexFile, way: Side): HexFile => {
    const rest = sidesOf(hex).filter((each) => each !== way);
    return withSides(hex, isJoined ? rest : [...rest, way]);
  };
  return {
    ...map,
    hexes: map.hexes.map((hex) => {
      if (hex === one) return other.kind === "start" ? hex : turn(hex, side); // nothing leads back to a start circle
      if (hex === other) return one.kind === "start" ? hex : turn(hex, opposite(side));
      return hex;
    }),
  };
}

/** As boards draw them: a draft need not be right to be seen. */
export function drawn(map: MapFile): Hex[] {
  return map.hexes.map((hex, at) => ({
    id: `hex:${hex.row}/${hex.across}`,
    name: `${hex.kind} ${hex.row}/${hex.across} ${at}`.replace(/ \d+$/, ""),
    title: hex.name ?? "",
    kind: hex.kind,
    row: hex.row,
    column: null,
    across: hex.across,
    x: (hex.across * Math.sqrt(3)) / 2,
    y: hex.row * 1.5,
    paths: sidesOf(hex).filter((side) => findAt(map, beyond(hex, side))),
    rocks: 0,
    capacity: 0,
    is_blocked: false,
    is_flooded: false,
  }));
}
