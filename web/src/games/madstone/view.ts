// Made by `python -m motherlode.server.protocol.files` from src/motherlode/games/madstone/views.py.

export type Energy = "blood" | "justice" | "nature" | "chaos";

export type Faction = "vampire" | "human" | "elf" | "goblin" | "artifact";

export type Phase = "start" | "choose" | "deal" | "settle" | "pile" | "act" | "aim" | "draw" | "close" | "over";

export type PileName = "vampire" | "human" | "elf" | "goblin";

/** R1.2: what is printed on a card. */
export interface Numbers {
  power: number;
  /** points to kill it in the field */
  kill: number;
  /** points to command it from the field */
  command: number;
  /** points to kill it in an army */
  shield: number;
  /** points to command it from an army */
  seize: number;
  /** what placing it brings */
  crystals: number;
}

/** R5.5: the crystals that the player whose turn it is would pay for an attack on a card. */
export interface Costs {
  command: number;
  /** not for a card of his own hand */
  kill?: number;
}

/** A card that lies open, or that the viewer holds. */
export interface Card {
  /** as touch paths have it: card:gob-wiz */
  id: string;
  name: string;
  faction: Faction;
  numbers: Numbers;
  energy: Energy[];
  /** the triggered one first, then each constant */
  abilities: string[];
  /** poison tokens on it */
  tokens: number;
  /** its ability, in this turn */
  is_used: boolean;
  /** its constants, in this turn */
  is_negated: boolean;
  /** null: it is no target now */
  costs: Costs | null;
}

/** Where Darkness Falls lies. */
export interface Night {
  /** as touch paths have it */
  id: string;
  is_night: boolean;
  /** Darkness Falls that lie there */
  cards: number;
}

/** The draw pile. */
export interface Deck {
  /** as touch paths have it */
  id: string;
  cards: number;
}

/** Points less for attacks in this turn. */
export interface Discounts {
  kill: number;
  command: number;
}

/** A pile of the field. */
export interface Pile {
  /** as touch paths have it: pile:elf */
  id: string;
  faction: PileName;
  /** to the actor, in this turn */
  is_closed: boolean;
  /** from the top down */
  cards: Card[];
}

/** A Commander, chosen or not. */
export interface Commander {
  /** as touch paths have it: commander:elf */
  id: string;
  name: string;
  faction: PileName;
  power: number;
  energy: Energy[];
  /** who has chosen it */
  seat: number | null;
}

/** How much of each energy an army has, its Commander included. */
export interface EnergyCount {
  blood: number;
  justice: number;
  nature: number;
  chaos: number;
}

/** A card that was killed. */
export interface Spoil {
  name: string;
  points: number;
}

/** A player, as far as the viewer may know. */
export interface Player {
  seat: number;
  /** as touch paths have it: seat:1 */
  id: string;
  /** null: none yet */
  commander: PileName | null;
  /** crystals */
  red: number;
  /** crystals */
  gold: number;
  power: number;
  /** so far */
  points: number;
  energy: EnergyCount;
  /** in the hand */
  cards: number;
  /** R12.3: how many of them are surely no Darkness Falls */
  sure_cards: number;
  /** null: not for these eyes */
  hand: Card[] | null;
  /** Darkness Falls in the hand; null: not for these eyes */
  darkness: number | null;
  army: Card[];
  /** others can neither kill nor command its cards */
  is_protected: boolean;
  spoils: Spoil[];
  spoils_points: number;
}

/** The table, the viewer's hand, other hands and the draw pile as counts, and what each attack costs the actor. */
export interface Position {
  phase: Phase;
  /** from 1; 0 at set-up */
  turn: number;
  /** with which the game ends at the latest */
  last_turn: number;
  /** the starting player */
  first: number | null;
  /** whose turn it is, also while chance acts for him */
  actor: number | null;
  night: Night;
  /** Darkness Falls that are out of the game */
  darkness_lifted: number;
  deck: Deck;
  /** poison tokens in the supply */
  tokens_left: number;
  /** last turns, once the end has begun */
  turns_left: number;
  /** basic actions left in this turn */
  basic_left: number;
  /** abilities may still be used: no basic action was taken in this turn */
  may_trigger: boolean;
  /** the next payment takes gold crystals first */
  gold_first: boolean;
  /** no constant works in this turn */
  silence: boolean;
  discounts: Discounts;
  /** what a pile or a target is being named for */
  named: Card | null;
  piles: Pile[];
  commanders: Commander[];
  /** by seat */
  players: Player[];
  /** whose eyes; null: a spectator's, or everything is shown */
  viewer: number | null;
  /** points by seat, at the end */
  result: number[] | null;
}
