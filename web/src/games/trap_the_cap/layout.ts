/** Where everything is drawn. The ring's largest radius is 1000; y goes down. */
import { GOLDEN, type Board, type Kind, type Position } from "./position";

export interface Spot {
  x: number;
  y: number;
}

export interface Field extends Spot {
  id: string;
  name: string;
  kind: Kind;
  radius: number;
  /** A unit vector off the track, where a sign for the space has room. */
  aside: Spot;
}

export interface Nest extends Spot {
  id: string;
  colour: string;
  seat: number | null;
  /** The part of the wheel that belongs to it, as an outline. */
  wedge: Spot[];
  /** Where the die lies when its owner throws. */
  die: Spot;
}

export interface Layout {
  fields: Field[];
  nests: Nest[];
  places: ReadonlyMap<string, Field | Nest>;
  links: [Spot, Spot][];
  rim: Spot[]; // the ring as a close polygon
  fieldRadius: number; // of a plain space
  nestRadius: number;
  capWidth: number;
  frame: { x: number; y: number; width: number; height: number };
}

const RADIUS = 1000;
const SAMPLES = 48; // of the rim, from junction to junction

/** Angles are clockwise from the top, in turns. */
const at = (turn: number, radius: number): Spot => ({
  x: Math.sin(2 * Math.PI * turn) * radius,
  y: -Math.cos(2 * Math.PI * turn) * radius,
});

/** The board with the base of this number nearest to whoever looks at it. */
export function layOut(board: Board, nearest: number): Layout {
  const bases = board.bases.length;
  const sector = board.spaces.filter((space) => /^\d+$/.test(space.name)).length / bases;
  const spoke = board.spaces.filter((space) => space.name.startsWith("a")).length;
  // With two or four bases they fill the corners of a square; many bases sink into the rim, which makes it a rosette.
  const start = 0.5 + (bases === 4 || bases === 2 ? 0.125 : 0);
  const dip = bases >= 6 ? 0.26 : bases === 5 ? 0.2 : 0;
  const angle = (base: number, part = 0): number => start + (base - nearest + part) / bases;
  const radiusAt = (part: number): number => RADIUS * (1 - dip * Math.cos(Math.PI * part) ** 2);

  // The rim of one sector, and on it places at equal steps.
  const arc = Array.from({ length: SAMPLES + 1 }, (_, sample) => sample / SAMPLES);
  const lengths = [0];
  for (let sample = 1; sample <= SAMPLES; sample++) {
    const from = at(arc[sample - 1] / bases, radiusAt(arc[sample - 1]));
    const to = at(arc[sample] / bases, radiusAt(arc[sample]));
    lengths.push(lengths[sample - 1] + Math.hypot(to.x - from.x, to.y - from.y));
  }
  const step = lengths[SAMPLES] / sector;
  const partAt = (length: number): number => {
    const after = Math.max(1, lengths.findIndex((known) => known >= length - 1e-6));
    const share = (length - lengths[after - 1]) / (lengths[after] - lengths[after - 1]);
    return (after - 1 + share) / SAMPLES;
  };
  const junction = radiusAt(0);
  const fieldRadius = Math.min(step, junction / (spoke + 1), 150) * 0.43;
  const nestRadius = bases <= 4 ? 188 : 164;

  const fields = board.spaces.map((space): Field => {
    const scale = space.name === "centre" ? 1.55 : space.kind === "plain" ? 1 : 1.13;
    const [letter, number] = [space.name[0], Number(space.name.replace(/\D/g, ""))];
    let spot: Spot = { x: 0, y: 0 };
    let aside: Spot = at(angle(0, 0.5), 1);
    if (/^\d/.test(space.name)) {
      const part = partAt(((number - 1) % sector) * step);
      const turn = angle(Math.floor((number - 1) / sector), part);
      spot = at(turn, radiusAt(part));
      aside = at(turn, -1);
      if ((number - 1) % sector === 0) aside = at(turn + 0.32, 1);
    } else if (space.name !== "centre") {
      const turn = angle("abcdef".indexOf(letter));
      spot = at(turn, junction * (1 - number / (spoke + 1)));
      aside = at(turn + 0.25, 1);
    }
    return { ...spot, id: space.id, name: space.name, kind: space.kind, radius: fieldRadius * scale, aside };
  });

  const rimOf = (base: number, from: number, to: number): Spot[] =>
    Array.from({ length: SAMPLES + 1 }, (_, sample) => from + ((to - from) * sample) / SAMPLES).map((part) => at(angle(base, part), radiusAt(part)));
  const nests = board.bases.map((base, index): Nest => ({
    ...at(angle(index), junction + fieldRadius * 1.13 + 16 + nestRadius),
    id: base.id,
    colour: base.colour,
    seat: base.seat,
    wedge: [{ x: 0, y: 0 }, ...rimOf(index, -0.5, 0.5)],
    die: at(angle(index, 0.5), 0.56 * RADIUS),
  }));
  const places = new Map([...fields, ...nests].map((place) => [place.id, place]));
  const links = [...board.spaces, ...board.bases].flatMap((place) =>
    place.ways.filter((other) => place.id < other).map((other): [Spot, Spot] => [places.get(place.id)!, places.get(other)!]),
  );

  const rim = board.bases.flatMap((_, base) => rimOf(base, 0, 1));
  const capWidth = fieldRadius * 2.3;
  const sides = [
    ...rim.map((spot) => ({ ...spot, reach: fieldRadius * 1.96 + 4 })),
    ...nests.map((nest) => ({ ...nest, reach: nestRadius + 24 })),
  ];
  const left = Math.min(...sides.map((side) => side.x - side.reach));
  const right = Math.max(...sides.map((side) => side.x + side.reach));
  const top = Math.min(...sides.map((side) => side.y - side.reach)) - 36;
  const bottom = Math.max(...sides.map((side) => side.y + side.reach)) + 26;
  return {
    fields,
    nests,
    places,
    links,
    rim,
    fieldRadius,
    nestRadius,
    capWidth,
    frame: { x: left, y: top, width: right - left, height: bottom - top },
  };
}

/** Where a cap stands: its brim on the ground or on others, and what it is drawn after. */
export interface CapSpot extends Spot {
  scale: number;
  order: number;
}

/** How far the brims of a stack lie apart: closer in high ones. */
const bandOf = (width: number, caps: number): number => Math.min(0.34 * width, (2.1 * width) / Math.max(1, caps));

/** Where every cap of a position stands. */
export function capSpots(position: Position, layout: Layout): Map<string, CapSpot> {
  const spots = new Map<string, CapSpot>();
  const pile = (caps: readonly string[], ground: Spot, scale: number): void => {
    const band = bandOf(layout.capWidth * scale, caps.length - 1);
    caps.forEach((cap, level) => {
      spots.set(cap, { x: ground.x, y: ground.y - level * band, scale, order: ground.y + level / 100 });
    });
  };

  for (const nest of layout.nests) {
    const inside = position.caps.filter((cap) => cap.place === nest.id);
    const own = position.caps.filter((cap) => cap.colour === nest.colour).length;
    const scale = Math.min(1, (layout.nestRadius * 0.6) / layout.capWidth);
    const kept = inside.filter((cap) => cap.state === "kept");
    pile(kept.map((cap) => cap.id), { x: nest.x, y: nest.y + layout.nestRadius * 0.12 }, scale * 0.92);
    for (const cap of inside) {
      if (cap.state === "kept") continue;
      const slot = cap.id === GOLDEN ? { x: 0, y: layout.nestRadius * 0.3 } : nestSlot(layout.nestRadius, Number(cap.id.split(":")[2]) - 1, own);
      pile([cap.id], { x: nest.x + slot.x, y: nest.y + slot.y }, scale);
    }
  }

  for (const field of layout.fields) {
    const groups = position.groups.filter((group) => group.place === field.id);
    const scale = groups.length <= 1 ? 1 : groups.length === 2 ? 0.82 : groups.length === 3 ? 0.74 : 0.64;
    groups.forEach((group, index) => {
      const away = groups.length <= 1 ? { x: 0, y: 0 } : at((index + 0.5) / groups.length + 0.5, field.radius * (groups.length === 2 ? 0.62 : 0.74));
      const ground = { x: field.x + away.x, y: field.y + away.y * 0.85 + layout.capWidth * 0.12 };
      pile([...group.captives].reverse().concat(group.top), ground, scale);
    });
  }
  return spots;
}

/** The places of a nest's own caps: around it, the first on top. */
export function nestSlot(nestRadius: number, index: number, count: number): Spot {
  if (count === 1) return { x: 0, y: -nestRadius * 0.3 };
  const spot = at((index + 0.5) / count, nestRadius * 0.6);
  return { x: spot.x, y: spot.y * 0.92 + nestRadius * 0.14 };
}

/** A line through spots, for SVG. */
export function outline(spots: readonly Spot[], isClosed = false): string {
  return `M${spots.map((spot) => `${Math.round(spot.x)} ${Math.round(spot.y)}`).join("L")}${isClosed ? "Z" : ""}`;
}
