"""The authority over one match."""

from functools import cache

import msgspec
import numpy as np
import pytest

import motherlode
from motherlode.core.chance import ScriptedChance, SeededChance
from motherlode.core.contract import CHANCE, OVER, Action
from motherlode.core.errors import BadInput, Barred, Code, IllegalAction, MotherlodeError
from motherlode.table.match import RESIGN, Match, added

ROLL = [0, 2, 2, 5, 1, 1, 3, 4, 0, 4, 4, 5]  # r1336 k2245 b1556
LAST_DIE = "r4 k3 b2 | r6 k b | not b | gold 5-4 | seat 2"


@cache
def game(**options):
    return motherlode.game("madcap", **options)


def started(**arguments):
    return game().start(seed=7, script=ROLL, **arguments)


def state_of(match):
    return match.position.tobytes(), list(match.log), match.to_act


def refusal(match, request, kind=MotherlodeError):
    """What a request is answered with; nothing has changed."""
    before = state_of(match)
    with pytest.raises(kind) as caught:
        request(match)
    assert state_of(match) == before
    assert "\n" not in str(caught.value)
    return caught.value


def play_out(match, choice=0):
    while not match.is_over:
        actions = match.actions()
        match.play(actions[choice % len(actions)])
    return match


# The five lines


def test_the_five_lines_of_the_design():
    game = motherlode.game("madcap")
    match = game.start(seed=7)
    while not match.is_over:
        match.play(match.actions()[0])
    assert len(match.scores) == 2
    assert match.record().startswith("Motherlode record 1\n")


# Playing


def test_an_action_may_be_given_as_itself_its_number_its_text_or_its_path():
    wanted = started().actions()[2]
    results = set()
    for given in (wanted, wanted.id, np.int32(wanted.id), wanted.text, wanted.path, list(wanted.path)):
        match = started()
        (entry,) = match.play(given)
        assert (entry.actor, entry.action, entry.text, entry.step) == (0, wanted.id, wanted.text, 12)
        results.add(match.position.tobytes())
    assert len(results) == 1


def test_actions_have_number_text_and_path():
    assert started().actions()[0] == Action(0, "red 1 in", ("die:red:1", "level:1"))
    assert [action.id for action in started().actions()] == game().legal(started().position)


def test_playing_returns_what_chance_did_as_well():
    match = game(games=2).start(seed=7)
    while match.view().position.trips_left > 1:
        match.play(match.actions()[0])
    entries = match.play(match.actions()[0])
    assert [entry.actor for entry in entries] == [1] + [CHANCE] * 12
    assert [entry.step for entry in entries] == list(range(23, 36))


def test_a_seat_may_say_who_it_is():
    match = started()
    match.play("red 1 in", seat=0)
    match.play("black 2 in", seat=1)
    assert [entry.actor for entry in match.log[12:]] == [0, 1]


def test_a_seat_may_not_act_out_of_turn():
    error = refusal(started(names=["Ada", "Bo"]), lambda match: match.play("red 1 in", seat=1), IllegalAction)
    assert error.code == Code.OUT_OF_TURN
    assert str(error) == (
        "out of turn: 'Bo' may not act, 'Ada' is to act, in 'r- k- b- | r1336 k2245 b1556 | gold 0-0 | seat 1'"
    )


def test_an_illegal_action_is_refused_with_reason_position_and_rule():
    match = started()
    match.play("red 1 in")
    error = refusal(match, lambda match: match.play("red 3 down"), IllegalAction)
    assert (error.code, error.rule) == (Code.ILLEGAL_ACTION, "R3.1")
    assert str(error) == (
        "illegal action 'red 3 down': the opponent chose the red barrel in the turn before, and another can move, "
        "in 'r1 k- b- | r336 k2245 b1556 | not r | gold 0-0 | seat 2'"
    )


@pytest.mark.parametrize("number", [-1, 72, 10**6, 2**31, 2**63, -(2**63) - 1, 10**100])
def test_a_number_that_is_no_action_is_refused(number):
    error = refusal(started(), lambda match: match.play(number), IllegalAction)
    assert error.code == Code.ILLEGAL_ACTION
    assert str(error).startswith(f"illegal action {number}: actions are 0 to 71, in 'r- k- b- ")


@pytest.mark.parametrize(
    "path", [[], ["die:red:1"], ["die:red:1", "level:2"], ["x"], [1, 2], [[]], ["die:red:1", "case"]]
)
def test_a_path_that_leads_nowhere_is_refused(path):
    error = refusal(started(), lambda match: match.play(path), IllegalAction)
    assert error.code == Code.ILLEGAL_ACTION
    assert str(error).startswith(f"illegal action {path!r}: nothing is done by touching these, in 'r- k- b- ")


@pytest.mark.parametrize("thing", [None, True, 3.5, object, {"red": 1}])
def test_what_is_neither_number_nor_text_nor_path_is_refused(thing):
    error = refusal(started(), lambda match: match.play(thing), IllegalAction)
    assert error.code == Code.UNREADABLE_ACTION
    assert str(error).startswith(f"unreadable action {thing!r}: expected a number, notation or a path, in 'r- k- b- ")


def test_nothing_is_played_after_the_end():
    match = game().start(position=LAST_DIE)
    match.play("red 6")
    for request in (
        lambda match: match.play(0),
        lambda match: match.resign(0),
        lambda match: match.append(0, 0),
    ):
        error = refusal(match, request, IllegalAction)
        assert error.code == Code.MATCH_OVER
        assert str(error) == "the match is over: Player 1 wins, 5-4 nuggets."
    assert match.actions() == []
    assert match.to_act == OVER


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_an_unknown_seat_is_answered_with_the_seats_there_are(seat):
    for request in (
        lambda match: match.play(0, seat),
        lambda match: match.view(seat),
        lambda match: match.resign(seat),
        lambda match: match.undo(seat),
        lambda match: match.append(-3 if seat == -1 else seat, 0),  # -1 is chance there
    ):
        error = refusal(started(), request, BadInput)
        assert error.code == Code.UNKNOWN_SEAT
        assert "seats are 0 to 1" in str(error)


# Chance


def test_chance_acts_by_itself_and_by_step():
    match = game().start(seed=7)
    assert match.to_act == 0
    source = SeededChance(7)
    assert [entry.action for entry in match.log] == [
        source.draw(step, [(face, 1) for face in range(6)]) for step in range(12)
    ]


def test_without_a_source_chance_waits():
    match = Match(game())
    assert (match.to_act, match.actions(), match.is_over) == (CHANCE, [], False)
    error = refusal(match, lambda match: match.play(0), IllegalAction)
    assert error.code == Code.OUT_OF_TURN
    assert "the seats may not act, chance is to act" in str(error)
    for outcome in ROLL:
        match.append(CHANCE, outcome)
    assert match.position.tobytes() == started().position.tobytes()


@pytest.mark.parametrize("outcome", [-1, 6, 10**30])
def test_an_impossible_outcome_cannot_be_appended(outcome):
    error = refusal(Match(game()), lambda match: match.append(CHANCE, outcome), IllegalAction)
    assert error.code == Code.ILLEGAL_ACTION
    assert str(error).startswith(f"impossible outcome {outcome} of chance, in ")


def test_entries_are_appended_in_turn_and_checked():
    match = started()
    assert refusal(match, lambda match: match.append(1, 0)).code == Code.OUT_OF_TURN
    assert refusal(match, lambda match: match.append(CHANCE, 0)).code == Code.OUT_OF_TURN
    assert refusal(match, lambda match: match.append(0, 1)).code == Code.ILLEGAL_ACTION
    assert refusal(Match(game()), lambda match: match.append(0, 0)).code == Code.OUT_OF_TURN
    assert match.append(0, 0).text == "red 1 in"


@pytest.mark.parametrize("extra", [[], [0, 0, 0], [0, 0, 0, 9]])
def test_a_script_that_does_not_suffice_takes_the_action_back(extra):
    match = Match(game(games=2), ScriptedChance(ROLL + extra))
    while match.view().position.trips_left > 1:
        match.play(match.actions()[0])
    action = match.actions()[0]
    first, second = (refusal(match, lambda match: match.play(action), BadInput) for _ in range(2))
    assert first.code == Code.SCRIPT_ENDED
    assert str(first) == str(second)


# Who plays


def test_seats_have_default_names():
    assert started().names == ("Player 1", "Player 2")


def test_names_are_kept():
    assert started(names=["Ada", "Zoë: #1"]).names == ("Ada", "Zoë: #1")


@pytest.mark.parametrize("names", [[], ["Ada"], ["Ada", "Bo", "Cy"]])
def test_the_number_of_names_must_fit(names):
    with pytest.raises(BadInput, match=rf"^{len(names)} names for 2 seats: \[") as caught:
        started(names=names)
    assert caught.value.code == Code.WRONG_SEATS


@pytest.mark.parametrize("name", ["", " ", " Ada", "Ada ", "A\nda", "A\tda", "A\0", "A\u2028", "x" * 81, "\ud800"])
def test_a_name_fits_on_a_line(name):
    with pytest.raises(BadInput, match="^bad name ") as caught:
        started(names=["Bo", name])
    assert caught.value.code == Code.BAD_CHOICE


# The end


def test_there_are_no_winners_before_the_end():
    match = started()
    assert (match.winners, match.conclusion, match.scores) == ([], "", [0, 0])
    assert match.view().scores is None


def test_the_end_has_scores_winners_and_words():
    match = game().start(position=LAST_DIE)
    match.play("red 6")
    assert (match.scores, match.winners, match.conclusion) == ([5, 4], [0], "Player 1 wins, 5-4 nuggets.")
    assert match.view().scores == [5, 4]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_may_resign_in_and_out_of_turn(seat):
    match = started(names=["Ada", "Bo"])
    entry = match.resign(seat)
    assert (entry.actor, entry.action, entry.text) == (seat, RESIGN, "resigns")
    assert (match.is_over, match.resigned, match.winners) == (True, seat, [1 - seat])
    assert match.actions() == []
    assert match.conclusion == f"{match.names[seat]} resigns; {match.names[1 - seat]} won."
    assert match.story()[-1] == f"{match.names[seat]} resigns."
    assert match.conclude("de") == f"{match.names[seat]} gibt auf; {match.names[1 - seat]} hat gewonnen."
    assert match.story(language="de")[-1] == f"{match.names[seat]} gibt auf."
    assert match.view().resigned == seat


def test_after_resignation_nothing_more_happens():
    match = started()
    match.resign(1)
    for request in (lambda match: match.play(0), lambda match: match.resign(0)):
        assert refusal(match, request).code == Code.MATCH_OVER
    assert match.undo_barred_by(1) == "the match is over"


def test_resigning_leaves_the_position_as_it_was():
    match = started()
    before = match.position.tobytes()
    match.resign(0)
    assert match.position.tobytes() == match.position_at(12).tobytes() == before


# Undo


def test_an_action_may_be_taken_back():
    match = started()
    before = state_of(match)
    match.play("red 1 in")
    assert match.undo_barred_by(0) == ""
    assert match.undo(0) == 1
    assert state_of(match) == before
    match.play("blue 6 in")


@pytest.mark.parametrize("name", ["madcap", "madstone", "minecart_mayhem", "trap_the_cap", "rockport_caverns"])
def test_who_may_take_back_if_all_agree_is_who_is_not_barred_from_it(name):
    match, picks = motherlode.game(name).start(seed=5), np.random.default_rng(5)
    found = set()
    for _ in range(60):
        if match.is_over:
            break
        seats = range(match.ruleset.seats)
        latest = {entry.actor: entry.step for entry in match.log}
        allowed = [seat for seat in seats if match.undo_barred_by(seat, seats) == ""]
        assert match.undoable() == sorted(allowed, key=lambda seat: -latest[seat])
        found.add(len(allowed))
        match.play(int(picks.choice(match.legal())))
    assert len(found) > 1 or name == "rockport_caverns", "neither always nor never"


def test_nothing_to_take_back():
    match = started(names=["Ada", "Bo"])
    for seat, name in enumerate(match.names):
        error = refusal(match, lambda match, seat=seat: match.undo(seat), Barred)
        assert error.code == Code.UNDO_BARRED
        assert str(error) == f"no undo for {name!r}: {name} has not acted yet"


def test_what_another_seat_did_bars_undo_unless_it_agrees():
    match = started(names=["Ada", "Bo"])
    before = state_of(match)
    match.play("red 1 in")
    match.play("black 2 in")
    assert str(refusal(match, lambda match: match.undo(0), Barred)) == "no undo for 'Ada': Bo has acted since"
    assert str(refusal(match, lambda match: match.undo(0, agreed=[0]), Barred)).endswith("Bo has acted since")
    assert match.undo(0, agreed=[1]) == 2
    assert state_of(match) == before


def test_the_other_seat_may_take_back_its_own_action_first():
    match = started()
    match.play("red 1 in")
    match.play("black 2 in")
    assert match.undo(1) == 1
    assert match.undo(0) == 1
    assert len(match.log) == 12


def test_chance_bars_undo_even_by_agreement():
    match = game(games=2).start(seed=7, names=["Ada", "Bo"])
    while match.view().position.match.game == 1:
        match.play(match.actions()[0])
    for seat in (0, 1):
        error = refusal(match, lambda match, seat=seat: match.undo(seat, agreed=[0, 1]), Barred)
        assert str(error) == f"no undo for {match.names[seat]!r}: chance has acted since"


def test_the_end_bars_undo():
    match = game().start(position=LAST_DIE)
    match.play("red 6")
    assert str(refusal(match, lambda match: match.undo(1), Barred)) == "no undo for 'Player 2': the match is over"


def test_after_undo_chance_draws_the_same_again():
    first, second = game(games=2).start(seed=7), game(games=2).start(seed=7)
    play_out(first, 1)
    while not second.is_over:
        actions = second.actions()
        second.play(actions[1 % len(actions)])
        undone = second.log[-1]
        if undone.actor != CHANCE and not second.is_over:
            second.undo(undone.actor)
            second.play(undone.action)
    assert second.log == first.log


# Looking


def test_a_view_is_json():
    for match in (
        started(),
        play_out(started()),
        game(games=3).start(seed=1),
        game().start(position=LAST_DIE),
    ):
        for seat in (None, 0, 1):
            content = msgspec.json.encode(match.view(seat))
            assert msgspec.json.decode(content)["game"] == "madcap"
            assert msgspec.json.encode(msgspec.json.decode(content)) == content


def test_only_the_seat_to_act_is_shown_what_it_may_do():
    match = started()
    assert [len(match.view(seat).actions) for seat in (0, 1, None)] == [9, 0, 0]
    assert match.view(0).actions[0] == Action(0, "red 1 in", ("die:red:1", "level:1"))
    assert play_out(match).view(0).actions == []


def test_a_view_says_where_the_match_stands():
    match = started(names=["Ada", "Bo"])
    shown = match.view(1)
    assert (shown.game, shown.rules, shown.names, shown.seat) == ("madcap", 1, ("Ada", "Bo"), 1)
    assert (shown.step, shown.to_act, shown.winners, shown.resigned) == (12, 0, [], None)
    assert play_out(match).view().to_act is None


def test_the_story_is_told_from_any_step():
    match = game().start(position=LAST_DIE)
    assert match.story() == []
    match.play("red 6")
    told = ["Player 2 can move nothing and discards a red 6.", "Player 1 wins, 5-4 nuggets."]
    assert match.story() == told
    assert match.story(since=1) == told[1:]
    assert match.story(seat=0) == match.story(seat=1) == told
    told = ["Player 2 kann kein Fass bewegen und legt eine rote 6 in den Kasten.", "Player 1 gewinnt mit 5:4 Nuggets."]
    assert match.story(language="de") == told
    assert (match.narrate(0, 1, "de"), match.conclude("de")) == tuple(told)


def test_the_story_of_a_roll():
    match = started(names=["Ada", "Bo"])
    assert match.story()[:2] == ["A red die shows 1.", "A red die shows 3."]
    assert match.story()[11] == "The dice are rolled: r1336 k2245 b1556. Ada begins."


def test_texts_are_the_log_in_notation():
    match = started()
    match.play("red 1 in")
    assert match.texts()[-2:] == ["blue 6", "red 1 in"]


def test_positions_are_copies():
    match = started()
    for shown in (match.position, match.start, match.position_at(3), match.position_at(12)):
        shown["gold"] = 9
    assert match.position["gold"].tolist() == [[0, 0]]
    assert match.start["gold"].tolist() == match.position_at(3)["gold"].tolist() == [[0, 0]]


def test_a_match_begins_at_a_position():
    match = game().start(position=LAST_DIE)
    assert (match.is_from_start, match.to_act) == (False, 1)
    match.play("red 6")
    assert match.start.tobytes() == match.position_at(0).tobytes()
    assert motherlode.replay(match.record()).start.tobytes() == match.start.tobytes()


def test_a_stale_action_is_not_played_with_another_meaning():
    match = started(position="r- k- b- | r4446 k2245 b1556 | gold 0-0 | seat 1")
    old = next(action for action in match.actions() if action.text == "red 4 in")
    match.play("red 6 in")
    match.play("black 2 in")
    with pytest.raises(IllegalAction, match="stale action 'red 4 in': it would be 'red 4 up' now"):
        match.play(old)


# Copies


def told(match):
    past = [match.position_at(step).tobytes() for step in range(match.step + 1)]
    return state_of(match), past, match.story(), match.texts(is_whole=True)


@pytest.mark.parametrize("seed", range(20))
def test_copies_of_a_match_play_on_apart(seed):
    """Copies have their past in common, whoever plays on first, takes back or resigns."""
    random = np.random.default_rng(seed)
    family = [(game().start(seed=7), game().start(seed=7))]  # a match, and one that did the same and has no copies
    for _ in range(150):
        match, alone = family[random.integers(len(family))]
        what = random.integers(12)
        if what == 0 and len(family) < 12:
            again = game().start(seed=7)
            again.log.clear()  # what somebody does with the log is nothing to the match
            for entry in alone.log[again.step :]:
                again.resign(entry.actor) if entry.action == RESIGN else again.append(entry.actor, entry.action)
            family.append((match.copy(), again))
        elif what == 1 and not match.is_over and match.undo_barred_by(0, [1]) == "":
            assert match.undo(0, [1]) == alone.undo(0, [1])
        elif what == 2 and match.step > 60 and not match.is_over:
            assert match.resign(1) == alone.resign(1)
        elif not match.is_over:
            action = int(random.choice(match.legal()))
            assert match.play(action) == alone.play(action)
        for one, other in family:
            assert state_of(one) == state_of(other)
    for one, other in family:
        assert told(one) == told(other)


def test_copies_in_threads_do_not_mix():
    """Whoever adds to a past that is in common and finds that another was first goes on with one of his own."""
    shared = ["a"]

    class Late(list):
        """Another thread adds at the moment between looking and adding."""

        def append(self, item):
            super().append("other")
            super().append(item)

    late = Late(shared)
    assert added(late, 1, "mine") == ["a", "mine"]
    assert late[:2] == ["a", "other"]
    assert added(shared, 1, "mine") is shared
    assert added(shared, 1, "third") == ["a", "third"]
    assert shared == ["a", "mine"]
