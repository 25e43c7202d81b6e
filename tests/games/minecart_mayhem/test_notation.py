"""Minecart Mayhem in words: positions, actions and outcomes, and what is said about text that is none."""

import re

import pytest

import motherlode
from motherlode.core.errors import BadInput, Code

TWO = "lane 1 rows 1-7 cart 1 at 4 | lane 2 rows 1-7 cart 2 at 4"
NONE = "lane 3 - | lane 4 -"


@pytest.fixture(scope="module")
def game():
    return motherlode.game("minecart_mayhem", 2)


def read(game, text):
    return game.spec.notation.read_position(game.box, text)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_stands_before_the_first_card_is_dealt_is_written_and_read(seats):
    game = motherlode.game("minecart_mayhem", seats)
    states = game.new()
    text = game.spec.notation.write_position(game.box, states)
    assert text.endswith("| order - | turn 1 | dealing")
    assert read(game, text).tobytes() == states.tobytes()


@pytest.mark.parametrize(
    "text",
    [
        f"round 0 | torch 1 | lane 1 - | lane 2 - | {NONE} | hand 1 RR | hand 2 - | pile 66 | discard - | order - | "
        "turn 1 | dealing",
        f"round 2 | torch 2 | lane 1 rows 2-7 cart 1 at 5 stones 7 7 | lane 2 rows 2-8 cart 2 at 5 | {NONE} | "
        "hand 1 RRDSX | hand 2 RW@1 RRK | pile 56 | discard D1 | order 2 1 | turn 1 | seat 2 plays",
        f"round 2 | torch 2 | {TWO} | {NONE} | hand 1 DS@2!RK RXX!RDSKW1!RDKW1 | hand 2 RS@1 | pile 61 | discard - | "
        "order 2 1 | turn 2 | seat 1 plays",
        f"round 1 | torch 1 | {TWO} | {NONE} | hand 1 K | hand 2 - | pile 65 | discard X1 | order 1 2 | turn 1 | "
        "seat 1 doubles: stalactite on lane 2 row 6",
        f"round 1 | torch 1 | {TWO} | {NONE} | hand 1 - | hand 2 - | pile 65 | discard X1 | order 1 2 | turn 1 | "
        "seat 1 rolls double: dynamite on back of lane 1, swap with cart 2",
        f"round 3 | torch 3 | {TWO} | {NONE} | hand 1 - | hand 2 - | pile 68 | discard - | order 1 2 | "
        "turn 2 | collapsing",
    ],
)
def test_what_is_written_is_what_was_read(game, text):
    assert game.spec.notation.write_position(game.box, read(game, text)) == text


def test_parts_may_be_left_out(game):
    short = read(game, f"{TWO} | seat 1 plays")
    whole = game.spec.notation.write_position(game.box, short)
    assert whole.startswith("round 1 | torch 1 | ")
    assert read(game, whole).tobytes() == short.tobytes()


def test_a_hidden_position_shows_the_own_hand_only(game):
    states = read(game, f"{TWO} | hand 1 RRD | hand 2 W@1 KK | seat 1 plays")
    seen = game.spec.notation.write_position(game.box, game.hidden(states, 0))
    assert "hand 1 RRD | hand 2 ?@1 ?? | " in seen
    assert "hand 1 ??? | hand 2 ?@1 ?? | " in game.spec.notation.write_position(game.box, game.hidden(states, 2))
    with pytest.raises(BadInput, match="is not made of the letters RDSKXW"):
        read(game, seen)


def test_a_hidden_position_shows_what_is_proven_of_hands(game):
    states = read(game, f"{TWO} | hand 1 RRD | hand 2 W@1!R KX!RDSKW1 | seat 1 plays")
    seen = game.spec.notation.write_position(game.box, game.hidden(states, 0))
    assert "hand 1 RRD | hand 2 ?@1!R ??!RDSKW1 | " in seen


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("seat 1 plays", "seat 1 is not in the order"),
        (f"{TWO} | seat 3 plays", "seats are 1 to 2, not '3'"),
        (f"{TWO} | seat 1 sings", "the last part says who does what"),
        (f"{TWO} | {TWO} | seat 1 plays", "'lane 1' is given twice"),
        (f"{TWO} | lane 9 - | seat 1 plays", "unknown part 'lane 9'"),
        (f"{TWO} | nonsense | seat 1 plays", "'nonsense' is not like"),
        (f"{TWO} | hand 1 RRRRRR | seat 1 plays", "hand 1 has 6 cards: 5 at most"),
        (f"{TWO} | hand 1 RZ | seat 1 plays", "hand 'RZ' is not made of the letters RDSKXW"),
        (f"{TWO} | hand 1 R@99 | seat 1 plays", "no card is held through 99 piles"),
        (f"{TWO} | hand 1 R! | seat 1 plays", "hand 'R!' is not made of the letters RDSKXW"),
        (f"{TWO} | hand 1 DR@1!R | seat 1 plays", "what is proven of hand 1 is not so"),
        (f"{TWO} | hand 1 DD!RDSKXW1 | seat 1 plays", "what is proven of hand 1 is not so"),
        (f"{TWO} | hand 1 DS!R2!K | seat 1 plays", "more is proven of hand 1 than it has cards"),
        (f"{TWO} | hand 1 DS!R1!K1 | seat 1 plays", "what is proven of hand 1 is not of some cards and then of more"),
        (f"{TWO} | discard W7 | seat 1 plays", "there are 1 more of the swap cards than in the box"),
        (f"{TWO} | discard 3R | seat 1 plays", "discard '3R' is not like 'R12'"),
        (f"{TWO} | pile 3 | seat 1 plays", "the pile has 68 cards, not 3"),
        (f"{TWO} | torch 5 | seat 1 plays", "torch '5' is not a number from 1 to 4"),
        (f"{TWO} | round 61 | seat 1 plays", "round '61' is not a number from 0 to 60"),
        (f"{TWO} | round 0 | seat 1 plays", "every player with a cart is in the order of the round"),
        (f"{TWO} | order 1 1 | seat 1 plays", "a seat is in the order twice"),
        (f"{TWO} | order 1 | seat 2 plays", "seat 2 is not in the order"),
        (f"{TWO} | order 1 2 | turn 2 | seat 1 plays", "it is not the turn of seat 1"),
        (f"{TWO} | out 1 blasted | seat 1 plays", "every player either has a cart in a lane or is out"),
        (f"{TWO} | out 1 | seat 1 plays", "who is out is not like"),
        (f"{TWO} | out 1 bored | seat 1 plays", "unknown fate 'bored'"),
        (f"{TWO} stones 9 | seat 1 plays", "no rail of lane 2 is on row 9"),
        (f"{TWO} stones 5 5 5 5 5 5 5 5 5 | seat 1 plays", "there are more stalactites than in the box"),
        ("lane 1 rows 1-7 cart 1 at 8 | seat 1 plays", "the cart of lane 1 is not on a rail"),
        (
            "lane 1 rows 1-7 cart 1 at 4 | lane 2 rows 1-7 cart 1 at 4 | seat 1 plays",
            "cart 1 stands in two lanes",
        ),
        ("lane 1 rows 1-7 | seat 1 plays", "is not like 'rows 1-7 cart 1 at 4 stones 6 6'"),
        (f"{TWO} | dealing", "lanes are chosen after the deal"),
        ("hand 1 RRRRR | hand 2 RRRRR | dealing", "every hand is dealt"),
        ("hand 1 R | hand 2 R | dealing", "hands are dealt one after another"),
        ("hand 1 R | seat 1 chooses", "lanes are chosen when every hand is dealt"),
        ("hand 1 RRRRR | hand 2 RRRRR | seat 2 chooses", "lanes are chosen in the order of the seats"),
        (f"{TWO} | hand 1 RRRRR | seat 1 draws", "there is no card to draw, or the hand is full"),
        (f"{TWO} | seat 1 doubles", "too few cards are left to be declared"),
        (f"{TWO} | seat 1 rolls", "0 cards are declared"),
        (f"{TWO} | seat 1 rolls: rail on lane 1, rail on lane 1", "2 cards are declared"),
        (f"{TWO} | seat 1 rolls: rail on lane 3", "there is no target for 'rail on lane 3'"),
        (f"{TWO} | seat 1 rolls: swap with cart 1", "there is no target for 'swap with cart 1'"),
        (f"{TWO} | seat 1 rolls: stalactite on lane 1 row 8", "no rail is there for"),
        (f"{TWO} | seat 1 rolls: pass", "'pass' is not rolled for"),
        (f"{TWO} | seat 1 rolls: song", "unreadable card 'song'"),
        (f"{TWO} | over 2-0", "without a last player standing the game is a draw"),
        (f"{TWO} | over 2", "the result '2' is not like '2-0'"),
        ("lane 1 rows 1-7 cart 1 at 4 | out 2 blasted | over 0-2", "the last player standing has won"),
        ("lane 1 rows 1-7 cart 1 at 4 | out 2 blasted | hand 2 R | over 2-0", "seat 2 is out and has cards"),
        ("lane 1 rows 1-7 cart 1 at 4 | out 2 blasted | seat 1 plays", "two players or more still stand"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_one_line(game, text, why):
    with pytest.raises(BadInput, match=re.escape(why)) as caught:
        read(game, text)
    assert caught.value.code == Code.UNREADABLE_POSITION
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("rail on lane 9", "lanes are 1 to 4"),
        ("rocket on cart 3", "carts are 1 to 2"),
        ("stalactite on lane 1 row 2", "row 2 is not in front of the cart of lane 1"),
        ("discard money", "cards are rail, dynamite, stalactite, rocket, double, swap"),
        ("sing", "expected a card and its target"),
    ],
)
def test_an_action_that_is_none_is_refused_with_one_line(game, text, why):
    match = game.start(position=f"{TWO} | hand 1 RRDSX | seat 1 plays")
    with pytest.raises(BadInput, match=re.escape(why)) as caught:
        match.play(text)
    assert caught.value.code == Code.UNREADABLE_ACTION
    assert "hand 2" in str(caught.value)


def test_actions_are_read_in_any_case_and_spacing(game):
    states = read(game, f"{TWO} | hand 1 RRDSX | seat 1 plays")
    notation = game.spec.notation
    assert notation.read_action(game.box, states, "  Rail ON  lane 2 ") == notation.read_action(
        game.box, states, "rail on lane 2"
    )


@pytest.mark.parametrize(
    ("phase", "good", "bad"),
    [
        ("seat 1 rolls: rail on lane 1", "roll 20", ("roll 21", "roll 0", "draw rail", "20", "collapse")),
        ("seat 1 draws", "draw swap", ("draw card", "roll 3", "swap")),
        ("collapsing", "collapse", ("roll 1", "draw rail", "")),
    ],
)
def test_outcomes(game, phase, good, bad):
    states = read(game, f"{TWO} | {phase}")
    notation = game.spec.notation
    assert notation.write_outcome(game.box, states, notation.read_outcome(game.box, states, good)) == good
    for text in bad:
        with pytest.raises(BadInput, match="unreadable outcome"):
            notation.read_outcome(game.box, states, text)


def test_an_unreadable_action_tells_no_secret(game):
    """What is wrong is said with the position as the seat to act may know it."""
    match = game.start(position=f"{TWO} | hand 1 RRDSX | hand 2 WWWWW | seat 1 plays")
    with pytest.raises(BadInput) as caught:
        match.play("sing")
    assert "WWWWW" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("rocket on cart 2", "auf der Hand ist keine Rakete"),
        ("dynamite on front of lane 3", "auf dieser Spur steht keine Lore"),
        (
            "stalactite on lane 2 row 9",
            "dort vor der Lore liegt kein Gleis: Auf Spur 2 steht die Lore in Reihe 4, und vorn ist Reihe 7",
        ),
        ("swap with cart 1", "eine Lore kann nicht mit sich selbst tauschen"),
        ("pass", "es muss eine Karte gespielt werden, denn eine ist spielbar"),
    ],
)
def test_why_not_is_told_in_german(game, text, german):
    states = read(game, f"round 1 | torch 1 | {TWO} | {NONE} | hand 1 DSWX | seat 1 plays")
    action = game.spec.notation.read_action(game.box, states, text)
    assert game.spec.notation.explain(game.box, states, action, game.refuse(states, action), "de") == german
