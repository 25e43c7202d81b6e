"""The Rockport Caverns, rule by rule: the numbers are those of RULES.md, positions are in notation.

Most tests stand on map 2 with three circles a row (four in row 6), so that rows 6 to 1 are flooded at 4, 7, 10, 13,
16 and 19:

    exit-1--1-1---1-2---1-3---1-4         1-5         1-6
        \\               /              /   \\           \\
         2-1---2-2    2-3----den----2-4     2-5---2-6---exit-2
           \\     \\     \\                              /
            3-1   3-2---3-3---3-4---pouch---3-5---3-6
           /   \\  /       \\        /   \\     \\
         4-1   4-2---4-3   4-4   nest---4-5---4-6
           \\        /            /     /     /
            5-1---5-2---rock   5-3   5-4   5-5
           /   \\         \\                   \\
         6-1   6-2---6-3---6-4---6-5---ammo---6-6
"""

import datetime
import io
from functools import cache
from pathlib import Path

import msgspec
import numpy as np
import pytest
from rich.console import Console

import motherlode
from motherlode.core.contract import CHANCE, OVER, How
from motherlode.core.errors import BadInput, Code, IllegalAction
from motherlode.games.rockport_caverns import components, kernels
from motherlode.games.rockport_caverns.components import cavern, read_map
from motherlode.games.rockport_caverns.options import LEVELS, daily
from motherlode.games.rockport_caverns.reasons import Why
from motherlode.games.rockport_caverns.state import BURIED, DARK, DROWNED, ENDED, FULL, TRAPPED, WON

CIRCLES = [3, 3, 3, 3, 3, 4]
DATA = Path(components.__file__).parent / "data"


@cache
def make(options):
    return motherlode.game("rockport_caverns", **msgspec.json.decode(options))


def game(**options):
    return make(msgspec.json.encode({"map": 2, "circles": CIRCLES} | options))


def at(
    here, friend="-", life=4, friend_life=4, stored=0, rerolls=0, water=1, rounds=1, turn="2", rocks="", more="",
    then="act", bear="", start="start-3", script=(), **options,
):  # fmt: skip
    """A match in the middle of a game; `script` are the faces of the next dice."""
    parts = [start, f"at {here}", f"life {life}", f"friend {friend} life {friend_life}"]
    parts += [f"bear {bear}"] if bear else []
    parts += [f"stored {stored}", f"re-rolls {rerolls}", f"water {water}", f"round {rounds}"]
    parts += [f"rocks {rocks}"] if rocks else []
    parts += [f"turn {turn}"] if turn else []
    parts += [more] if more else []
    text = " | ".join([*parts, f"next {then}"])
    return game(bear=bool(bear), **options).start(seed=5, position=text, script=[face - 1 for face in script])


def event(face, *dice, **situation):
    """A match in which the turn has ended and these dice came."""
    match = at(script=[face, *dice], **situation)
    match.play("stop")
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


def see(match):
    """What a client would be sent."""
    return msgspec.json.decode(msgspec.json.encode(match.seen()))


def you(match):
    return see(match)["character"]


def friend(match):
    return see(match)["friend"]


def rocks(match):
    return {one["name"]: one["rocks"] for one in see(match)["hexes"] if one["rocks"]}


def blocked(match):
    return [one["name"] for one in see(match)["hexes"] if one["is_blocked"]]


def rolled(match):
    return [entry.text for entry in match.log if entry.actor == CHANCE]


# R1 Set-up


@pytest.mark.parametrize("slides", [0, 1, 2])
def test_r1_4_so_many_rock_slides_are_rolled_before_play(slides):
    match = game(rock_slides=[slides, 4, 6]).start(seed=5)
    assert len(rolled(match)) == 1 + 2 * slides


@pytest.mark.parametrize(("bear", "den"), [(False, -1), (True, 11)])
def test_r1_1_a_new_position_is_whole_whatever_was_in_memory(bear, den):
    found = game(character=2, rocks="medium", water="hard", bear=bear)
    states = np.frombuffer(bytearray(b"\x55" * found.new().nbytes), found.spec.state)
    found.entries.setup(found.box, states, 0)
    fields = {name: states[name][0].tolist() for name in states.dtype.names}
    expected = {"water": 2, "here": -1, "friend": -1, "bear": den, "start": -1, "life": 3, "friend_life": 3}
    expected |= {"stored": 1, "rerolls": 3, "slides": 4, "to_act": CHANCE}
    assert {name: fields.pop(name) for name in expected} == expected
    assert not any(np.any(value) for value in fields.values()), fields


@pytest.mark.parametrize(("card", "health", "stored", "most"), [(1, 4, 2, 2), (2, 3, 1, 1), (3, 3, 0, 2), (4, 4, 1, 1)])
def test_r1_1_the_card_gives_health_and_stored_actions(card, health, stored, most):
    match = game(character=card).start(seed=1)
    assert (you(match)["life"], you(match)["stored"], you(match)["most_stored"]) == (health, stored, most)
    assert friend(match)["life"] == health


def test_r1_1_there_is_no_fifth_card():
    with pytest.raises(BadInput, match="bad option character=5"):
        game(character=5)


@pytest.mark.parametrize(("card", "trigger", "row"), [(1, 1, 2), (2, 2, 3), (3, 2, None), (4, 2, None)])
def test_r1_2_the_card_has_a_trigger_row_and_perhaps_the_friends_row(card, trigger, row):
    match = game(character=card).start(seed=1)
    assert (you(match)["trigger_row"], friend(match)["row"]) == (trigger, row)


@pytest.mark.parametrize("face", range(1, 7))
def test_r1_3_one_die_decides_the_start_circle(face):
    match = game().start(seed=1, script=[face - 1])
    assert match.log[0].text == f"start {face}"
    assert you(match)["place"] == you(match)["start"] == f"start-{face}"


@pytest.mark.parametrize(("level", "slides"), [("easy", 2), ("medium", 4), ("hard", 6)])
def test_r1_4_rocks_fall_before_play_and_hurt_nobody(level, slides):
    match = game(rocks=level).start(seed=1)
    dice = [text.split()[0] for text in rolled(match)]
    assert dice == ["start"] + ["row", "column"] * slides
    assert (you(match)["life"], see(match)["round"]) == (4, 1)


@pytest.mark.parametrize(("level", "filled"), [("easy", 0), ("medium", 1), ("hard", 2)])
def test_r1_5_water_before_play_is_chosen_on_its_own(level, filled):
    play = game(rocks="easy", water=level)
    assert play.new()["water"][0] == filled
    assert see(play.start(seed=1))["water"]["filled"] == filled + 1


def test_r1_5_a_start_under_water_is_refused():
    with pytest.raises(BadInput, match="row 6 needs at least 4"):
        game(water="hard", circles=[3, 3, 3, 3, 3, 3])


def test_r1_6_a_slide_before_play_that_would_trap_is_rolled_again():
    play = game()
    parts = "start-1 | at start-1 | life 4 | friend - life 4 | stored 2 | re-rolls 3 | water 0 | round 0"
    for rocks_before, row, faces in [
        ("6-2:1", 6, (2, 3, 4, 5, 6)),  # 6-1 is the only way that is left
        ("6-1:1", 6, (1, 3, 4, 5, 6)),
        ("6-2:1 5-1:1", 5, (2, 3, 4, 5, 6)),  # 6-1 leads to 5-1 alone
        ("6-2:1", 5, (1, 2, 3, 4, 5, 6)),  # one X of two blocks nothing
        ("6-3:1", 6, (1, 2, 3, 4, 5, 6)),
    ]:
        states = play.spec.notation.read_position(
            play.box, f"{parts} | rocks {rocks_before} | next column 1 of row {row}"
        )
        assert play.chance(states) == [(face - 1, 1) for face in faces]
    with pytest.raises(BadInput, match="impossible"):
        game(rock_slides=[2, 4, 6]).start(script=[0, 5, 1, 5, 0])


def test_r1_6_where_every_column_would_trap_nothing_falls():
    play = game()
    parts = "start-1 | at start-1 | life 4 | friend - life 4 | stored 2 | re-rolls 3 | water 0 | round 0 | rocks 6-2:1"
    states = play.spec.notation.read_position(play.box, f"{parts} | next column 2 of row 6")
    box = play.box.copy()
    box[0].counted[6, :] = box[0].counted[6, 0]  # no map of ours has such a row
    outcomes, weights = np.zeros(6, np.int32), np.zeros(6, np.int64)
    assert play.kernels.chance(box, states, 0, outcomes, weights) == 6
    assert (outcomes.tolist(), weights.tolist()) == ([0, 1, 2, 3, 4, 5], [1] * 6)
    before = states.copy()
    play.kernels.apply(box, states, 0, 3)
    assert (states[0].blocked, states[0].slides) == (before[0].blocked, 1)
    assert states[0].rocks.tolist() == before[0].rocks.tolist()
    names = ["Ada"]
    told = play.spec.narration.narrate(box, before, 3, states, names)
    assert told == "The column die shows 4: rocks on 6-1 would leave no way, nothing falls."


# R2 The map


@pytest.mark.parametrize("number", [1, 2])
def test_r2_1_six_rows_and_six_start_circles_under_them(number):
    hexes = cavern(number).hexes.values()
    assert {one.row for one in hexes if one.kind != "start"} == set(range(1, 7))
    assert [one.row for one in hexes if one.kind == "start"] == [7] * 6


@pytest.mark.parametrize("number", [1, 2])
def test_r2_2_rows_are_blocked_by_2_3_2_2_2_1(number):
    assert [row["rocks"] for row in see(game(map=number).start(seed=1))["rows"]] == [2, 3, 2, 2, 2, 1]


@pytest.mark.parametrize("number", [1, 2])
def test_r2_3_rooms_lie_as_named(number):
    rooms = sorted(one.name for one in cavern(number).hexes.values() if one.kind == "room")
    three = ["Bear's Den", "Hen's Nest Gemstones", "The Patriot's Rock"]
    assert rooms == sorted(three + (["Ammo Rocks", "The Pouch"] if number == 2 else []))


@pytest.mark.parametrize(("number", "sides"), [(1, "right right"), (2, "left right")])
def test_r2_4_exits_are_high_and_at_the_ends_of_rows(number, sides):
    hexes = cavern(number).hexes.values()
    exits = [one for one in hexes if one.kind == "exit"]
    found = []
    for one in exits:
        row = [other.across for other in hexes if other.row == one.row]
        assert one.row <= 3
        assert one.across in {min(row), max(row)}
        found.append("left" if one.across == min(row) else "right")
    assert " ".join(sorted(found)) == sides


@pytest.mark.parametrize("number", [1, 2])
def test_r2_5_at_most_six_hexes_are_counted_from_left_to_right(number):
    for row in range(1, 7):
        hexes = [one for one in see(game(map=number).start(seed=1))["hexes"] if one["row"] == row and one["column"]]
        hexes.sort(key=lambda one: one["across"])
        assert [one["column"] for one in hexes] == list(range(1, len(hexes) + 1))
        assert [one["name"] for one in hexes] == [f"{row}-{place}" for place in range(1, len(hexes) + 1)]
        assert 1 <= len(hexes) <= 6
        assert all(one["kind"] == "passage" for one in hexes)


def test_r2_6_steps_follow_paths_and_paths_lead_back():
    match = at("3-2", stored=2)
    assert {"go 2-2", "go 3-3", "go 4-2"} == {text for text in legal(match) if text.startswith("go")}
    match.play("go 2-2")
    match.play("go 3-2")
    assert you(match)["place"] == "3-2"


def test_r2_6_there_is_no_way_where_no_path_is():
    rule, why = refused(at("3-2"), "go W")
    assert rule == "R2.6"
    assert "no path leads W from 3-2" in why


def test_r2_6_nothing_leads_back_to_a_start_circle():
    match = at("start-3", start="start-3")
    match.play("go 6-3")
    assert not [text for text in legal(match) if "start" in text]


@pytest.mark.parametrize("number", [1, 2])
def test_r2_7_two_routes_share_no_hex_but_their_ends(number):
    """Checked in another way than the validator's: by removing every pair of edges' common hexes one at a time."""
    plan = cavern(number)
    starts = [place for place, one in plan.hexes.items() if one.kind == "start"]
    goals = [{place} for place, one in plan.hexes.items() if one.kind == "exit"]
    goals += [
        {place for place, one in plan.hexes.items() if one.row == row and one.kind != "exit"} for row in (1, 2, 3)
    ]
    for start in starts:
        for goal in goals:
            assert _routes(plan.paths, start, goal) >= 2


def _routes(paths, start, goals):
    """How many routes without a common hex, by augmenting paths in a graph of (hex, in) and (hex, out)."""
    free = {}
    for spot, ways in paths.items():
        room = 2 if spot == start or (len(goals) == 1 and spot in goals) else 1
        free[(spot, "in"), (spot, "out")] = room
        for other in ways.values():
            free[(spot, "out"), (other, "in")] = 1
    for goal in goals:
        free[(goal, "out"), "end"] = 2 if len(goals) == 1 else 1
    count = 0
    while True:
        before, queue = {(start, "in"): None}, [(start, "in")]
        while queue and "end" not in before:
            spot = queue.pop(0)
            for (one, two), room in free.items():
                if one == spot and room > 0 and two not in before:
                    before[two] = spot
                    queue.append(two)
        if "end" not in before:
            return count
        two = "end"
        while before[two] is not None:
            one = before[two]
            free[one, two] -= 1
            free[two, one] = free.get((two, one), 0) + 1
            two = one
        count += 1


def broken(tmp_path, old, new, number=2):
    """What the validator says about a map with one change."""
    text = (DATA / f"map{number}.toml").read_text()
    assert text.count(old) >= 1
    file = tmp_path / "broken.toml"
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(BadInput) as caught:
        read_map(number, file)
    assert caught.value.code == Code.BAD_DATA
    assert "\n" not in str(caught.value)
    assert "'broken.toml'" in str(caught.value)
    return str(caught.value)


def test_r2_7_a_single_way_is_refused(tmp_path):
    line = next(line for line in (DATA / "map2.toml").read_text().splitlines() if "row = 7, across = 1," in line)
    words = broken(tmp_path, line, line.replace("NE NW", "NE"))
    assert "hex row 7, across 1, field 'paths': no two routes to" in words


def test_r2_8_every_row_has_circles_and_row_6_at_least_four(tmp_path):
    for number in (1, 2):
        rows = see(motherlode.game("rockport_caverns", map=number).start(seed=1))["rows"]
        assert all(row["circles"] >= 1 for row in rows)
        assert rows[5]["circles"] >= 4
        assert (
            sum(row["circles"] for row in rows)
            == see(motherlode.game("rockport_caverns", map=number).start(1))["water"]["total"]
        )
    water = next(line for line in (DATA / "map2.toml").read_text().splitlines() if line.startswith("water"))
    assert "field 'water': row 6 needs at least 4" in broken(tmp_path, water, "water = [3, 3, 3, 3, 3, 3]")


# R3 Rooms and the marked row


def test_r3_1_a_room_skips_the_event_and_the_next_water():
    match = at("5-2", water=3, turn="1")
    match.play("go rock")
    assert see(match)["round"] == 2
    assert see(match)["water"]["filled"] == 3
    assert rolled(match) == []


def test_r3_1_passing_through_counts_and_two_rooms_count_once():
    match = at("pouch", stored=1, water=3, script=[2])
    match.play("go nest")
    match.play("go pouch")
    match.play("go 3-4")
    assert (see(match)["round"], see(match)["water"]["filled"]) == (2, 3)
    match.play("stop")
    assert (see(match)["round"], see(match)["water"]["filled"]) == (3, 4)


def test_r3_1_staying_in_a_room_does_nothing():
    match = event(1, here="rock", water=2)
    assert rolled(match)[0] == "event 1"
    assert see(match)["water"]["filled"] == 3


def test_r3_2_sliding_into_a_room_skips_only_the_next_water():
    match = event(5, here="3-4", water=2, rocks="")
    assert you(match)["place"] == "3-4"  # no path leads down from 3-4
    match = event(5, here="pouch", water=2, start="start-1")
    assert you(match)["place"] == "nest"
    assert see(match)["water"]["filled"] == 2
    assert see(match)["round"] == 2


def test_r3_3_coming_into_the_marked_row_costs_a_life():
    match = at("3-2", stored=2, script=[4])
    match.play("go 4-2")
    assert you(match)["life"] == 3
    match.play("go 4-3")
    assert you(match)["life"] == 3
    match.play("go 5-2")
    match.play("go 4-3")
    assert you(match)["life"] == 2


def test_r3_3_sliding_into_it_costs_a_life_too():
    match = event(5, here="3-3", water=2)
    assert (you(match)["place"], you(match)["life"]) == ("4-4", 3)


def test_r3_3_the_friend_pays_nothing_and_map_1_has_no_marked_row():
    match = at("3-2", friend="3-2")
    match.play("lead 4-2")
    assert (you(match)["life"], friend(match)["life"]) == (3, 4)
    assert not any(row["is_marked"] for row in see(game(map=1).start(seed=1))["rows"])


# R4 Water


def test_r4_1_each_round_fills_one_circle_from_the_bottom():
    match = event(1, here="3-2", water=4)
    assert [row["filled"] for row in see(match)["rows"]] == [0, 0, 0, 0, 1, 4]


def test_r4_2_a_row_is_flooded_when_its_circles_are_filled():
    match = event(1, here="3-2", water=6)
    assert [row["is_flooded"] for row in see(match)["rows"]] == [False] * 4 + [True, True]
    match = event(1, here="3-2", water=5)
    assert [row["is_flooded"] for row in see(match)["rows"]] == [False] * 5 + [True]


def test_r4_3_r11_3_lost_when_the_row_above_the_character_is_flooded():
    match = event(1, here="4-2", water=12)
    assert match.is_over
    assert see(match)["ending"] == "drowned"
    assert match.scores == [0]
    assert "the water rose over Spelunker, in row 4" in match.conclusion
    assert not event(1, here="4-2", water=11).is_over


def test_r4_3_over_a_start_circle_the_row_above_is_row_6():
    match = event(1, here="start-3", water=3)
    assert see(match)["ending"] == "drowned"
    assert "on the start circle" in match.conclusion


def test_r4_4_r11_5_lost_when_a_circle_is_due_and_none_is_left():
    match = event(1, here="1-2", water=18)
    assert not match.is_over
    assert see(match)["rows"][0]["is_flooded"]
    match = event(1, here="1-2", water=19)
    assert see(match)["ending"] == "full"


# R5 Actions


def test_r5_1_a_turn_has_two_actions_then_stored_ones():
    match = at("3-2", stored=2, script=[4])
    match.play("go 3-3")
    match.play("go 3-4")
    assert (you(match)["left"], you(match)["stored"]) == (0, 2)
    match.play("go 3-3")
    assert (you(match)["left"], you(match)["stored"]) == (0, 1)
    match.play("go 3-2")
    assert rolled(match) == ["event 4"]


def test_r5_1_a_step_that_cannot_be_paid_is_refused():
    rule, why = refused(at("3-2", friend="3-2", turn="1"), "lead 3-3")
    assert rule == "R5.1"
    assert "it costs 2 actions, and there are 1" in why


def test_r5_2_a_step_costs_one():
    match = at("3-2")
    match.play("go 3-3")
    assert you(match)["left"] == 1


def test_r5_3_a_step_with_the_friend_costs_two():
    match = at("3-2", friend="3-2", stored=1)
    match.play("lead 3-3")
    assert (you(match)["place"], friend(match)["place"]) == ("3-3", "3-3")
    assert (you(match)["left"], you(match)["stored"]) == (0, 1)


@pytest.mark.parametrize("verb", ["go", "lead"])
def test_r5_4_a_step_in_or_into_water_costs_three(verb):
    for here, goal in (("4-2", "3-2"), ("3-2", "4-2"), ("4-2", "4-3")):
        match = at(here, friend=here, water=10, stored=2)
        match.play(f"{verb} {goal}")
        assert you(match)["stored"] == 1
    rule, why = refused(at("4-2", friend="4-2", water=10), f"{verb} 3-2")
    assert rule == "R5.1"
    assert "costs 3" in why


def test_r5_5_one_action_may_be_stored_and_the_turn_ends():
    match = at("3-2", stored=1, script=[4])
    match.play("store")
    assert you(match)["stored"] == 2
    assert rolled(match) == ["event 4"]


def test_r5_5_not_beyond_what_the_card_holds_and_not_without_an_action():
    assert refused(at("3-2", stored=2), "store")[0] == "R5.5"
    assert refused(at("3-2", stored=1, turn="0 acted"), "store")[0] == "R5.5"


def test_r5_6_nothing_is_stored_after_moving_the_friend():
    match = at("3-2", friend="3-2", stored=2, water=1)
    match.play("go 3-3")
    match.play("go 3-2")
    match = at("3-2", friend="3-2", stored=1, turn="1 acted led")
    assert refused(match, "store")[0] == "R5.6"
    assert "store" in legal(at("3-2", friend="3-2", stored=1, turn="1 acted"))


def test_r5_6_nothing_is_stored_after_a_climb():
    match = at("3-2", rocks="3-3:1", script=[4])
    match.play("go 3-3")
    assert (you(match)["stored"], rolled(match)) == (0, ["event 4"])


def test_r5_7_a_pass_brings_a_life_and_no_event():
    match = at("3-2", friend="3-2", life=3, friend_life=2)
    match.play("pass")
    assert (you(match)["life"], friend(match)["life"]) == (4, 3)
    assert rolled(match) == []
    assert see(match)["round"] == 2


def test_r5_7_a_pass_takes_the_whole_turn_and_two_actions():
    match = at("3-2", stored=2)
    assert "pass" in legal(match)
    match.play("go 3-3")
    assert "pass" not in legal(match)
    assert refused(match, "pass")[0] == "R5.7"
    assert refused(at("3-2", turn="1"), "pass")[0] == "R5.7"
    match = at("3-2", turn="1", stored=1)
    match.play("pass")
    assert you(match)["stored"] == 0


def test_r5_8_one_may_stop_at_any_time_and_keeps_what_is_stored():
    match = at("3-2", stored=1, script=[4])
    match.play("stop")
    assert you(match)["stored"] == 1
    assert rolled(match) == ["event 4"]


# R6 Climbing


def test_r6_1_a_climb_ends_the_turn_and_keeps_stored_actions():
    match = at("3-2", rocks="3-3:1", stored=1, script=[4])
    match.play("go 3-3")
    assert (you(match)["place"], you(match)["stored"]) == ("3-3", 1)
    assert rolled(match) == ["event 4"]
    assert see(match)["round"] == 2


def test_r6_1_a_climb_with_the_friend_costs_two():
    match = at("3-2", friend="3-2", rocks="3-3:1", stored=1, script=[4])
    match.play("lead 3-3")
    assert (friend(match)["place"], you(match)["stored"]) == ("3-3", 1)
    assert refused(at("3-2", friend="3-2", rocks="3-3:1", turn="1"), "lead 3-3")[0] == "R5.1"


def test_r6_2_a_blocked_hex_cannot_be_entered_but_left():
    match = at("3-2", rocks="3-2:2 3-3:2")
    rule, why = refused(match, "go 3-3")
    assert rule == "R6.2"
    assert "3-3 is blocked" in why
    match.play("go 2-2")
    assert you(match)["place"] == "2-2"


# R7 Rock slides


def test_r7_1_row_and_column_die_count_without_rooms():
    match = event(3, 3, 5, here="5-2")
    assert rocks(match) == {"3-5": 1}  # the fifth hex of row 3 lies behind the pouch
    assert rolled(match) == ["event 3", "row 3", "column 5"]


def test_r7_2_enough_xs_block_a_hex_for_good():
    match = event(6, 5, 1, 5, 1, here="3-2")
    assert rocks(match) == {"5-1": 2}
    assert blocked(match) == ["5-1"]
    match = event(6, 2, 1, 6, 1, here="3-2")
    assert blocked(match) == ["6-1"]


def test_r7_3_no_such_hex_or_a_blocked_one_changes_nothing():
    match = event(3, 5, 6, here="3-2")
    assert rocks(match) == {}
    match = event(3, 3, 2, here="3-2", rocks="3-2:2")
    assert (rocks(match), you(match)["life"]) == ({"3-2": 2}, 4)


@pytest.mark.parametrize(
    ("friend_at", "dice", "lives"),
    [("-", (3, 2), (3, 4)), ("3-2", (3, 2), (3, 3)), ("2-1", (2, 1), (4, 3)), ("2-1", (4, 1), (4, 4))],
)
def test_r7_4_who_is_hit_loses_a_life(friend_at, dice, lives):
    match = event(3, *dice, here="3-2", friend=friend_at)
    assert (you(match)["life"], friend(match)["life"]) == lives


def test_r7_4_also_when_it_blocks():
    match = event(3, 3, 2, here="3-2", rocks="3-2:1")
    assert (you(match)["life"], blocked(match)) == (3, ["3-2"])


# R8 Events


def test_r8_1_the_event_is_rolled_after_the_actions():
    match = at("3-2", script=[4])
    match.play("go 3-3")
    assert rolled(match) == []
    match.play("go 3-4")
    assert rolled(match) == ["event 4"]


@pytest.mark.parametrize(("face", "lives"), [(1, (4, 4)), (2, (2, 2))])
def test_r8_2_no_action_gains_and_slip_and_fall_loses_a_life(face, lives):
    match = event(face, here="3-2", friend="3-2", life=3, friend_life=3)
    assert (you(match)["life"], friend(match)["life"]) == lives


def test_r8_2_disoriented_leaves_one_action_to_which_stored_ones_are_added():
    match = event(4, here="3-2", stored=1)
    assert (you(match)["left"], you(match)["stored"]) == (1, 1)
    match.play("go 3-3")
    match.play("go 3-4")
    assert you(match)["stored"] == 0


def test_r8_2_one_or_two_rock_slides():
    assert len(rolled(event(3, 4, 1, here="3-2"))) == 3
    assert len(rolled(event(6, 4, 1, 4, 2, here="3-2"))) == 5


def test_r8_3_three_times_an_event_may_become_no_action():
    match = event(2, here="3-2", rerolls=3)
    assert legal(match) == ["re-roll", "keep"]
    assert refused(match, "stop")[0] == "R8.3"
    match.play("re-roll")
    assert (you(match)["life"], see(match)["rerolls"]["left"]) == (5, 2)
    match = event(2, here="3-2", rerolls=1)
    match.play("keep")
    assert (you(match)["life"], see(match)["rerolls"]["left"]) == (3, 1)


def test_r8_3_no_choice_without_re_rolls_or_with_no_action():
    assert you(event(2, here="3-2"))["life"] == 3
    match = event(1, here="3-2", rerolls=3)
    assert you(match)["life"] == 5
    assert refused(match, "re-roll")[0] == "R8.3"


def test_r8_4_life_never_rises_above_six():
    match = event(1, here="3-2", friend="3-2", life=6, friend_life=6)
    assert (you(match)["life"], friend(match)["life"]) == (6, 6)


@pytest.mark.parametrize(("friend_at", "ends"), [("2-1", "3-1"), ("1-1", "1-1")])
def test_r8_5_a_slide_takes_the_friend_along_only_when_together(friend_at, ends):
    match = event(5, here="2-1", friend=friend_at)
    assert (you(match)["place"], friend(match)["place"]) == ("3-1", ends)


def test_r8_5_no_way_down_no_slide_and_a_slide_onto_rocks_is_no_climb():
    assert you(event(5, here="1-1"))["place"] == "1-1"
    match = event(5, here="2-1", rocks="3-1:1")
    assert (you(match)["place"], you(match)["left"]) == ("3-1", 2)


@pytest.mark.parametrize(("start", "ends"), [("start-1", "4-1"), ("start-6", "4-2")])
def test_r8_6_of_two_ways_down_the_one_nearer_to_the_start(start, ends):
    if start == "start-1":  # straight above the start circle: both are as near
        match = event(5, here="3-1", start=start)
        assert legal(match) == ["slide right", "slide left"]
        assert [action.path for action in match.actions()] == [("hex:4-2",), ("hex:4-1",)]
        match.play("slide left")
    else:
        match = event(5, here="3-1", start=start)
    assert you(match)["place"] == ends


def test_r8_6_a_blocked_hex_is_no_way_and_a_start_circle_neither():
    assert you(event(5, here="3-1", start="start-6", rocks="4-2:2"))["place"] == "4-1"
    assert you(event(5, here="3-1", start="start-6", rocks="4-1:2 4-2:2"))["place"] == "3-1"
    assert you(event(5, here="6-2"))["place"] == "6-2"
    assert refused(at("3-1"), "slide left")[0] == "R8.6"


# R9 The friend


def test_r9_1_meeting_takes_no_action_and_one_may_walk_off_alone():
    match = at("3-2", friend="3-3", stored=2)
    match.play("go 3-3")
    assert friend(match)["is_together"]
    assert {"go 3-4", "lead 3-4"} <= set(legal(match))
    assert ("hex:3-4", "with:friend") in {action.path for action in match.actions()}
    match.play("go 3-4")
    assert friend(match)["place"] == "3-3"


def test_r9_1_who_is_apart_cannot_be_led():
    rule, why = refused(at("3-2", friend="3-3"), "lead 3-3")
    assert rule == "R9.1"
    assert "the friend is on 3-3" in why
    assert "the friend is not found yet" in refused(at("3-2"), "lead 3-3")[1]


def test_r9_2_entering_the_trigger_row_reveals_the_friend_and_the_turn_goes_on():
    match = at("2-3", script=[4])
    match.play("go 1-3")
    assert friend(match)["place"] == "2-4"
    assert rolled(match) == ["friend column 4"]
    assert you(match)["left"] == 1
    assert match.to_act == 0


def test_r9_2_only_the_first_time():
    match = at("2-3", friend="2-1", stored=1)
    match.play("go 1-3")
    assert rolled(match) == []


@pytest.mark.parametrize(("face", "row"), [(1, 1), (2, 2), (3, 3), (4, 1), (5, 2), (6, 3)])
def test_r9_3_the_row_is_rolled_where_the_card_does_not_name_it(face, row):
    match = at("3-2", friend_life=3, life=3, character=3, script=[face, 2])
    match.play("go 2-2")
    assert rolled(match) == [f"friend row die {face}", "friend column 2"]
    assert friend(match)["place"] == f"{row}-2"


def test_r9_4_a_blocked_hex_is_rolled_again():
    play = game()
    match = at("2-3", rocks="2-1:3 2-4:3")
    states = match.position
    play.apply(states, play.spec.notation.read_action(play.box, states, "go 1-3"))
    assert play.chance(states) == [(face - 1, 1) for face in (2, 3, 5, 6)]


def test_r9_4_a_column_that_the_row_does_not_have_is_rolled_again():
    play = game(friend_rows=[3, 3, 0, 0], map=1)
    row = [name for name in cavern(1).names.values() if name.startswith("3-")]
    assert len(row) == sum(int(place) >= 0 for place in play.box[0].counted[3])


def test_r9_4_r11_7_a_whole_blocked_row_gives_way_to_the_next_and_three_lose():
    second = " ".join(f"2-{column}:3" for column in range(1, 7))
    match = at("2-3", rocks=second, script=[1])
    match.play("go 1-3")
    assert friend(match)["place"] == "3-1"
    third = " ".join(f"3-{column}:2" for column in range(1, 7))
    first = " ".join(f"1-{column}:2" for column in range(2, 7))
    match = at("2-1", rocks=f"{second} {third} {first}", script=[1])
    match.play("go exit-1")
    assert friend(match)["place"] == "1-1"
    match = at("2-1", rocks=f"{second} {third} {first} 1-1:2")
    match.play("go exit-1")
    assert see(match)["ending"] == "buried"


@pytest.mark.parametrize("card", [1, 2])
def test_r9_5_the_friend_has_the_cards_health(card):
    match = game(character=card).start(seed=2)
    assert friend(match)["life"] == you(match)["life"] == {1: 4, 2: 3}[card]


def test_r9_6_events_and_passes_leave_a_waiting_friend_alone():
    for face, life in ((1, 5), (2, 3)):
        match = event(face, here="3-2", friend="2-1")
        assert (you(match)["life"], friend(match)["life"]) == (life, 4)
    match = at("3-2", friend="2-1")
    match.play("pass")
    assert (you(match)["life"], friend(match)["life"]) == (5, 4)


# R10 Winning


def test_r10_1_won_at_once_when_both_are_on_an_exit():
    match = at("1-1", friend="1-1", water=17, rounds=12)
    match.play("lead exit-1")
    assert match.is_over
    assert see(match)["ending"] == "won"
    assert match.conclusion.startswith("Spelunker and the friend get out by exit 1 in round 12")


def test_r10_1_alone_on_an_exit_is_not_enough():
    match = at("1-1", friend="1-1", water=2)
    match.play("go exit-1")
    assert not match.is_over


def test_r10_2_the_score_is_one_or_nothing():
    match = at("1-1", friend="1-1")
    match.play("lead exit-1")
    assert match.scores == [1]
    assert (match.outcome.how, match.winners) == ("played out", [0])
    assert match.winners == [0]
    lost = event(2, here="3-2", life=1)
    assert (lost.scores, lost.outcome.how, lost.winners) == ([0], "played out", [])


# R11 Losing


def test_r11_1_lost_without_life():
    match = event(2, here="3-2", life=1)
    assert see(match)["ending"] == "dead"
    assert "no life left" in match.conclusion
    match = at("3-2", life=1)
    match.play("go 4-2")
    assert see(match)["ending"] == "dead"


def test_r11_2_lost_when_the_friend_has_no_life_left():
    match = event(3, 2, 1, here="3-2", friend="2-1", friend_life=1)
    assert see(match)["ending"] == "friend dead"
    assert "the friend has no life left" in match.conclusion


def test_r11_4_lost_when_the_row_above_the_friend_is_flooded():
    match = event(1, here="1-2", friend="3-2", water=15)
    assert see(match)["ending"] == "friend drowned"
    assert "over the friend, in row 3" in match.conclusion


def test_r11_6_lost_when_the_lamp_goes_out():
    match = event(1, here="1-2", rounds=60)
    assert see(match)["ending"] == "dark"
    assert (match.outcome.how, match.winners) == ("capped", [])
    assert not event(1, here="1-2", rounds=59).is_over


def test_r11_8_lives_before_water_and_the_character_before_the_friend():
    match = event(2, here="3-2", friend="3-2", life=1, friend_life=1)
    assert see(match)["ending"] == "dead"
    match = event(1, here="4-2", friend="4-2", water=12)
    assert see(match)["ending"] == "drowned"
    match = at("3-2", life=1, water=12, stored=2)
    match.play("go 4-2")
    assert see(match)["ending"] == "dead"


@pytest.mark.parametrize(
    ("dice", "situation", "words"),
    [
        ((5, 1), {"here": "6-1", "rocks": "5-1:1"}, "Spelunker is trapped, rocks leave no way to row 1 and out"),
        ((3, 3), {"here": "2-1", "friend": "4-4", "rocks": "3-3:1"}, "rocks leave no way to the friend and out"),
        ((2, 1), {"here": "3-2", "friend": "2-1", "rocks": "2-1:2"}, "rocks leave no way to the friend and out"),
        (
            (1, 3),
            {"here": "1-4", "friend": "1-4", "rocks": "1-3:1"},
            "and the friend are trapped, rocks leave no way out",
        ),
    ],
)
def test_r11_9_lost_when_a_rock_slide_leaves_no_way(dice, situation, words):
    match = event(3, *dice, **situation)
    assert (see(match)["ending"], match.outcome.how, match.winners, match.scores) == ("trapped", "trapped", [], [0])
    assert words in match.conclusion
    assert match.is_over
    row, column = dice
    assert not event(3, row, column % 6 + 1, **situation).is_over


def test_r11_9_the_drawing_says_that_rocks_leave_no_way():
    match = event(3, 5, 1, here="6-1", rocks="5-1:1")
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(match.ruleset.spec.drawing.draw(match.seen(), match.names, OVER))
    assert " over: trapped, rocks leave no way to get both out\n" in console.export_text()


def test_r11_9_two_rock_slides_end_with_the_one_that_traps():
    match = event(6, 5, 1, here="6-1", rocks="5-1:1")
    assert see(match)["ending"] == "trapped"
    assert rolled(match) == ["event 6", "row 5", "column 1"]


def test_r11_9_r6_2_a_blocked_hex_may_be_left_but_not_by_every_side():
    for step, ending in (("go 4-1", None), ("go 6-1", "trapped")):  # from 6-1 the only path leads back
        match = at("5-1", rocks="5-1:2")
        match.play(step)
        assert see(match)["ending"] == ending


def test_r11_9_who_leaves_the_friend_on_a_blocked_hex_is_trapped():
    match = event(3, 2, 1, here="2-1", friend="2-1", rocks="2-1:2")
    assert not match.is_over
    match.play("go 3-1")
    assert see(match)["ending"] == "trapped"
    match = event(3, 2, 1, here="2-1", friend="2-1", rocks="2-1:2")
    match.play("lead exit-1")
    assert see(match)["ending"] == "won"


def test_r11_9_a_slide_down_from_a_blocked_hex_may_trap():
    for way, ending in (("slide left", "trapped"), ("slide right", None)):
        match = event(5, here="5-1", rocks="5-1:2", start="start-1")
        match.play(way)
        assert see(match)["ending"] == ending


def test_r11_9_a_first_step_into_a_dead_end_traps():
    for step, ending in (("go 6-1", "trapped"), ("go 6-2", None)):
        match = at("start-1", start="start-1", rocks="5-1:2")
        match.play(step)
        assert see(match)["ending"] == ending


@pytest.mark.parametrize(("face", "ending"), [(4, "trapped"), (2, None)])
def test_r11_9_a_friend_who_is_located_behind_rocks_cannot_be_saved(face, ending):
    match = at("2-1", rocks="2-3:3 1-5:2", script=[face])
    match.play("go exit-1")
    assert (friend(match)["place"], see(match)["ending"]) == (f"2-{face}", ending)


def test_r11_9_water_does_not_trap():
    """Every way leads through flooded rows, and the game goes on."""
    match = event(1, here="3-6", friend="4-6", water=9)
    assert see(match)["rows"][3]["is_flooded"]
    assert not match.is_over


def test_r11_8_r11_9_lives_and_water_come_before_a_trap():
    assert see(event(3, 2, 1, here="3-2", friend="2-1", friend_life=1, rocks="2-1:2"))["ending"] == "friend dead"
    for water, ending in ((12, "trapped"), (16, "friend drowned")):
        match = at("2-1", rocks="2-1:3 1-1:2", friend_rows=[3, 3, 0, 0], water=water, stored=1, script=[1])
        match.play("go exit-1")
        assert see(match)["ending"] == ending


# R12 The Wandering Bear


def test_r12_1_the_bear_is_off_unless_chosen_and_begins_in_its_den():
    assert see(game().start(seed=1))["bear"] is None
    assert see(game(bear=True).start(seed=1))["bear"] == "den"


@pytest.mark.parametrize(
    ("bear", "face", "ends"),
    [
        ("den", 2, "2-4"),
        ("den", 3, "2-3"),
        ("2-4", 1, "1-5"),
        ("2-4", 2, "den"),
        ("1-1", 5, "1-2"),
        ("2-3", 4, "den"),
    ],
)
def test_r12_2_it_goes_through_the_side_of_the_die_or_clockwise_to_a_path(bear, face, ends):
    blocks = "1-3:2" if bear == "2-3" else ""
    match = event(4, face, here="6-2", bear=bear, rocks=blocks)
    if (bear, face) == ("2-3", 4):
        assert see(match)["bear"] == "den"
    assert see(match)["bear"] == ends
    assert rolled(match) == ["event 4", f"bear {face}"]


def test_r12_2_it_moves_also_without_an_event_and_stays_where_it_has_no_way():
    match = at("6-2", bear="den", script=[2])
    match.play("pass")
    assert rolled(match) == ["bear 2"]
    match = at("6-2", bear="1-6", rocks="2-6:3", script=[2])
    match.play("pass")
    assert see(match)["bear"] == "1-6"


def test_r12_3_meeting_the_bear_costs_the_character_a_life():
    match = at("2-3", friend="2-3", bear="den", script=[3])
    match.play("pass")
    assert (you(match)["life"], friend(match)["life"]) == (4, 5)  # one gained by the pass, one lost
    match = at("2-3", friend="2-3", bear="den")
    match.play("lead den")
    assert (you(match)["life"], friend(match)["life"]) == (3, 4)
    match = event(5, 2, here="2-1", bear="3-1")
    assert you(match)["life"] == 3


# R13 Added for Motherlode


def test_r13_1_a_date_decides_everything():
    seed, options = daily(datetime.date(2026, 11, 15))
    assert (seed, options) == daily(datetime.date(2026, 11, 15))
    assert seed == 36880994247341
    assert options == {"map": 2, "character": 1, "rocks": "hard", "water": "hard"}
    days = [daily(datetime.date(2026, 1, 1) + datetime.timedelta(day)) for day in range(200)]
    assert len({one for one, _ in days}) == 200
    assert len({(one["map"], one["character"], one["rocks"]) for _, one in days}) == 24
    play = motherlode.game("rockport_caverns", **options)
    assert play.start(seed).log == play.start(seed).log
    assert {one["rocks"] for _, one in days} == set(LEVELS)


def test_r13_2_designers_may_change_numbers():
    match = game(health=[6, 3, 3, 4], rerolls=0, most_rounds=5).start(seed=1)
    assert (you(match)["life"], see(match)["rerolls"]["total"], see(match)["most_rounds"]) == (6, 0, 5)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"circles": [1, 2]}, "circles: needs one number|needs one number for each of 6 rows"),
        ({"stored": [3, 1, 0, 1]}, "card 1 starts with more than it may store"),
        ({"health": [9, 3, 3, 4]}, "more life than most_life"),
        ({"rocks": "gentle"}, "bad option rocks='gentle'"),
        ({"trigger_rows": [1, 2]}, "needs one number for each of 4 cards"),
        ({"rock_slides": [1]}, "needs one number for each of easy, medium and hard"),
    ],
)
def test_r13_2_bad_numbers_are_refused_in_one_line(options, words):
    with pytest.raises(BadInput, match=words) as caught:
        game(**options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("row = 1, across = 1,", "row = 1, across = 2,", "hex row 1, across 2, field 'across'"),
        ("row = 1, across = 1,", "row = 9, across = 1,", "hex row 9, across 1, field 'row'"),
        ("row = 1, across = 3,", "row = 1, across = 1,", "field 'across': this place is taken"),
        ('kind = "passage"', 'kind = "tunnel"', "field 'kind': invalid enum value 'tunnel'"),
        ('paths = "E W"', 'paths = "E X"', "unknown side 'X'"),
        ('paths = "E W"', 'paths = "E"', "which has no path"),
        ('name = "Ammo Rocks"', 'name = "Ammo Box"', "field 'name': 'Ammo Box' is not one of"),
        ('kind = "exit"', 'kind = "passage"', "field 'kind': row 1 has more than six countable hexes"),
        ("marked_row = 4", "marked_row = 8", "field 'marked_row'"),
        ("rocks = [2, 3,", "rocks = [2, 3, 3,", "field 'rocks'"),
        ("hexes = [", "caves = [", "the file: object missing required field 'hexes'|unknown field"),
    ],
)
def test_r13_2_bad_maps_are_refused_with_file_hex_and_field(tmp_path, old, new, words):
    import re

    assert re.search(words, broken(tmp_path, old, new))


# Text and things to touch


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("at 3-2", "at 9-9", "there is no place '9-9'"),
        ("life 4", "life 9", "is not a number from"),
        ("water 1", "water 99", "is not a number from"),
        ("next act", "next dance", "unknown part 'next'"),
        ("next act", "next slide", "an event is named exactly"),
        ("turn 2", "turn 2 flying", "unknown 'flying'"),
        ("turn 2 | ", "", "'turn' is given exactly during a turn"),
        ("stored 0", "stored 0 | stored 1", "'stored' is given twice"),
        ("start-3", "3-3", "is no start circle"),
        ("life 4 | friend", "life 0 | friend", "no life left has lost"),
        ("next act", "over won", "turn|won exactly"),
        ("round 1", "round 0", "rounds begin after"),
        ("water 1", "water 13", "below the water|lost"),
        ("round 1", "round 1 | rocks 3-1:2 3-2:2 4-1:2 4-3:2", "trapped exactly where rocks leave no way"),
        ("turn 2 | next act", "over trapped", "trapped exactly where rocks leave no way"),
    ],
)
def test_unreadable_positions_say_why(old, new, words):
    import re

    text = "start-3 | at 4-2 | life 4 | friend - life 4 | stored 0 | re-rolls 0 | water 1 | round 1 | turn 2 | next act"
    text = text.replace("4-2", "3-2") if "3-2" in old else text
    with pytest.raises(BadInput) as caught:
        game().start(position=text.replace(old, new, 1))
    assert caught.value.code == Code.UNREADABLE_POSITION
    assert re.search(words, str(caught.value))


@pytest.mark.parametrize("text", ["fly", "go", "go 9-9", "go 1-1", "lead nowhere", "slide up"])
def test_unreadable_actions_say_why(text):
    with pytest.raises(BadInput) as caught:
        at("3-2").play(text)
    assert caught.value.code == Code.UNREADABLE_ACTION


def test_actions_are_read_in_short_forms():
    play, match = game(), at("3-2")
    for text, meant in (("3-3", "go 3-3"), ("GO e", "go 3-3"), ("reroll", "re-roll"), (" pass ", "pass")):
        action = play.spec.notation.read_action(play.box, match.position, text)
        assert play.spec.notation.write_action(play.box, match.position, action) == meant


def test_the_view_tells_the_odds():
    odds = see(at("3-1", friend="2-1", water=5, start="start-1", bear="2-1", rocks="4-2:1"))["odds"]
    rock = (1 / 36 + 1 - (35 / 36) ** 2) / 6
    assert odds["lose_life"] == pytest.approx(1 / 6 + rock, abs=1e-4)
    assert odds["friend_loses_life"] == pytest.approx(rock, abs=1e-4)
    assert odds["slide_to"] == ["4-1", "4-2"]
    assert (odds["rounds_to_flood"], odds["rounds_to_loss"], odds["friend_rounds_to_loss"]) == (8, 11, 14)
    assert odds["bear_comes"] == pytest.approx(1 / 6, abs=1e-4)
    assert sum(one["chance"] for one in odds["events"]) == pytest.approx(1, abs=1e-3)


def test_things_have_names():
    match = at("3-2", friend="3-2", rocks="3-3:1")
    name_thing = match.ruleset.spec.drawing.name_thing
    assert name_thing(match.seen(), ["hex:3-3"]) == "3-3, over rocks"
    assert name_thing(match.seen(), ["hex:3-3", "with:friend"]) == "with the friend, 2 actions"
    assert name_thing(match.seen(), ["hex:3-3", "with:nobody"]) == "alone, 1 action"
    assert name_thing(match.seen(), ["button:pass"]) == "pass"
    assert name_thing(at("3-4").seen(), ["hex:pouch"]) == "The Pouch, 1 action"


def test_r10_r11_an_end_forgets_what_was_under_way():
    found = game()
    states = found.new()
    now = states[0]
    turn = [
        "left",
        "event",
        "slides",
        "row",
        "has_acted",
        "has_led",
        "has_climbed",
        "is_sheltered",
        "is_dry",
        "is_disoriented",
    ]
    for name in turn:
        now[name] = 1
    kernels.end(now, WON)
    assert [name for name in turn if now[name]] == []
    assert (now.ending, now.phase, now.to_act) == (WON, ENDED, OVER)


@pytest.mark.parametrize(
    ("ending", "how"),
    [(WON, How.PLAYED_OUT), (DROWNED, How.PLAYED_OUT), (FULL, How.PLAYED_OUT), (DARK, How.CAPPED),
     (BURIED, How.TRAPPED), (TRAPPED, How.TRAPPED)],
)  # fmt: skip
def test_r10_r11_how_a_game_ends(ending, how):
    states = game().new()
    states[0].to_act, states[0].ending = OVER, ending
    assert game().outcome(states) == (how, [0] if ending == WON else [])


def test_what_is_no_action_is_refused_as_such_and_everything_is_while_chance_acts():
    found = game()
    states, num_actions = found.new(), found.limits.num_actions

    def reasons(*numbers):
        return {found.entries.refuse(found.box, states, 0, number) for number in numbers}

    assert found.to_act(states) == CHANCE
    assert reasons(*range(-1, num_actions + 2)) == {Why.NO_SUCH_ACTION}
    states[0].to_act = 0
    assert reasons(-1, num_actions, num_actions + 1) == {Why.NO_SUCH_ACTION}
    assert Why.NO_SUCH_ACTION not in reasons(*range(num_actions))
