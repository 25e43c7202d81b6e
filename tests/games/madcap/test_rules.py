"""Madcap, rule by rule: the numbers are those of RULES.md, positions are in notation.

Match play (R7) has a file of its own, test_match_play.py.
"""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from random import Random

import msgspec
import numpy as np
import pytest

import motherlode
from motherlode.core.contract import CHANCE, NOBODY
from motherlode.core.errors import BadInput, Code, IllegalAction
from motherlode.core.streams import below, make_streams, pick
from motherlode.games.madcap.kernels import draw_face, roll_number
from motherlode.games.madcap.reasons import Why

from .reference import DOWN, UP, Elevator, Madcap


@cache
def game(**options):
    return motherlode.game("madcap", **options)


def at(position):
    return game().start(position=position)


def legal(match):
    return [action.text for action in match.actions()]


def refused(match, action):
    """The number of the rule that bars the action, and the line that says so; nothing has changed."""
    before = match.position.tobytes(), len(match.log)
    with pytest.raises(IllegalAction) as caught:
        match.play(action)
    assert caught.value.code == Code.ILLEGAL_ACTION
    assert (match.position.tobytes(), len(match.log)) == before
    return caught.value.rule, str(caught.value)


def seen(match):
    """What a client would be sent."""
    return msgspec.json.decode(msgspec.json.encode(match.seen()))


def barrels(match):
    return seen(match)["barrels"]


def gold(match):
    return seen(match)["gold"]


def dice(match):
    return seen(match)["dice"]


def rolled(*faces):
    """A match whose dice fell like this: red, black, blue."""
    return game().start(seed=0, script=[face - 1 for face in faces])


# R1 Set-up


def test_r1_1_the_mine_holds_one_nugget_more_on_each_level_down():
    mine = game().start(seed=1).seen().levels
    assert [(row.level, row.gold) for row in mine] == [(number, number) for number in range(1, 8)]


def test_r1_1_barrels_begin_outside_and_nobody_has_gold():
    match = game().start(seed=1)
    assert barrels(match) == {"red": None, "black": None, "blue": None}
    assert gold(match) == [0, 0]


def test_r1_1_a_new_position_is_whole_whatever_was_in_memory():
    states = np.frombuffer(bytearray(b"\x55" * game().new().nbytes), game().spec.state)
    game().entries.setup(game().box, states, 0)
    fields = {name: states[name][0].tolist() for name in states.dtype.names}
    assert (fields.pop("to_act"), fields.pop("banned"), fields.pop("left")) == (CHANCE, NOBODY, 12)
    assert not any(np.any(value) for value in fields.values()), fields


def test_r1_2_four_dice_of_each_colour_are_rolled_red_then_black_then_blue():
    match = game().start(seed=1)
    assert [entry.text.split()[0] for entry in match.log] == ["red"] * 4 + ["black"] * 4 + ["blue"] * 4
    assert [len(faces) for faces in dice(match).values()] == [4, 4, 4]


def test_r1_2_each_face_is_equally_likely():
    states = game().new()
    for _ in range(12):
        assert game().chance(states) == [(face, 1) for face in range(6)]
        game().apply(states, 0)
    assert game().chance(states) == []


def test_r1_2_a_die_cannot_show_a_seven():
    with pytest.raises(BadInput, match="scripted outcome 6 at step 3 is impossible"):
        rolled(1, 2, 3, 7)


def test_r1_2_the_dice_are_not_rolled_again():
    match = rolled(1, 3, 3, 6, 2, 2, 4, 5, 1, 5, 5, 6)
    assert dice(match) == {"red": [1, 3, 3, 6], "black": [2, 2, 4, 5], "blue": [1, 5, 5, 6]}
    while not match.is_over:
        match.play(match.actions()[-1])
    assert [entry.actor for entry in match.log].count(CHANCE) == 12


def test_r1_3_seat_1_has_the_first_turn():
    assert all(game().start(seed=seed).to_act == 0 for seed in range(20))


# R2 Moving


def test_r2_1_the_barrel_of_the_die_travels_and_the_die_is_gone():
    match = at("r3 k2 b5 | r12 k45 b13 | not k | gold 0-0 | seat 1")
    match.play("red 2 down")
    assert barrels(match) == {"red": 5, "black": 2, "blue": 5}
    assert dice(match) == {"red": [1], "black": [4, 5], "blue": [1, 3]}
    assert match.to_act == 1


def test_r2_1_a_die_that_is_not_left_cannot_be_chosen():
    match = at("r3 k2 b5 | r12 k45 b13 | not k | gold 0-0 | seat 1")
    rule, why = refused(match, "red 3 up")
    assert rule == "R2.1"
    assert why == (
        "illegal action 'red 3 up': no red die shows 3, in 'r3 k2 b5 | r12 k45 b13 | not k | gold 0-0 | seat 1'"
    )


def test_r2_1_there_are_72_actions_and_none_while_dice_are_rolled_or_after_the_game():
    match = at("r4 k3 b2 | r6 k b | not b | gold 0-0 | seat 2")
    before = match.position
    match.play("red 6 discard")
    for states, actions in ((before, (-1, 72)), (game().new(), range(-1, 73)), (match.position, range(-1, 73))):
        found = {game().entries.refuse(game().box, states, 0, action) for action in actions}
        assert found == {Why.NO_SUCH_ACTION}
    assert game().refuse(before, 0) == game().refuse(before, 71) == Why.NO_SUCH_DIE


def test_r2_1_the_last_die_must_be_chosen_too():
    match = at("r3 k2 b5 | r k b1 | not k | gold 0-0 | seat 2")
    assert legal(match) == ["blue 1 up", "blue 1 down"]


def test_r2_1_a_seat_cannot_pass():
    match = at("r3 k2 b5 | r k b1 | not b | gold 0-0 | seat 2")
    assert legal(match) == ["blue 1 up", "blue 1 down"]
    with pytest.raises(BadInput, match="unreadable action 'pass'"):
        match.play("pass")


@pytest.mark.parametrize(("text", "level"), [("red 2 up", 2), ("red 2 down", 6)])
def test_r2_2_up_is_towards_level_1_and_down_towards_level_7(text, level):
    match = at("r4 k1 b7 | r2 k12 b1 | not k | gold 0-0 | seat 1")
    match.play(text)
    assert barrels(match)["red"] == level


@pytest.mark.parametrize("face", range(1, 7))
def test_r2_3_a_barrel_outside_enters_on_the_level_of_its_die(face):
    match = rolled(face, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)
    match.play(f"red {face} in")
    assert barrels(match) == {"red": face, "black": None, "blue": None}


def test_r2_3_a_barrel_outside_has_no_other_choice():
    match = rolled(4, 4, 4, 4, 2, 2, 2, 2, 3, 3, 3, 3)
    assert legal(match) == ["red 4 in", "black 2 in", "blue 3 in"]
    rule, why = refused(match, "red 4 down")
    assert rule == "R4.4"
    assert "it enters on the level of its die" in why


def test_r2_3_from_then_on_it_can_be_sent_up_or_down():
    match = rolled(4, 3, 3, 3, 2, 2, 2, 2, 3, 3, 3, 3)
    for text in ("red 4 in", "black 2 in"):
        match.play(text)
    assert [text for text in legal(match) if text.startswith("red")] == ["red 3 up", "red 3 down"]
    with pytest.raises(BadInput, match="the red barrel is in the mine"):
        match.play("red 3 in")


def test_r2_4_equal_dice_are_one_action():
    match = rolled(4, 4, 4, 4, 2, 2, 5, 5, 1, 3, 3, 3)
    assert legal(match) == ["red 4 in", "black 2 in", "black 5 in", "blue 1 in", "blue 3 in"]


def test_r2_4_choosing_one_of_two_equal_dice_leaves_the_other():
    match = rolled(4, 4, 4, 4, 2, 2, 5, 5, 1, 3, 3, 3)
    match.play("black 5 in")
    assert dice(match)["black"] == [2, 2, 5]


# R3 The ban


def test_r3_1_the_barrel_of_the_turn_before_is_banned():
    match = at("r3 k2 b5 | r12 k45 b13 | not k | gold 0-0 | seat 1")
    rule, why = refused(match, "black 4 down")
    assert rule == "R3.1"
    assert why == (
        "illegal action 'black 4 down': the opponent chose the black barrel in the turn before, and another can move, "
        "in 'r3 k2 b5 | r12 k45 b13 | not k | gold 0-0 | seat 1'"
    )
    assert not any(text.startswith("black") for text in legal(match))


def test_r3_1_the_ban_follows_what_was_chosen():
    match = at("r3 k2 b5 | r12 k45 b13 | not k | gold 0-0 | seat 1")
    match.play("red 1 up")
    assert refused(match, "red 2 down")[0] == "R3.1"
    match.play("black 4 down")
    match.play("red 2 down")
    assert barrels(match)["red"] == 4


def test_r3_1_only_the_turn_just_before_counts():
    match = at("r3 k2 b5 | r12 k45 b13 | not k | gold 0-0 | seat 1")
    match.play("red 1 up")
    match.play("blue 1 up")
    assert {text.split()[0] for text in legal(match)} == {"red", "black"}


def test_r3_2_the_banned_barrel_moves_if_no_other_has_dice():
    match = at("r3 k2 b5 | r12 k b | not r | gold 0-0 | seat 1")
    assert legal(match) == ["red 1 up", "red 1 down", "red 2 up", "red 2 down"]


def test_r3_2_the_banned_barrel_moves_if_no_other_can_move():
    match = at("r3 k4 b4 | r1 k66 b6 | not r | gold 0-0 | seat 1")
    assert legal(match) == ["red 1 up", "red 1 down"]
    match.play("red 1 up")
    assert barrels(match)["red"] == 2


def test_r3_2_a_single_move_of_another_barrel_keeps_the_ban():
    match = at("r3 k4 b4 | r1 k66 b2 | not r | gold 0-0 | seat 1")
    assert legal(match) == ["blue 2 up", "blue 2 down"]
    assert refused(match, "red 1 up")[0] == "R3.1"


def test_r3_3_every_barrel_may_be_chosen_in_the_first_turn():
    match = rolled(1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)
    assert legal(match) == ["red 1 in", "black 2 in", "blue 3 in"]
    assert match.view().position.banned is None


def test_r3_3_the_second_turn_has_a_ban():
    match = rolled(1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)
    match.play("red 1 in")
    assert legal(match) == ["black 2 in", "blue 3 in"]


def test_r3_3_the_first_turn_of_the_next_game_has_none_either():
    match = game(games=2).start(seed=3)
    while match.view().position.match.game == 1:
        match.play(match.actions()[0])
    assert match.view().position.banned is None
    assert {text.split()[0] for text in legal(match)} == {"red", "black", "blue"}


# R4 The bounce


@pytest.mark.parametrize(
    ("start", "text", "stop"),
    [(2, "red 4 up", 4), (1, "red 1 up", 2), (6, "red 4 down", 4), (7, "red 1 down", 6), (1, "red 6 up", 7)],
)
def test_r4_1_a_barrel_turns_at_the_end_of_the_mine(start, text, stop):
    match = at(f"r{start} k4 b4 | r{text.split()[1]} k12 b1 | not k | gold 0-0 | seat 1")
    match.play(text)
    assert barrels(match)["red"] == stop


def test_r4_1_a_barrel_that_reaches_the_end_exactly_does_not_turn():
    match = at("r5 k1 b1 | r24 k1 b1 | not k | gold 0-0 | seat 1")
    match.play("red 2 down")
    assert barrels(match)["red"] == 7


def test_r4_2_the_rulebooks_example_6_down_5_stops_on_3():
    match = at("r6 k2 b2 | r5 k12 b1 | not k | gold 0-0 | seat 1")
    match.play("red 5 down")
    assert barrels(match)["red"] == 3


def test_r4_2_the_rulebooks_example_6_up_5_stops_on_1():
    match = at("r6 k2 b2 | r5 k12 b1 | not k | gold 0-0 | seat 1")
    match.play("red 5 up")
    assert barrels(match)["red"] == 1


@pytest.mark.parametrize("levels", range(2, 13))
def test_r4_2_every_stop_is_found_by_counting_level_by_level_with_one_turn_at_most(levels):
    faces = min(8, levels - 1)
    box = game(levels=levels, faces=faces, gold=tuple(range(1, levels + 1))).box[0]
    for level, face in product(range(1, levels + 1), range(1, faces + 1)):
        for number, way in enumerate((UP, DOWN)):
            path = [level] + [Elevator(levels).travel(level, pips, way) for pips in range(1, face + 1)]
            assert box.stop[number, level, face] == path[-1]
            turns = sum(a == c for a, c in zip(path, path[2:], strict=False))
            turns += path[1] != level + (-1 if way == UP else 1)
            assert turns <= 1


def test_r4_3_the_rulebooks_example_black_on_5_with_a_4_goes_up_only():
    match = at("r1 k5 b2 | r12 k4 b2 | not r | gold 0-0 | seat 1")
    assert [text for text in legal(match) if text.startswith("black")] == ["black 4 up"]


def test_r4_3_a_barrel_may_not_stop_where_it_started():
    match = at("r1 k5 b2 | r12 k4 b2 | not r | gold 0-0 | seat 1")
    rule, why = refused(match, "black 4 down")
    assert rule == "R4.3"
    assert why == (
        "illegal action 'black 4 down': the barrel would stop on level 5, where it started, "
        "in 'r1 k5 b2 | r12 k4 b2 | not r | gold 0-0 | seat 1'"
    )


@pytest.mark.parametrize(
    ("level", "dead", "alive"),
    [
        (2, "red 2 up", "red 2 down"),
        (3, "red 4 up", "red 4 down"),
        (5, "red 4 down", "red 4 up"),
        (6, "red 2 down", "red 2 up"),
    ],
)
def test_r4_3_dead_in_one_direction(level, dead, alive):
    match = at(f"r{level} k1 b1 | r{dead.split()[1]} k13 b3 | not k | gold 0-0 | seat 1")
    assert refused(match, dead)[0] == "R4.3"
    assert [text for text in legal(match) if text.startswith("red")] == [alive]


def test_r4_3_a_6_from_level_4_is_dead_in_both_directions():
    match = at("r4 k1 b1 | r6 k13 b3 | not k | gold 0-0 | seat 1")
    assert refused(match, "red 6 up")[0] == refused(match, "red 6 down")[0] == "R4.3"
    assert not any(text.startswith("red") for text in legal(match))


def test_r4_3_nothing_else_is_dead():
    dead = set()
    for level, face, way in product(range(1, 8), range(1, 7), ("up", "down")):
        match = at(f"r{level} k4 b4 | r{face} k12 b3 | not k | gold 0-0 | seat 1")
        try:
            match.play(f"red {face} {way}")
        except IllegalAction as error:
            dead.add((level, way, face, error.rule))
    assert {case[:3] for case in dead} == {
        (2, "up", 2),
        (3, "up", 4),
        (5, "down", 4),
        (6, "down", 2),
        (4, "up", 6),
        (4, "down", 6),
    }
    assert {case[3] for case in dead} == {"R4.3"}


@pytest.mark.parametrize(("level", "stop"), [(1, 7), (2, 6), (3, 5), (5, 3), (6, 2), (7, 1)])
def test_r4_4_two_directions_that_stop_on_the_same_level_are_one_action(level, stop):
    match = at(f"r{level} k4 b4 | r6 k12 b3 | not k | gold 0-0 | seat 1")
    assert [text for text in legal(match) if text.startswith("red")] == [f"red 6 {'down' if level == 1 else 'up'}"]
    for text in ("red 6", "red 6 up", "red 6 down"):
        match.play(text)
        assert barrels(match)["red"] == stop
        match.undo(0)


@pytest.mark.parametrize(("level", "word"), [(1, "down"), (7, "up")])
def test_r4_4_from_the_ends_of_the_mine_there_is_one_way_for_every_die(level, word):
    match = at(f"r{level} k4 b4 | r123 k1 b | not k | gold 0-0 | seat 1")
    assert legal(match) == [f"red {face} {word}" for face in (1, 2, 3)]


def test_r4_4_the_second_number_of_the_same_move_is_refused():
    match = at("r3 k4 b4 | r6 k12 b3 | not k | gold 0-0 | seat 1")
    (only,) = [action.id for action in match.actions() if action.text == "red 6 up"]
    rule, why = refused(match, only + 1)
    assert rule == "R4.4"
    assert "up and down are the same here: they are one action" in why


# R5 The discard


def test_r5_1_a_die_is_discarded_when_nothing_can_move():
    match = at("r4 k4 b2 | r66 k6 b | not b | gold 0-0 | seat 2")
    assert legal(match) == ["red 6 discard", "black 6 discard"]


def test_r5_1_it_happens_to_the_last_die_too():
    match = at("r4 k3 b2 | r6 k b | not b | gold 5-4 | seat 2")
    assert legal(match) == ["red 6 discard"]
    match.play("red 6")
    assert match.is_over
    assert match.scores == [5, 4]


def test_r5_1_so_is_an_eight_where_dice_show_it():
    wide = game(levels=9, faces=8, gold=tuple(range(1, 10)))
    match = wide.start(position="r5 k5 b2 | r8 k b | not b | gold 0-0 | seat 2")
    assert legal(match) == ["red 8 discard"]
    match.play("red 8 discard")
    assert match.is_over


def test_r5_1_one_barrel_that_can_move_is_enough_to_bar_it():
    match = at("r4 k4 b2 | r66 k6 b1 | not r | gold 0-0 | seat 1")
    assert legal(match) == ["blue 1 up", "blue 1 down"]


def test_r5_2_a_die_of_another_colour_than_the_banned_is_discarded():
    match = at("r4 k4 b2 | r66 k6 b | not r | gold 0-0 | seat 2")
    assert legal(match) == ["black 6 discard"]
    rule, why = refused(match, "red 6 discard")
    assert rule == "R5.2"
    assert "a die of another colour must be discarded first" in why


def test_r5_2_the_banned_colour_is_discarded_if_no_other_is_left():
    match = at("r4 k4 b2 | r66 k b | not r | gold 0-0 | seat 1")
    assert legal(match) == ["red 6 discard"]


def test_r5_3_a_dead_die_is_not_discarded_while_another_barrel_can_move():
    match = at("r4 k4 b2 | r66 k6 b1 | not r | gold 0-0 | seat 1")
    rule, why = refused(match, "black 6 discard")
    assert rule == "R5.3"
    assert "a die may not be discarded while a barrel can move" in why


def test_r5_3_a_dead_die_is_not_discarded_while_the_banned_barrel_can_move():
    match = at("r4 k4 b2 | r66 k6 b1 | not b | gold 0-0 | seat 1")
    assert refused(match, "red 6 discard")[0] == "R5.3"
    assert legal(match) == ["blue 1 up", "blue 1 down"]


def test_r5_3_a_dead_6_is_not_discarded_while_another_6_can_move():
    match = at("r4 k3 b2 | r6 k6 b | not b | gold 0-0 | seat 1")
    assert refused(match, "red 6 discard")[0] == "R5.3"
    assert legal(match) == ["black 6 up"]


def test_r5_3_a_dead_die_is_not_discarded_while_its_own_barrel_can_move():
    match = at("r4 k4 b2 | r16 k6 b6 | not k | gold 0-0 | seat 1")
    assert refused(match, "red 6 discard")[0] == "R5.3"


def test_r5_3_nor_is_a_die_that_can_move():
    match = at("r4 k4 b2 | r16 k6 b6 | not k | gold 0-0 | seat 1")
    assert refused(match, "red 1 discard")[0] == "R5.3"


def test_r5_4_a_discard_moves_nothing_and_explodes_nothing():
    match = at("r4 k4 b2 | r66 k6 b | not b | gold 3-5 | seat 2")
    match.play("red 6 discard")
    assert barrels(match) == {"red": 4, "black": 4, "blue": 2}
    assert gold(match) == [3, 5]


def test_r5_4_the_turn_counts_and_the_colour_is_banned():
    match = at("r4 k4 b2 | r66 k6 b | not b | gold 3-5 | seat 2")
    match.play("red 6 discard")
    assert match.view().position.banned == "red"
    assert match.view().position.trips_left == 2
    assert match.to_act == 0
    assert legal(match) == ["black 6 discard"]


# R6 Explosions and the end


def test_r6_1_the_rulebooks_example_of_4_nuggets():
    match = at("r4 k2 b1 | r13 k2 b1 | not b | gold 0-0 | seat 1")
    match.play("black 2 down")
    assert gold(match) == [4, 0]
    assert match.story()[-1] == "Player 1 sends the black barrel down 2 to level 4: BOOM! 4 nuggets."


def test_r6_1_no_barrel_there_no_gold():
    match = at("r4 k2 b1 | r13 k1 b1 | not b | gold 0-0 | seat 1")
    match.play("black 1 down")
    assert gold(match) == [0, 0]


def test_r6_1_the_gold_goes_to_who_sent_the_barrel():
    match = at("r1 k2 b7 | r1 k b | not k | gold 10-0 | seat 2")
    match.play("red 1 down")
    assert match.scores == [10, 2]


def test_r6_2_the_rulebooks_example_of_14_nuggets():
    match = at("r1 k7 b7 | r6 k1 b12 | not b | gold 0-0 | seat 1")
    match.play("red 6 down")
    assert gold(match) == [14, 0]
    assert match.story()[-1] == "Player 1 sends the red barrel down 6 to level 7: BOOM-BOOM! 14 nuggets."


def test_r6_3_passing_a_barrel_does_nothing():
    match = at("r2 k3 b4 | r3 k1 b12 | not b | gold 0-0 | seat 1")
    match.play("red 3 down")
    assert gold(match) == [0, 0]


def test_r6_3_passing_one_on_the_way_back_does_nothing():
    match = at("r6 k7 b4 | r5 k1 b12 | not b | gold 0-0 | seat 1")
    match.play("red 5 down")
    assert barrels(match)["red"] == 3
    assert gold(match) == [0, 0]


def test_r6_3_barrels_stay_and_can_explode_again():
    match = at("r4 k2 b1 | r2 k2 b36 | not b | gold 0-0 | seat 1")
    match.play("black 2 down")
    assert barrels(match) == {"red": 4, "black": 4, "blue": 1}
    match.play("blue 3 down")
    assert gold(match) == [4, 8]


def test_r6_3_leaving_a_level_explodes_nothing():
    match = at("r4 k4 b1 | r2 k2 b36 | not b | gold 0-0 | seat 1")
    match.play("black 2 down")
    assert gold(match) == [0, 0]


@pytest.mark.parametrize(("nuggets", "winners"), [("5-4", [0]), ("4-5", [1]), ("4-4", [0, 1])])
def test_r6_4_the_richer_player_wins_and_a_tie_is_a_draw(nuggets, winners):
    match = at(f"r4 k3 b2 | r6 k b | not b | gold {nuggets} | seat 2")
    assert match.winners == []
    match.play("red 6 discard")
    assert match.winners == winners
    assert match.conclusion.startswith("A draw" if len(winners) == 2 else f"Player {winners[0] + 1} wins")


def test_r6_5_a_game_takes_12_turns_6_for_each_player():
    for seed in range(20):
        match = game().start(seed=seed)
        while not match.is_over:
            match.play(match.actions()[seed % len(match.actions())])
        turns = [entry.actor for entry in match.log if entry.actor != CHANCE]
        assert turns == [0, 1] * 6


def test_r6_5_nothing_is_played_after_the_last_die():
    match = at("r4 k3 b2 | r6 k b | not b | gold 0-0 | seat 2")
    match.play("red 6 discard")
    assert match.actions() == []
    with pytest.raises(IllegalAction, match="the match is over: A draw, 0-0 nuggets") as caught:
        match.play("red 6 discard")
    assert caught.value.code == Code.MATCH_OVER


def test_r6_5_thirty_nuggets_are_no_limit():
    match = at("r1 k7 b7 | r6 k1 b12 | not b | gold 25-2 | seat 1")
    match.play("red 6 up")
    assert not match.is_over
    assert gold(match) == [39, 2]


def test_r6_6_a_barrel_that_enters_where_another_stands_explodes():
    match = rolled(4, 1, 1, 1, 4, 2, 2, 2, 4, 3, 3, 3)
    match.play("red 4 in")
    match.play("black 4 in")
    assert gold(match) == [0, 4]
    match.play("blue 4 in")
    assert gold(match) == [8, 4]


def test_r6_6_barrels_outside_are_not_together():
    match = rolled(4, 1, 1, 1, 4, 2, 2, 2, 4, 3, 3, 3)
    match.play("red 4 in")
    assert gold(match) == [0, 0]


# R8 For designers


def test_r8_1_levels_dice_faces_and_gold_may_be_changed():
    small = motherlode.game("madcap", levels=5, dice=2, faces=3, gold=[2, 0, 9, 1, 4])
    match = small.start(position="r3 k5 b3 | r2 k1 b1 | not k | gold 0-0 | seat 2")
    assert [text for text in legal(match) if text.startswith("red")] == ["red 2 up", "red 2 down"]
    match.play("red 2 down")
    assert gold(match) == [0, 4]
    assert match.view().position.trips_left == 2


def test_r8_1_the_game_takes_as_many_turns_as_there_are_dice():
    for dice_per_colour in range(1, 7):
        match = game(dice=dice_per_colour).start(seed=5)
        while not match.is_over:
            match.play(match.actions()[0])
        assert len(match.log) == 6 * dice_per_colour


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("levels", {"levels": 13}),
        ("levels", {"levels": 1}),
        ("dice", {"dice": 7}),
        ("dice", {"dice": 0}),
        ("faces", {"faces": 9}),
        ("faces", {"faces": 0}),
        ("gold", {"gold": [1, 2, 3]}),
        ("gold", {"gold": [1, 2, 3, 4, 5, 6, 51]}),
        ("gold", {"gold": [1, 2, 3, 4, 5, 6, -1]}),
        ("games", {"games": 0}),
        ("games", {"games": 101}),
        ("nuggets", {"nuggets": 1001}),
    ],
)
def test_r8_1_numbers_out_of_range_are_refused_by_name(field, options):
    with pytest.raises(BadInput, match=rf"^bad option {field}=") as caught:
        motherlode.game("madcap", **options)
    assert caught.value.code == Code.BAD_OPTION


def test_r8_2_a_die_has_fewer_faces_than_the_mine_has_levels():
    assert motherlode.game("madcap", levels=9, faces=8, gold=[1] * 9).box[0].faces == 8
    with pytest.raises(BadInput, match=r"^bad option faces=7: must be below levels, which is 7, in madcap$"):
        motherlode.game("madcap", faces=7)


# R8.3: the smallest boxes are solved here by brute force over the twin, roll by roll.


def best_margin(twin_of, roll):
    """The margin of the seat to act under perfect play, by trying everything."""

    def value(line):
        twin = twin_of()
        for face in roll:
            twin.roll(face)
        for action in line:
            twin.play(action)
        if twin.is_over:
            return 0
        best = None
        seat, before = twin.seat, list(twin.gold)
        for action in twin.legal():
            after = value_after(line, action, seat, before)
            best = after if best is None else max(best, after)
        return best

    def value_after(line, action, seat, before):
        twin = twin_of()
        for face in roll:
            twin.roll(face)
        for played in (*line, action):
            twin.play(played)
        return twin.gold[seat] - before[seat] - value((*line, action))

    return value(())


FAIR_BOX = {"levels": 4, "faces": 3, "dice": 1, "gold": (1, 2, 3, 4)}


@cache
def drawn_rolls():
    return {
        roll
        for roll in product(range(1, 4), repeat=3)
        if best_margin(lambda: Madcap(levels=4, faces=3, dice=1), roll) == 0
    }


def test_r8_3_only_rolls_that_are_a_draw_under_perfect_play_are_rolled():
    fair = game(**FAIR_BOX, fair_rolls=True)
    assert 0 < len(drawn_rolls()) < 27
    seen = set()
    for seed in range(60):
        match = fair.start(seed=seed)
        seen.add(tuple(entry.action + 1 for entry in match.log))
    assert seen == drawn_rolls()


def test_r8_3_fair_rolls_are_as_likely_among_themselves_as_with_real_dice():
    fair = game(**FAIR_BOX, fair_rolls=True)
    chances = {}

    def roll_on(states, faces, numerator, denominator):
        outcomes = fair.chance(states)
        if not outcomes:
            chances[faces] = numerator / denominator
        for outcome, weight in outcomes:
            copy = states.copy()
            fair.apply(copy, outcome)
            total = sum(weight for _, weight in outcomes)
            roll_on(copy, (*faces, outcome + 1), numerator * weight, denominator * total)

    roll_on(fair.new(), (), 1, 1)
    assert chances.keys() == drawn_rolls()
    assert set(chances.values()) == {1 / len(drawn_rolls())}


def test_r8_3_the_order_of_colours_makes_no_roll_unfair():
    assert all(order in drawn_rolls() for roll in drawn_rolls() for order in permutations(roll))


def test_r8_3_without_the_option_unfair_rolls_are_rolled_too():
    usual = game(**FAIR_BOX)
    seen = {tuple(entry.action for entry in usual.start(seed=seed).log) for seed in range(300)}
    assert len(seen) == 27


def test_r8_3_the_rulebooks_game_has_fair_rolls():
    fair = game(fair_rolls=True)
    from motherlode.games.madcap import solver

    for seed in range(5):
        match = fair.start(seed=seed)
        assert solver.solve(fair.box, match.position).value == 0


def marked_box(source):
    """Two dice of three faces, with some rolls marked as fair at random; and these in the order in which they fall."""
    box = game(levels=4, faces=3, dice=2, gold=(1, 2, 3, 4)).box.copy()
    box["fair_rolls"], box["fair"] = 1, [source.randrange(256) for _ in box["fair"][0]]
    rolls = box["roll_dice"][0, : int(box["num_rolls"][0]), :3].tolist()
    triples = sorted(combinations_with_replacement(range(len(rolls)), 3), key=lambda numbers: numbers[::-1])
    fair = []
    box["fair_red"] = 0
    for faces in product(range(3), repeat=6):
        colours = faces[:2], faces[2:4], faces[4:]
        numbers = [rolls.index([dice.count(face) for face in range(3)]) for dice in colours]
        bit = triples.index(tuple(sorted(numbers)))
        if box["fair"][0, bit // 8] >> bit % 8 & 1:
            fair.append(faces)
            box["fair_red"][0, numbers[0]] += colours[0] == tuple(sorted(colours[0]))  # of one order of the red dice
    return box, fair


def test_r8_3_a_face_weighs_as_many_as_the_fair_rolls_that_begin_like_this():
    source = Random(3)
    box, fair = marked_box(source)
    ruleset = game(levels=4, faces=3, dice=2, gold=(1, 2, 3, 4))
    for faces in source.sample(fair, 12):
        states = ruleset.new()
        for number, face in enumerate(faces):
            counts = Counter(roll[number] for roll in fair if roll[:number] == faces[:number])
            outcomes, weights = np.full(8, 99, np.int32), np.full(8, 99)
            count = ruleset.entries.chance(box, states, 0, outcomes, weights)
            assert dict(zip(outcomes[:count].tolist(), weights[:count].tolist(), strict=True)) == counts
            assert outcomes[:count].tolist() == sorted(counts)
            random, again = make_streams(number), make_streams(number)
            drawn = draw_face(box, states, 0, random, 0, np.full(8, 99, np.int32), np.full(8, 99))
            assert drawn == outcomes[pick(again, 0, weights, count)]
            ruleset.entries.apply(box, states, 0, face)


@pytest.mark.parametrize("numbers", [{}, {"levels": 9, "faces": 8, "dice": 1, "gold": (1,) * 9}], ids=str)
def test_r8_3_every_roll_of_a_colour_is_known_by_its_number(numbers):
    found = game(**numbers)
    states = found.new()
    for number in range(int(found.box[0].num_rolls)):
        states[0].dice[1] = found.box[0].roll_dice[number]
        assert roll_number(found.box[0], states[0], 1) == number


def test_r1_2_a_face_is_drawn_as_all_faces_are_equally_likely():
    drawn = []
    random, again = make_streams(5), make_streams(5)
    boxes = np.concatenate([game().box, np.zeros_like(game().box)])  # only the first counts
    for _ in range(40):
        drawn.append(draw_face(boxes, game().new(), 0, random, 0, np.zeros(8, np.int32), np.zeros(8, int)))
        assert drawn[-1] == below(again, 0, 6)
    assert set(drawn) == set(range(6))
