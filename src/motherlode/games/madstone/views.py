"""What a client is sent about Madstone, and what it may touch."""

from typing import Any, Literal, TypeAlias, get_args

import msgspec
import numpy as np

from motherlode.core.contract import NOBODY, Purpose, Records, View
from motherlode.games.madstone.actions import (
    AIM_AT,
    CARD,
    COMMAND,
    COMMANDER,
    DRAW_CARDS,
    END_TURN,
    KILL,
    LIFT,
    NUM_VERBS,
    PAY_GOLD,
    PLACE,
    PLAY_DARKNESS,
    ROB,
    TO_PILE,
)
from motherlode.games.madstone.attack import is_target
from motherlode.games.madstone.components import (
    ENERGIES,
    FACTIONS,
    NUM_ENERGIES,
    Energy,
    Faction,
    card_name,
    commander_name,
    slug,
    write_abilities,
)
from motherlode.games.madstone.counting import count_energy, is_army_protected, points_of, power_of
from motherlode.games.madstone.notation import VERBS, attack_price, chain
from motherlode.games.madstone.state import (
    ACT,
    AIM,
    ARMY,
    CHOOSE,
    CLOSE,
    DEAL,
    DRAW,
    END,
    HELD,
    NEGATED,
    NONE,
    PILE,
    SETTLE,
    SPOILS,
    START,
    STATE,
    USED,
)

Phase: TypeAlias = Literal["start", "choose", "deal", "settle", "pile", "act", "aim", "draw", "close", "over"]
PileName: TypeAlias = Literal["vampire", "human", "elf", "goblin"]  # also of the Commanders, in this order
PILES: tuple[PileName, ...] = get_args(PileName)
PHASES: dict[int, Phase] = {
    START: "start", CHOOSE: "choose", DEAL: "deal", SETTLE: "settle", PILE: "pile", ACT: "act", AIM: "aim",
    DRAW: "draw", CLOSE: "close", END: "over",
}  # fmt: skip
THINGS = {
    DRAW_CARDS: "deck", PLAY_DARKNESS: "card:darkness-falls", LIFT: "night", PAY_GOLD: "gold", END_TURN: "end",
}  # fmt: skip


class Numbers(msgspec.Struct, frozen=True, gc=False):
    """R1.2: what is printed on a card."""

    power: int
    kill: int  # points to kill it in the field
    command: int  # points to command it from the field
    shield: int  # points to kill it in an army
    seize: int  # points to command it from an army
    crystals: int  # what placing it brings


class Costs(msgspec.Struct, frozen=True, gc=False):
    """R5.5: the crystals that the player whose turn it is would pay for an attack on a card."""

    command: int
    kill: int | msgspec.UnsetType = msgspec.UNSET  # not for a card of his own hand


class Card(msgspec.Struct, frozen=True, gc=False):
    """A card that lies open, or that the viewer holds."""

    id: str  # as touch paths have it: card:gob-wiz
    name: str
    faction: Faction
    numbers: Numbers
    energy: list[Energy]
    abilities: list[str]  # the triggered one first, then each constant
    tokens: int  # poison tokens on it
    is_used: bool  # its ability, in this turn
    is_negated: bool  # its constants, in this turn
    costs: Costs | None  # null: it is no target now


class Night(msgspec.Struct, frozen=True, gc=False):
    """Where Darkness Falls lies."""

    id: str  # as touch paths have it
    is_night: bool
    cards: int  # Darkness Falls that lie there


class Deck(msgspec.Struct, frozen=True, gc=False):
    """The draw pile."""

    id: str  # as touch paths have it
    cards: int


class Discounts(msgspec.Struct, frozen=True, gc=False):
    """Points less for attacks in this turn."""

    kill: int
    command: int


class Pile(msgspec.Struct, frozen=True, gc=False):
    """A pile of the field."""

    id: str  # as touch paths have it: pile:elf
    faction: PileName
    is_closed: bool  # to the actor, in this turn
    cards: list[Card]  # from the top down


class Commander(msgspec.Struct, frozen=True, gc=False):
    """A Commander, chosen or not."""

    id: str  # as touch paths have it: commander:elf
    name: str
    faction: PileName
    power: int
    energy: list[Energy]
    seat: int | None  # who has chosen it


class EnergyCount(msgspec.Struct, frozen=True, gc=False):
    """How much of each energy an army has, its Commander included."""

    blood: int
    justice: int
    nature: int
    chaos: int


class Spoil(msgspec.Struct, frozen=True, gc=False):
    """A card that was killed."""

    name: str
    points: int


class Player(msgspec.Struct, frozen=True, gc=False):
    """A player, as far as the viewer may know."""

    seat: int
    id: str  # as touch paths have it: seat:1
    commander: PileName | None  # null: none yet
    red: int  # crystals
    gold: int  # crystals
    power: int
    points: int  # so far
    energy: EnergyCount
    cards: int  # in the hand
    sure_cards: int  # R12.3: how many of them are surely no Darkness Falls
    hand: list[Card] | None  # null: not for these eyes
    darkness: int | None  # Darkness Falls in the hand; null: not for these eyes
    army: list[Card]
    is_protected: bool  # others can neither kill nor command its cards
    spoils: list[Spoil]
    spoils_points: int


class Position(View, frozen=True, gc=False):
    """The table, the viewer's hand, other hands and the draw pile as counts, and what each attack costs the actor."""

    phase: Phase
    turn: int  # from 1; 0 at set-up
    last_turn: int  # with which the game ends at the latest
    first: int | None  # the starting player
    actor: int | None  # whose turn it is, also while chance acts for him
    night: Night
    darkness_lifted: int  # Darkness Falls that are out of the game
    deck: Deck
    tokens_left: int  # poison tokens in the supply
    turns_left: int  # last turns, once the end has begun
    basic_left: int  # basic actions left in this turn
    may_trigger: bool  # abilities may still be used: no basic action was taken in this turn
    gold_first: bool  # the next payment takes gold crystals first
    silence: bool  # no constant works in this turn
    discounts: Discounts
    named: Card | None  # what a pile or a target is being named for
    piles: list[Pile]
    commanders: list[Commander]
    players: list[Player]  # by seat
    viewer: int | None  # whose eyes; null: a spectator's, or everything is shown
    result: list[int] | None  # points by seat, at the end


def card_id(box: Records, card: int) -> str:
    """The id of a card as a thing to touch."""
    return f"card:{slug(card_name(box, card))}"


def view(box: Records, state: Records) -> Position:
    """The table, the viewer's hand, other hands and the draw pile as counts, and what each attack costs the actor."""
    now, contents = state[0], box[0]
    seats = int(contents.seats)
    is_over = now.phase == END
    return Position(
        phase=PHASES[int(now.phase)],
        turn=int(now.turn_number),
        last_turn=int(contents.rounds) * seats,
        first=None if now.first == NOBODY else int(now.first),
        actor=None if now.actor == NOBODY or is_over else int(now.actor),
        night=Night("night", bool(now.dark_down), int(now.dark_down)),
        darkness_lifted=int(now.dark_gone),
        deck=Deck("deck", int(now.deck_size)),
        tokens_left=int(now.supply),
        turns_left=int(now.turns_left),
        basic_left=int(now.basic_left),
        may_trigger=bool(now.phase == ACT and not now.has_begun),
        gold_first=bool(now.gold_first),
        silence=bool(now.is_silent),
        discounts=Discounts(int(now.kill_discount), int(now.command_discount)),
        named=None if now.pending == NONE else _card(box, state, int(now.pending)),
        piles=[
            Pile(
                id=f"pile:{name}",
                faction=name,
                is_closed=bool(now.closed >> pile & 1),
                cards=[_card(box, state, card) for card in chain(state, int(now.top[pile]))],
            )
            for pile, name in enumerate(PILES)
        ],
        commanders=[
            Commander(
                id=f"commander:{name}",
                name=commander_name(box, faction),
                faction=name,
                power=int(contents.commander_power[faction]),
                energy=_energy(contents.commander_energy[faction]),
                seat=next((seat for seat in range(seats) if now.commander[seat] == faction), None),
            )
            for faction, name in enumerate(PILES)
        ],
        players=[_player(box, state, seat) for seat in range(seats)],
        viewer=None if not 1 <= now.viewer <= seats else int(now.viewer) - 1,
        result=[int(points_of(contents, now, seat)) for seat in range(seats)] if is_over else None,
    )


def catalogue(box: Records) -> list[Card]:
    """Every card of the box as it lies before it was touched, for who looks the set over."""
    state: Records = np.zeros(1, STATE)
    return [_card(box, state, card) for card in range(int(box[0].num_cards))]


def _energy(counts: Any) -> list[Energy]:
    return [ENERGIES[kind] for kind in range(NUM_ENERGIES) for _ in range(int(counts[kind]))]


def _card(box: Records, state: Records, card: int) -> Card:
    now, contents = state[0], box[0]
    return Card(
        id=card_id(box, card),
        name=card_name(box, card),
        faction=FACTIONS[contents.faction[card]],
        numbers=Numbers(
            int(contents["power"][card]),
            int(contents["kill"][card]),
            int(contents["command"][card]),
            int(contents["shield"][card]),
            int(contents["seize"][card]),
            int(contents["crystals"][card]),
        ),
        energy=_energy(contents.energy[card]),
        abilities=write_abilities(box, card),
        tokens=int(now.tokens[card]),
        is_used=bool(now.mark[card] & USED),
        is_negated=bool(now.mark[card] & NEGATED),
        costs=_costs(box, state, card) if now.turn_number and now.phase != END else None,
    )


def _costs(box: Records, state: Records, card: int) -> Costs | None:
    """What the player whose turn it is would pay; nothing where the card is no target."""
    now, actor = state[0], int(state[0].actor)
    if int(now.zone[card]) == HELD + actor:
        return Costs(attack_price(box, state, card, COMMAND))
    if is_target(box[0], now, actor, card):
        return Costs(attack_price(box, state, card, COMMAND), attack_price(box, state, card, KILL))
    return None


def _player(box: Records, state: Records, seat: int) -> Player:
    now, contents = state[0], box[0]
    is_shown = now.viewer in (0, seat + 1)
    commander = int(now.commander[seat])
    spoils = [card for card in range(int(contents.num_cards)) if now.zone[card] == SPOILS + seat]
    return Player(
        seat=seat,
        id=f"seat:{seat + 1}",
        commander=None if commander == NOBODY else PILES[commander],
        red=int(now.red[seat]),
        gold=int(now.gold[seat]),
        power=int(power_of(contents, now, seat)),
        points=int(points_of(contents, now, seat)),
        energy=EnergyCount(*(int(count_energy(contents, now, seat, kind)) for kind in range(NUM_ENERGIES))),
        cards=int(now.hand_size[seat]),
        sure_cards=int(now.sure_size[seat]),
        hand=[_card(box, state, card) for card in chain(state, int(now.hand[seat]))] if is_shown else None,
        darkness=int(now.dark_held[seat]) if is_shown else None,
        army=[_card(box, state, card) for card in chain(state, int(now.army[seat]))],
        is_protected=bool(is_army_protected(contents, now, seat)),
        spoils=[Spoil(card_name(box, card), int(contents.kill[card])) for card in spoils],
        spoils_points=int(now.spoils_points[seat]),
    )


def path(box: Records, state: Records, action: int) -> tuple[str, ...]:
    """A Commander, a pile, a player or a card that is named; else a card and what is done with it."""
    if action < TO_PILE:
        return (f"commander:{FACTIONS[action - COMMANDER]}",)
    if action < ROB:
        return (f"pile:{FACTIONS[action - TO_PILE]}",)
    if action < DRAW_CARDS:
        return (f"seat:{action - ROB + 1}",)
    if action < CARD:
        return (THINGS[action],)
    card, verb = divmod(action - CARD, NUM_VERBS)
    thing = card_id(box, card)
    return (thing,) if verb == AIM_AT else (thing, f"do:{VERBS[verb]}")


def is_seen(box: Records, state: Records, action: int, seat: int) -> bool:
    """R12.1, R12.2: only the player who draws a card or is dealt it sees it; everything else is open."""
    return bool(state[0].phase not in (DEAL, DRAW) or int(state[0].actor) == seat)


def reveals(box: Records, state: Records, action: int) -> bool:
    """A card that leaves a hand is shown to all."""
    if action == PLAY_DARKNESS:
        return bool(state[0].phase == ACT)
    if action < CARD or state[0].phase not in (SETTLE, ACT):
        return False
    card, verb = divmod(action - CARD, NUM_VERBS)
    return bool(verb == PLACE or (verb == COMMAND and HELD <= state[0].zone[card] < ARMY))


def purpose(box: Records, state: Records) -> Purpose:
    """R2.1, R2.3: cards are dealt or drawn for a player, who keeps them; the starting player is named for all."""
    phase = state["phase"].item(0)
    return Purpose(phase, state["actor"].item(0), phase in (DEAL, DRAW))
