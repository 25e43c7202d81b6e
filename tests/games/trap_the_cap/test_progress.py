"""How far each seat has come in Trap the Cap: captives of its side, and the Golden Cap where it decides."""

import random

import pytest

import motherlode
from motherlode.core.contract import NOBODY
from motherlode.games.trap_the_cap import GAME
from motherlode.games.trap_the_cap.components import KEPT, OWN_GOLD
from observing import assert_progress, positions_of

from .comparing import drawn


def expected(game, states):
    now, rules, seats = states[0], game.box[0], range(game.seats)
    gold = int(rules.gold)
    team = {seat: int(rules.team[seat]) for seat in seats} | {NOBODY: None}
    homes = {int(rules.spaces + rules.seat_base[seat]): seat for seat in seats}

    def owner(cap):
        return int(now.gold_owner if cap == gold else rules.owner[cap])

    def worth(cap, side):
        """R7.2: whole at home, half on the way there; R10.1: whole wherever it is, if none is brought home."""
        if cap == gold or now.top[cap] == cap or team[owner(cap)] == side:
            return 0
        if now.top[cap] == KEPT:
            return team[homes[int(now.place[cap])]] == side
        return (team[owner(int(now.top[cap]))] == side) * (1 if game.options.game == "tower" else 0.5)

    def golden(seat):
        """R11.10: whole for who owns it, half for who carries it."""
        if now.top[gold] == gold:
            return owner(gold) == seat
        return (owner(int(now.top[gold])) == seat) / 2

    shares = []
    for seat in seats:
        rivals = [other for other in seats if team[other] != team[seat]]
        caught = sum(worth(cap, team[seat]) for cap in range(int(rules.num_caps))) / (len(rivals) * int(rules.caps))
        shares.append((caught + golden(seat)) / 2 if rules.ending == OWN_GOLD else caught)
    return shares


@pytest.mark.parametrize("variant", GAME.variants, ids=str)
def test_r7_2_r8_5_r11_10_captives_and_the_golden_cap_count(variant):
    game = motherlode.game("trap_the_cap", **variant)
    for states in positions_of(game, seed=5, every=40):
        assert_progress(game, states, expected)


@pytest.mark.parametrize("variant", GAME.variants, ids=str)
def test_progress_of_any_position_is(variant):
    game, source = motherlode.game("trap_the_cap", **variant), random.Random(9)
    for _ in range(25):
        assert_progress(game, drawn(game, source), expected)
