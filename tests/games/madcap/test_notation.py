"""Text for Madcap: what can be read, and what is said about what cannot."""

from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import motherlode
from motherlode.core.contract import CHANCE, OVER
from motherlode.core.errors import BadInput, Code, MotherlodeError
from motherlode.games.madcap import notation, views

MIDDLE = "r4 k1 b7 | r36 k2245 b6 | not r | gold 3-5 | seat 1"


@cache
def game(**options):
    return motherlode.game("madcap", **options)


def read(text, **options):
    return notation.read_position(game(**options).box, text)


# Actions


@pytest.mark.parametrize("text", ["red 3 up", "RED 3 UP", "r3u", "r 3 u", " red3up ", "r3 up", "red  3  up"])
def test_an_action_may_be_written_in_many_ways(text):
    match = game().start(position="r4 k1 b7 | r36 k224 b6 | not k | gold 3-5 | seat 1")
    assert notation.read_action(match.ruleset.box, match.position, text) == next(
        action.id for action in match.actions() if action.text == "red 3 up"
    )


def test_the_way_may_be_left_out_where_there_is_only_one():
    match = game().start(position="r4 k1 b7 | r36 k224 b6 | not r | gold 3-5 | seat 1")
    assert [match.play(text)[0].text for text in ("b6", "black 2")] == ["blue 6 up", "black 2 down"]


def test_the_way_must_be_said_where_there_are_two():
    match = game().start(position="r4 k1 b7 | r36 k224 b6 | not k | gold 3-5 | seat 1")
    with pytest.raises(BadInput, match="unreadable action 'red 3': say 'up' or 'down', in 'r4 k1 b7") as caught:
        match.play("red 3")
    assert caught.value.code == Code.UNREADABLE_ACTION


def test_a_die_alone_that_cannot_be_played_is_refused_with_its_reason():
    match = game().start(position="r4 k1 b7 | r36 k224 b6 | not k | gold 3-5 | seat 1")
    with pytest.raises(MotherlodeError, match="no red die shows 1"):
        match.play("red 1")
    with pytest.raises(MotherlodeError, match="the barrel would stop on level 4, where it started"):
        match.play("red 6")


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("red 1 up", "kein roter Würfel zeigt 1"),
        ("red 6 up", "das Fass würde auf Ebene 4 halten, wo es schon steht"),
        ("black 2 up", "das schwarze Fass hat die Gegenseite im Zug davor gewählt, und ein anderes kann fahren"),
        ("blue 6 discard", "ein Würfel darf nicht abgelegt werden, solange ein Fass fahren kann"),
    ],
)
def test_why_not_is_told_in_german(text, german):
    match = game().start(position="r4 k1 b7 | r36 k224 b6 | not k | gold 3-5 | seat 1")
    box, states = match.ruleset.box, match.position
    action = notation.read_action(box, states, text)
    assert notation.explain(box, states, action, match.ruleset.refuse(states, action), "de") == german


def test_why_a_thing_is_barred_is_told_in_a_language_that_there_is():
    match = game().start(position="r4 k1 b7 | r36 k224 b6 | not k | gold 3-5 | seat 1")
    assert [rule for _, rule in match.why_not("die:black:2", "de")] == [
        rule for _, rule in match.why_not("die:black:2")
    ]
    with pytest.raises(BadInput, match="language 'fr': must be one of en, de"):
        match.why_not("die:black:2", "fr")


@pytest.mark.parametrize(
    "text",
    ["", "red", "4 up", "green 4 up", "red 44 up", "red four up", "red 4 sideways", "red 4 up up", "x", "\0"],
)
def test_an_unreadable_action_is_answered_with_what_was_expected(text):
    match = game().start(seed=1)
    with pytest.raises(BadInput, match="expected colour, die and way, such as 'red 4 up', in 'r- k- b-") as caught:
        match.play(text)
    assert caught.value.code == Code.UNREADABLE_ACTION
    assert str(caught.value).startswith(f"unreadable action {text!r}: ")


@pytest.mark.parametrize("face", [0, 7, 8, 9])
def test_a_face_that_no_die_has_is_unreadable(face):
    with pytest.raises(BadInput, match=rf"unreadable action 'red {face} in': a die shows 1 to 6, not {face}"):
        game().start(seed=1).play(f"red {face} in")


# Outcomes


@pytest.mark.parametrize("text", ["red 0", "red 7", "black 4", "red", "4", "red 4 4", "red -1", ""])
def test_an_outcome_must_be_the_next_colour_and_a_face(text):
    states = game().new()
    with pytest.raises(BadInput, match="expected 'red' and a number from 1 to 6") as caught:
        notation.read_outcome(game().box, states, text)
    assert caught.value.code == Code.UNREADABLE_ACTION


# Rolls


def test_a_roll_is_the_start_of_a_game():
    states = notation.read_roll(game().box, " R1336 k2245 b1556 ")
    assert notation.write_position(game().box, states) == "r- k- b- | r1336 k2245 b1556 | gold 0-0 | seat 1"


def test_a_roll_is_read_in_any_order_of_its_dice():
    box = game().box
    assert (
        notation.read_roll(box, "r6313 k5242 b5651").tobytes() == notation.read_roll(box, "r1336 k2245 b1556").tobytes()
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "dice '' are not like 'r1336 k2245 b1556'"),
        ("r1336 k2245", "dice 'r1336 k2245' are not like"),
        ("k2245 r1336 b1556", "are not like"),
        ("r133 k2245 b1556", "red has 4 dice, not 3"),
        ("r1336 k22455 b1556", "black has 4 dice, not 5"),
        ("r1336 k2245 b1557", "a die shows 1 to 6, not 7"),
        ("r1336 k2240 b1556", "a die shows 1 to 6, not 0"),
        ("r1336 k224x b1556", "are not like"),
    ],
)
def test_a_malformed_roll_is_answered_with_what_is_wrong(text, why):
    with pytest.raises(BadInput) as caught:
        notation.read_roll(game().box, text)
    assert caught.value.code == Code.UNREADABLE_POSITION
    assert str(caught.value).startswith(f"malformed roll {text!r}: ")
    assert why in str(caught.value)


# Positions


@pytest.mark.parametrize(
    "text",
    [
        "r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2",
        "r- k- b- | r1336 k2245 b1556 | gold 0-0 | seat 1",
        "r- k- b- | r1336 k22 b | gold 0-0 | rolling",
        "r3 k5 b1 | r k b | not r | gold 10-3 | over",
        "r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 1 | first 2",
    ],
)
def test_a_position_is_written_as_it_was_read(text):
    assert notation.write_position(game().box, read(text)) == text


def test_the_parts_after_the_dice_may_come_in_any_order():
    text = "r4 k- b7 | r36 k2245 b6 | seat 2 | gold 3-5 | not b"
    assert notation.write_position(game().box, read(text)) == "r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected 'barrels | dice | gold | seat'"),
        ("r4 k- b7 | r36 k2245 b6", "expected 'barrels | dice | gold | seat'"),
        ("r4 k7 | r36 k2245 b6 | gold 3-5 | seat 1", "barrels 'r4 k7' are not like 'r4 k- b7'"),
        ("r8 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2", "there is no level 8"),
        ("r0 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2", "there is no level 0"),
        (f"r{'1' * 5000} k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2", "are not like 'r4 k- b7'"),
        ("r4 k- b7 | r37 k2245 b6 | not b | gold 3-5 | seat 2", "a die shows 1 to 6, not 7"),
        ("r4 k- b7 | r33333 k2245 b6 | not b | gold 3-5 | seat 2", "red has 4 dice, not 5"),
        ("r4 k- b7 | 36 2245 6 | not b | gold 3-5 | seat 2", "are not like 'r1336 k2245 b1556'"),
        ("r4 k- b7 | r36 k2245 b6 | not g | gold 3-5 | seat 2", "unknown barrel 'g'"),
        ("r4 k- b7 | r36 k2245 b6 | not b | gold 3 | seat 2", "gold '3' is not like '3-5'"),
        ("r4 k- b7 | r36 k2245 b6 | not b | gold 3--5 | seat 2", "gold '3--5' is not like '3-5'"),
        (
            "r4 k- b7 | r36 k2245 b6 | not b | gold 3-169 | seat 2",
            "gold '3-169' is more than there can be, 168",
        ),
        ("r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 3", "it does not say whose turn it is"),
        ("r4 k- b7 | r36 k2245 b6 | not b | gold 3-5", "it does not say whose turn it is"),
        (
            "r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 1",
            "with 7 dice left it is not the turn of seat 1",
        ),
        ("r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2 | first 2", "it is not the turn of seat 2"),
        (
            "r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2 | first 3",
            "first '3' is not a number from 1 to 2",
        ),
        (
            "r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2 | first ²",
            "first '²' is not a number from 1 to 2",
        ),
        ("r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2 | moon 1", "unknown part 'moon 1'"),
        ("r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2 | gold", "'gold' is given twice"),
        ("r4 k- b7 | r36 k2245 b6 | not b | gold | seat 2", "unknown part 'gold'"),
        ("r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2 | gold 3-4", "'gold' is given twice"),
        ("r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2 | over", "'seat' is given twice"),
        ("r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2 | total 3-5", "unknown part 'total 3-5'"),
        ("r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | over", "the game is not over while dice are left"),
        ("r4 k- b7 | r36 k2245 b6 | gold 3-5 | seat 2", "there is one after the first turn"),
        (
            "r4 k- b7 | r36 k2245 b6 | not k | gold 3-5 | seat 2",
            "the barrel chosen in the turn before is in the mine",
        ),
        (
            "r4 k- b7 | r36 k224 b6 | not b | gold 3-5 | seat 1",
            "the black barrel is outside exactly while all 4",
        ),
        (
            "r4 k3 b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2",
            "the black barrel is outside exactly while all 4",
        ),
        ("r- k- b- | r1336 k2245 b1556 | gold 0-0 | rolling", "the dice are rolled before any barrel enters"),
        ("r1 k- b- | r136 k b | gold 0-0 | rolling", "the dice are rolled before any barrel enters"),
        ("r- k- b- | r136 k b | gold 0-1 | rolling", "the dice are rolled before any barrel enters"),
        ("r- k- b- | r136 k b | not r | gold 0-0 | rolling", "the dice are rolled before any barrel enters"),
        ("r- k- b- | r136 k2 b | gold 0-0 | rolling", "dice are rolled colour by colour: red, black, blue"),
    ],
)
def test_an_impossible_position_is_answered_with_what_is_wrong(text, why):
    with pytest.raises(BadInput) as caught:
        read(text)
    assert caught.value.code == Code.UNREADABLE_POSITION
    assert str(caught.value).startswith(f"unreadable position {text!r}: ")
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("options", "match_part", "why"),
    [
        ({"games": 3}, "game 4 | first 1 | points 3-3 | total 0-0", "game '4' is not a number from 1 to 3"),
        ({"games": 3}, "game 2 | first 1 | points 0-0 | total 0-0", "1 finished games bring 2 points, not 0"),
        (
            {"games": 3},
            "game 1 | first 1 | points 0-0 | total 3-4",
            "added to the total when a game is finished",
        ),
        ({"nuggets": 9}, "game 2 | first 1 | points 1-1 | total 9-9", "the match is over"),
        (
            {"nuggets": 9},
            "game 101 | first 1 | points 1-1 | total 1-1",
            "game '101' is not a number from 1 to 100",
        ),
    ],
)
def test_the_numbers_of_a_match_must_fit_together(options, match_part, why):
    with pytest.raises(BadInput, match=why):
        read(f"r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2 | {match_part}", **options)


def test_a_match_is_not_over_before_its_last_game():
    with pytest.raises(BadInput, match="the match is not over yet"):
        read("r4 k1 b7 | r k b | not b | gold 3-5 | over | game 2 | first 2 | points 2-2 | total 8-8", games=3)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="rkb-0123456789² |notgldsea\n\0é", max_size=60) | st.text(max_size=30))
def test_no_text_breaks_the_reader_of_positions(text):
    with pytest.raises(BadInput):
        read(text)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(MIDDLE) - 1), st.characters())
def test_a_damaged_position_is_refused_or_is_another_position(place, character):
    text = MIDDLE[:place] + character + MIDDLE[place + 1 :]
    try:
        states = read(text)
    except BadInput as error:
        message = str(error)
        assert "\n" not in message
    else:
        assert read(notation.write_position(game().box, states)).tobytes() == states.tobytes()


# Views


def test_a_view_has_everything_that_lies_on_the_table():
    match = game().start(position="r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2")
    assert msgspec.json.decode(msgspec.json.encode(match.seen())) == {
        "levels": [{"level": level, "gold": level} for level in range(1, 8)],
        "faces": 6,
        "dice_per_colour": 4,
        "dice": {"red": [3, 6], "black": [2, 2, 4, 5], "blue": [6]},
        "barrels": {"red": 4, "black": None, "blue": 7},
        "banned": "blue",
        "gold": [3, 5],
        "trips_left": 7,
        "first": 0,
        "is_rolling": False,
        "is_over": False,
        "match": {"game": 1, "games": 1, "nuggets": 0, "points": [0, 0], "total": [0, 0]},
    }


@pytest.mark.parametrize(
    ("text", "is_rolling", "is_over"),
    [
        ("r- k- b- | r136 k b | gold 0-0 | rolling", True, False),
        ("r3 k5 b1 | r k b | not r | gold 1-3 | over", False, True),
    ],
)
def test_a_view_says_where_the_game_stands(text, is_rolling, is_over):
    shown = views.view(game().box, read(text))
    assert (shown.is_rolling, shown.is_over) == (is_rolling, is_over)
    assert read(text)["to_act"][0] == (CHANCE if is_rolling else OVER)


def test_a_path_is_a_die_and_the_level_where_its_barrel_stops():
    match = game().start(position="r4 k- b7 | r36 k2245 b6 | not b | gold 3-5 | seat 2")
    assert {action.text: action.path for action in match.actions()} == {
        "red 3 up": ("die:red:3", "level:1"),
        "red 3 down": ("die:red:3", "level:7"),
        "black 2 in": ("die:black:2", "level:2"),
        "black 4 in": ("die:black:4", "level:4"),
        "black 5 in": ("die:black:5", "level:5"),
    }


def test_the_path_of_a_discard_ends_in_the_case():
    match = game().start(position="r4 k4 b2 | r66 k b | not r | gold 0-0 | seat 1")
    assert [action.path for action in match.actions()] == [("die:red:6", "case")]
