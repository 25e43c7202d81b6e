/** Boards and positions for tests, built as the rules build them (R1). */
import type { Board, Cap, Group, Position } from "./position";

const COLOURS = ["green", "red", "blue", "yellow", "purple", "orange"];

export function sampleBoard(bases = 4, sector = 13, spoke = 6, seats = bases): Board {
  const ring = bases * sector;
  const names = [
    ...Array.from({ length: ring }, (_, index) => String(index + 1)),
    ...Array.from({ length: bases * spoke }, (_, index) => `${"abcdef"[Math.floor(index / spoke)]}${(index % spoke) + 1}`),
    "centre",
  ];
  const ways = new Map<string, string[]>(names.map((name) => [name, []]));
  const link = (one: string, other: string): void => {
    ways.get(one)!.push(other);
    ways.get(other)!.push(one);
  };
  for (let space = 1; space <= ring; space++) link(String(space), String((space % ring) + 1));
  const junction = (base: number): string => String(base * sector + 1);
  for (let base = 0; base < bases; base++) {
    const letter = "abcdef"[base];
    const inward = [junction(base), ...Array.from({ length: spoke }, (_, step) => `${letter}${step + 1}`), "centre"];
    for (let step = 1; step < inward.length; step++) link(inward[step - 1], inward[step]);
  }
  const isJunction = (name: string): boolean => /^\d/.test(name) && (Number(name) - 1) % sector === 0;
  const isGrey = (name: string): boolean => {
    const step = /^\d/.test(name) ? (Number(name) - 1) % sector : -1;
    return step === 3 || step === sector - 3 || /^[a-f]3$/.test(name);
  };
  return {
    spaces: names.map((name) => ({
      id: `space:${name}`,
      name,
      kind: isGrey(name) ? "grey" : isJunction(name) || name === "centre" ? "yellow" : "plain",
      x: 0,
      y: 0,
      ways: [...ways.get(name)!.map((other) => `space:${other}`), ...(isJunction(name) ? [`base:${COLOURS[(Number(name) - 1) / sector]}`] : [])],
    })),
    bases: Array.from({ length: bases }, (_, base) => ({
      id: `base:${COLOURS[base]}`,
      colour: COLOURS[base],
      seat: base < seats ? base : null,
      x: 0,
      y: 0,
      ways: [`space:${junction(base)}`],
    })),
  };
}

/** A position where these groups stand on the board, `{"17": ["red 1", "blue 2"]}`, and these caps are kept; others are at home. */
export function samplePosition(
  stacks: Record<string, string[]> = {},
  changes: Partial<Position> = {},
  kept: Record<string, string[]> = {},
  board = sampleBoard(),
): Position {
  const id = (name: string): string => `cap:${name.replace(" ", ":")}`;
  const seats = board.bases.filter((base) => base.seat !== null);
  const caps: Cap[] = seats.flatMap((base) =>
    Array.from({ length: 6 }, (_, number): Cap => ({
      id: `cap:${base.colour}:${number + 1}`,
      colour: base.colour,
      seat: base.seat,
      place: base.id,
      state: "free",
      under: null,
      order: 0,
    })),
  );
  if (changes.game === "golden") caps.push({ id: "cap:golden", colour: "golden", seat: null, place: "space:centre", state: "free", under: null, order: 0 });
  const find = (name: string): Cap => caps.find((cap) => cap.id === id(name))!;
  const groups: Group[] = [];
  for (const [space, [top, ...under]] of Object.entries(stacks)) {
    const place = `space:${space.replace(/'+$/, "")}`; // 4' is another group on 4
    groups.push({ place, top: id(top), seat: find(top).seat, captives: under.map(id) });
    Object.assign(find(top), { place });
    for (const captive of under) Object.assign(find(captive), { place, state: "captive", under: id(top) });
  }
  for (const [colour, names] of Object.entries(kept)) {
    for (const name of names) Object.assign(find(name), { place: `base:${colour}`, state: "kept" });
  }
  return {
    game: "basic",
    ending: "most",
    board,
    seats: seats.map((base) => ({ seat: base.seat!, colour: base.colour, team: base.seat!, base: base.id, score: 0 })),
    caps,
    groups,
    seat: 0,
    die: 5,
    phase: "move",
    golden_ways: [],
    golden_may_stay: false,
    turns_finished: 3,
    turns: 3000,
    is_ended_by_cap: false,
    ...changes,
  };
}
