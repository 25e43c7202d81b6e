/** How likely a cap is to be trapped before its side plays again. */
import { areFoes, captivesOf, findCap, GOLDEN, type Position } from "./position";
import { reach, shortest, type Ways } from "./ways";

const FACES = 6;

/**
 * The chance that some throw of the others, one turn each, reaches a cap of `seat` on `place`. An estimate: caps are taken
 * to stay where they are, everybody goes for it, and a six that misses is thrown once more.
 * `gone` are caps that the move to `place` has trapped.
 */
export function risk(position: Position, ways: Ways, seat: number, place: string, gone: ReadonlySet<string>): number {
  if (place.startsWith("base:")) return 0;
  const isGrey = position.board.spaces.find((space) => space.id === place)?.kind === "grey";
  const faces = new Map<number, Set<number>>();
  for (const cap of position.caps) {
    if (cap.state !== "free" || cap.seat === null || gone.has(cap.id) || !areFoes(position, cap.seat, seat)) continue;
    const isGolden = cap.id === GOLDEN;
    if (isGrey && !isGolden) continue; // R4.3
    const hits = isGolden ? hitsOfGolden(ways, cap.place, place) : hitsOf(ways, cap.place, place);
    // In total team play every seat of a team moves all its caps.
    const throwers = position.game === "total" ? position.seats.filter((other) => !areFoes(position, other.seat, cap.seat!)) : [{ seat: cap.seat }];
    for (const thrower of throwers) {
      const known = faces.get(thrower.seat) ?? new Set();
      for (const hit of hits) known.add(hit);
      faces.set(thrower.seat, known);
    }
  }
  let escape = 1;
  for (const hits of faces.values()) {
    const once = hits.size / FACES;
    escape *= 1 - (hits.has(FACES) ? once : once + once / FACES);
  }
  return 1 - escape;
}

function hitsOf(ways: Ways, from: string, to: string): number[] {
  const reached = reach(ways, from);
  return [1, 2, 3, 4, 5, 6].filter((face) => reached[face].has(to));
}

/** R11.3: it turns as it likes, so whatever is near enough can be trapped. */
function hitsOfGolden(ways: Ways, from: string, to: string): number[] {
  const steps = (shortest(ways, from, to)?.length ?? Infinity) - 1;
  return [1, 2, 3, 4, 5, 6].filter((face) => face >= steps);
}

/** R4: the groups that a cap traps by ending on a place, and how many caps that makes. */
export function trappedAt(position: Position, cap: string, place: string): { tops: string[]; caps: number } {
  const seat = findCap(position, cap)?.seat ?? null;
  const kind = position.board.spaces.find((space) => space.id === place)?.kind;
  if (!kind || (kind === "grey" && cap !== GOLDEN)) return { tops: [], caps: 0 };
  const tops = position.groups
    .filter((group) => group.place === place && group.top !== cap && (group.seat === null || seat === null || areFoes(position, group.seat, seat)))
    .map((group) => group.top);
  return { tops, caps: tops.reduce((sum, top) => sum + 1 + captivesOf(position, top).length, 0) };
}
