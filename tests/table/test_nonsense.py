"""Nonsense at the table: every request is answered with one of our errors, in one line, and nothing has changed."""

import math
from functools import cache

import numpy as np
import pytest

import motherlode
from motherlode.core.contract import CHANCE, Action
from motherlode.core.errors import BadInput, Code, IllegalAction, MotherlodeError, NotFound
from motherlode.core.registry import find_game
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams
from motherlode.table.match import Match
from nonsense import name_of, no_numbers, wrong_numbers

GAMES = [name for name in motherlode.game_names() if name != "pebbles"]  # pebbles: registered by other tests


@cache
def game(name):
    return motherlode.game(name)


def started(name):
    return game(name).start(seed=7)


def waiting(name):
    """A match in which chance is to act, and waits to be told."""
    return Match(game(name))


def state_of(match):
    return match.position.tobytes(), list(match.log), match.to_act, match.is_over


def refusal(match, request, value, kind=MotherlodeError):
    """What a request is answered with; nothing has changed."""
    before = state_of(match)
    try:
        request(match, value)
    except kind as error:
        assert "\n" not in str(error), name_of(value)
        assert len(str(error)) < 2000, name_of(value)
        assert state_of(match) == before, name_of(value)
        return error
    raise AssertionError(f"{name_of(value)} was taken for sense")


# Actions


@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_action_is_not_played(name):
    match = started(name)
    count, legal = match.ruleset.limits.num_actions, match.legal()[0]
    for value in wrong_numbers(count, legal):
        error = refusal(match, lambda match, value: match.play(value), value, IllegalAction)
        assert error.code == Code.ILLEGAL_ACTION
        assert str(error).startswith("illegal action ")
    for value in no_numbers(legal):
        error = refusal(match, lambda match, value: match.play(value), value, IllegalAction)
        assert error.code in {Code.UNREADABLE_ACTION, Code.ILLEGAL_ACTION}
    for value in ("", "x" * 10**6, "nonsense", "\0", "\ud800", "9" * 10**5):
        error = refusal(match, lambda match, value: match.play(value), value)
        assert error.code == Code.UNREADABLE_ACTION
    for value in ([], [None], [legal], ["x"] * 10**5, ("x", 1), [[]]):
        error = refusal(match, lambda match, value: match.play(value), value, IllegalAction)
        assert error.code == Code.ILLEGAL_ACTION
    for value in (Action(10**30, "x", ()), Action("x", "y", ()), Action(None, None, None), Action(True, "x", ())):
        refusal(match, lambda match, value: match.play(value), value, IllegalAction)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_action_is_not_appended(name):
    match = started(name)
    seat, legal = match.to_act, match.legal()[0]
    for value in [*wrong_numbers(match.ruleset.limits.num_actions, legal), *no_numbers(legal), str(legal), [legal]]:
        error = refusal(match, lambda match, value: match.append(seat, value), value, IllegalAction)
        assert error.code in {Code.ILLEGAL_ACTION, Code.UNREADABLE_ACTION}
    for illegal in sorted(set(range(match.ruleset.limits.num_actions)) - set(match.legal()))[:20]:
        refusal(match, lambda match, value: match.append(seat, value), illegal, IllegalAction)


@pytest.mark.parametrize("name", GAMES)
def test_what_chance_cannot_do_is_not_appended(name):
    match = waiting(name)
    possible = match.ruleset.chance(match.position)[0][0]
    wrong = [*wrong_numbers(match.ruleset.limits.num_outcomes, possible), *no_numbers(possible), str(possible)]
    for value in wrong:
        error = refusal(match, lambda match, value: match.append(CHANCE, value), value, IllegalAction)
        assert error.code in {Code.ILLEGAL_ACTION, Code.UNREADABLE_ACTION}


@pytest.mark.parametrize("name", GAMES)
def test_an_actor_is_a_seat_or_chance(name):
    match, chance = started(name), waiting(name)
    legal, possible = match.legal()[0], chance.ruleset.chance(chance.position)[0][0]
    for value in [*no_numbers(0), *no_numbers(1), "0", "*", 10**30, -3, 99, match.ruleset.seats]:
        error = refusal(match, lambda match, value: match.append(value, legal), value)
        assert error.code == Code.UNKNOWN_SEAT
        error = refusal(chance, lambda match, value: match.append(value, possible), value)
        assert error.code == Code.UNKNOWN_SEAT


@pytest.mark.parametrize("name", GAMES)
def test_whole_numbers_of_any_type_are_appended(name):
    for make in (int, np.int16, np.int32, np.int64, np.uint64, np.array):
        match = waiting(name)
        outcome = match.ruleset.chance(match.position)[-1][0]
        entry = match.append(make(CHANCE) if make is not np.uint64 else CHANCE, make(outcome))
        assert type(entry.action) is type(entry.actor) is int
        match = started(name)
        entry = match.append(make(match.to_act), make(match.legal()[-1]))
        assert type(entry.action) is type(entry.actor) is int
        assert motherlode.replay(match.record(is_whole=True)).log[: len(match.log)] == match.log


# Seats, steps and words

SEATS = [-1, -2, 99, 2**31, 2**32, 2**63, 10**100, 10**5000, 1.0, 0.5, math.nan, True, False, "0", "", [], {}, object()]
STEPS = [-1, -2, 10**9, 2**63, 10**5000, 1.0, math.nan, True, "1", [], None, object()]


@pytest.mark.parametrize(
    "request_of",
    [
        lambda match, seat: match.play(match.legal()[0], seat),
        lambda match, seat: match.view(seat),
        lambda match, seat: match.seen(seat),
        lambda match, seat: match.resign(seat),
        lambda match, seat: match.undo(seat),
        lambda match, seat: match.undo_barred_by(seat),
        lambda match, seat: match.hidden_start(seat),
        lambda match, seat: match.is_seen(0, seat),
        lambda match, seat: match.narrate(0, seat),
        lambda match, seat: match.story(seat),
        lambda match, seat: match.texts(seat),
        lambda match, seat: match.record(seat),
    ],
)
@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_seat_is_answered_everywhere(name, request_of):
    match = started(name)
    for seat in SEATS:
        error = refusal(match, request_of, seat, BadInput)
        assert error.code == Code.UNKNOWN_SEAT


def test_seats_of_any_type_of_whole_number_are_seats():
    match = started("madcap")
    assert match.view(np.int64(0)) == match.view(0)
    assert type(match.view(np.int64(0)).seat) is int
    assert type(match.resign(np.int32(1)).actor) is int


def test_nobody_gives_up_without_a_seat():
    error = refusal(started("madcap"), lambda match, seat: match.resign(seat), None, BadInput)
    assert error.code == Code.UNKNOWN_SEAT


@pytest.mark.parametrize(
    "request_of",
    [
        lambda match, step: match.position_at(step),
        lambda match, step: match.is_seen(step),
        lambda match, step: match.narrate(step),
        lambda match, step: match.story(since=step),
    ],
)
def test_an_unknown_step_is_answered_with_the_steps_there_are(request_of):
    match = started("madcap")
    for step in STEPS:
        error = refusal(match, request_of, step, BadInput)
        assert error.code == Code.BAD_CHOICE
        assert "must be from 0 to " in str(error)


@pytest.mark.parametrize("language", ["fr", "", None, 5, [], "EN"])
def test_a_language_that_nobody_speaks_here(language):
    match = started("madcap")
    for request in (
        lambda match, value: match.narrate(0, language=value),
        lambda match, value: match.story(language=value),
        lambda match, value: match.conclude(value),
    ):
        assert refusal(match, request, language, BadInput).code == Code.BAD_CHOICE


@pytest.mark.parametrize("agreed", [5, None, 1.5, True])
def test_those_who_agree_to_an_undo_are_a_list(agreed):
    match = started("madcap")
    match.play(match.actions()[0])
    assert refusal(match, lambda match, value: match.undo(0, value), agreed, BadInput).code == Code.UNKNOWN_SEAT


# Starting

LONG = "x" * 10**6


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        *(({"seed": seed}, Code.BAD_CHOICE) for seed in (-1, 2**63, 10**5000, 1.5, 7.0, math.nan, True, "7", [], {})),
        *(({"names": names}, Code.WRONG_SEATS) for names in (5, "AB", b"AB", {"A", "B"}, {}, [], ["Ada"], [LONG] * 9)),
        *(({"names": ["Ada", name]}, Code.BAD_CHOICE) for name in (5, None, True, b"Bo", [], "", " Bo", "B\n", LONG)),
        *(({"table": table}, Code.BAD_CHOICE) for table in (5, True, b"t", [], "", " t", "t\n", LONG)),
        *(({"script": script}, Code.SCRIPT_ENDED) for script in (5, True, "12", [1.5], [True], ["1"], [None], [[]])),
        *(({"script": [outcome]}, Code.SCRIPT_ENDED) for outcome in (-1, 6, 2**32, 2**64, 10**5000)),
        *(({"position": text}, Code.UNREADABLE_POSITION) for text in (5, True, b"r9", [], {}, "", "r9", LONG, "\0")),
    ],
)  # fmt: skip
def test_nothing_is_started_from_nonsense(arguments, code):
    with pytest.raises(BadInput) as caught:
        game("madcap").start(**arguments)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 2000


def test_a_match_takes_positions_of_its_own_game_only():
    for position in (game("madstone").new(), np.zeros(3), np.zeros(0, game("madcap").spec.state), "r9", 5):
        with pytest.raises(BadInput) as caught:
            Match(game("madcap"), None, None, position)
        assert caught.value.code == Code.UNREADABLE_POSITION


@pytest.mark.parametrize("name", [None, 5, True, "", "x" * 10**6, "madcap\n", b"madcap", [], {}, object()])
def test_a_game_has_a_name(name):
    with pytest.raises(NotFound) as caught:
        motherlode.game(name)
    assert caught.value.code == Code.UNKNOWN_GAME
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_a_number_of_seats(name):
    fewest, most = find_game(name).seats
    for seats in (
        fewest - 1,
        most + 1,
        0,
        -1,
        2**32 + fewest,
        10**5000,
        float(fewest),
        str(fewest),
        True,
        False,
        [],
        {},
    ):
        with pytest.raises(BadInput) as caught:
            motherlode.game(name, seats)
        assert caught.value.code == Code.WRONG_SEATS
    assert type(motherlode.game(name, np.int64(fewest)).seats) is int


@pytest.mark.parametrize("data", [5, True, [], {}, b"x", object(), "\0", "/", "/dev/null/x"])
def test_a_designers_file_is_a_file(data):
    with pytest.raises(BadInput) as caught:
        motherlode.game("madcap", data=data)
    assert caught.value.code in {Code.UNREADABLE_FILE, Code.BAD_DATA}
    assert "\n" not in str(caught.value)


def deep(levels):
    found = []
    for _ in range(levels):
        found = [found]
    return found


VALUES = [
    -1, 0.5, math.nan, math.inf, 2**31, 2**63, 2**64, 10**30, 10**5000, "", "x", "9" * 5000, LONG, None, True, [], [[]],
    [None], [10**30], list(range(10**5)), {}, {"x": 1}, {1: 2}, {1}, b"x", object(), deep(500), deep(100_000), type,
]  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_an_option_has_a_value_that_it_can_have(name):
    for option in find_game(name).options.__struct_fields__:
        for value in VALUES:
            try:
                found = motherlode.game(name, **{option: value})
            except BadInput as error:
                assert error.code in {Code.BAD_OPTION, Code.UNREADABLE_FILE, Code.BAD_DATA}, (option, name_of(value))
                assert "\n" not in str(error), (option, name_of(value))
                assert len(str(error)) < 2000, (option, name_of(value))
            else:
                assert isinstance(found, Ruleset)


# Below the table


@pytest.mark.parametrize("name", GAMES)
def test_a_ruleset_plays_only_what_can_be_played(name):
    rules = game(name)
    for states, count in ((started(name).position, rules.limits.num_actions), (rules.new(), rules.limits.num_outcomes)):
        legal = (rules.legal(states) or [outcome for outcome, _ in rules.chance(states)])[0]
        before = states.tobytes()
        for value in [*wrong_numbers(count, legal), *no_numbers(legal), str(legal)]:
            with pytest.raises(IllegalAction) as caught:
                rules.apply(states, value)
            assert caught.value.code in {Code.ILLEGAL_ACTION, Code.UNREADABLE_ACTION}, name_of(value)
            assert rules.refuse(states, value) != 0, name_of(value)
            with pytest.raises(IllegalAction):
                rules.action(states, value)
            assert states.tobytes() == before, name_of(value)


ASKS = [
    lambda rules, states, index: rules.to_act(states, index),
    lambda rules, states, index: rules.is_over(states, index),
    lambda rules, states, index: rules.legal(states, index),
    lambda rules, states, index: rules.chance(states, index),
    lambda rules, states, index: rules.apply(states, 0, index),
    lambda rules, states, index: rules.refuse(states, 0, index),
    lambda rules, states, index: rules.scores(states, index),
    lambda rules, states, index: rules.evaluate(states, index),
    lambda rules, states, index: rules.progress(states, index),
    lambda rules, states, index: rules.hidden(states, 0, index),
    lambda rules, states, index: rules.observe(states, 0, index),
]


@pytest.mark.parametrize("name", GAMES)
def test_a_ruleset_looks_at_positions_of_its_own_game_only(name):
    rules = game(name)
    another = game("madcap" if name != "madcap" else "madstone").new()
    states = np.zeros(6, rules.spec.state)
    for ask in ASKS:
        for wrong in (
            another,
            None,
            5,
            "x",
            states[::2],
            states.reshape(2, 3),
            states[:0],
            states.view(np.uint8),
            [states],
        ):
            with pytest.raises(BadInput) as caught:
                ask(rules, wrong, 0)
            assert caught.value.code == Code.UNREADABLE_POSITION
        for index in (-1, 6, 10**9, 2**63, 2**64, 1.5, 0.0, True, "0", None, []):
            with pytest.raises(BadInput) as caught:
                ask(rules, states, index)
            assert caught.value.code == Code.BAD_CHOICE
    for wrong in (another, None, states[::2]):
        for ask in (
            rules.actions,
            lambda wrong: rules.resampled(wrong, 0, make_streams(1)),
            lambda wrong: rules.try_actions(wrong, make_streams(1)),
        ):
            with pytest.raises(BadInput):
                ask(wrong)


@pytest.mark.parametrize("name", GAMES)
def test_a_ruleset_knows_its_seats_and_streams(name):
    rules, states = game(name), started(name).position
    for seat in (-1, rules.seats + 1, 10**6, 2**63, 1.5, True, None, "0"):
        for ask in (
            lambda seat: rules.hidden(states, seat),
            lambda seat: rules.observe(states, seat),
            lambda seat: rules.resampled(states, seat, make_streams(1)),
        ):
            with pytest.raises(BadInput) as caught:
                ask(seat)
            assert caught.value.code == Code.UNKNOWN_SEAT
    for random in (None, 5, np.zeros(4, np.uint32), np.zeros((1, 4)), np.zeros((0, 4), np.uint32), [[1, 2, 3, 4]]):
        with pytest.raises(BadInput):
            rules.resampled(states, 0, random)
        with pytest.raises(BadInput):
            rules.try_actions(states, random)
    with pytest.raises(BadInput):
        rules.resampled(states, 0, make_streams(1), 1)
    for count in (0, -1, 1.5, True, "1", None, 2**64):
        with pytest.raises(BadInput):
            rules.random_games(count)
        with pytest.raises(BadInput):
            rules.try_actions(states, make_streams(1), count)


@pytest.mark.parametrize("name", [name for name in GAMES if find_game(name).is_hidden])
def test_a_position_that_nothing_was_hidden_of_is_hidden_before_it_is_filled_in(name):
    rules, random, choose = motherlode.game(name, 4), make_streams(1), np.random.default_rng(1)
    match = rules.start(seed=3)
    while not match.is_over:
        states = match.position
        for seat in range(rules.seats):
            world = rules.resampled(states, seat, random)
            assert rules.hidden(world, seat).tobytes() == rules.hidden(states, seat).tobytes()
        match.play(choose.choice(match.legal()))
