"""R12.3, R12.4: how hands that a seat has not seen are dealt again, against all ways there are, listed one by one.

A deal gives a kind to each pocket, a card held by another seat of which it may be proven what it is not. A world is
what the hands then are, cards of one age not being told apart.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from math import factorial, prod

import pytest

import motherlode
from motherlode.core.streams import make_streams
from motherlode.games.minecart_mayhem import hands, secrecy
from motherlode.games.minecart_mayhem.components import DOUBLE, NUM_KINDS, STALACTITE

VIEWER = 0
CAVE = "lane 1 rows 1-7 cart 1 at 4 | lane 2 rows 1-7 cart 2 at 4 | lane 3 rows 1-7 cart 3 at 4"
FEW = {
    "rail_cards": 6, "dynamite_cards": 3, "stalactite_cards": 4, "rocket_cards": 3, "double_cards": 4, "swap_cards": 2,
}  # fmt: skip
# Hands of the second and the third seat, of which something is proven; the first seat sees neither.
PROVEN = {
    "nothing": "hand 2 RD@1 | hand 3 RS@1",
    "all of a hand": "hand 2 RD@1!KW | hand 3 KX@1!D",
    "some of a hand": "hand 2 RSX@1!RDKW2 | hand 3 RS@1",
    "some and then more": "hand 2 RSX@1!RDSKW1!RDKW1 | hand 3 XK@1!RD1",
    "both hands alike": "hand 2 SSR@1!R1 | hand 3 SDR@1!R1",
    "one of many": "hand 2 RSSS@1!S1 | hand 3 RRRR@1",
    "hands that bar each other": "hand 2 RRX@1!DSX2 | hand 3 DSX@1!RK2!R1",
    "hands that vie for a kind": "hand 2 RSD@1!D2 | hand 3 DSS@1!R2",
    "a card that another needs": "hand 2 DR@1!R1 | hand 3 S@1!RD1",
    "one card each": "hand 2 R@1 | hand 3 K@1",
    "two ages": "hand 2 RS@2!D XD@1!R1 | hand 3 DK@2 SX@1!RD",
    "the present pile": "hand 2 K@1 X!RDKW | hand 3 D!R",
}


def drawn(hands, cave=CAVE, then="seat 1 plays", seats=3, discard="", **options):
    """A position, and the rules of its box."""
    game = motherlode.game("minecart_mayhem", seats, **FEW | options)
    return game, game.read_position(f"{cave} | hand 1 R@1 | {hands}{discard} | {then}")


def pockets(game, now, age):
    """The pockets of one age in other hands, with what each rules out."""
    return {
        (seat, slot): int(now.ruled_out[seat, slot])
        for seat in range(1, game.seats)
        for slot in range(int(now.hand_size[seat]))
        if now.age[seat, slot] == age
    }


def unseen(game, now, age):
    """R12.3: how many cards of each kind there are for them."""
    found = Counter(int(now.card[pocket]) for pocket in pockets(game, now, age))
    return found + Counter(dict(enumerate(now.pile.tolist()))) if age == 0 else found


def every_deal(line, cards, share=Fraction(1)):
    """Each deal to a line of (pocket, ruled out), card by card, and how likely it is; dead ends are left out."""
    if not line:
        yield {}, share
        return
    pocket, ruled_out = line[0]
    fitting = [kind for kind in cards if cards[kind] and not (ruled_out >> kind) & 1]
    total = sum(cards[kind] for kind in fitting)
    for kind in fitting:
        for rest, likely in every_deal(line[1:], cards - Counter([kind]), share * Fraction(cards[kind], total)):
            yield {pocket: kind} | rest, likely


def world_of(deal):
    """The hands of a deal."""
    hands = defaultdict(list)
    for (seat, _), kind in deal.items():
        hands[seat].append(kind)
    return tuple(sorted((seat, tuple(sorted(kinds))) for seat, kinds in hands.items()))


def ways(world, cards):
    """In how many ways distinct cards come to lie so."""
    hands = [Counter(kinds) for _, kinds in world]
    left = cards - sum(hands, Counter())
    return prod(factorial(cards[kind]) // prod(factorial(heap[kind]) for heap in [*hands, left]) for kind in cards)


def dealt(now, where):
    return tuple((pocket, int(now.card[pocket])) for pocket in sorted(where))


@pytest.mark.parametrize("name", PROVEN)
def test_r12_4_deals_that_are_kept_by_their_odds_make_each_way_equally_likely(name):
    game, states = drawn(PROVEN[name])
    now, streams = states[0], make_streams(7)
    for age in range(int(now.age[1:].max()) + 1):
        where, cards = pockets(game, now, age), unseen(game, now, age)
        number = secrecy.gather(game.box[0], now, VIEWER, age)
        assert [secrecy.num_of(number, kind) for kind in range(NUM_KINDS)] == [cards[kind] for kind in range(NUM_KINDS)]
        line = sorted(where.items(), key=lambda pocket: (-pocket[1].bit_count(), pocket[0]))
        shares = {tuple(sorted(deal.items())): share for deal, share in every_deal(line, cards)}
        odds = {}
        for _ in range(60 * len(shares)):
            likely = secrecy.try_to_deal(game.box[0], now, VIEWER, age, number, streams, 0)
            assert 0 <= likely < 1 + 1e-9
            if likely:
                assert odds.setdefault(dealt(now, where), likely) == likely
            if len(odds) == len(shares):
                break
        assert set(odds) == set(shares)
        kept = defaultdict(float)
        for deal, likely in odds.items():
            kept[world_of(dict(deal))] += float(shares[deal]) * likely
        rates = [share / ways(world, cards) for world, share in kept.items()]
        assert rates == pytest.approx([rates[0]] * len(rates))
        if not any(where.values()):
            assert set(odds.values()) == {1.0}


@pytest.mark.parametrize(
    "name",
    ["some of a hand", "some and then more", "hands that bar each other", "hands that vie for a kind",
     "a card that another needs"],
)  # fmt: skip
def test_r12_4_the_sure_way_finds_every_deal_and_no_other(name):
    game, states = drawn(PROVEN[name])
    now, streams = states[0], make_streams(8)
    for age in range(int(now.age[1:].max()) + 1):
        where = pockets(game, now, age)
        cards = secrecy.gather(game.box[0], now, VIEWER, age)
        possible = {tuple(sorted(deal.items())) for deal, _ in every_deal([*where.items()], unseen(game, now, age))}
        found = set()
        for _ in range(40 * len(possible)):
            secrecy.deal_surely(game.box[0], now, VIEWER, age, cards, streams, 0)
            found.add(dealt(now, where))
            if len(found) == len(possible):
                break
        assert found == possible


# The second seat is in the middle of a Double: the cards that are due can be declared, a Stalactite only where a rail
# lies ahead of a cart.
NO_RAIL_AHEAD = CAVE.replace("at 4", "at 7")
DOUBLING = {
    "two cards due of three": (CAVE, "hand 2 RKX@1 | hand 3 DX@1", "seat 2 doubles"),
    "two cards due": (CAVE, "hand 2 XSK@1 | hand 3 X@1", "seat 2 doubles"),
    "two cards due, no rail ahead": (NO_RAIL_AHEAD, "hand 2 SRK@1 | hand 3 SX@1", "seat 2 doubles"),
    "one card due, of the present pile": (NO_RAIL_AHEAD, "hand 2 X@1 R | hand 3 S@1", "seat 2 doubles: rail on lane 1"),
}


def whole_deals(game, now):
    """Each deal of all ages, and in how many ways distinct cards come to lie so in hands."""
    found = [({}, 1)]
    for age in range(int(now.age[1:].max()) + 1):
        cards = unseen(game, now, age)
        line = [*pockets(game, now, age).items()]
        found = [
            (before | deal, count * ways(world_of(deal), cards))
            for before, count in found
            for deal, _ in every_deal(line, cards)
        ]
    return found


def is_declarable(game, now, kind):
    has_rail_ahead = any(now.front[now.lane[seat]] > now.row[seat] for seat in range(game.seats))
    return kind != DOUBLE and (kind != STALACTITE or has_rail_ahead)


def hands_of(game, now):
    """All other hands: the kinds of each age, and whether they are in order, oldest first, then by kind."""
    hands, is_sorted = [], True
    for seat in range(1, game.seats):
        hand = [(-int(now.age[seat, slot]), int(now.card[seat, slot])) for slot in range(int(now.hand_size[seat]))]
        is_sorted = is_sorted and hand == sorted(hand)
        hands.append(tuple(sorted(hand)))
    return tuple(hands), is_sorted


@pytest.mark.parametrize(
    "name", ["some and then more", "one of many", "hands that vie for a kind", "one card each", "two ages", *DOUBLING]
)
def test_r12_4_every_world_is_dealt_and_each_as_often_as_there_are_ways(name):
    cave, hands, then = DOUBLING.get(name, (CAVE, PROVEN.get(name), "seat 1 plays"))
    game, states = drawn(hands, cave, then)
    now, streams = states[0], make_streams(9)
    num_due = {"seat 2 doubles": 2, "seat 1 plays": 0}.get(then, 1)
    shares = {}
    for deal, count in whole_deals(game, now):
        world = now.copy()
        for pocket, kind in deal.items():
            world.card[pocket] = kind
        held = [kind for (seat, _), kind in deal.items() if seat == 1]
        if sum(is_declarable(game, now, kind) for kind in held) >= num_due:
            shares[hands_of(game, world)[0]] = count
    hidden = game.hidden(states, VIEWER)
    num_worlds = max(12 * len(shares), 600 if name == "one of many" else 200)  # there a deal is kept least evenly
    found = Counter()
    for _ in range(num_worlds):
        world = game.resampled(hidden, VIEWER, streams)
        hands, is_sorted = hands_of(game, world[0])
        assert is_sorted
        assert game.hidden(world, VIEWER).tobytes() == hidden.tobytes()
        found[hands] += 1
    assert set(found) <= set(shares)
    likely = {hands: num_worlds * count / sum(shares.values()) for hands, count in shares.items()}
    distance = sum((found[hands] - share) ** 2 / share for hands, share in likely.items())
    assert distance < len(shares) + 4 * (2 * len(shares)) ** 0.5 + 4


@pytest.mark.parametrize("name", DOUBLING)
def test_r9_1_the_sure_way_to_finish_a_double_rules_the_first_cards_to_be_declarable(name):
    cave, hands, then = DOUBLING[name]
    game, states = drawn(hands, cave, then)
    now, streams = states[0], make_streams(10)
    deals = [deal for deal, _ in whole_deals(game, now)]
    slots = range(int(now.hand_size[1]))
    for pair in combinations(slots, 2) if then == "seat 2 doubles" else [(slot,) for slot in slots]:
        possible = [deal for deal in deals if all(is_declarable(game, now, deal[1, slot]) for slot in pair)]
        if possible:
            break
    wanted = {tuple(sorted(deal.items())) for deal in possible}
    before, oldest = now.ruled_out.copy(), int(now.age[1:].max())
    hidden = game.hidden(states, VIEWER)
    found = set()
    for _ in range(40 * len(wanted)):
        world = hidden.copy()
        secrecy.deal_to_finish(game.box[0], world[0], VIEWER, oldest, streams, 0)
        assert (world[0].ruled_out == before).all()
        assert int(world[0].pile.sum()) == int(now.pile.sum()) == int(now.pile_size)
        found.add(tuple(sorted((pocket, int(world[0].card[pocket])) for pocket in deals[0])))
        if found == wanted:
            break
    assert found == wanted


def test_r12_3_the_largest_hand_is_dealt_in_order():
    game, states = drawn("hand 2 RRDSSKKW | hand 3 X@1!R", hand=8, rail_cards=12)
    hidden, streams = game.hidden(states, VIEWER), make_streams(11)
    for _ in range(4):
        cards = game.resampled(hidden, VIEWER, streams)[0].card[1].tolist()
        assert cards == sorted(cards)


def test_r12_3_ages_are_numbered_anew_when_the_discard_pile_is_shuffled():
    game, states = drawn("hand 2 K@4 R@2 S | hand 3 D@4", discard=" | discard R2")
    now = states[0]
    now.pile[:], now.pile_size = 0, 0
    hands.refill(game.box[0], now)
    assert [now.age[seat, : now.hand_size[seat]].tolist() for seat in range(3)] == [[2], [4, 3, 1], [4]]
    assert now.pile_size == 2
