// Made by `python -m motherlode.server.protocol.files` from src/motherlode/games/minecart_mayhem/views.py.

export type Kind = "rail" | "dynamite" | "stalactite" | "rocket" | "double" | "swap";

export type Fate = "alive" | "blasted" | "launched" | "collapsed" | "derailed";

export type Phase = "deal" | "choose" | "play" | "declare first" | "declare second" | "roll" | "draw" | "collapse" | "over";

/** A rail of a lane. */
export interface Rail {
  /** as touch paths have it: rail:2:9 */
  id: string;
  row: number;
  /** that lie on it */
  stalactites: number;
}

/** The spot in front of a lane where a new rail would go. */
export interface End {
  /** as touch paths have it: end:2 */
  id: string;
  row: number;
}

/** A lane of the cave. */
export interface Lane {
  /** as touch paths have it: lane:2 */
  id: string;
  /** its number, from 1 */
  lane: number;
  /** the seat whose cart stands here */
  cart: number | null;
  cart_row: number | null;
  /** from back to front; none without a cart */
  rails: Rail[];
  /** null: no cart stands here */
  end: End | null;
  has_torch: boolean;
}

/** A player, as far as the viewer may know. */
export interface Player {
  seat: number;
  /** of the cart, as touch paths have it: cart:1 */
  id: string;
  /** from 1; null: none yet, or out */
  lane: number | null;
  row: number | null;
  fate: Fate;
  /** in the hand */
  cards: number;
  /** R12.3: of them, those drawn before the discard pile last became the pile */
  old_cards: number;
  /** in the order of the kinds; null: not for these eyes */
  hand: Kind[] | null;
}

/** R3.4, R9.3: how likely a card is to succeed. */
export interface Odds {
  /** what the die must show at least */
  needs: number;
  /** from 0 to 1 */
  odds: number;
}

/** A card that is being played, before the die is rolled for it. */
export interface Declared {
  kind: Kind;
  /** notation */
  text: string;
  /** the thing that it is aimed at */
  target: string;
  /** what the die must show at least */
  needs: number;
  /** from 0 to 1 */
  odds: number;
}

/** The table, the viewer's hand, other hands and the pile as counts, and the odds of every card. */
export interface Position {
  lanes: Lane[];
  /** the lowest and the highest row with a rail; 0 and 0 without any */
  rows: [number, number];
  /** the lane that began the round, from 1 */
  torch: number;
  /** from 1; 0 at set-up */
  round: number;
  /** with which the game ends at the latest */
  last_round: number;
  phase: Phase;
  /** seats, as they act in this round */
  order: number[];
  /** how many of them have acted */
  turn: number;
  /** whose turn it is, also while chance acts for him */
  actor: number | null;
  /** by seat */
  players: Player[];
  /** cards in it */
  pile: number;
  /** cards in the discard pile, of the kinds that lie there */
  discard: Partial<Record<Kind, number>>;
  declared: Declared[];
  /** a Double was played in this turn */
  is_doubled: boolean;
  /** of every kind that is rolled for */
  odds: Partial<Record<Kind, Odds>>;
  /** the same under a Double */
  odds_doubled: Partial<Record<Kind, Odds>>;
  /** up to which hands are filled */
  hand_size: number;
  /** its sides */
  die: number;
  /** whose eyes; null: a spectator's, or everything is shown */
  viewer: number | null;
  /** by seat, at the end: 2 for a win, 1 for a draw */
  result: number[] | null;
}
