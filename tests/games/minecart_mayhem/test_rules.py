"""Minecart Mayhem, rule by rule: the numbers are those of RULES.md, positions are in notation."""

from functools import cache

import msgspec
import numpy as np
import pytest

import motherlode
from motherlode.core.contract import CHANCE, How
from motherlode.core.errors import BadInput, Code, IllegalAction
from motherlode.core.streams import make_streams
from motherlode.games.minecart_mayhem import kernels
from motherlode.games.minecart_mayhem.reasons import Why

TWO = "lane 1 rows 1-7 cart 1 at 4 | lane 2 rows 1-7 cart 2 at 4"
THREE = f"{TWO} | lane 3 rows 1-7 cart 3 at 4"
FOUR = f"{THREE} | lane 4 rows 1-7 cart 4 at 4"
DIGEST_OF_TWO = "513d58d18823bdcb"  # of records before there was a game for two
KINDS = ("rail", "dynamite", "stalactite", "rocket", "double", "swap")


@cache
def game(seats=2, **options):
    return motherlode.game("minecart_mayhem", seats, **options)


def at(position, *rolls, seats=2, draws=(), **options):
    """A match from a position; chance rolls these numbers, then draws these kinds, then what it likes."""
    script = [number - 1 for number in rolls] + [KINDS.index(kind) for kind in draws]
    return game(seats, **options).start(seed=1, position=position, script=script)


def begun(*lanes, seats=2, **options):
    """A match from the start, with lanes chosen."""
    match = game(seats, **options).start(seed=1)
    for lane in lanes:
        match.play(f"lane {lane}")
    return match


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


def table(match, seat=None):
    """What a client would be sent."""
    return msgspec.json.decode(msgspec.json.encode(match.seen(seat)))


def lane(match, number):
    return table(match)["lanes"][number - 1]


def rows(match, number):
    """The rows of a lane that have a rail."""
    return [rail["row"] for rail in lane(match, number)["rails"]]


def stones(match, number):
    """The rows of a lane that have stalactites, each as often as it has."""
    return [rail["row"] for rail in lane(match, number)["rails"] for _ in range(rail["stalactites"])]


def cart(match, seat):
    """Lane and row of a cart."""
    player = table(match)["players"][seat - 1]
    return player["lane"], player["row"]


def fate(match, seat):
    return table(match)["players"][seat - 1]["fate"]


def discard(match):
    return table(match)["discard"]


def hand(match, seat):
    return table(match, seat - 1)["players"][seat - 1]["hand"]


# A box in which nobody ever holds a card that does anything: to watch rounds end.
IDLE = {
    "hand": 1, "rail_cards": 0, "dynamite_cards": 0, "stalactite_cards": 4, "rocket_cards": 0, "double_cards": 4,
    "swap_cards": 0,
}  # fmt: skip


def discard_all_round(match):
    number = table(match)["round"]
    while not match.is_over and table(match)["round"] == number:
        match.play(match.actions()[0])


# R1 Set-up


def test_r1_1_each_lane_that_is_used_has_seven_rails():
    match = begun(1, 2, 3, 4, seats=4)
    assert [rows(match, number) for number in range(1, 5)] == [list(range(1, 8))] * 4
    assert len(table(match)["lanes"]) == 4


def test_r1_1_there_is_no_fifth_lane():
    match = game(2).start(seed=1)
    assert refused(match, 4)[0] == "R1.1"
    with pytest.raises(BadInput, match="lanes are 1 to 4"):
        match.play("lane 5")


@pytest.mark.parametrize(
    "position", ["hand 1 RRRRR | hand 2 RRRRR | seat 1 chooses", f"{TWO} | hand 1 RS | seat 1 plays"]
)
def test_a_number_out_of_range_is_no_action(position):
    ruleset = game(2)
    last = ruleset.limits.num_actions - 1
    states = ruleset.read_position(position)
    reasons = [kernels.refuse(ruleset.box, states, 0, action) for action in (-2, -1, 0, last, last + 1)]
    assert [reason == Why.NO_SUCH_ACTION for reason in reasons] == [True, True, False, False, True]


def test_r1_2_rows_are_level_across_lanes_and_lanes_have_no_gaps():
    match = at("lane 1 rows 3-9 cart 1 at 5 | lane 2 rows 1-7 cart 2 at 4 | hand 1 R | seat 1 plays", 20)
    match.play("rail on lane 2")
    assert rows(match, 2) == list(range(1, 9))
    assert rows(match, 1) == list(range(3, 10))


def test_r1_3_the_deck_has_the_counts_of_the_data():
    states = game(2).new()
    assert dict(game(2).chance(states)) == {0: 30, 1: 10, 2: 8, 3: 8, 4: 6, 5: 6}


def test_r1_4_five_cards_are_dealt_to_each_seat_before_lanes_are_chosen():
    match = game(3).start(seed=4)
    assert [entry.actor for entry in match.log] == [CHANCE] * 15
    assert [player["cards"] for player in table(match)["players"]] == [5, 5, 5]
    assert table(match)["pile"] == 68 - 15
    assert legal(match) == ["lane 1", "lane 2", "lane 3", "lane 4"]


def test_r1_4_seat_1_is_dealt_first():
    match = game(2).start(seed=4)
    assert [match.narrate(step).split(" is dealt")[0] for step in range(10)] == ["Player 1"] * 5 + ["Player 2"] * 5


def test_r1_5_lanes_are_chosen_in_the_order_of_the_seats():
    match = game(3).start(seed=1)
    assert match.to_act == 0
    match.play("lane 3")
    assert match.to_act == 1
    assert legal(match) == ["lane 1", "lane 2", "lane 4"]


def test_r1_5_a_lane_holds_one_cart():
    match = begun(3)
    assert refused(match, "lane 3")[0] == "R1.5"


def test_r1_5_unused_lanes_stay_empty_and_their_rails_in_the_box():
    match = begun(2, 4)
    assert [rows(match, number) for number in (1, 3)] == [[], []]
    assert discard(match) == {}
    assert refused(match, 6)[0] in {"R3.1", "R4.1"}


def test_r1_5_no_card_is_played_before_a_lane_is_chosen_nor_a_lane_after():
    match = game(2).start(seed=1)
    assert refused(match, "double")[0] == "R1.5"
    match = begun(1, 2)
    assert refused(match, "lane 3") == (
        "R1.5", f"illegal action 'lane 3': lanes are chosen at set-up, in {_seen(match)!r}"
    )  # fmt: skip


def _seen(match):
    ruleset = match.ruleset
    return ruleset.spec.notation.write_position(ruleset.box, ruleset.hidden(match.position, match.to_act))


def test_r1_6_a_cart_begins_on_the_fourth_rail():
    match = begun(2, 1)
    assert cart(match, 1) == (2, 4)
    assert cart(match, 2) == (1, 4)


def test_r1_7_the_torch_begins_under_lane_1():
    assert table(begun(3, 4))["torch"] == 1


def test_r1_8_a_laid_rail_is_a_rail_card_when_it_is_discarded():
    match = at(f"{TWO} | hand 1 D | seat 1 plays", 20)
    match.play("dynamite on front of lane 2")
    assert discard(match) == {"rail": 1, "dynamite": 1}


def test_r1_9_the_game_for_two_has_longer_lanes_and_a_deck_of_its_own():
    box = game(2, duel=True).box[0]
    assert (int(box.rails), int(box.start), box.deck.tolist()) == (10, 5, [34, 8, 8, 6, 5, 6])
    assert int(box.longest) == 34 + 2 * 10
    assert game(2).box[0].deck.tolist() == [30, 10, 8, 8, 6, 6]


def test_r1_9_what_is_not_the_usual_number_stays():
    box = game(2, duel=True, rails=8, swap_cards=1).box[0]
    assert (int(box.rails), int(box.start), box.deck.tolist()) == (8, 5, [34, 8, 8, 6, 5, 1])


def test_r1_9_it_is_for_two():
    for given, why in (((3, {}), "it is for 2 seats, not 3"), ((2, {"rails": 4}), "start: a lane has 4 rails")):
        with pytest.raises(BadInput) as caught:
            motherlode.game("minecart_mayhem", given[0], duel=True, **given[1])
        assert caught.value.code == Code.BAD_OPTION
        assert why in str(caught.value)


def test_r1_9_records_of_before_keep_their_digest():
    assert game(2, duel=False).digest == game(2).digest == DIGEST_OF_TWO
    assert game(2, duel=True).digest != DIGEST_OF_TWO


# R2 The order of turns


def test_r2_1_the_order_goes_from_the_torch_to_the_right_and_round():
    match = begun(1, 3, 4, 2, seats=4)
    assert table(match)["order"] == [0, 3, 1, 2]
    match = at(FOUR.replace("lane 1", "torch 2 | lane 1", 1) + " | seat 2 plays", seats=4)
    assert table(match)["order"] == [1, 2, 3, 0]


def test_r2_1_empty_lanes_are_passed_over():
    match = begun(4, 2)
    assert table(match)["order"] == [1, 0]
    assert match.to_act == 1


def test_r2_2_a_swap_does_not_change_the_order_of_the_round():
    match = at(f"{THREE} | hand 1 W | seat 1 plays", 20, seats=3)
    match.play("swap with cart 3")
    assert cart(match, 1) == (3, 4)
    assert table(match)["order"] == [0, 1, 2]
    assert match.to_act == 1


def test_r2_2_the_next_round_follows_the_lanes_again():
    match = at(f"{THREE} | hand 3 W | order 1 2 3 | seat 3 plays", 20, seats=3)
    match.play("swap with cart 2")
    assert table(match)["round"] == 2
    assert table(match)["order"] == [2, 1, 0]


def test_r2_3_a_player_who_is_eliminated_before_acting_is_skipped():
    match = at(f"{THREE.replace('cart 2 at 4', 'cart 2 at 7')} | hand 1 K | seat 1 plays", 20, seats=3)
    match.play("rocket on cart 2")
    assert fate(match, 2) == "launched"
    assert match.to_act == 2


def test_r2_4_the_torch_moves_one_lane_and_from_the_last_to_the_first():
    match = at(f"{TWO.replace('at 4', 'at 3')} | torch 4 | order 1 2 | seat 2 plays", seats=2)
    match.play("pass")
    assert table(match)["torch"] == 1


def test_r2_4_the_torch_also_stands_under_empty_lanes():
    match = at(f"{TWO} | torch 2 | order 2 1 | seat 1 plays")
    match.play("pass")
    assert table(match)["torch"] == 3
    assert table(match)["order"] == [0, 1]


# R3 A turn


def test_r3_1_a_card_must_be_played_if_one_can_be_declared():
    match = at(f"{TWO} | hand 1 RX | seat 1 plays")
    assert legal(match) == ["rail on lane 1", "rail on lane 2"]
    rule, why = refused(match, "discard rail")
    assert rule == "R3.1"
    assert "a card must be played, for one can be declared" in why
    assert refused(match, "pass")[0] == "R3.1"


def test_r3_1_a_card_that_is_not_in_the_hand_cannot_be_played():
    match = at(f"{TWO} | hand 1 R | seat 1 plays")
    rule, why = refused(match, "dynamite on front of lane 2")
    assert rule == "R3.1"
    assert "no dynamite is in the hand" in why


def test_r3_2_without_a_card_to_declare_one_is_discarded():
    nowhere = "lane 1 rows 1-4 cart 1 at 4 | lane 2 rows 1-4 cart 2 at 4"
    match = at(f"{nowhere} | hand 1 SSXX | seat 1 plays")
    assert legal(match) == ["discard stalactite", "discard double"]
    assert refused(match, "pass")[0] == "R3.2"
    match.play("discard double")
    assert discard(match) == {"double": 1}
    assert match.to_act == 1


def test_r3_2_doubles_alone_cannot_be_declared():
    match = at(f"{TWO} | hand 1 XXXXX | seat 1 plays")
    assert legal(match) == ["discard double"]


def test_r3_3_without_cards_a_player_passes():
    match = at(f"{TWO} | seat 1 plays")
    assert legal(match) == ["pass"]
    match.play("pass")
    assert len(hand(match, 1)) == 5


@pytest.mark.parametrize(
    ("letter", "action", "value"),
    [
        ("R", "rail on lane 1", 2),
        ("D", "dynamite on back of lane 2", 8),
        ("S", "stalactite on lane 2 row 6", 5),
        ("K", "rocket on cart 2", 5),
        ("W", "swap with cart 2", 8),
    ],
)
def test_r3_4_the_die_must_show_more_than_the_value(letter, action, value):
    kind = action.split()[0]
    for number, word in ((value, "fails"), (value + 1, "succeeds")):
        match = at(f"{TWO} | hand 1 {letter} | seat 1 plays", number)
        odds = table(match, 0)["odds"][kind]
        assert odds == {"needs": value + 1, "odds": (20 - value) / 20}
        before = (rows(match, 1), rows(match, 2), cart(match, 1), cart(match, 2), stones(match, 2))
        match.play(action)
        after = (rows(match, 1), rows(match, 2), cart(match, 1), cart(match, 2), stones(match, 2))
        has_succeeded = before != after and (kind != "dynamite" or rows(match, 2) == [2, 3, 4, 5, 6, 7])
        assert has_succeeded == (word == "succeeds")


def test_r3_4_every_side_of_the_die_is_equally_likely():
    match = at(f"{TWO} | hand 1 R | seat 1 plays", 3)
    match.play("rail on lane 1")
    states = match.position_at(1)
    assert game(2).chance(states) == [(side, 1) for side in range(20)]


def test_r3_5_the_hand_is_filled_to_five_at_the_end_of_the_turn():
    match = at(f"{TWO} | hand 1 RRDSK | seat 1 plays", 20, draws=["swap"])
    match.play("rail on lane 1")
    assert hand(match, 1) == ["rail", "dynamite", "stalactite", "rocket", "swap"]
    match = at(f"{TWO} | hand 1 XRRDS | seat 1 plays", 20, 20)
    for action in ("double", "rail on lane 1", "rail on lane 1"):
        match.play(action)
    assert len(hand(match, 1)) == 5


def test_r3_5_the_largest_hand_stays_in_order_with_the_lowest_kind_drawn_last():
    match = at(f"{TWO} | hand 1 DDSSKKKW | seat 1 plays", 20, draws=["rail"], hand=8)
    match.play("swap with cart 2")
    assert match.position[0].card[0].tolist() == [0, 1, 1, 2, 2, 3, 3, 3]


def test_r3_5_also_after_a_discard():
    match = at(f"{TWO} | hand 1 XXXXX | seat 1 plays")
    match.play("discard double")
    assert len(hand(match, 1)) == 5


SMALL = {
    "hand": 3, "rail_cards": 4, "dynamite_cards": 0, "stalactite_cards": 0, "rocket_cards": 4, "double_cards": 0,
    "swap_cards": 0,
}  # fmt: skip


def test_r3_6_an_empty_pile_is_refilled_from_the_discard_pile_when_a_card_is_due():
    match = at(f"{TWO} | hand 1 RKK | hand 2 RRR | discard K2 | seat 1 plays", 1, **SMALL)
    assert table(match)["pile"] == 0
    match.play("rail on lane 1")
    assert match.log[2].text in {"draw rail", "draw rocket"}
    assert game(2, **SMALL).chance(match.position_at(2)) == [(0, 1), (3, 2)]
    assert (table(match)["pile"], discard(match)) == (2, {})
    assert "the discard pile is shuffled and becomes the pile" in match.narrate(1)


def test_r3_6_it_is_not_refilled_before_a_card_is_due():
    match = at(f"{TWO} | hand 1 RKK | hand 2 RRR | discard K1 | seat 1 plays", 1, draws=["rocket"], **SMALL)
    match.play("rail on lane 1")
    assert (table(match)["pile"], discard(match)) == (0, {"rail": 1, "rocket": 1})


def test_r3_7_without_pile_and_discard_pile_the_hand_stays_short():
    options = SMALL | {"rocket_cards": 2}
    match = at(f"{TWO} | hand 1 RKK | hand 2 RRR | seat 1 plays", 20, **options)
    match.play("rail on lane 1")
    assert hand(match, 1) == ["rocket", "rocket"]
    assert match.to_act == 1


def test_r3_8_who_is_eliminated_does_not_draw():
    match = at(f"{THREE.replace('cart 1 at 4', 'cart 1 at 7')} | hand 1 KR | seat 1 plays", 20, seats=3)
    match.play("rocket on cart 1")
    assert [entry.text for entry in match.log] == ["rocket on cart 1", "roll 20"]
    assert hand(match, 1) == []
    assert match.to_act == 1


def test_r3_8_nobody_draws_after_the_end():
    match = at(f"{TWO.replace('cart 2 at 4', 'cart 2 at 7')} | hand 1 K | seat 1 plays", 20)
    match.play("rocket on cart 2")
    assert match.is_over
    assert [entry.text for entry in match.log] == ["rocket on cart 2", "roll 20"]


def test_r3_9_your_lane_is_where_your_cart_stands_now():
    match = at(f"{THREE} | hand 1 XWD | seat 1 plays", 20, 1, seats=3)
    for action in ("double", "swap with cart 3", "dynamite on front of lane 2"):
        match.play(action)
    assert cart(match, 1) == (3, 4)
    assert [rows(match, number)[-1] for number in (1, 2, 3)] == [7, 7, 6]


def test_r3_10_equal_cards_are_one_action_and_the_oldest_is_taken():
    match = at(f"{TWO} | hand 1 R@1 RRRK | seat 1 plays", 20, draws=["swap"])
    assert legal(match).count("rail on lane 1") == 1
    match.play("rail on lane 1")
    assert table(match, 0)["players"][0]["old_cards"] == 0
    assert hand(match, 1) == ["rail", "rail", "rail", "rocket", "swap"]


# R4 Rail


def test_r4_1_a_rail_goes_to_any_lane_with_a_cart():
    match = at(f"{THREE} | hand 1 R | seat 1 plays", seats=3)
    assert legal(match) == ["rail on lane 1", "rail on lane 2", "rail on lane 3"]
    rule, why = refused(match, "rail on lane 4")
    assert rule == "R4.1"
    assert "no cart is in that lane" in why


def test_r4_2_success_makes_the_lane_longer_at_the_front():
    match = at(f"{TWO} | hand 1 R | seat 1 plays", 3)
    match.play("rail on lane 2")
    assert rows(match, 2) == list(range(1, 9))
    assert discard(match) == {}


def test_r4_3_failure_discards_it():
    match = at(f"{TWO} | hand 1 R | seat 1 plays", 2)
    match.play("rail on lane 2")
    assert rows(match, 2) == list(range(1, 8))
    assert discard(match) == {"rail": 1}


# R5 Dynamite


def test_r5_1_dynamite_goes_on_either_end_of_any_lane_with_a_cart():
    match = at(f"{TWO} | hand 1 D | seat 1 plays")
    assert legal(match) == [f"dynamite on {end} of lane {number}" for number in (1, 2) for end in ("front", "back")]
    assert refused(match, "dynamite on back of lane 3")[0] == "R4.1"
    assert [action.path for action in match.actions()] == [
        ("card:dynamite", "rail:1:7"),
        ("card:dynamite", "rail:1:1"),
        ("card:dynamite", "rail:2:7"),
        ("card:dynamite", "rail:2:1"),
    ]


def test_r5_1_the_only_rail_of_a_lane_is_both_ends():
    one = f"{TWO.replace('rows 1-7 cart 2', 'rows 4-4 cart 2')} | hand 1 D | seat 1 plays"
    match = at(one, 8)
    assert [action.path for action in match.actions()][2:] == [
        ("card:dynamite", "rail:2:4", "side:front"),
        ("card:dynamite", "rail:2:4", "side:back"),
    ]
    match.play("dynamite on back of lane 2")
    assert rows(match, 1) == list(range(2, 8))
    match = at(one, 8)
    match.play("dynamite on front of lane 2")
    assert rows(match, 1) == list(range(1, 7))


@pytest.mark.parametrize(("end", "left"), [("front", range(1, 7)), ("back", range(2, 8))])
def test_r5_2_success_takes_the_rail(end, left):
    match = at(f"{TWO} | hand 1 D | seat 1 plays", 9)
    match.play(f"dynamite on {end} of lane 2")
    assert rows(match, 2) == list(left)
    assert rows(match, 1) == list(range(1, 8))
    assert discard(match) == {"rail": 1, "dynamite": 1}


@pytest.mark.parametrize(("end", "left"), [("front", range(1, 7)), ("back", range(2, 8))])
def test_r5_3_failure_takes_the_rail_at_the_same_end_of_the_own_lane(end, left):
    match = at(f"{TWO} | hand 1 D | seat 1 plays", 8)
    match.play(f"dynamite on {end} of lane 2")
    assert rows(match, 1) == list(left)
    assert rows(match, 2) == list(range(1, 8))
    assert discard(match) == {"rail": 1, "dynamite": 1}


def test_r5_4_a_cart_on_the_rail_is_eliminated_at_once():
    match = at(f"{THREE.replace('cart 2 at 4', 'cart 2 at 1')} | hand 1 D | seat 1 plays", 9, seats=3)
    match.play("dynamite on back of lane 2")
    assert fate(match, 2) == "blasted"
    assert cart(match, 2) == (None, None)
    assert discard(match) == {"rail": 7, "dynamite": 1}


def test_r5_4_a_failure_may_eliminate_the_player():
    match = at(f"{THREE.replace('cart 1 at 4', 'cart 1 at 7')} | hand 1 D | seat 1 plays", 8, seats=3)
    match.play("dynamite on front of lane 2")
    assert fate(match, 1) == "blasted"
    assert "Player 1 is eliminated." in match.narrate(1)


def test_r5_5_stalactites_on_the_rail_are_discarded_with_it():
    match = at(f"{TWO} stones 6 7 7 | hand 1 D | seat 1 plays", 9)
    match.play("dynamite on front of lane 2")
    assert stones(match, 2) == [6]
    assert discard(match) == {"rail": 1, "dynamite": 1, "stalactite": 2}


# R6 Stalactite


def test_r6_1_a_stalactite_goes_on_any_rail_in_front_of_a_cart():
    match = at(f"{TWO.replace('cart 2 at 4', 'cart 2 at 6')} | hand 1 S | seat 1 plays")
    assert legal(match) == [f"stalactite on lane 1 row {row}" for row in (5, 6, 7)] + ["stalactite on lane 2 row 7"]
    rule, why = refused(match, "stalactite on lane 2 row 8")
    assert rule == "R6.1"
    assert "lane 2 has its cart on row 6 and its front on row 7" in why
    with pytest.raises(BadInput, match="row 6 is not in front of the cart of lane 2"):
        match.play("stalactite on lane 2 row 6")


def test_r6_2_success_lays_it_there_and_several_may_lie_on_one_rail():
    match = at(f"{TWO} stones 6 | hand 1 S | seat 1 plays", 6)
    match.play("stalactite on lane 2 row 6")
    assert stones(match, 2) == [6, 6]
    assert discard(match) == {}


def test_r6_3_failure_lays_it_on_the_same_row_of_the_own_lane():
    match = at(f"{TWO} | hand 1 S | seat 1 plays", 5)
    match.play("stalactite on lane 2 row 6")
    assert (stones(match, 1), stones(match, 2)) == ([6], [])


@pytest.mark.parametrize("row", [5, 6])
def test_r6_3_also_under_or_behind_the_own_cart_where_it_does_nothing(row):
    match = at(f"{TWO.replace('cart 1 at 4', 'cart 1 at 6')} | hand 1 S | seat 1 plays", 5)
    match.play(f"stalactite on lane 2 row {row}")
    assert stones(match, 1) == [row]
    match.play("pass")
    assert cart(match, 1) == (1, 7)
    assert stones(match, 1) == [row]


def test_r6_3_a_cart_that_comes_by_swap_may_meet_it():
    behind = "lane 1 rows 1-7 cart 1 at 6 stones 5 | lane 2 rows 1-7 cart 2 at 4 | lane 3 rows 1-7 cart 3 at 4"
    match = at(f"{behind} | hand 3 W | order 1 2 3 | seat 3 plays", 20, seats=3)
    match.play("swap with cart 1")
    assert cart(match, 3) == (1, 7)
    match = at(f"{behind.replace('stones 5', 'stones 5 7')} | hand 3 W | order 1 2 3 | seat 3 plays", 20, seats=3)
    match.play("swap with cart 1")
    assert cart(match, 3) == (1, 6)


def test_r6_4_failure_without_a_rail_on_that_row_discards_it():
    match = at(f"lane 1 rows 1-5 cart 1 at 4 | lane 2 rows 1-7 cart 2 at 4 | hand 1 S | seat 1 plays", 5)  # noqa: F541
    match.play("stalactite on lane 2 row 6")
    assert (stones(match, 1), stones(match, 2)) == ([], [])
    assert discard(match) == {"stalactite": 1}
    assert "finds no rail" in match.narrate(1)


def test_r6_5_a_stalactite_stops_one_attempt_and_is_discarded():
    match = at("lane 1 rows 1-7 cart 1 at 4 stones 5 5 | lane 2 rows 1-7 cart 2 at 4 | order 1 2 | seat 2 plays")
    match.play("pass")
    assert cart(match, 1) == (1, 4)
    assert cart(match, 2) == (2, 5)
    assert stones(match, 1) == [5]
    assert discard(match)["stalactite"] == 1
    assert "A stalactite stops Player 1's cart and breaks." in match.story()[-1]


def test_r6_2_as_many_stalactites_lie_on_rails_as_there_are():
    rows = " ".join(["7"] * 23)
    position = f"lane 1 rows 1-7 cart 1 at 4 | lane 2 rows 1-7 cart 2 at 4 stones {rows} | hand 1 S | seat 1 plays"
    match = at(position, 20, stalactite_cards=24)
    match.play("stalactite on lane 1 row 5")
    assert stones(match, 1) == [5]
    assert stones(match, 2) == [7] * 23
    spots = match.position[0].stalactite.tolist()
    assert spots == sorted(spots)


def test_r6_6_a_rocket_is_an_attempt():
    match = at(f"{TWO} stones 5 | hand 1 K | seat 1 plays", 20)
    match.play("rocket on cart 2")
    assert cart(match, 2) == (2, 4)
    assert stones(match, 2) == []
    assert discard(match) == {"stalactite": 1, "rocket": 1}


def test_r6_6_a_swap_is_none():
    match = at("lane 1 rows 1-7 cart 1 at 4 | lane 2 rows 1-7 cart 2 at 4 stones 4 5 | hand 1 W | seat 1 plays", 20)
    match.play("swap with cart 2")
    assert cart(match, 1) == (2, 4)
    assert stones(match, 2) == [4, 5]


# R7 Rocket


def test_r7_1_a_rocket_goes_on_any_cart_in_the_game():
    match = at(f"{TWO} | out 3 blasted | hand 1 K | seat 1 plays", seats=3)
    assert legal(match) == ["rocket on cart 1", "rocket on cart 2"]
    assert refused(match, "rocket on cart 3")[0] == "R7.1"


def test_r7_2_success_moves_the_cart_one_row_forward():
    match = at(f"{TWO} | hand 1 K | seat 1 plays", 6)
    match.play("rocket on cart 1")
    assert cart(match, 1) == (1, 5)
    assert discard(match) == {"rocket": 1}


def test_r7_3_off_the_front_the_cart_is_eliminated():
    match = at(f"{THREE.replace('cart 2 at 4', 'cart 2 at 7')} | hand 1 K | seat 1 plays", 6, seats=3)
    match.play("rocket on cart 2")
    assert fate(match, 2) == "launched"
    assert rows(match, 2) == []


def test_r7_4_failure_discards_it():
    match = at(f"{TWO} | hand 1 K | seat 1 plays", 5)
    match.play("rocket on cart 2")
    assert cart(match, 2) == (2, 4)
    assert discard(match) == {"rocket": 1}


# R8 Swap


def test_r8_1_a_swap_is_declared_on_another_cart():
    match = at(f"{THREE} | hand 2 W | seat 2 plays", seats=3)
    assert legal(match) == ["swap with cart 1", "swap with cart 3"]
    rule, why = refused(match, "swap with cart 2")
    assert rule == "R8.1"
    assert "a cart cannot swap with itself" in why


def test_r8_2_success_exchanges_lane_and_row_only():
    match = at("lane 1 rows 1-7 cart 1 at 2 | lane 2 rows 3-9 cart 2 at 6 stones 8 | hand 1 W | seat 1 plays", 9)
    match.play("swap with cart 2")
    assert (cart(match, 1), cart(match, 2)) == ((2, 6), (1, 2))
    assert (rows(match, 1), rows(match, 2), stones(match, 2)) == (list(range(1, 8)), list(range(3, 10)), [8])
    assert discard(match) == {"swap": 1}


def test_r8_3_failure_discards_it():
    match = at(f"{TWO} | hand 1 W | seat 1 plays", 8)
    match.play("swap with cart 2")
    assert cart(match, 1) == (1, 4)
    assert discard(match) == {"swap": 1}


# R9 Double


def test_r9_1_a_double_needs_two_other_cards_that_are_no_doubles():
    assert "double" in legal(at(f"{TWO} | hand 1 XRK | seat 1 plays"))
    match = at(f"{TWO} | hand 1 XXXXR | seat 1 plays")
    assert "double" not in legal(match)
    rule, why = refused(match, "double")
    assert rule == "R9.1"
    assert "a Double needs two other cards that can be declared" in why


def test_r9_1_both_cards_must_be_declarable():
    nowhere = "lane 1 rows 1-4 cart 1 at 4 | lane 2 rows 1-4 cart 2 at 4"
    assert refused(at(f"{nowhere} | hand 1 XRSS | seat 1 plays"), "double")[0] == "R9.1"
    match = at(f"{nowhere} | hand 1 XRRS | seat 1 plays")
    match.play("double")
    assert legal(match) == ["rail on lane 1", "rail on lane 2"]


def test_r9_1_a_double_is_not_played_with_a_double():
    match = at(f"{TWO} | hand 1 XXRR | seat 1 plays")
    match.play("double")
    assert refused(match, "double")[0] == "R9.1"


def test_r9_2_both_cards_are_declared_before_either_is_rolled_for():
    match = at(f"{TWO} | hand 1 XRK | seat 1 plays", 3, 6)
    match.play("double")
    match.play("rail on lane 1")
    assert match.to_act == 0
    assert table(match)["declared"][0]["text"] == "rail on lane 1"
    assert refused(match, "pass")[0] == "R9.2"
    assert refused(match, "discard rocket")[0] == "R9.2"
    match.play("rocket on cart 2")
    assert [entry.text for entry in match.log[:5]] == [
        "double", "rail on lane 1", "rocket on cart 2", "roll 3", "roll 6",
    ]  # fmt: skip
    assert rows(match, 1) == list(range(1, 9))


def test_r9_2_touch_paths_are_the_double_then_each_card_with_its_target():
    match = at(f"{TWO} | hand 1 XRK | seat 1 plays")
    assert ("card:double",) in [action.path for action in match.actions()]
    match.play(["card:double"])
    match.play(["card:rail", "end:2"])
    match.play(["card:rocket", "cart:2"])
    assert [entry.text for entry in match.log[:3]] == ["double", "rail on lane 2", "rocket on cart 2"]


def test_r9_3_values_are_two_higher_except_a_rails():
    match = at(f"{TWO} | hand 1 XRK | seat 1 plays", 3, 7)
    match.play("double")
    odds = table(match, 0)["odds"]
    assert {kind: odds[kind]["needs"] for kind in odds} == {
        "rail": 3, "dynamite": 11, "stalactite": 8, "rocket": 8, "swap": 11,
    }  # fmt: skip
    match.play("rail on lane 1")
    match.play("rocket on cart 2")
    assert rows(match, 1) == list(range(1, 9))
    assert cart(match, 2) == (2, 4)
    match = at(f"{TWO} | hand 1 XRK | seat 1 plays", 3, 8)
    for action in ("double", "rail on lane 1", "rocket on cart 2"):
        match.play(action)
    assert cart(match, 2) == (2, 5)


def test_r9_4_ends_are_read_when_the_card_is_resolved():
    match = at(f"{TWO} | hand 1 XRD | seat 1 plays", 20, 20)
    for action in ("double", "rail on lane 2", "dynamite on front of lane 2"):
        match.play(action)
    assert rows(match, 2) == list(range(1, 8))


def test_r9_4_a_declared_lane_stays_and_a_declared_cart_is_followed():
    match = at(f"{TWO} | hand 1 XWR | seat 1 plays", 20, 20)
    for action in ("double", "swap with cart 2", "rail on lane 1"):
        match.play(action)
    assert cart(match, 1) == (2, 4)
    assert rows(match, 1) == list(range(1, 9))
    match = at(f"{TWO} | hand 1 XWK | seat 1 plays", 20, 20)
    for action in ("double", "swap with cart 2", "rocket on cart 2"):
        match.play(action)
    assert cart(match, 2) == (1, 5)


def test_r9_4_a_rail_that_is_no_longer_ahead_still_takes_the_stalactite():
    match = at(f"{TWO.replace('cart 2 at 4', 'cart 2 at 5')} | hand 1 XKS | seat 1 plays", 20, 20)
    for action in ("double", "rocket on cart 2", "stalactite on lane 2 row 6"):
        match.play(action)
    assert cart(match, 2) == (2, 6)
    assert stones(match, 2) == [6]


@pytest.mark.parametrize(
    ("first", "second", "letters"),
    [
        ("rocket on cart 2", "rail on lane 2", "KR"),
        ("rocket on cart 2", "dynamite on back of lane 2", "KD"),
        ("rocket on cart 2", "swap with cart 2", "KW"),
        ("rocket on cart 2", "rocket on cart 2", "KK"),
    ],
)
def test_r9_5_a_second_card_without_a_target_is_discarded_without_a_roll(first, second, letters):
    match = at(f"{THREE.replace('cart 2 at 4', 'cart 2 at 7')} | hand 1 X{letters} | seat 1 plays", 20, seats=3)
    for action in ("double", first, second):
        match.play(action)
    assert match.log[3].text == "roll 20"
    assert not match.log[4].text.startswith("roll")
    assert discard(match)[second.split()[0]] >= 1
    assert "is discarded without a roll" in match.narrate(3)


def test_r9_5_a_stalactite_goes_when_its_rail_is_gone():
    match = at(f"{TWO} | hand 1 XDS | seat 1 plays", 20)
    for action in ("double", "dynamite on front of lane 2", "stalactite on lane 2 row 7"):
        match.play(action)
    assert discard(match) == {"rail": 1, "dynamite": 1, "stalactite": 1, "double": 1}
    assert [entry.text for entry in match.log if entry.text.startswith("roll")] == ["roll 20"]


def test_r9_6_the_second_card_goes_with_the_hand_of_who_is_eliminated():
    match = at(f"{THREE.replace('cart 1 at 4', 'cart 1 at 7')} | hand 1 XDKS | seat 1 plays", 1, seats=3)
    for action in ("double", "dynamite on front of lane 2", "rocket on cart 2"):
        match.play(action)
    assert fate(match, 1) == "blasted"
    assert cart(match, 2) == (2, 4)
    assert discard(match) == {"rail": 7, "dynamite": 1, "rocket": 1, "stalactite": 1, "double": 1}
    assert match.to_act == 1


def test_r9_7_the_double_is_discarded_when_it_is_played():
    match = at(f"{TWO} | hand 1 XRK | seat 1 plays")
    match.play("double")
    assert discard(match) == {"double": 1}


# R10 The end of a round


def test_r10_1_the_round_ends_when_everybody_has_acted():
    match = at(f"{TWO} | hand 1 R | seat 1 plays", 20)
    match.play("rail on lane 1")
    assert table(match)["round"] == 1
    match.play("pass")
    assert table(match)["round"] == 2


def test_r10_1_also_when_the_last_of_the_order_is_eliminated():
    match = at(f"{THREE.replace('cart 3 at 4', 'cart 3 at 7')} | hand 2 K | order 1 2 3 | seat 2 plays", 20, seats=3)
    match.play("rocket on cart 3")
    assert table(match)["round"] == 2


def test_r10_2_each_lane_loses_its_own_back_rail():
    match = at("lane 1 rows 1-7 cart 1 at 4 stones 1 | lane 2 rows 3-9 cart 2 at 6 | order 1 2 | seat 2 plays")
    match.play("pass")
    assert (rows(match, 1), rows(match, 2)) == (list(range(2, 8)), list(range(4, 10)))
    assert discard(match) == {"rail": 2, "stalactite": 1}


def test_r10_2_a_cart_on_it_is_eliminated():
    match = at(f"{THREE.replace('cart 1 at 4', 'cart 1 at 1')} | order 1 2 3 | seat 3 plays", seats=3)
    match.play("pass")
    assert fate(match, 1) == "collapsed"
    assert "Player 1's cart falls with the last rail." in match.story()[-1]


def test_r10_3_then_every_cart_moves_one_row():
    match = at(f"{TWO} | order 1 2 | seat 2 plays")
    match.play("pass")
    assert (cart(match, 1), cart(match, 2)) == ((1, 5), (2, 5))


def test_r10_3_without_a_rail_it_is_eliminated():
    match = at(f"{THREE.replace('cart 1 at 4', 'cart 1 at 7')} | order 1 2 3 | seat 3 plays", seats=3)
    match.play("pass")
    assert fate(match, 1) == "derailed"


def test_r10_3_a_stopped_cart_lives_even_at_the_front():
    match = at("lane 1 rows 1-7 cart 1 at 6 stones 7 | lane 2 rows 1-7 cart 2 at 4 | order 1 2 | seat 2 plays")
    match.play("pass")
    assert cart(match, 1) == (1, 6)


def test_r10_4_the_collapse_comes_before_any_cart_moves():
    both = "lane 1 rows 1-7 cart 1 at 1 | lane 2 rows 1-7 cart 2 at 7 | order 1 2 | seat 2 plays"
    match = at(both)
    match.play("pass")
    assert (fate(match, 1), fate(match, 2)) == ("collapsed", "alive")
    assert cart(match, 2) == (2, 7)
    assert match.winners == [1]


def test_r10_5_lane_and_hand_of_who_is_eliminated_are_discarded():
    match = at(
        f"{THREE.replace('cart 3 at 4', 'cart 3 at 7 stones 2')} | hand 1 K | hand 3 SSW | seat 1 plays",
        20,
        seats=3,
    )
    match.play("rocket on cart 3")
    assert discard(match) == {"rail": 7, "stalactite": 3, "rocket": 1, "swap": 1}
    assert rows(match, 3) == []
    assert table(match)["players"][2]["cards"] == 0


# R11 The end of the game


def test_r11_1_the_last_one_standing_wins_at_once():
    match = at(f"{TWO.replace('cart 2 at 4', 'cart 2 at 7')} | hand 1 K | seat 1 plays", 20)
    match.play("rocket on cart 2")
    assert match.winners == [0]
    assert match.conclusion == "Player 1 is the last one standing and wins in round 1."


def test_r11_1_also_in_the_middle_of_a_double():
    match = at(f"{TWO.replace('cart 2 at 4', 'cart 2 at 7')} | hand 1 XKD | seat 1 plays", 20)
    for action in ("double", "rocket on cart 2", "dynamite on front of lane 1"):
        match.play(action)
    assert match.winners == [0]
    assert match.log[-1].text == "roll 20"
    assert discard(match) == {"rail": 7, "rocket": 1, "dynamite": 1, "double": 1}


def test_r11_1_a_player_can_lose_by_the_own_card():
    match = at(f"{TWO.replace('cart 1 at 4', 'cart 1 at 1')} | hand 1 D | seat 1 plays", 8)
    match.play("dynamite on back of lane 2")
    assert match.winners == [1]


def test_r11_2_who_falls_together_at_the_end_shares_a_draw():
    match = at(f"{TWO.replace('at 4', 'at 7')} | out 3 blasted | order 1 2 | seat 2 plays", seats=3)
    match.play("pass")
    assert match.scores == [1, 1, 0]
    assert match.conclusion == "Player 1 and Player 2 fall together in round 1 and share a draw."
    assert (match.outcome.how, match.winners) == ("nobody left", [0, 1])


def test_r11_2_the_two_steps_are_apart():
    lanes = "lane 1 rows 1-7 cart 1 at 1 | lane 2 rows 1-1 cart 2 at 1 | lane 3 rows 1-7 cart 3 at 7"
    match = at(f"{lanes} | order 1 2 3 | seat 3 plays", seats=3)
    match.play("pass")
    assert match.scores == [0, 0, 2]


def test_r11_3_after_the_last_round_the_living_share_a_draw():
    match = at(f"{TWO} | round 60 | out 3 blasted | order 1 2 | seat 2 plays", seats=3)
    match.play("pass")
    assert match.is_over
    assert match.scores == [1, 1, 0]
    assert match.conclusion == "After 60 rounds Player 1 and Player 2 still stand and share a draw."
    assert (match.outcome.how, match.winners) == ("capped", [0, 1])
    match = at(f"{TWO} | round 59 | order 1 2 | seat 2 plays")
    match.play("pass")
    assert table(match)["round"] == 60


def test_r11_4_scores_are_two_one_or_nothing():
    match = at(f"{THREE.replace('cart 3 at 4', 'cart 3 at 7')} | seat 3 plays", seats=3)
    assert game(3).scores(match.position) == [0, 0, 0]
    match = at(f"{TWO.replace('cart 2 at 4', 'cart 2 at 7')} | hand 1 K | seat 1 plays", 20)
    match.play("rocket on cart 2")
    assert match.scores == [2, 0]
    assert (match.outcome.how, match.winners) == ("played out", [0])


def test_r11_4_a_winner_is_marked_with_one():
    match = at(f"{TWO.replace('cart 2 at 4', 'cart 2 at 7')} | hand 1 K | seat 1 plays", 20)
    match.play("rocket on cart 2")
    won = np.full(2, 9)
    assert kernels.outcome(game(2).box, match.position, 0, won) == How.PLAYED_OUT
    assert won.tolist() == [1, 0]


# R12 What players know; more in test_properties.py


def test_r12_1_only_the_drawer_sees_a_card():
    match = begun(1, 2)
    match.play(match.actions()[0])
    drawn = next(entry for entry in match.log if entry.step > 12 and entry.text.startswith("draw"))
    assert match.texts(0)[drawn.step] == drawn.text
    assert match.texts(1)[drawn.step] == match.texts(None)[drawn.step] == "?"
    assert match.narrate(drawn.step, 1).startswith("Player 1 draws a card.")
    assert table(match, 1)["players"][0]["hand"] is None
    assert table(match, 1)["players"][0]["cards"] == 5


def test_r12_1_a_played_card_is_shown_so_it_cannot_be_taken_back():
    match = at(f"{TWO} | hand 1 XRK | seat 1 plays")
    match.play("double")
    assert match.undo_barred_by(0) == "a secret has been revealed since"
    match = begun(1)
    assert match.undo_barred_by(0) == ""


def test_r12_2_the_table_is_open_to_all():
    match = at(f"{TWO} stones 6 | hand 1 XRK | hand 2 SS | discard D2 | seat 1 plays")
    match.play("double")
    match.play("rail on lane 1")
    for seat in (0, 1, None):
        seen = table(match, seat)
        assert seen["discard"] == {"dynamite": 2, "double": 1}
        assert [card["text"] for card in seen["declared"]] == ["rail on lane 1"]
        assert seen["lanes"] == table(match)["lanes"]
        assert [player["cards"] for player in seen["players"]] == [1, 2]
        assert seen["pile"] == table(match)["pile"]


def test_r12_3_after_a_refill_the_pile_is_known_and_hands_are_older():
    match = at(f"{TWO} | hand 1 RKK | hand 2 RRR | discard K2 | seat 1 plays", 1, draws=["rocket"], **SMALL)
    match.play("rail on lane 1")
    ruleset = match.ruleset
    hidden = ruleset.hidden(match.position, 1)[0]
    assert [player["old_cards"] for player in table(match, 1)["players"]] == [2, 3]
    # The pile was R1 K2; seat 2 saw that one of the three was drawn, not which.
    assert hidden.pile.tolist() == [1, 0, 0, 2, 0, 0]
    # The two old cards of seat 1 can only be rockets.
    assert hidden.card[0].tolist()[:2] == [3, 3]
    mine = ruleset.hidden(match.position, 0)[0]
    assert mine.pile.tolist() == [1, 0, 0, 1, 0, 0]


def proven(match, number):
    """What is proven of a hand, as everybody sees it."""
    ruleset = match.ruleset
    text = ruleset.spec.notation.write_position(ruleset.box, ruleset.hidden(match.position, ruleset.seats))
    return next(part for part in text.split(" | ") if part.startswith(f"hand {number} ")).removeprefix(
        f"hand {number} "
    )


def test_r12_4_who_plays_a_younger_card_has_no_older_one_of_its_kind():
    match = at(f"{TWO} | hand 1 DK@2 RW@1 RRK | hand 2 RRR | seat 1 plays", 20, draws=["rail"], hand=7)
    match.play("rail on lane 1")
    assert proven(match, 1) == "??@2!R ?@1 ????"
    assert proven(match, 2) == "???"


def test_r12_4_also_when_it_is_a_double_and_the_cards_that_follow():
    match = at(f"{TWO} | hand 1 RK@1 XRW | hand 2 RRR | seat 1 plays", 1, 1, draws=["rail"] * 3)
    match.play("double")
    assert proven(match, 1) == "??@1!X ??"
    match.play("swap with cart 2")
    match.play("rail on lane 1")
    assert proven(match, 1) == "?@1!XW ????"


def test_r12_4_it_is_forgotten_with_the_cards():
    match = at(f"{TWO} | hand 1 D@1!R RRRR | hand 2 RRR | seat 1 plays", 20, draws=["rail"])
    assert proven(match, 1) == "?@1!R ????"
    match.play("dynamite on front of lane 2")
    assert proven(match, 1) == "?????"


def test_r12_4_a_forced_discard_shows_a_hand_of_doubles():
    match = at(f"{TWO} | hand 1 XXX | hand 2 RRR | seat 1 plays", draws=["rail", "rail", "rail"])
    match.play("discard double")
    assert proven(match, 1) == "?????!RDSKW2"


def test_r12_4_or_of_stalactites_too_where_no_rail_lies_ahead():
    blocked = "lane 1 rows 1-4 cart 1 at 4 | lane 2 rows 1-4 cart 2 at 4"
    match = at(f"{blocked} | hand 1 XSS | hand 2 RRR | seat 1 plays", draws=["rail", "rail", "rail"])
    match.play("discard stalactite")
    assert proven(match, 1) == "?????!RDKW2"


@pytest.mark.parametrize(
    ("action", "left"),
    [
        ("rail on lane 1", "?????!RDSKW2!RDKW1"),  # a Rail is none of the three
        ("stalactite on lane 1 row 6", "?????!RDSKW2"),  # it may be the third
        ("double", "???!RDSKW1!RDKW1"),  # it may be one of the two
    ],
)
def test_r12_4_of_cards_from_the_same_pile_it_is_known_how_many(action, left):
    """Three of four are Doubles or Stalactites, two of these are Doubles; nothing is proven of cards drawn later."""
    match = at(f"{TWO} | hand 1 RSXX!RDSKW2!RDKW1 | hand 2 RRR | seat 1 plays")
    match.play(action)
    assert proven(match, 1) == left


def test_r12_4_who_is_in_the_middle_of_a_double_can_finish_it():
    doubles = {"double_cards": 40, "rail_cards": 3, "dynamite_cards": 0, "rocket_cards": 0, "swap_cards": 0}
    match = at(f"{TWO} | hand 1 XXXRR | hand 2 XXXXX | seat 1 plays", **doubles)
    match.play("double")
    ruleset, random = match.ruleset, make_streams(1)
    for needed, action in ((2, "rail on lane 1"), (1, "rail on lane 2")):
        for seat in (1, 2):
            hidden = ruleset.hidden(match.position, seat)
            for _ in range(50):
                now = ruleset.resampled(hidden, seat, random)[0]
                held = [KINDS[kind] for kind in now.card[0, : now.hand_size[0]]]
                assert len(held) - held.count("double") >= needed
        match.play(action)


# R13 For designers


def test_r13_1_numbers_may_be_changed():
    match = begun(5, 6, 1, seats=3, lanes=6, rails=9, start=2, hand=3, die=6, dynamite_value=3)
    assert [cart(match, seat) for seat in (1, 2, 3)] == [(5, 2), (6, 2), (1, 2)]
    assert rows(match, 6) == list(range(1, 10))
    assert table(match)["odds"]["dynamite"] == {"needs": 4, "odds": 0.5}
    assert [player["cards"] for player in table(match)["players"]] == [3, 3, 3]


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        (3, {"lanes": 2}, "bad option lanes=2: 3 seats need a lane each"),
        (2, {"lanes": 7}, "bad option lanes=7"),
        (2, {"start": 8}, "bad option start=8: a lane has 7 rails"),
        (2, {"die": 1}, "bad option die=1"),
        (2, {"hand": 9}, "bad option hand=9"),
    ],
)
def test_r13_1_but_not_to_nonsense(seats, options, why):
    with pytest.raises(BadInput, match=why) as caught:
        motherlode.game("minecart_mayhem", seats, **options)
    assert caught.value.code == Code.BAD_OPTION
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (
            {"rail_cards": 60},
            "bad option rails=7: 4 lanes of them and a deck of 98 cards are 126, and there is room for 120, in",
        ),
        (
            {"rails": 20},
            "bad option rails=20: 4 lanes of them and a deck of 68 cards are 148, and there is room for 120",
        ),
        ({"stalactite_cards": 25}, "bad option stalactite_cards=25"),
        (
            {"rail_cards": 0, "dynamite_cards": 0, "stalactite_cards": 0, "rocket_cards": 0},
            "4 hands need 20 cards",
        ),
    ],
)
def test_r13_2_the_box_has_room_for_so_many_cards(options, why):
    with pytest.raises(BadInput, match=why) as caught:
        motherlode.game("minecart_mayhem", 4, **options)
    assert "\n" not in str(caught.value)


def test_r13_2_rails_are_counted_for_the_seats_that_play():
    match = begun(1, 2, rails=20)
    assert rows(match, 1) == list(range(1, 21))
    assert motherlode.game("minecart_mayhem", 2, rail_cards=68).box[0].total.sum() == 120
    with pytest.raises(BadInput, match="3 lanes of them and a deck of 68 cards are 128"):
        motherlode.game("minecart_mayhem", 3, rails=20)


def test_r13_2_a_designers_file_is_named_with_its_line(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("hand = 4\nstalactite_cards = 99\n")
    with pytest.raises(BadInput, match=r"bad option stalactite_cards=99 in '.*mine.toml', line 2"):
        motherlode.game("minecart_mayhem", 2, data=path)


def test_r13_1_a_box_of_nothing_but_doubles_and_stalactites_is_played_by_discards():
    match = begun(1, 2, **IDLE, rails=4, start=4)
    while not match.is_over:
        discard_all_round(match)
    assert match.scores == [1, 1]
