"""Lock step finds what a reference does otherwise, and shows it in full; the reference of the docs does nothing so."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

import motherlode
from motherlode.conformance.lockstep import Difference, at_random, by_numbers, play_game
from motherlode.conformance.references import load_reference
from motherlode.core.contract import How
from motherlode.core.errors import BadInput, Code

PAGE = (Path(__file__).parent.parent.parent / "docs" / "conformance.md").read_text()
[REFERENCE] = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
SEEDS = range(40)  # in one of these games a die is discarded


@pytest.fixture(scope="module")
def game():
    return motherlode.game("madcap")


@pytest.fixture(scope="module")
def madcap(tmp_path_factory):
    """The class of the docs' reference."""
    path = tmp_path_factory.mktemp("docs") / "reference.py"
    path.write_text(REFERENCE)
    return type(load_reference(path)(2, {}))


def differ(game, reference):
    """The first difference in some games."""

    def play_all():
        for seed in SEEDS:
            play_game(game, lambda *_: reference(), at_random(seed), "mine.py")

    with pytest.raises(Difference) as caught:
        play_all()
    return caught.value


def test_the_reference_of_the_docs_plays_as_the_engine_does(game, madcap):
    for seed in SEEDS:
        step = play_game(game, lambda *_: madcap(), at_random(seed))
        assert len(step.log) == 24
        assert game.is_over(step.states)


def test_numbers_name_what_is_played(game, madcap):
    step = play_game(game, lambda *_: madcap(), by_numbers(iter([0] * 12 + [1] * 12)))
    assert step.log[:12] == ["* red 1"] * 4 + ["* black 1"] * 4 + ["* blue 1"] * 4
    assert step.log[12] == "1 black 1 in"


def test_the_log_repeats_the_game(game, madcap):
    class Lost(madcap):
        def scores(self):
            return [0, 1]

    found = differ(game, Lost)
    match = game.start(script=[int(line.split()[-1]) - 1 for line in found.log[:12]])
    for line in found.log[12:]:
        seat, text = line.split(" ", 1)
        match.play(text, int(seat) - 1)
    assert game.spec.notation.write_position(game.box, match.position) == found.position
    assert found.values["scores"] == (match.scores, [0, 1])


def test_actions_of_one_side_only_are_shown_with_the_rule_that_bars_them(game, madcap):
    class Discarding(madcap):
        def moves(self, colour):
            return super().moves(colour) if colour != self.banned else []

    found = differ(game, Discarding)
    assert found.what.startswith("the actions of seat ")
    assert len(found.only_here) >= 1
    assert {extra.rule for extra in found.only_there} == {"R5.3"}
    words = str(found)
    assert f"position    {found.position}" in words
    assert f"only here   {found.only_here[0]}" in words
    assert "discard: a die may not be discarded while a barrel can move (R5.3)" in words
    assert "R5.3  A die may not be discarded while any barrel has a legal move" in words
    assert words.endswith("\n".join(f"  {line}" for line in found.log))


def test_the_rules_that_were_at_work_are_named(game, madcap):
    class Late(madcap):
        def to_act(self):
            actor = super().to_act()
            return 1 if actor == 0 and self.num_turns == 2 else actor

    found = differ(game, Late)
    assert found.what == "who is to act"
    assert found.values == {"to act": ("seat 1", "seat 2")}
    assert {"R2.1", "R6.3"} <= set(found.rules_at_work())
    assert "R5.1" not in found.rules_at_work()


def test_two_names_for_one_action_are_a_difference(game, madcap):
    class Wordy(madcap):
        def actions(self):
            found = super().actions()
            return found if self.num_rolled < 12 else [*found, found[0].upper()]

    [extra] = differ(game, Wordy).only_there
    assert "it is the same action as" in extra.why


def test_texts_that_cannot_be_read_are_shown(game, madcap):
    class Silly(madcap):
        def actions(self):
            return [*super().actions(), "dance"] if self.num_rolled == 12 else super().actions()

    [extra] = differ(game, Silly).only_there
    assert extra.why.startswith("unreadable action 'dance'")


def test_what_chance_does_is_compared(game, madcap):
    class Eight(madcap):
        def actions(self):
            return {f"red {face}": 1 for face in range(1, 9)}

    class Loaded(madcap):
        def actions(self):
            return super().actions() | {"red 6": 2}

    found = differ(game, Eight)
    assert [extra.text for extra in found.only_there] == ["red 7", "red 8"]
    found = differ(game, Loaded)
    assert found.what == "how likely is what chance may do"
    assert found.values["red 6"] == ("1 of 6", "2 of 7")
    assert found.values["red 1"] == ("1 of 6", "1 of 7")


@pytest.mark.parametrize("sixth", [1 / 6, Fraction(1, 6), 7], ids=repr)
def test_weights_are_compared_as_shares(game, madcap, sixth):
    class Shares(madcap):
        def actions(self):
            found = super().actions()
            return dict.fromkeys(found, sixth) if self.num_rolled < 12 else found

    play_game(game, lambda *_: Shares(), at_random(1))


def test_positions_and_views_are_compared_where_a_reference_has_them(game, madcap):
    class Written(madcap):
        def position(self):
            return "elsewhere"

    class Seen(madcap):
        def view(self, seat):
            return "nothing" if seat == 2 else game.spec.notation.write_position(game.box, game.new())

    found = differ(game, Written)
    assert found.values["position"][1] == "elsewhere"
    assert found.what == "the position"
    assert differ(game, Seen).what == "what a spectator may know"


def test_a_reference_may_compare_more_by_itself(game, madcap):
    class Careful(madcap):
        def compare(self, ruleset, states):
            return {"gold": (states["gold"][0].tolist(), [self.gold[0], 99]), "seats": (ruleset.seats, 2)}

    class Strict(madcap):
        def compare(self, ruleset, states):
            assert states["left"][0] > 12, "too late"

    found = differ(game, Careful)
    assert found.values == {"gold": ([0, 0], [0, 99])}
    assert found.what == "what it compares"
    assert "too late" in str(differ(game, Strict))


def test_how_a_game_ended_and_who_won_is_compared_where_a_reference_says_it(game, madcap, monkeypatch):
    class Told(madcap):
        def outcome(self):
            return "played out", [seat for seat in range(2) if self.gold[seat] == max(self.gold)]

    for seed in SEEDS:
        play_game(game, lambda *_: Told(), at_random(seed))
    for fault, differing in [((How.CAPPED, [0, 1]), "how"), ((How.PLAYED_OUT, []), "winners")]:
        monkeypatch.setattr(game, "outcome", lambda _, planted=fault: planted)
        found = differ(game, Told)
        assert found.what == "the outcome"
        assert differing in found.values
    assert found.values["winners"][0] == []
    assert found.values["winners"][1] != []


@pytest.mark.parametrize(
    ("name", "answer", "words"),
    [
        ("to_act", "nobody", "to_act() gave 'nobody', expected a seat from 0 to 1, 'chance' or 'over'"),
        ("to_act", 2, "to_act() gave 2, expected a seat"),
        ("actions", ["red 1"], "actions() gave ['red 1'], expected a dict of texts and weights above 0"),
        ("actions", {"red 1": 0}, "expected a dict of texts and weights above 0"),
        ("actions", {"red 1": "often"}, "expected a dict of texts and weights above 0"),
    ],
)
def test_answers_that_the_protocol_does_not_know_are_refused(game, madcap, name, answer, words):
    odd = type("Odd", (madcap,), {name: lambda _: answer})
    with pytest.raises(BadInput, match=re.escape(words)) as caught:
        play_game(game, lambda *_: odd(), at_random(0), "mine.py")
    assert caught.value.code == Code.BAD_REFERENCE
    assert str(caught.value).startswith("bad reference 'mine.py': ")


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("actions", "red 1 in"),
        ("actions", [4]),
        ("scores", [1]),
        ("scores", 7),
        ("outcome", "won"),
        ("outcome", ("won", [0])),
        ("outcome", ("played out", [2])),
        ("outcome", (0, [0])),
    ],
)
def test_answers_in_play_are_looked_at_too(game, madcap, name, answer):
    class Odd(madcap):
        def actions(self):
            return super().actions() if self.num_rolled < 12 or name != "actions" else answer

        def scores(self):
            return answer if name == "scores" else super().scores()

        def outcome(self):
            return answer

    with pytest.raises(BadInput, match=re.escape(f"{name}() gave {answer!r}, expected")):
        play_game(game, lambda *_: Odd(), at_random(0))


def test_what_a_reference_raises_is_told_with_where(game, madcap):
    class Weak(madcap):
        def play(self, text):
            if self.num_turns == 3:
                raise KeyError(text)
            super().play(text)

    with pytest.raises(BadInput) as caught:
        play_game(game, lambda *_: Weak(), at_random(3), "mine.py")
    assert caught.value.code == Code.REFERENCE_FAILED
    assert re.match(r"reference 'mine\.py' failed in play\('\w+ \d \w+'\): KeyError", str(caught.value))
    assert isinstance(caught.value.__cause__, KeyError)
    [note] = caught.value.__notes__
    assert note.startswith("after 16 entries of the log, in '")


def test_options_that_are_changed_are_handed_over():
    told = []

    def new(seats, options):
        told.append((seats, options))
        raise ValueError("no such mine")

    with pytest.raises(BadInput, match=r"failed in new\(2, \{'levels': 9, .*: ValueError: no such mine"):
        play_game(motherlode.game("madcap", levels=9, gold=list(range(9))), new, at_random(0))
    assert told == [(2, {"levels": 9, "gold": list(range(9))})]
