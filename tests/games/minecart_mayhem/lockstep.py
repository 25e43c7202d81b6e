"""The twin by the protocol of docs/conformance.md, and every field of a position against it."""

from collections import Counter

from motherlode.core.contract import NOBODY, OVER
from motherlode.games.minecart_mayhem.components import KINDS, MAX_SEATS, ROWS
from motherlode.games.minecart_mayhem.state import COLLAPSE, DEAL, DRAW, EMPTY, END, FIRST, NOWHERE, PLAY, ROLL, SECOND

from .reference import Mayhem


def stones(now, lane):
    return sorted(int(spot) % ROWS for spot in now.stalactite[: now.num_stalactites] if int(spot) // ROWS == lane)


def hand(now, seat):
    return [(KINDS[now.card[seat, slot]], int(now.age[seat, slot])) for slot in range(int(now.hand_size[seat]))]


def assert_equal(ruleset, states, twin):
    """Every field of the position against the twin."""
    now, box = states[0], ruleset.box[0]
    assert int(now.round_number) == twin.round
    assert int(now.torch) + 1 == twin.torch
    for number, rails in twin.lanes.items():
        lane = number - 1
        driver = twin.cart_in(number)
        assert int(now.cart[lane]) == (NOBODY if driver is None else driver.number - 1)
        if driver is None:
            assert not rails
            assert now.back[lane] == now.front[lane] == 0
            assert stones(now, lane) == []
        else:
            assert sorted(rails) == list(range(int(now.back[lane]), int(now.front[lane]) + 1))
            assert stones(now, lane) == sorted(row for row, rail in rails.items() for _ in rail.stalactites)
    piles = set()
    for seat, player in enumerate(twin.players):
        assert int(now.lane[seat]) == (NOWHERE if player.lane is None else player.lane - 1)
        assert int(now.row[seat]) == (player.row or 0)
        assert (now.fate[seat] != 0) == player.is_out
        if player.is_out:
            assert ("alive", "blasted", "launched", "collapsed", "derailed")[now.fate[seat]] == player.why
        held = hand(now, seat)
        assert Counter(kind for kind, _ in held) == Counter(card.kind for card in player.hand)
        # The same order of age: oldest first, and equal where drawn from the same pile.
        ours = sorted((-age, KINDS.index(kind)) for kind, age in held)
        assert ours == [(-age, KINDS.index(kind)) for kind, age in held]
        theirs = sorted((card.pile, KINDS.index(card.kind)) for card in player.hand)
        assert [kind for _, kind in ours] == [kind for _, kind in theirs]
        piles |= {(-age, pile) for (age, _), (pile, _) in zip(ours, theirs, strict=True)}
    assert len({age for age, _ in piles}) == len({pile for _, pile in piles}) == len(piles)
    assert all((age == 0) == (pile == twin.pile_number) for age, pile in piles)
    assert sorted(piles) == sorted(piles, key=lambda pair: -pair[1])
    for ours, theirs in ((now.pile, twin.pile), (now.discard, twin.discard)):
        assert {kind: int(ours[place]) for place, kind in enumerate(KINDS) if ours[place]} == Counter(
            card.kind for card in theirs
        )
    assert int(now.pile_size) == len(twin.pile)
    assert [int(seat) + 1 for seat in now.order if seat != NOBODY] == [player.number for player in twin.order]
    assert [KINDS[now.declared[half]] for half in range(int(now.num_declared))] == [
        card.card.kind for card in twin.declared
    ]
    assert int(now.is_doubled) == int(twin.is_doubled)
    doing = {
        DEAL: "deal",
        PLAY: "play",
        FIRST: "declare",
        SECOND: "declare",
        ROLL: "roll",
        DRAW: "draw",
        COLLAPSE: "collapse",
        END: "over",
    }
    assert doing.get(int(now.phase), "choose") == twin.doing
    if now.phase in (PLAY, FIRST, SECOND, ROLL, DRAW):
        assert int(now.turn) == twin.turn
        assert int(now.order[now.turn]) + 1 == twin.actor.number
    if twin.doing == "over":
        assert ruleset.to_act(states) == OVER
        assert ruleset.scores(states) == twin.result
    assert (now.hand_size[: box.seats] <= box.hand).all()
    assert_blank(now, box)


def assert_blank(now, box):
    """What is not used of a position is as it was at the start, so that equal positions are equal bytes."""
    for seat in range(MAX_SEATS):
        unused = slice(now.hand_size[seat], None)
        assert set(now.card[seat, unused].tolist()) <= {EMPTY}
        assert not now.age[seat, unused].any()
        assert not now.ruled_out[seat, unused].any()
    absent = slice(box.seats, None)
    for field, blank in (("hand_size", 0), ("lane", NOWHERE), ("row", 0), ("fate", 0), ("result", 0)):
        assert set(now[field][absent].tolist()) <= {blank}
    assert now.phase == END or not now.result.any()
    lanes = slice(box.lanes, None)
    for field, blank in (("cart", NOBODY), ("back", 0), ("front", 0)):
        assert set(now[field][lanes].tolist()) <= {blank}
    undeclared = slice(now.num_declared, None)
    for field, blank in (("declared", EMPTY), ("target", 0), ("target_row", 0)):
        assert set(now[field][undeclared].tolist()) <= {blank}
    assert set(now.order[(now.order != NOBODY).sum() :].tolist()) <= {NOBODY}
    assert not now.stalactite[now.num_stalactites :].any()
    assert now.viewer == now.spare == 0


class Beside:
    """A game of the twin."""

    def __init__(self, twin):
        self.twin = twin

    def to_act(self):
        if self.twin.doing in ("deal", "roll", "draw", "collapse"):
            return "chance"
        return "over" if self.twin.doing == "over" else self.twin.actor.number - 1

    def actions(self):
        return self.twin.chances() if self.to_act() == "chance" else self.twin.legal()

    def play(self, text):
        self.twin.take(text)

    def scores(self):
        return self.twin.result

    def outcome(self):
        return self.twin.how, self.twin.winners()

    def compare(self, ruleset, states):
        assert_equal(ruleset, states, self.twin)


# R1.9
DUEL_DECK = {"rail": 34, "dynamite": 8, "stalactite": 8, "rocket": 6, "double": 5, "swap": 6}


def new(seats, options):
    deck = {key[:-6]: count for key, count in options.items() if key.endswith("_cards")}
    values = {key[:-6]: count for key, count in options.items() if key.endswith("_value")}
    rest = {key: count for key, count in options.items() if not key.endswith(("_cards", "_value"))}
    if rest.pop("duel", False):  # R1.9
        deck = DUEL_DECK | deck
        rest = {"rails": 10, "start": 5} | rest
    return Beside(Mayhem(seats, deck=deck, values=values, **rest))
