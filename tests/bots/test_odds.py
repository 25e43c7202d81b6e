"""Odds: curves that rise, and sides that share one win."""

import itertools

import numpy as np
import pytest

import motherlode
from motherlode.bots.hints import WORDS, Hint
from motherlode.bots.odds import FOLDER, MOST_OFF, Curve, find_curve, is_confirmed, odds_of, read_curves, result_of

NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


@pytest.mark.parametrize("name", NAMES)
def test_curves_rise_and_belong_to_the_rules_of_today(name):
    found = read_curves(name)
    assert found is not None
    assert (found.game, found.rules) == (name, motherlode.game(name).spec.version)
    for curve in found.curves:
        assert all(one < other for one, other in itertools.pairwise(curve.values))
        assert all(one <= other for one, other in itertools.pairwise(curve.odds))
        assert 0 <= curve.odds[0] <= curve.odds[-1] <= 1
        assert curve.matches >= 300
        assert curve.is_checked == (curve.off is not None and curve.off <= MOST_OFF)


def test_odds_of_sides_add_up_to_one():
    game = motherlode.game("trap_the_cap", 4, game="team")
    odds = odds_of(game, [0.2, 0.6, 0.2, 0.6], None)
    assert odds[0] == odds[2]
    assert odds[0] + odds[1] == pytest.approx(1)
    assert result_of(game, [0, 2]).tolist() == [1, 0, 1, 0]
    assert result_of(game, []).tolist() == [0, 0, 0, 0]
    assert result_of(motherlode.game("madcap"), [0, 1]).tolist() == [0.5, 0.5]


def test_a_curve_turns_values_into_odds_and_is_confirmed_only_for_the_rulebooks_options():
    curve = Curve(1, "whole", 256, "random", 300, (0.2, 0.6), (0.5, 0.9), 0.01)
    game = motherlode.game("rockport_caverns")
    assert odds_of(game, np.array([0.4]), curve).tolist() == [pytest.approx(0.7)]
    assert odds_of(game, [0.1], curve).tolist() == [0.5]
    assert is_confirmed(game, curve)
    assert not is_confirmed(game, curve, None)
    assert not is_confirmed(motherlode.game("rockport_caverns", bear=True), curve)
    assert find_curve(motherlode.game("madcap"), "whole", 256) is None


def test_a_hint_says_what_its_number_is():
    for is_measured, key in ((True, "odds"), (False, "guess")):
        for language in ("en", "de"):
            hint = Hint(False, [(1, 0.6), (2, 0.4)], frozenset([1]), is_measured=is_measured)
            beginning = WORDS[language][key].split("{n}")[0]
            assert hint.reason(language).startswith(beginning)
            assert "60 " in hint.reason(language)
