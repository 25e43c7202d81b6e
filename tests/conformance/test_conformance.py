"""Every registered game, and a game outside the package, passes every check; a broken game does not."""

import dataclasses
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import pebbles
from motherlode.conformance import CHECKS, Subject, check_secrecy
from motherlode.core.compiling import rule
from motherlode.core.registry import find_game, game_names
from pebbles.state import STATE

TESTS = Path(__file__).parent.parent / "games"
GAMES = [name for name in game_names() if name != "pebbles"]


def name_of(check):
    return check.__name__


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
def test_game_conforms(name, check):
    check(Subject(find_game(name), TESTS / name))


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
def test_a_game_outside_the_package_conforms(check):
    check(Subject(pebbles.GAME))


# Games with one fault each, and the check that must notice it.


@rule
def legal_of_nothing(box, states, index, out):
    return 0


@rule
def legal_twice(box, states, index, out):
    out[0] = 0
    out[1] = 0
    return 2


@rule
def setup_in_part(box, states, index):
    states[index].heap = box[0].heap
    states[index].to_act = -1


@rule
def hide_nothing(box, states, index, seat):
    return


@rule
def resample_own(box, states, index, seat, random, stream):
    states[index].charm[seat] = 1 + (int(states[index].charm[seat]) % 3)


@rule
def observe_all(box, states, index, seat, out):
    out[0] = 2.0
    out[1] = 0.0


@rule
def apply_around(box, states, index, action):
    states[index].to_act = -2
    if states.shape[0] > index + 1:
        states[index + 1].heap = 0


@rule
def refuse_nothing(box, states, index, action):
    return 0


@rule
def never_ends(box, states, index, action):
    states[index].to_act = 0


FAULTS = [
    ("legal", legal_of_nothing, "check_actions"),
    ("legal", legal_twice, "check_actions"),
    ("setup", setup_in_part, "check_setup"),
    ("hide", hide_nothing, "check_unseen"),
    ("resample", resample_own, "check_secrecy"),
    ("observe", observe_all, "check_observations"),
    ("apply", apply_around, "check_apply"),
    ("refuse", refuse_nothing, "check_actions"),
    ("apply", never_ends, "check_actions"),
]


@pytest.mark.parametrize(("kernel", "fault", "noticed_by"), FAULTS, ids=lambda value: getattr(value, "__name__", value))
def test_a_faulty_game_is_noticed(kernel, fault, noticed_by):
    spec = dataclasses.replace(pebbles.GAME, kernels=pebbles.GAME.kernels._replace(**{kernel: fault}))
    check = next(check for check in CHECKS if check.__name__ == noticed_by)
    with pytest.raises((AssertionError, IndexError, ZeroDivisionError)):
        check(Subject(spec))


def test_a_game_that_forgets_what_its_texts_depend_on_is_noticed():
    notation = SimpleNamespace(**vars(pebbles.GAME.notation))
    notation.write_action = lambda _, state, action: f"take {action + 1} of {state['heap'].item()}"
    check = next(check for check in CHECKS if check.__name__ == "check_paths")
    check(Subject(dataclasses.replace(pebbles.GAME, notation=notation, action_fields=("heap",))))
    with pytest.raises(AssertionError, match="action_fields"):
        check(Subject(dataclasses.replace(pebbles.GAME, notation=notation, action_fields=())))


def test_a_record_with_gaps_is_refused():
    from motherlode.core.layout import record

    with pytest.raises(TypeError, match="spare"):
        record([("small", np.int8), ("wide", np.int64)])
    assert STATE.itemsize % 2 == 0


@pytest.mark.parametrize("name", ["pebbles", *(name for name in GAMES if find_game(name).is_hidden)])
def test_the_check_of_secrecy_does_not_hang_on_the_clock(name, monkeypatch):
    """A clock that stands still and jumps by turns: who thinks by it thinks another time about the same position."""
    random = np.random.default_rng(1)
    now = 0.0

    def read_clock():
        nonlocal now
        now += float(random.choice([0.0, 10.0]))
        return now

    monkeypatch.setattr("motherlode.bots.search.time", SimpleNamespace(monotonic=read_clock))
    check_secrecy(Subject(pebbles.GAME if name == "pebbles" else find_game(name), num_games=1, every=9))
