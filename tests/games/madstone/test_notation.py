"""Positions and actions of Madstone as text: what cannot be is refused in one clear line."""

import pytest

from motherlode.core.errors import BadInput

from .cards import default, game


def read(text, seats=2):
    rules = game(seats)
    return rules.spec.notation.read_position(rules.box, text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("seat 1 dances", "who does what"),
        ("seat 3 acts", "who does what"),
        ("field orc: Bat | seat 1 acts", "unknown part"),
        ("field elf: Bat | seat 1 acts", "does not belong"),
        ("field vampire: Bat | field vampire: Rat | seat 1 acts", "given twice"),
        ("field vampire: Bat, Bat | seat 1 acts", "two places"),
        ("field vampire: Unicorn | seat 1 acts", "no card"),
        ("field vampire: Bat! | seat 1 acts", "marks are for cards in armies"),
        ("field vampire: Bat+21 | seat 1 acts", "20 poison tokens"),
        ("seat 1: elf; hand ? | seat 1 acts", "no card"),
        ("seat 1: elf; army Bat* | seat 1 acts", "only cards in a hand have stars"),
        ("seat 1: elf; hand Bat+1 | seat 1 acts", "tokens and marks"),
        ("seat 1: elf | seat 2: elf | seat 1 acts", "chosen once"),
        ("seat 1: elf; red many | seat 1 acts", "number of crystals"),
        ("seat 1: elf; blue 3 | seat 1 acts", "is not like"),
        ("seat 1: elf; hand 7 darkness | seat 1 acts", "only 6 Darkness Falls"),
        ("night 9 | seat 1 acts", "night"),
        ("deck 99 | seat 1 acts", "deck"),
        ("turn 0 | seat 1 acts", "set-up is turn 0"),
        ("turn 121 | seat 1 acts", "turn"),
        ("first 7 | seat 1 acts", "not a seat"),
        ("basic 0 | seat 1 acts", "must be left"),
        ("basic 9 | seat 1 acts", "basic"),
        ("due 2 | seat 1 acts", "due"),
        ("seat 1 draws", "must be due"),
        ("closed orc | seat 1 acts", "no pile"),
        ("discount 1 | seat 1 acts", "discount"),
        ("named Bat | seat 1 acts", "named"),
        ("named Bat | seat 1 names a pile", "artifact"),
        ("named Archer | seat 1: elf; army Archer | seat 1 aims", "cannot be used"),
        ("named Blacksmith | seat 1: elf; army Blacksmith | seat 1 aims", "cannot be used"),
        ("seat 1 closes", "may be lifted"),
        ("basic 1 | seat 1 was last", "nothing of a turn"),
        ("seat 1: no commander | seat 1 acts", "has a Commander"),
        ("seat 1: elf | seat 2: no commander | seat 1 chooses", "counterclockwise"),
        ("seat 1: elf; hand Bat | seat 1 is dealt", "no card in hand is a Darkness Falls"),
        ("seat 1: elf; hand Bat*, Rat* | seat 1 settles", "one player after another"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text, why):
    with pytest.raises(BadInput) as caught:
        read(text)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [("dance", "a verb and a card"), ("kill Unicorn", "no card"), ("commander orc", "factions are"),
     ("pile artifact", "factions are"), ("target seat 5", "seats are")],
)  # fmt: skip
def test_an_action_that_cannot_be_read_is_refused(text, why):
    rules = game()
    with pytest.raises(BadInput, match=why):
        rules.spec.notation.read_action(rules.box, rules.new(), text)


def test_capitals_and_spaces_do_not_matter():
    rules = game()
    states = read("seat 1 acts")
    read_action = rules.spec.notation.read_action
    assert read_action(rules.box, states, "KILL  gob wiz") == read_action(rules.box, states, "kill Gob Wiz")


def test_outcomes_fit_the_moment():
    rules = game()
    read_outcome = rules.spec.notation.read_outcome
    assert read_outcome(rules.box, rules.new(), "start seat 2") == 1
    dealing = read("turn 0 | seat 1: elf | seat 2: human | seat 1 is dealt")
    for states, text in ((rules.new(), "draw Bat"), (dealing, "draw Bat"), (dealing, "deal Darkness Falls")):
        with pytest.raises(BadInput):
            read_outcome(rules.box, states, text)


def test_a_refusal_says_what_is_short():
    match = game().start(seed=1, position="field vampire: Rat | seat 1: elf; red 3; gold 1 | seat 1 acts")
    with pytest.raises(ValueError, match="5 points with power 2 cost 8 crystals, and there are 4"):
        match.play("kill Rat")
    match = game().start(seed=1, position="night 1 | seat 1: elf; army Wolf | seat 2: human | seat 1 acts")
    with pytest.raises(ValueError, match="powers are 5, 2 by seat"):
        match.play("lift")


def test_what_is_short_is_told_in_german():
    def why(text, position):
        match = game().start(seed=1, position=position)
        box, states, notation = match.ruleset.box, match.position, match.ruleset.spec.notation
        action = notation.read_action(box, states, text)
        return notation.explain(box, states, action, match.ruleset.refuse(states, action), "de")

    assert why("kill Rat", "field vampire: Rat | seat 1: elf; red 3; gold 1 | seat 1 acts") == (
        "die Kristalle reichen nicht: Bei Stärke 2 braucht es für 5 Punkte 8 Kristalle, und es gibt nur 4"
    )
    assert why("lift", "night 1 | seat 1: elf; army Wolf | seat 2: human | seat 1 acts") == (
        "jemand anders hat weniger Stärke: Nach Plätzen sind es 5, 2"
    )
    assert why("lift", "seat 1: elf | seat 2: human | seat 1 acts") == "es ist Tag"


def test_the_default_set_is_written_with_its_names():
    rules = default(4)
    text = rules.spec.notation.write_position(rules.box, rules.new())
    assert text.startswith("turn 0 | first - | deck 52 | seat 1: no commander; red 0")
