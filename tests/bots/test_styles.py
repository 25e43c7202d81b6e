"""Styles: the same bot with other weights plays otherwise, and legally, in every game."""

import pytest

from motherlode.bots import STYLES, make_bot
from motherlode.bots.styles import STYLES as WEIGHTS
from motherlode.bots.styles import Style, StyleBot
from motherlode.core.streams import make_streams
from motherlode.table.game import find


def test_every_style_has_its_weights():
    assert set(STYLES) == set(WEIGHTS)
    assert len({*WEIGHTS.values(), Style()}) == len(STYLES) + 1


@pytest.mark.parametrize("name", STYLES)
def test_a_style_plays_a_whole_game(name):
    match = find("madcap").start(3)
    bot, random = make_bot(name, match.ruleset), make_streams(1)
    while not match.is_over:
        match.play(bot.choose(match.ruleset, match.position, match.to_act, random))
    assert match.is_over


@pytest.mark.parametrize("seed", range(6))
def test_weights_decide_what_is_chosen(seed):
    match = find("madcap").start(seed)
    game = match.ruleset
    for _ in range(5):
        match.play(match.legal()[-1])
    seat = match.to_act

    def came(action):
        after = match.position
        game.apply_unchecked(after, action)
        return game.progress(after)

    hoards = StyleBot(Style(own=1e6)).choose(game, match.position, seat, make_streams(1))
    assert came(hoards)[seat] == max(came(action)[seat] for action in match.legal())
    attacks = StyleBot(Style(others=-1e6)).choose(game, match.position, seat, make_streams(1))
    assert came(attacks)[1 - seat] == min(came(action)[1 - seat] for action in match.legal())
