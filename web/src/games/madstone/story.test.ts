import { describe, expect, it } from "vitest";
import type { Card, Player, Position } from "./position";
import { happened, lengthOf, touchedBy } from "./story";
import { why } from "./why";

function card(name: string, more: Partial<Card> = {}): Card {
  return {
    id: `card:${name.toLowerCase()}`,
    name,
    faction: "elf",
    numbers: { power: 2, kill: 4, command: 4, shield: 4, seize: 5, crystals: 3 },
    energy: [],
    abilities: [],
    tokens: 0,
    is_used: false,
    is_negated: false,
    costs: null,
    ...more,
  };
}

function player(seat: number, more: Partial<Player> = {}): Player {
  return {
    seat,
    id: `seat:${seat + 1}`,
    commander: null,
    red: 5,
    gold: 0,
    power: 2,
    points: 2,
    energy: { blood: 0, justice: 0, nature: 0, chaos: 0 },
    cards: 0,
    sure_cards: 0,
    hand: null,
    darkness: null,
    army: [],
    is_protected: false,
    spoils: [],
    spoils_points: 0,
    ...more,
  };
}

function table(more: Partial<Position> = {}): Position {
  return {
    phase: "act",
    turn: 3,
    last_turn: 120,
    first: 0,
    actor: 0,
    night: { id: "night", is_night: false, cards: 0 },
    darkness_lifted: 0,
    deck: { id: "deck", cards: 30 },
    tokens_left: 20,
    turns_left: 0,
    basic_left: 2,
    may_trigger: true,
    gold_first: false,
    silence: false,
    discounts: { kill: 0, command: 0 },
    named: null,
    piles: [{ id: "pile:elf", faction: "elf", is_closed: false, cards: [] }],
    commanders: [],
    players: [player(0), player(1)],
    viewer: 0,
    result: null,
    ...more,
  };
}

const pile = (...cards: Card[]): Position["piles"] => [{ id: "pile:elf", faction: "elf", is_closed: false, cards }];
const moves = [{ actor: 0, action: 1, text: "" }];
const kinds = (before: Position, after: Position): string[] => happened(before, after, moves).map(({ kind }) => kind);

describe("happened", () => {
  it("knows nothing without a position before", () => {
    expect(happened(null, table(), [])).toEqual([]);
    expect(lengthOf([])).toBe(0);
  });

  it("tells a kill from the field, by whom and for what", () => {
    const archer = card("Archer");
    const before = table({ piles: pile(archer) });
    const after = table({ players: [player(0, { red: 1, spoils: [{ name: "Archer", points: 4 }], spoils_points: 4 }), player(1)] });
    expect(happened(before, after, moves)).toEqual([
      { kind: "killed", card: archer, from: { kind: "field", pile: "elf", depth: 0 }, seat: 0 },
      { kind: "crystals", seat: 0, red: -4, gold: 0 },
    ]);
  });

  it("tells a kill in an army, and not for who had such a card in his spoils before", () => {
    const archer = card("Archer");
    const spoils = [{ name: "Archer", points: 4 }];
    const before = table({ players: [player(0), player(1, { army: [archer] })] });
    const after = table({ players: [player(0, { spoils }), player(1)] });
    expect(happened(before, after, moves)).toEqual([{ kind: "killed", card: archer, from: { kind: "army", seat: 1 }, seat: 0 }]);
    const old = table({ players: [player(0, { spoils }), player(1, { army: [archer] })] });
    expect(kinds(old, after)).toEqual([]);
  });

  it("tells a card that leaves a hand unseen from one that was killed", () => {
    const before = table({ players: [player(0, { hand: [card("Archer")], cards: 1 }), player(1)] });
    expect(kinds(before, table())).toEqual([]);
  });

  it("tells a card that changes armies", () => {
    const archer = card("Archer");
    const before = table({ players: [player(0), player(1, { army: [archer] })] });
    const after = table({ players: [player(0, { army: [archer] }), player(1)] });
    expect(happened(before, after, moves)).toEqual([{ kind: "commanded", card: archer, from: { kind: "army", seat: 1 }, seat: 0 }]);
  });

  it("tells a placed card, also one from a hand that was hidden", () => {
    const archer = card("Archer");
    const after = table({ piles: pile(archer) });
    expect(happened(table(), after, [{ actor: 1 }])).toEqual([{ kind: "placed", card: archer, from: null, seat: 1 }]);
  });

  it("does not call a card placed when the one above it is gone", () => {
    const [archer, sage] = [card("Archer"), card("Sage")];
    const after = table({ piles: pile(sage), players: [player(0, { army: [archer] }), player(1)] });
    expect(kinds(table({ piles: pile(archer, sage) }), after)).toEqual(["commanded"]);
  });

  it("tells poison, use and negation", () => {
    const before = table({ piles: pile(card("Archer")), players: [player(0, { army: [card("Druid")] }), player(1, { army: [card("Sage")] })] });
    const after = table({
      piles: pile(card("Archer", { tokens: 2 })),
      players: [player(0, { army: [card("Druid", { is_used: true })] }), player(1, { army: [card("Sage", { is_negated: true })] })],
    });
    expect(kinds(before, after)).toEqual(["poisoned", "used", "negated"]);
    expect(touchedBy(happened(before, after, moves))).toEqual(new Set(["card:archer", "card:druid", "card:sage"]));
  });

  it("tells an ability that waits for its target as used once", () => {
    const druid = card("Druid");
    const army = [player(0, { army: [druid] }), player(1)];
    const aiming = table({ phase: "aim", named: druid, players: army });
    expect(kinds(table({ players: army }), aiming)).toEqual(["used"]);
    expect(kinds(aiming, { ...aiming })).toEqual([]);
  });

  it("tells nightfall, more darkness and daybreak", () => {
    const night = (cards: number): Position => table({ night: { id: "night", is_night: cards > 0, cards } });
    expect(kinds(night(0), night(1))).toEqual(["nightfall"]);
    expect(kinds(night(1), night(2))).toEqual(["nightfall"]);
    expect(kinds(night(2), night(0))).toEqual(["daybreak"]);
  });

  it("tells what was drawn, and shows the longest thing in full", () => {
    const after = table({ players: [player(0), player(1, { cards: 2, red: 6 })] });
    const found = happened(table(), after, moves);
    expect(found).toEqual([
      { kind: "drew", seat: 1, cards: 2 },
      { kind: "crystals", seat: 1, red: 1, gold: 0 },
    ]);
    expect(lengthOf(found)).toBe(550);
    expect(touchedBy(found)).toEqual(new Set(["deck"]));
  });
});

describe("what speaks for an action", () => {
  const ghoul = card("Ghoul", { costs: { kill: 7, command: 9 } });
  const squire = card("Squire");
  const position = table({ turn: 2, actor: 0, players: [player(0, { hand: [squire], cards: 1 }), player(1, { points: 6 })], piles: pile(ghoul) });

  it("is what crystals then pay for", () => {
    expect(why([squire.id, "do:place"], position)).toBe("You then have 7 crystals. They pay for Ghoul.");
  });
  it("is power, points, or an empty hand", () => {
    expect(why([squire.id, "do:command"], position)).toContain("power grows to 4");
    expect(why([ghoul.id, "do:kill"], position)).toBe("You come to 6 points; the best of the others has 6.");
    expect(why(["deck"], position)).toBe("You hold 1 card, and draw until you hold three.");
  });
});
