"""Trap the Cap, rule by rule: the numbers are those of RULES.md, positions are in notation."""

from functools import cache

import msgspec
import numpy as np
import pytest

import motherlode
from motherlode.core.contract import CHANCE, NOBODY
from motherlode.core.errors import BadInput, Code, IllegalAction
from motherlode.core.streams import below, make_streams
from motherlode.games.trap_the_cap.kernels import draw_face

TEAM = {"game": "team"}


@cache
def game(seats=2, **options):
    return motherlode.game("trap_the_cap", seats, **options)


def position(board, after, seats=4, kept=None, golden="", turns=0, throws=None, caps=6):
    """A position: the board and what comes next; every cap that is not on the board or kept is free at home."""
    letters = {2: "gb", 3: "grb", 4: "grby", 6: "grbypo"}[seats]
    kept = kept or {}
    used = set()
    for word in board.split():
        for group in word.partition("=")[2].split(","):
            used |= set(group.split("/"))
    for caps_kept in kept.values():
        used |= set(caps_kept.split("."))
    homes = []
    for letter in letters:
        free = [f"{letter}{number}" for number in range(1, caps + 1) if f"{letter}{number}" not in used]
        homes.append(f"{letter}={'.'.join(free) or '-'}" + (f"+{kept[letter]}" if letter in kept else ""))
    parts = [board or "-", " ".join(homes)]
    if golden:
        parts.append(f"golden {golden}")
    return " | ".join([*parts, f"turns {turns}", f"throws {turns + 1 if throws is None else throws}", after])


def at(board, after, seats=4, options=None, script=(), **rest):
    """A match from a position; further throws as in the script, then always 1."""
    found = game(seats, **(options or {}))
    text = position(board, after, seats, **rest)
    throws = [face - 1 for face in script] + [0] * 20
    return found.start(seed=1, position=text, script=throws)


def legal(match, start=""):
    return sorted(action.text for action in match.actions() if action.text.startswith(start))


def ends(match, cap):
    """Where a cap may end, as text after its name."""
    return {text.removeprefix(cap + " ") for text in legal(match, cap + " ")}


def refused(match, action):
    """The number of the rule that bars the action, and the line that says so; nothing has changed."""
    before = match.position.tobytes(), len(match.log)
    with pytest.raises(IllegalAction) as caught:
        match.play(action)
    assert caught.value.code == Code.ILLEGAL_ACTION
    assert (match.position.tobytes(), len(match.log)) == before
    return caught.value.rule, str(caught.value)


def text(match):
    return match.ruleset.spec.notation.write_position(match.ruleset.box, match.position)


def board(match):
    """The groups on the board, from the notation."""
    first = text(match).split(" | ")[0]
    return {} if first == "-" else dict(word.split("=") for word in first.split())


def homes(match):
    return dict(word.split("=") for word in text(match).split(" | ")[1].split())


def view(match):
    """What a client would be sent."""
    return msgspec.json.decode(msgspec.json.encode(match.seen()))


def kinds_of(found):
    spaces = view(found.start(seed=1))["board"]["spaces"]
    return {kind: {space["name"] for space in spaces if space["kind"] == kind} for kind in ("plain", "grey", "yellow")}


# R1 Board and set-up


def test_r1_1_four_bases_77_spaces_and_every_path():
    spaces = view(game(4).start(seed=1))["board"]["spaces"]
    assert len(spaces) == 77
    ways = {space["name"]: {way.split(":")[1] for way in space["ways"]} for space in spaces}
    assert ways["1"] == {"52", "2", "a1", "green"}
    assert ways["14"] == {"13", "15", "b1", "red"}
    assert ways["a1"] == {"1", "a2"}
    assert ways["a6"] == {"a5", "centre"}
    assert ways["centre"] == {"a6", "b6", "c6", "d6"}
    assert sum(map(len, ways.values())) == 2 * (52 + 4 * 7) + 4


def test_r1_2_six_bases_115_spaces_for_five_or_six_seats():
    for seats in (5, 6):
        assert len(view(game(seats).start(seed=1))["board"]["spaces"]) == 115
    assert len(view(game(3, board="six").start(seed=1))["board"]["spaces"]) == 115
    with pytest.raises(BadInput, match="5 seats on a board with 4 bases"):
        motherlode.game("trap_the_cap", 5, board="four")


def test_r1_3_grey_spaces_are_three_steps_from_a_junction():
    assert kinds_of(game(4))["grey"] == {
        "50",
        "4",
        "11",
        "17",
        "24",
        "30",
        "37",
        "43",
        "a3",
        "b3",
        "c3",
        "d3",
    }
    assert len(kinds_of(game(6))["grey"]) == 18


def test_r1_4_yellow_spaces_of_both_kinds():
    assert kinds_of(game(4))["yellow"] == {"1", "14", "27", "40", "centre"}
    classic = kinds_of(game(4, kinds="classic"))
    assert not classic["plain"]
    assert len(classic["yellow"]) == 65
    with pytest.raises(BadInput, match="the board knows '1986' and 'classic'"):
        motherlode.game("trap_the_cap", kinds="2020")


def test_r1_5_six_caps_each_at_home():
    match = game(4).start(seed=1)
    assert homes(match)["r"] == "r1.r2.r3.r4.r5.r6"
    assert board(match) == {}


@pytest.mark.parametrize("kind", ["basic", "golden"])
def test_r1_5_a_new_position_is_whole_whatever_was_in_memory(kind):
    found = game(4, game=kind)
    states = np.frombuffer(bytearray(b"\x55" * found.new().nbytes), found.spec.state)
    found.entries.setup(found.box, states, 0)
    caps = list(range(24)) + [24] * (kind == "golden")
    homes_of = [77 + cap // 6 for cap in range(24)] + [76] * (kind == "golden")  # R11.1: the centre
    fields = {name: states[name][0].tolist() for name in states.dtype.names}
    missing = states["place"].shape[1] - len(caps)
    assert fields.pop("place") == homes_of + [-1] * missing
    assert fields.pop("top") == caps + [-1] * missing
    assert (fields.pop("to_act"), fields.pop("gold_owner")) == (CHANCE, NOBODY)
    assert not any(np.any(value) for value in fields.values()), fields


def test_r1_6_seats_are_spread_around_the_ring():
    def colours(seats, **options):
        return [seat["colour"] for seat in view(game(seats, **options).start(seed=1))["seats"]]

    assert colours(2) == ["green", "blue"]
    assert colours(3) == ["green", "red", "blue"]
    assert colours(4) == ["green", "red", "blue", "yellow"]
    assert colours(6) == ["green", "red", "blue", "yellow", "purple", "orange"]
    assert colours(2, board="six") == ["green", "yellow"]
    assert colours(3, board="six") == ["green", "blue", "purple"]


def test_r1_7_seat_1_begins_and_turns_go_clockwise():
    match = game(4).start(seed=0, script=[0, 1, 2, 3, 4])
    assert [match.to_act for _ in range(5) if match.play(match.actions()[0].id) or True] == [1, 2, 3, 0, 1]


def test_r1_8_spaces_have_names():
    names = [space["name"] for space in view(game(4).start(seed=1))["board"]["spaces"]]
    assert names[:52] == [str(number) for number in range(1, 53)]
    assert names[52:58] == ["a1", "a2", "a3", "a4", "a5", "a6"]
    assert names[-1] == "centre"


# R2 Moving


def test_r2_1_each_face_is_equally_likely_and_one_cap_moves():
    assert game(2).chance(game(2).new()) == [(face, 1) for face in range(6)]
    match = at("3=g1 10=g2", "green has 2")
    match.play("green 1 to 5")
    assert board(match) == {"5": "g1", "10": "g2"}


def test_r2_1_a_face_is_drawn_as_all_faces_are_equally_likely():
    drawn, (random, again) = [], (make_streams(5), make_streams(5))
    for _ in range(40):
        drawn.append(draw_face(game(2).box, game(2).new(), 0, random, 0, np.zeros(6, np.int32), np.zeros(6, int)))
        assert drawn[-1] == below(again, 0, 6)
    assert set(drawn) == set(range(6))


def test_r2_1_the_full_throw_is_moved_and_caps_of_others_are_not():
    match = at("3=g1 10=r2", "green has 2")
    assert refused(match, "green 1 to 4")[0] == "R2.1"
    assert "does not get there from space 3 with a 2" in refused(match, "green 1 to 4")[1]
    with pytest.raises(BadInput, match="green cannot move caps of red"):
        match.play("red 2 to 12")


def test_r2_1_captives_do_not_move():
    rule, why = refused(at("3=r1/g1", "green has 2"), "green 1 to 5")
    assert rule == "R2.1"
    assert "green 1 lies under red 1" in why


@pytest.mark.parametrize(
    ("face", "found"), [(1, {"to 1"}), (2, {"to 52", "to 2", "to a1"}), (6, {"to 48", "to 6", "to a5"})]
)
def test_r2_2_any_throw_leaves_base_and_the_junction_is_step_1(face, found):
    assert ends(at("", f"green has {face}"), "green 1") == found


def test_r2_3_no_turning_back_but_any_branch():
    assert ends(at("2=g1", "green has 3"), "green 1") == {"to 5", "to a2", "to 51"}
    assert ends(at("a5=g1", "green has 4"), "green 1") == {"to a1", "to b5", "to c5", "to d5"}
    assert ends(at("20=g1", "green has 6"), "green 1") == {"to 14", "to 26"}


def test_r2_3_from_the_centre_every_spoke():
    assert ends(at("centre=g1", "green has 2"), "green 1") == {"to a5", "to b5", "to c5", "to d5"}


def test_r2_4_passing_over_caps_does_nothing():
    match = at("20=g1 21=r1 22=g2/b1", "green has 4")
    match.play("green 1 to 24")
    assert board(match) == {"21": "r1", "22": "g2/b1", "24": "g1"}


def test_r2_5_a_throw_that_cannot_be_moved_is_lost():
    # The only free green cap stands between two partners, who may not be trapped.
    held = {"r": "g2.g3.g4.g5.g6"}
    match = at("18=b1 20=g1 22=b2", "green throws", options=TEAM, kept=held, script=[2, 1])
    assert match.to_act == 1
    assert match.story()[0] == "Player 1 (green) throws a 2; no cap can move, the throw is lost."
    assert text(match).startswith("18=b1 20=g1 22=b2 |")


def test_r2_5_on_full_grey_spaces_too():
    full = "1=y6/g2/g3/g4/g5/g6 11=r1,b1,y1 14=g1 17=r2,b2,y2 27=b6 b3=r3,b3,y3"
    match = at(full, "green throws", script=[3, 2])
    assert match.to_act == 1
    assert "the throw is lost" in match.story()[0]


def test_r2_5_who_can_move_must():
    held = {"r": "g2.g3.g4.g5.g6"}
    match = at("18=b1 20=g1", "green throws", options=TEAM, kept=held, script=[2])
    assert legal(match) == ["green 1 to 22"]
    assert refused(match, "stop")[0] == "R6.1"


def test_r2_6_cap_and_end_are_one_action_and_the_way_home_is_another():
    match = at("2=g1/r1", "green has 4")
    assert ends(match, "green 1") == {"to 6", "to 50", "to a3", "home to 2", "home to 52", "home to a1"}


def test_r2_7_equal_bare_caps_in_one_place_are_one_action():
    match = at("14=g2,g4,g5/r1", "green has 1")
    assert legal(match) == sorted(
        ["green 1 to 1", *(f"green {cap} to {end}" for cap in (2, 5) for end in ("13", "15", "b1"))]
    )
    assert refused(match, "green 3 to 1")[0] == "R2.7"
    assert refused(match, "green 4 to 13")[0] == "R2.7"


# R3 Where a move may end


def test_r3_1_not_on_a_plain_space_with_the_own_colour():
    match = at("20=g1 22=g2", "green has 2")
    assert ends(match, "green 1") == {"to 18"}
    rule, why = refused(match, "green 1 to 22")
    assert rule == "R3.1"
    assert "a cap of its colour is on that space" in why


def test_r3_2_own_caps_share_a_yellow_space():
    match = at("12=g1 14=g2/r1", "green has 2")
    match.play("green 1 to 14")
    assert board(match) == {"14": "g2/r1,g1"}


def test_r3_3_three_colours_rest_on_grey():
    match = at("15=g1 17=r1,b1", "green has 2")
    match.play("green 1 to 17")
    assert board(match) == {"17": "r1,b1,g1"}


def test_r3_3_not_the_own_colour_and_not_a_fourth_group():
    assert refused(at("15=g1 17=g2", "green has 2"), "green 1 to 17")[0] == "R3.3"
    rule, why = refused(at("15=g1 17=r1,b1,y1", "green has 2"), "green 1 to 17")
    assert rule == "R3.3"
    assert "three groups rest" in why


def test_r3_4_never_into_another_base():
    match = at("15=g1/r1", "green has 2")
    assert ends(match, "green 1") == {"to 17", "to 13", "to b1"}


def test_r3_5_a_cap_may_come_back_to_where_it_started():
    match = at("1=g1/r1", "green has 2")
    assert "home to 1" in ends(match, "green 1")
    match.play("green 1 home to 1")
    assert board(match) == {"1": "g1"}
    assert homes(match)["g"].endswith("+r1")


# R4 Trapping


@pytest.mark.parametrize(("start", "end"), [("20=g1 22=r1", "22"), ("12=g1 14=r1", "14")])
def test_r4_1_landing_traps_on_plain_and_yellow(start, end):
    match = at(start, "green has 2")
    match.play(f"green 1 to {end}")
    assert board(match) == {end: "g1/r1"}
    assert "and traps red 1" in match.story()[0]


def test_r4_2_a_whole_stack_and_all_who_share_a_yellow_space():
    match = at("12=g1 14=r1/b1,r2", "green has 2")
    match.play("green 1 to 14")
    assert board(match) == {"14": "g1/r2/r1/b1"}


def test_r4_3_nobody_is_trapped_on_grey():
    match = at("15=g1 17=r1", "green has 2")
    match.play("green 1 to 17")
    assert board(match) == {"17": "r1,g1"}


def test_r4_4_own_caps_in_a_retaken_stack_stay_captives():
    match = at("20=g1 22=r1/g2", "green has 2", script=[1, 1, 1])
    match.play("green 1 to 22")
    assert board(match) == {"22": "g1/r1/g2"}
    assert {cap["id"]: cap["state"] for cap in view(match)["caps"]}["cap:green:2"] == "captive"


def test_r4_5_trapped_groups_lie_in_the_order_of_arrival():
    match = at("12=g1/y1 14=r2,r1", "green has 2")
    match.play("green 1 to 14")
    assert board(match) == {"14": "g1/y1/r1/r2"}


# R5 Home


def test_r5_1_only_a_laden_cap_goes_home():
    rule, why = refused(at("2=g1", "green has 2"), "green 1 home")
    assert rule == "R5.1"
    assert "no captives" in why
    match = at("2=g1/r1", "green has 2")
    match.play("green 1 home")
    assert board(match) == {}


def test_r5_1_a_throw_that_only_leads_home_is_not_lost():
    held = {"r": "g2.g3.g4.g5.g6"}
    match = at("1=g1/r1 2=b1 52=b2 a1=b3", "green throws", options=TEAM, kept=held, script=[1])
    assert legal(match) == ["green 1 home"]


def test_r5_2_no_exact_throw_is_needed_and_no_duty_to_go_in():
    match = at("3=g1/r1", "green has 5")
    assert ends(match, "green 1") == {"to 8", "to 50", "to a3", "home to 52", "home to 2", "home to a1"}
    assert refused(at("10=g1/r1", "green has 5"), "green 1 home")[0] == "R5.2"


def test_r5_2_the_example_of_the_rulebook():
    # Three spaces away with a 5: into the base (the base counts as one), the rest to come out again.
    match = at("4=g1/r1", "green has 5")
    match.play("green 1 home to 1")
    assert board(match) == {"1": "g1"}
    assert "it comes out on space 1, the junction of green" in match.story()[0]


def test_r5_3_others_are_kept_and_own_are_freed():
    match = at("1=g1/r1/g2/b3", "green has 1")
    match.play("green 1 home")
    assert homes(match)["g"] == "g1.g2.g3.g4.g5.g6+r1.b3"
    assert "red 1 and blue 3 are kept, green 2 is free again" in match.story()[0]


def test_r5_4_coming_out_is_a_duty_where_a_legal_end_exists():
    match = at("1=g1/r1", "green has 3")
    assert refused(match, "green 1 home")[0] == "R5.4"
    assert refused(match, "green 1 home to 4")[0] == "R5.4"
    blocked = at("1=g1/r1 2=g2 52=g3 a1=g4", "green has 3")
    assert "home" in ends(blocked, "green 1")
    blocked.play("green 1 home")
    assert homes(blocked)["g"] == "g1.g5.g6+r1"


def test_r5_4_it_traps_where_it_comes_out():
    match = at("1=g1/r1 2=b1", "green has 3")
    match.play("green 1 home to 2")
    assert board(match) == {"2": "g1/b1"}


# R6 Sixes


def test_r6_1_after_a_6_one_may_throw_again_or_not():
    match = at("20=g1", "green has 6", script=[3, 1])
    match.play("green 1 to 26")
    assert legal(match) == ["stop", "throw again"]
    assert [action.id for action in match.actions()] == list(range(match.ruleset.limits.num_actions))[-2:]
    match.play("throw again")
    assert (match.to_act, view(match)["die"]) == (0, 3)
    other = at("20=g1", "green has 6", script=[3])
    other.play("green 1 to 26")
    other.play("stop")
    assert other.to_act == 1


def test_r6_1_without_a_6_there_is_no_choice():
    match = at("20=g1", "green has 5")
    assert refused(match, "throw again")[0] == "R6.1"
    match = at("20=g1", "green may throw again")
    assert refused(match, "green 1 to 26")[0] == "R6.1"


def test_r6_2_a_6_that_cannot_be_moved_keeps_the_extra_throw():
    held = {"r": "g2.g3.g4.g5.g6"}
    match = at("14=b1 20=g1 26=b2", "green throws", options=TEAM, kept=held, script=[6, 1])
    assert match.to_act == 0
    assert legal(match) == ["stop", "throw again"]
    assert "the right to throw again remains" in match.story()[0]
    match.play("throw again")
    assert legal(match) == ["green 1 to 19", "green 1 to 21"]


def test_r6_3_throws_after_a_6_are_one_turn():
    match = at("20=g1", "green has 6", script=[2, 1], turns=4, throws=9)
    match.play("green 1 to 26")
    match.play("throw again")
    assert "| turns 4 | throws 10 |" in text(match)
    match.play("green 1 to 28")
    assert "| turns 5 | throws 11 |" in text(match)


# R7 The end


def over_by(match, action):
    match.play(action)
    assert match.is_over
    return match


def test_r7_1_over_when_one_colour_has_free_caps():
    match = at("20=g1 22=b1", "green has 2", seats=2, kept={"g": "b2.b3.b4.b5.b6"})
    over_by(match, "green 1 to 22")
    assert match.winners == [0]


def test_r7_1_a_cap_in_its_base_is_free():
    match = at("20=g1 22=b1", "green has 2", seats=2, kept={"g": "b2.b3.b4.b5"})
    match.play("green 1 to 22")
    assert not match.is_over


def test_r7_2_most_counts_kept_and_the_survivors_on_the_board():
    match = at("20=g1 22=b1/g3 30=g4/b4/b5", "green has 2", seats=2, kept={"g": "b2.b3.b6", "b": "g5.g6"})
    over_by(match, "green 1 to 22")
    assert match.scores == [6, 2]


def test_r7_2_equal_first_places_are_shared():
    match = at("20=g1 22=r1", "green has 2", seats=3, caps=2, options={"caps": 2}, kept={"r": "b1.b2", "g": "r2"})
    over_by(match, "green 1 to 22")
    assert match.scores == [2, 2, 0]
    assert match.winners == [0, 1]


def test_r7_3_the_last_one_wins_whatever_he_trapped():
    match = at(
        "20=g1 22=b1/b2/b3/b4/b5/b6",
        "green has 2",
        seats=2,
        kept={"b": "g2.g3.g4.g5.g6"},
        options={"ending": "last"},
    )
    over_by(match, "green 1 to 22")
    assert match.scores == [1, 0]
    assert match.conclusion == "Player 1 (green) wins with the last free caps."


def test_r7_4_a_player_without_free_caps_is_skipped():
    match = at("20=g1 30=b1/r1", "green has 2", kept={"b": "r2.r3.r4.r5.r6"})
    match.play("green 1 to 22")
    assert match.to_act == 2


def test_r7_5_the_cap_on_turns_counts_only_what_is_kept():
    match = at(
        "20=g1 30=b1/r1/r2",
        "green has 2",
        kept={"g": "r3"},
        turns=99,
        options={"turns": 100, "ending": "last"},
    )
    over_by(match, "green 1 to 22")
    assert match.scores == [1, 0, 0, 0]
    assert match.conclusion.startswith("The cap on turns ends the game")
    assert (match.outcome.how, match.winners) == ("capped", [0])


def test_r7_6_at_most_twice_as_many_throws():
    match = at("20=g1", "green has 6", turns=90, throws=200, options={"turns": 100})
    over_by(match, "green 1 to 26")
    assert "the cap ended it" in text(match)


# R8 Team play

TOTAL = {"game": "total"}


def test_r8_1_two_teams_of_every_other_player():
    assert [seat["team"] for seat in view(game(6, **TEAM).start(seed=1))["seats"]] == [0, 1, 0, 1, 0, 1]
    with pytest.raises(BadInput, match="two teams need 4 or 6"):
        motherlode.game("trap_the_cap", 5, game="team")
    with pytest.raises(BadInput, match="green cannot move caps of blue"):
        at("20=b1", "green has 2", options=TEAM).play("blue 1 to 22")


def test_r8_2_partners_are_not_trapped():
    match = at("20=g1 22=b1", "green has 2", options=TEAM)
    assert refused(match, "green 1 to 22")[0] == "R8.2"
    assert refused(at("12=g1 14=b1", "green has 2", options=TEAM), "green 1 to 14")[0] == "R8.2"
    grey = at("15=g1 17=b1,r1", "green has 2", options=TEAM)
    grey.play("green 1 to 17")
    assert board(grey) == {"17": "b1,r1,g1"}


def test_r8_3_partners_are_freed_to_their_own_base():
    match = at("1=g1/r1/b1", "green has 1", options=TEAM)
    match.play("green 1 home")
    assert homes(match)["b"] == "b1.b2.b3.b4.b5.b6"
    assert homes(match)["g"].endswith("+r1")


def test_r8_4_over_when_one_team_is_left_and_freed_players_play_again():
    match = at("20=g1 22=r1", "green has 2", options=TEAM, kept={"b": "r2.r3.r4.r5.r6.y1.y2.y3.y4.y5.y6"})
    over_by(match, "green 1 to 22")
    again = at("1=g1/b1 20=r1", "green has 1", options=TEAM, kept={"r": "b2.b3.b4.b5.b6"}, script=[1, 1])
    again.play("green 1 home")
    again.play("red 2 to 14")
    assert again.to_act == 2


def test_r8_5_most_counts_for_the_team():
    match = at("20=g1/y6 22=r1/b1", "green has 2", options=TEAM, kept={"b": "r2.r3.r4.r5.r6", "g": "y1.y2.y3.y4.y5"})
    over_by(match, "green 1 to 22")
    assert match.scores == [12, 0, 12, 0]
    assert (match.outcome.how, match.winners) == ("played out", [0, 2])
    assert match.winners == [0, 2]


def test_r8_6_fewest_counts_free_caps_of_the_team():
    options = TEAM | {"ending": "fewest"}
    match = at(
        "20=g1/y6 22=r1/b1",
        "green has 2",
        options=options,
        kept={"b": "r2.r3.r4.r5.r6", "g": "y1.y2.y3.y4.y5"},
    )
    over_by(match, "green 1 to 22")
    assert match.scores == [11, 0, 11, 0]


# R9 Total team play


def test_r9_1_any_cap_of_the_team_may_move():
    match = at("20=g1 30=b1 45=r1", "green has 2", options=TOTAL)
    assert {"green 1 to 22", "blue 1 to 32"} <= set(legal(match))
    with pytest.raises(BadInput, match="green cannot move caps of red"):
        match.play("red 1 to 47")


def test_r9_1_a_throw_that_only_the_others_could_move_is_lost():
    match = at(
        "11=r1,y1,o1 14=g1 17=r2,y2,o2 b3=r3,y3,o3",
        "green throws",
        seats=6,
        options=TOTAL,
        kept={"r": "g2.g3.g4.g5.g6.b1.b2.b3.b4.b5.b6.p1.p2.p3.p4.p5.p6"},
        script=[3, 1],
    )
    assert match.to_act == 1
    assert "the throw is lost" in match.story()[0]


def test_r9_2_a_stack_goes_to_the_base_of_its_top_cap():
    match = at("27=b1/r1", "green has 1", options=TOTAL)
    match.play("blue 1 home")
    assert homes(match)["b"].endswith("+r1")
    assert refused(at("20=b1 22=b2", "green has 2", options=TOTAL), "blue 1 to 22")[0] == "R3.1"


def test_r9_3_a_seat_without_caps_still_throws():
    match = at("20=g1 30=y1", "yellow has 2", options=TOTAL, kept={"r": "g2.g3.g4.g5.g6"}, script=[1, 1])
    match.play("yellow 1 to 32")
    assert match.to_act == 0
    match = at("20=r1/g1 30=y1", "yellow has 2", options=TOTAL, kept={"r": "g2.g3.g4.g5.g6"}, script=[1])
    match.play("yellow 1 to 32")
    assert match.to_act == 0
    assert all(action.startswith("blue") for action in legal(match))


# R10 Trap the Tower

TOWER = {"game": "tower"}


def test_r10_1_no_cap_goes_back():
    match = at("2=g1/r1", "green has 2", options=TOWER)
    assert ends(match, "green 1") == {"to 4", "to 52", "to a1"}
    assert refused(match, "green 1 home")[0] == "R10.1"


def test_r10_2_the_last_with_a_free_cap_wins():
    match = at("20=g1/g2/g3/g4/g5/g6/b2/b3/b4/b5/b6 22=b1", "green has 2", seats=2, options=TOWER)
    over_by(match, "green 1 to 22")
    assert match.scores == [1, 0]


# R11 The Golden Cap

GOLD = {"game": "golden"}


def gold(start, after, **rest):
    return at(start, after, options=GOLD | rest.pop("options", {}), **rest)


def test_r11_1_neutral_in_the_centre_trapped_and_carried():
    match = gold("a5=g1 centre=*", "green has 2")
    assert not legal(match, "golden")
    match = gold("a6=g1 centre=*", "green has 1")
    match.play("green 1 to centre")
    assert board(match) == {"centre": "g1/*"}
    assert "traps the Golden Cap" in match.story()[0]
    assert "home" in ends(gold("1=g1/*", "green has 1"), "green 1")


def test_r11_2_in_a_base_it_becomes_a_free_cap_of_that_player():
    match = gold("1=g1/*", "green has 1")
    match.play("green 1 home")
    assert "| golden green |" in text(match)
    assert "the Golden Cap now plays for green" in match.story()[0]
    alone = gold("20=*/r1 30=b1", "green has 1", golden="green", kept={"b": "g1.g2.g3.g4.g5.g6"})
    assert legal(alone, "golden") == ["golden to 19", "golden to 21"]
    own = gold("20=g1 22=*", "green has 2", golden="green")
    assert refused(own, "green 1 to 22")[0] == "R3.1"


def test_r11_3_it_turns_back_and_traps_where_it_turns_and_ends():
    match = gold("20=* 22=r1 23=b1", "green has 5", golden="green")
    match.play("golden turns on 22")
    assert board(match) == {"22": "*/r1", "23": "b1"}
    match.play("golden to 19")
    assert board(match) == {"19": "*/r1", "23": "b1"}


def test_r11_3_not_where_it_only_passes():
    match = gold("20=* 21=r1 22=b1", "green has 3", golden="green")
    match.play("golden to 23")
    assert board(match) == {"21": "r1", "22": "b1", "23": "*"}


def test_r11_3_several_turns_in_one_throw():
    match = gold("19=b1 20=* 21=r1", "green has 4", golden="green")
    match.play("golden turns on 19")
    match.play("golden turns on 21")
    match.play("golden to 20")
    assert board(match) == {"20": "*/b1/r1"}
    assert match.to_act == 1


def test_r11_4_it_traps_all_others_on_grey_and_is_safe_there_itself():
    match = gold("15=* 17=r1,b1,y1", "green has 2", golden="green")
    match.play("golden to 17")
    assert board(match) == {"17": "*/y1/b1/r1"}
    safe = gold("15=r1 17=*", "red has 2", golden="green")
    safe.play("red 1 to 17")
    assert board(safe) == {"17": "*,r1"}


def test_r11_5_it_may_turn_on_a_space_with_an_own_cap_but_not_end_there():
    match = gold("15=* 17=r1,g1", "green has 4", golden="green")
    match.play("golden turns on 17")
    assert board(match) == {"17": "g1,*/r1"}
    assert match.ruleset.read_position(text(match)).tobytes() == match.position.tobytes()  # the order of all others too
    assert ends(match, "golden") == {"to 15"}
    assert refused(gold("15=* 17=r1,g1", "green has 2", golden="green"), "golden to 17")[0] == "R3.3"
    assert refused(gold("20=* 22=g1", "green has 2", golden="green"), "golden to 22")[0] == "R3.1"


def test_r11_6_a_trap_lets_it_go_home_in_the_same_throw():
    match = gold("2=* 3=r1", "green has 4", golden="green")
    assert refused(match, "golden home")[0] == "R5.1"
    match.play("golden turns on 3")
    assert "home" in ends(match, "golden")
    match.play("golden home")
    assert homes(match)["g"].endswith("*+r1")
    assert match.to_act == 1


def test_r11_6_with_points_left_it_goes_on():
    match = gold("2=* 3=r1 52=b1", "green has 6", golden="green")
    match.play("golden turns on 3")
    match.play("golden home")
    # It may have wiggled on the way, and so have used up all its points, or have two of them left.
    assert ends(match, "golden") == {"to 52", "to 2", "to a1", "stays home"}
    match.play("golden to 52")
    assert board(match) == {"52": "*/b1"}
    assert homes(match)["g"].endswith("+r1")


def test_r11_6_it_may_stay_home_after_wiggling():
    match = gold("2=* 3=r1 52=b1", "green has 6", golden="green")
    for words in ("golden turns on 3", "golden home", "golden stays home"):
        match.play(words)
    assert board(match) == {"52": "b1"}
    assert match.to_act == 0  # it was a 6
    assert legal(match) == ["stop", "throw again"]


def test_r11_7_turning_where_nothing_is_trapped_makes_no_other_action():
    match = gold("20=*", "green has 3", golden="green")
    assert legal(match, "golden") == ["golden to 17", "golden to 19", "golden to 21", "golden to 23"]
    assert refused(match, "golden turns on 21")[0] == "R11.7"


def test_r11_7_a_turn_must_leave_a_legal_end():
    # Turning on 21 with one point left would end on 20, where a green cap stands.
    match = gold("19=* 20=g1 21=r1", "green has 3", golden="green")
    rule, why = refused(match, "golden turns on 21")
    assert rule == "R11.7"
    assert "cannot turn there and finish its throw" in why


SAME = "the same comes of fewer turning points, or of others first"


def test_r11_7_turning_where_it_can_simply_end_is_not_offered():
    match = gold("20=* 22=r1", "green has 4", golden="green")
    assert "golden to 22" in legal(match)
    match.play("golden turns on 22")
    assert legal(match) == ["golden to 20"]
    rule, why = refused(match, "golden to 22")
    assert rule == "R11.7"
    assert SAME in why


def test_r11_7_it_may_turn_where_it_ends_if_it_cannot_simply_end_there():
    match = gold("19=b1 20=* 21=r1 22=b2", "green has 3", golden="green")
    assert "golden to 21" not in legal(match)
    match.play("golden turns on 21")
    match.play("golden to 21")
    assert board(match) == {"19": "b1", "21": "*/r1", "22": "b2"}


def test_r11_7_of_two_orders_one_is_offered():
    """The ring counts from the own junction on: for green 51 comes after 1, for blue before it."""
    for colour, first, then in (("green", "1", "51"), ("blue", "51", "1")):
        start = "1=r1 51=y1 52=*"
        match = gold(start, f"{colour} has 4", golden=colour)
        match.play(f"golden turns on {first}")
        assert f"golden turns on {then}" in legal(match)
        match = gold(start, f"{colour} has 4", golden=colour)
        match.play(f"golden turns on {then}")
        assert SAME in refused(match, f"golden turns on {first}")[1]


def test_r11_7_the_other_order_is_offered_where_only_it_can_be_walked():
    match = gold("18=b1 20=* 21=r1", "green has 5", golden="green")
    match.play("golden turns on 18")
    assert refused(match, "golden turns on 21")[0] == "R11.7"
    match = gold("18=b1 20=* 21=r1", "green has 5", golden="green")
    for words in ("golden turns on 21", "golden turns on 18", "golden to 19"):
        match.play(words)
    assert board(match) == {"19": "*/r1/b1"}


def test_r11_7_two_visits_are_not_offered_where_one_does():
    match = gold("1=*/b1 2=r1", "green has 6", golden="green")
    match.play("golden home")
    match.play("golden turns on 2")
    assert SAME in refused(match, "golden home")[1]
    assert "golden to 1" in legal(match)
    match = gold("1=*/b1 2=r1", "green has 6", golden="green")
    for words in ("golden turns on 2", "golden home", "golden to 1"):
        match.play(words)
    assert homes(match)["g"].endswith("+r1.b1")


@pytest.mark.parametrize(
    ("course", "why"),
    [
        ("from 20 by 22 goes on 21:1", ""),
        ("from 20 by 22 goes on 23:1", "cannot have come so"),
        ("from 20 laden by 22 goes on 21:1", ""),
        ("from 20 by home goes on 21:1", "cannot have come so"),
        ("from 20 by 23 22 goes on 21:1", "cannot have come so"),
        ("from 90 by 22 goes on 21:1", "no space '90'"),
        ("from 20 by 22 22 22 22 22 goes on 21:1", "cannot have made 5 choices"),
        ("goes on 21:1", "does not say what comes next"),
    ],
)
def test_r11_7_a_position_in_mid_move_says_how_the_golden_cap_came_there(course, why):
    words = position("22=*/r1", f"green has 3, golden {course}", golden="green")
    found = game(4, **GOLD)
    if why:
        with pytest.raises(BadInput, match=why):
            found.read_position(words)
    else:
        assert found.spec.notation.write_position(found.box, found.read_position(words)) == words


def test_r11_7_in_mid_move_only_the_golden_cap_goes_on():
    match = gold("20=* 22=r1 40=g1", "green has 5", golden="green")
    match.play("golden turns on 22")
    assert all(words.startswith("golden") for words in legal(match))
    assert refused(match, "green 1 to 45")[0] == "R11.7"


def test_r11_8_trapped_it_belongs_to_nobody():
    match = gold("20=r1 22=*/b1", "red has 2", golden="green", script=[1])
    match.play("red 1 to 22")
    assert board(match) == {"22": "r1/*/b1"}
    assert "golden" not in text(match).split(" | ")[2]
    assert not legal(match, "golden")


def test_r11_9_it_counts_for_nobody():
    match = gold("20=g1/* 22=b1", "green has 2", seats=2, kept={"g": "b2.b3.b4.b5.b6"}, options={"ending": "most"})
    over_by(match, "green 1 to 22")
    assert match.scores == [6, 0]


def test_r11_10_who_owns_or_carries_it_wins():
    carried = gold("20=g1 22=b1/*", "green has 2", seats=2, kept={"g": "b2.b3.b4.b5.b6"})
    over_by(carried, "green 1 to 22")
    assert carried.scores == [1, 0]
    assert (carried.outcome.how, carried.winners) == ("played out", [0])
    neutral = gold("20=g1 22=b1 centre=*", "green has 2", seats=2, kept={"g": "b2.b3.b4.b5.b6"})
    over_by(neutral, "green 1 to 22")
    assert neutral.scores == [0, 0]
    assert neutral.conclusion == "Nobody wins: the Golden Cap is still neutral."
    assert (neutral.outcome.how, neutral.winners) == ("played out", [])
    assert neutral.ruleset.evaluate(neutral.position).tolist() == [0.5, 0.5]


# R12 For designers

SMALL = {"bases": 3, "sector": 4, "spoke": 2, "grey": 1, "yellow": {"1986": ["junctions"]}}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"cuts": [["7", "8"]]}, "space '7' is a dead end"),
        ({"links": [["3", "z9"]]}, "there is no space 'z9'"),
        ({"links": [["3", "4"]]}, "space '3' cannot be linked to '4'"),
        ({"cuts": [["3", "10"]]}, "space '3' cannot be cut from '10'"),
        ({"grey": 3}, "space 'centre' would be grey"),
        ({"grey": 4}, "space '1' would be grey"),
        ({"sector": 40}, "more than 118"),
    ],
)
def test_r12_1_a_broken_board_is_refused_with_the_name_of_the_space(change, why):
    with pytest.raises(BadInput, match=why):
        motherlode.game("trap_the_cap", 3, board=SMALL | change)


def test_r12_1_an_island_is_refused():
    island = {"cuts": [["1", "2"], ["4", "5"]], "links": [["2", "4"]]}
    with pytest.raises(BadInput, match="space '2' cannot be reached from the centre"):
        motherlode.game("trap_the_cap", 3, board=SMALL | island)


def test_r12_1_a_board_file_is_refused_with_its_name(tmp_path):
    from motherlode.games.trap_the_cap.components import read_board

    path = tmp_path / "odd.toml"
    path.write_text('bases = 3\nsector = 4\nspoke = 2\ngrey = 1\ncuts = [["7", "8"]]\n[yellow]\n1986 = []\n')
    with pytest.raises(BadInput, match=r"bad board file .*odd\.toml.*space '7' is a dead end"):
        read_board(path)
    path.write_text("bases = 3\nsector = 'x'\n")
    with pytest.raises(BadInput, match=r"bad board file .*line 2"):
        read_board(path)


def test_r12_1_a_designers_file_may_hold_a_board(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('caps = 2\n[board]\nbases = 3\nsector = 4\nspoke = 2\ngrey = 1\nyellow = {1986 = ["b2"]}\n')
    match = motherlode.game("trap_the_cap", 3, data=path).start(seed=1)
    assert len(view(match)["board"]["spaces"]) == 19


def test_r12_2_caps_colours_and_turns_may_be_changed():
    match = motherlode.game("trap_the_cap", 2, caps=2, colours=["white", "black", "cyan", "tan"]).start(seed=1)
    assert homes(match) == {"w": "w1.w2", "c": "c1.c2"}
    for colours, why in (
        (["red", "rose"], "same letter"),
        (["Red", "blue"], "not a word"),
        (["red", "blue"], "has 4 bases"),
    ):
        with pytest.raises(BadInput, match=why):
            motherlode.game("trap_the_cap", 2, colours=colours)
    with pytest.raises(BadInput, match="the tower game ends by last"):
        motherlode.game("trap_the_cap", 2, game="tower", ending="most")


def test_r12_3_every_player_needs_a_base():
    with pytest.raises(BadInput, match="5 seats on a board with 3 bases"):
        motherlode.game("trap_the_cap", 5, board=SMALL)
    with pytest.raises(BadInput, match="two teams need 4 or 6"):
        motherlode.game("trap_the_cap", 3, game="total")


def small(start, after, homes):
    """Three players with three caps on a small board whose junctions have only grey neighbours."""
    found = game_of_three()
    words = f"{start} | {homes} | golden green | turns 0 | throws 1 | {after}"
    return found.start(seed=1, position=words, script=[0] * 5)


@cache
def game_of_three():
    return motherlode.game("trap_the_cap", 3, board=SMALL, caps=3, game="golden")


def test_r11_7_a_turn_may_be_finished_at_home_alone():
    # From its base over 1 to 2 and back: every space where it could end has a green cap on grey, only home is left.
    match = small("2=g1,r1 12=g2 a1=g3", "green has 4", "g=* r=r2.r3 b=b1.b2.b3")
    assert "golden turns on 2" in legal(match)
    match.play("golden turns on 2")
    assert legal(match) == ["golden home"]
    match.play("golden home")
    assert homes(match)["g"] == "*+r1"
    assert match.to_act == 1


def test_r11_6_it_stays_home_where_no_end_is_legal():
    match = small("1=*/r1 2=g1 12=g2 a1=g3", "green has 3", "g=- r=r2.r3 b=b1.b2.b3")
    match.play("golden home")
    assert homes(match)["g"] == "*+r1"
    assert match.to_act == 1


# Text


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("nonsense", "expected"),
        ("- | g=g1 b=- | turns 0 | throws 0 | green throws", "is nowhere"),
        ("17=g1 3=b1 | g=- b=- | turns 0 | throws 0 | green throws", "out of order"),
        ("z=g1 | g=- b=- | turns 0 | throws 0 | green throws", "no space 'z'"),
        ("- | g=g1.g1 b=- | turns 0 | throws 0 | green throws", "g1 is there twice"),
        ("20=g1,b1 | g=g2 b=b2 | turns 0 | throws 0 | green throws", "cannot stand together"),
        ("17=g1,g2 | g=- b=b1.b2 | turns 0 | throws 0 | green throws", "different colours rest"),
        ("- | g=g1.g2+b1.b2 b=- | turns 0 | throws 0 | green throws", "it is over"),
        ("- | g=g1.g2 b=b1.b2 | turns 0 | throws 0 | red throws", "does not say what comes next"),
        ("- | g=g1.g2 b=b1.b2 | turns 9 | throws 0 | green throws", "every turn has a throw"),
        ("- | g=g1.g2 b=b1.b2 | turns 0 | throws 0 | green ended it", "several sides"),
        ("- | g=g1.b2 b=g2.b1 | turns 0 | throws 0 | green throws", "is not free in the base"),
        ("- | g=g1+g2 b=b1.b2 | turns 0 | throws 0 | green throws", "is not kept"),
    ],
)
def test_unreadable_positions_are_one_clear_line(words, why):
    found = game(2, caps=2)
    with pytest.raises(BadInput, match=why) as caught:
        found.spec.notation.read_position(found.box, words)
    assert caught.value.code == Code.UNREADABLE_POSITION


@pytest.mark.parametrize(
    ("short", "whole"),
    [("g1 22", "green 1 to 22"), ("green 1 22", "green 1 to 22"), ("G1 to 18", "green 1 to 18")],
)
def test_short_forms_are_read(short, whole):
    match = at("20=g1", "green has 2")
    match.play(short)
    assert match.log[0].text == whole


def test_paths_lead_over_the_base_and_turning_points():
    match = gold("2=g1/r1 20=* 22=b1", "green has 4", golden="green")
    paths = {action.text: action.path for action in match.actions()}
    assert paths["green 1 home to 2"] == ("cap:green:1", "base:green", "space:2")
    assert paths["golden turns on 22"] == ("cap:golden", "turn:22")
    match.play("golden turns on 22")
    assert {action.text: action.path for action in match.actions()}["golden to 20"] == ("space:20",)
