"""R12.3, R12.4: how hands that a seat has not seen are dealt again, against all ways there are, listed one by one.

A deal gives a kind to each pocket, a card held by another seat of which it may be proven what it is not. A world is
what the hands then are, cards of one age not being told apart.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from math import factorial, prod

import pytest

import motherlode
from motherlode.core.streams import make_streams
from motherlode.games.minecart_mayhem import secrecy
from motherlode.games.minecart_mayhem.components import NUM_KINDS

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
    "both hands alike": "hand 2 SR@1!R1 | hand 3 SRD@1!R1",
    "hands that bar each other": "hand 2 RRX@1!DSX2 | hand 3 DSX@1!RK2!R1",
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


@pytest.mark.parametrize("name", ["nothing", "all of a hand", "some and then more", "hands that bar each other"])
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
