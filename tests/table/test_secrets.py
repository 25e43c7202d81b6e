"""What the table tells whom, on a Madcap with secrets: a seat's gold is its own, and only seat 1 sees red dice fall."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

import motherlode
from motherlode.core.chance import SeededChance
from motherlode.core.compiling import rule
from motherlode.core.errors import Barred, Code
from motherlode.games.madcap import GAME, narration, views
from motherlode.table.game import Game

ROLL = [0, 2, 2, 5, 1, 1, 3, 4, 0, 4, 4, 5]  # r1336 k2245 b1556


@rule
def hide(box, states, index, seat):
    for other in range(2):
        if other != seat:
            states[index].gold[other] = 0


def is_seen(box, state, action, seat):
    return seat == 0 or not (state["to_act"][0] < 0 and state["rolled"][0] < 4)


def reveals(box, state, action):
    return action // 24 == 2  # blue barrels tell secrets


def narrate(box, before, action, after, names, language="en"):
    return "A die falls." if action is None else narration.narrate(box, before, action, after, names, language)


@pytest.fixture(scope="module")
def secretive():
    spec = replace(
        GAME,
        name="secretive",
        kernels=GAME.kernels._replace(hide=hide),
        is_hidden=True,
        views=SimpleNamespace(
            Position=views.Position, view=views.view, path=views.path, is_seen=is_seen, reveals=reveals
        ),
        narration=SimpleNamespace(narrate=narrate, conclude=narration.conclude),
    )
    return Game(spec, motherlode.game("madcap").options, 2)


@pytest.fixture
def match(secretive):
    return secretive.start(seed=7, names=["Ada", "Bo"], position="r4 k2 b1 | r13 k2 b1 | not b | gold 3-5 | seat 1")


def test_a_seat_sees_its_own_gold_and_a_spectator_none(match):
    assert [match.view(seat).position.gold for seat in (0, 1, None)] == [(3, 0), (0, 5), (0, 0)]


def test_looking_changes_nothing(match):
    before = match.position.tobytes()
    for seat in (0, 1, None):
        match.view(seat)
    assert match.position.tobytes() == before


def test_nothing_is_hidden_at_the_end(match):
    match.resign(0)
    assert [match.view(seat).position.gold for seat in (0, 1, None)] == [(3, 5)] * 3


@pytest.mark.parametrize("action", ["red 6 up", "red", "red 3", 99, [], None])
def test_an_error_tells_the_position_as_the_seat_to_act_knows_it(match, action):
    with pytest.raises(ValueError, match="gold 3-0 "):
        match.play(action)


def test_who_is_out_of_turn_is_told_what_he_may_know(match):
    with pytest.raises(ValueError, match="gold 0-5 "):
        match.play("red 1 up", seat=1)


def test_what_a_seat_did_not_see_is_not_told(secretive):
    match = secretive.start(seed=7, names=["Ada", "Bo"])
    assert match.texts(0)[:5] == [entry.text for entry in match.log[:5]]
    for seat in (1, None):
        assert match.texts(seat)[:4] == ["?"] * 4
        assert match.texts(seat)[4:] == [entry.text for entry in match.log[4:]]
        assert match.story(seat)[:4] == ["A die falls."] * 4
    match.resign(0)
    assert match.texts(1) == [entry.text for entry in match.log]


def test_the_record_of_a_running_match_tells_no_secret(secretive):
    match = secretive.start(seed=7)
    lines = match.record(1).splitlines()
    assert lines[lines.index("") + 1 :][:4] == ["* ?"] * 4
    assert match.record(0) != match.record(1) == match.record()
    assert all("chance: seed ?" in match.record(seat).splitlines() for seat in (0, 1, None))
    match.resign(0)
    assert "chance: seed 7" in match.record(1).splitlines()
    assert "?" not in match.record(1)


def test_a_secret_told_bars_undo_even_by_agreement(match):
    match.play("red 1 up")
    assert match.undo_barred_by(0) == ""
    match.play("blue 1 down")
    assert match.undo_barred_by(1) == "a secret has been revealed since"
    for seat in (0, 1):
        with pytest.raises(Barred, match="a secret has been revealed since") as caught:
            match.undo(seat, agreed=[0, 1])
        assert caught.value.code == Code.UNDO_BARRED


def test_without_secrets_everything_is_told():
    match = motherlode.game("madcap").start(seed=7)
    assert isinstance(match.chance, SeededChance)
    assert "chance: seed 7" in match.record().splitlines()
    assert match.record(0) == match.record(1) == match.record()
