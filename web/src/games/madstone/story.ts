/** What happened between two positions, for motion, for marks of the last action, and for how long to show it. */
import type { Move } from "../../net/api";
import { cardsOf, type Card, type Found, type Position, type Zone } from "./position";

export type Happening =
  | { kind: "killed"; card: Card; from: Zone; seat: number }
  | { kind: "commanded"; card: Card; from: Zone | null; seat: number }
  | { kind: "placed"; card: Card; from: Zone | null; seat: number | null }
  | { kind: "poisoned"; card: Card; tokens: number }
  | { kind: "used"; card: Card; seat: number | null }
  | { kind: "negated"; card: Card }
  | { kind: "drew"; seat: number; cards: number }
  | { kind: "crystals"; seat: number; red: number; gold: number }
  | { kind: "chose"; commander: string; seat: number }
  | { kind: "nightfall"; seat: number | null }
  | { kind: "daybreak"; seat: number | null };

const LENGTHS: Record<Happening["kind"], number> = {
  killed: 1000,
  commanded: 800,
  placed: 700,
  poisoned: 600,
  used: 500,
  negated: 500,
  drew: 550,
  crystals: 350,
  chose: 700,
  nightfall: 1800,
  daybreak: 1800,
};

/** Milliseconds to show it: the longest thing in full, the rest at the same time. */
export function lengthOf(happenings: readonly Happening[]): number {
  return Math.max(0, ...happenings.map(({ kind }) => LENGTHS[kind]));
}

export function happened(before: Position | null, after: Position, moves: readonly Move[]): Happening[] {
  if (!before) return [];
  const found: Happening[] = [];
  const seat = moves.find(({ actor }) => actor !== null)?.actor ?? before.actor;
  const was = indexed(before);
  const is = indexed(after);

  if (before.night.cards < after.night.cards) found.push({ kind: "nightfall", seat });
  else if (before.night.is_night && !after.night.is_night) found.push({ kind: "daybreak", seat });

  for (const commander of after.commanders) {
    const previous = before.commanders.find(({ id }) => id === commander.id);
    if (commander.seat !== null && previous?.seat === null) {
      found.push({ kind: "chose", commander: commander.id, seat: commander.seat });
    }
  }
  for (const [id, { card, zone: from }] of was) {
    const killer = is.has(id) ? undefined : killerOf(before, after, card);
    if (killer !== undefined) found.push({ kind: "killed", card, from, seat: killer });
  }
  for (const [id, { card, zone }] of is) {
    const old = was.get(id);
    const from = old?.zone ?? null;
    const isNewIn = (kind: Zone["kind"]): boolean => zone.kind === kind && from?.kind !== kind;
    if (zone.kind === "army" && (from?.kind !== "army" || from.seat !== zone.seat)) {
      found.push({ kind: "commanded", card, from, seat: zone.seat });
    } else if (isNewIn("field") || isNewIn("named")) found.push({ kind: "placed", card, from, seat });
    if (old && card.tokens > old.card.tokens) found.push({ kind: "poisoned", card, tokens: card.tokens - old.card.tokens });
    const isNamed = after.phase === "aim" && after.named?.id === id && before.named?.id !== id;
    if (isNamed || (old && card.is_used && !old.card.is_used)) found.push({ kind: "used", card, seat });
    if (old && card.is_negated && !old.card.is_negated) found.push({ kind: "negated", card });
  }
  found.push(...purses(before, after));
  return found;
}

function indexed(position: Position): Map<string, Found> {
  return new Map(cardsOf(position).map((one) => [one.card.id, one]));
}

/** Whose spoils the card went to. */
function killerOf(before: Position, after: Position, { name }: Card): number | undefined {
  const holds = (player: Position["players"][number] | undefined): boolean => !!player?.spoils.some((one) => one.name === name);
  return after.players.find((player) => holds(player) && !holds(before.players[player.seat]))?.seat;
}

/** Cards drawn, and crystals gained and spent. */
function purses(before: Position, after: Position): Happening[] {
  const found: Happening[] = [];
  for (const { seat, red, gold, cards } of after.players) {
    const old = before.players[seat];
    if (!old) continue;
    if (cards > old.cards) found.push({ kind: "drew", seat, cards: cards - old.cards });
    if (red !== old.red || gold !== old.gold) found.push({ kind: "crystals", seat, red: red - old.red, gold: gold - old.gold });
  }
  return found;
}

/** Which things the last action was about; they stay marked until the next. */
export function touchedBy(happenings: readonly Happening[]): Set<string> {
  const ids = new Set<string>();
  for (const one of happenings) {
    if ("card" in one) ids.add(one.card.id);
    else if (one.kind === "chose") ids.add(one.commander);
    else if (one.kind === "drew") ids.add("deck");
    else if (one.kind === "nightfall" || one.kind === "daybreak") ids.add("night");
  }
  return ids;
}
