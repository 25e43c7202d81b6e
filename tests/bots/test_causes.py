"""Why an action is better, in words: nothing but what can be counted after it."""

import importlib

import pytest

import motherlode
import pebbles
from motherlode.bots import RandomBot
from motherlode.bots.causes import find_causes
from motherlode.bots.hints import find_hint
from motherlode.core.contract import OVER
from motherlode.core.registry import register
from motherlode.core.streams import make_streams

GAMES = [("madcap", 2), ("madstone", 2), ("madstone", 4), ("minecart_mayhem", 3), ("rockport_caverns", 1)]
GAMES += [("trap_the_cap", 2), ("trap_the_cap", 6)]


def find_cause(game, states, seat, lines, language="en"):
    """What differs at once."""
    return find_causes(game, states, seat, lines, margin=0).get(language, "")


def positions(name, seats, count):
    """Positions of matches of random bots, in which a seat has a choice."""
    game = motherlode.game(name, seats)
    bot, random = RandomBot(), make_streams(3)
    for seed in range(count):
        match = game.start(seed=seed)
        for _ in range(5 + 7 * seed):
            if not match.is_over:
                match.play(bot.choose(game, match.position, match.to_act, random))
        if not match.is_over and len(match.legal()) > 1:
            yield game, match


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_line_is_not_better_than_itself_and_never_both_ways(name, seats):
    num_told = 0
    for game, match in positions(name, seats, 8):
        seat, states, (first, *others) = match.to_act, match.position, match.legal()
        assert find_cause(game, states, seat, ([first], [first])) == ""
        for other in others[:6]:
            there = find_cause(game, states, seat, ([first], [other]))
            back = find_cause(game, states, seat, ([other], [first]))
            german = find_cause(game, states, seat, ([first], [other]), "de")
            assert there.count(" instead of ") == german.count(" statt ") <= 2
            assert not (there and back and there.split(":")[0] == back.split(":")[0])
            num_told += bool(there or back)
    assert num_told


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_what_is_counted_has_words_and_does_not_depend_on_what_a_seat_cannot_know(name, seats):
    causes = importlib.import_module(f"motherlode.games.{name}.causes")
    names = {fact.name for fact in causes.FACTS}
    for fact in causes.FACTS:
        assert set(fact.words) == {"en", "de"}
        assert fact.words["en"] != fact.words["de"]
    for game, match in positions(name, seats, 5):
        for seat in range(seats):
            counted = causes.count(game, match.position, seat)
            assert set(counted) <= names
            assert all(isinstance(number, int) for number in counted.values())
            other = game.resampled(match.position, seat, make_streams(9))
            assert causes.count(game, other, seat) == counted


@pytest.mark.parametrize(
    ("name", "seats", "position", "lines", "cause"),
    [
        (  # black 2 down wins level 3 at once; red 5 up leaves 4 to be taken
            "madcap", 2, "r3 k1 b1 | r56 k222 b345 | not b | gold 0-1 | seat 1", ("black 2 down", "red 5 up"),
            "Your nuggets: 3 instead of 0; nuggets that the next turn can bring the other: 0 instead of 4.",
        ),
        (
            "madcap", 2, "r2 k5 b3 | r k2 b4 | not r | gold 6-1 | seat 1", ("black 2 up", "black 2 down"),
            "Your nuggets: 9 instead of 6; nuggets that the next turn can bring the other: 1 instead of 15.",
        ),
    ],
)  # fmt: skip
def test_known_causes(name, seats, position, lines, cause):
    game = motherlode.game(name, seats)
    states = game.read_position(position)
    first, second = ([game.read_action(states, text)] for text in lines)
    assert find_cause(game, states, game.to_act(states), (first, second)) == cause
    assert cause in find_hint(game, states, game.to_act(states)).reason()


def test_what_differs_only_later_is_told_as_a_mean_at_the_seats_next_turn():
    """With luck alike in both lines; the same line twice differs in nothing."""
    game, match = list(positions("minecart_mayhem", 2, 2))[-1]
    seat, states, legal = match.to_act, match.position, match.legal()
    assert find_causes(game, states, seat, (legal[:1], legal[:1])) == {}
    pairs = [([one], [other]) for one in legal for other in legal if one != other]
    told = (find_causes(game, states, seat, lines) for lines in pairs if not find_cause(game, states, seat, lines))
    first = next(each for each in told if each)
    assert first["en"].startswith("By your next turn, on average ")
    assert first["de"].startswith("Bis zu deinem nächsten Zug, im Mittel ")


def test_where_the_game_is_solved_a_cause_says_what_of_the_margin_is_kept():
    game = motherlode.game("madcap")
    states = game.read_position("r2 k5 b3 | r k2 b4 | not r | gold 6-1 | seat 1")
    first, second = ([game.read_action(states, text)] for text in ("black 2 up", "black 2 down"))
    told = find_causes(game, states, 0, (second, first), 3)
    assert told["en"].endswith("With perfect play it keeps 3 more of the margin.")
    assert told["de"].endswith("erhält es vom Vorsprung 3 mehr.")


def test_a_cart_with_more_rails_lives_longer():
    game = motherlode.game("minecart_mayhem", 2)
    match = game.start(seed=5)
    while match.position["round_number"][0] == 0 or match.position["lane"][0].max() < 0:
        match.play(match.legal()[0])
    from motherlode.games.minecart_mayhem.causes import count

    seat = match.to_act
    states = game.copied(match.position)
    lane = int(states["lane"][0, seat])
    states["stalactite"][0], states["num_stalactites"][0] = 0, 0
    states["back"][0, lane], states["row"][0, seat], states["front"][0, lane] = 4, 6, 7
    assert count(game, states, seat)["behind"] == 2
    assert count(game, states, seat)["rounds"] == 1  # it drives to row 7 in this round, and off the rails in the next
    states["front"][0, lane] = 20
    assert count(game, states, seat)["rounds"] == 8  # the back rails fall as fast as it drives


def test_who_wins_at_once_is_told_so_and_means_are_called_means():
    register(pebbles.GAME)
    game = motherlode.game("pebbles", 2, heap=5)
    match = game.start(seed=1)
    one, two = match.legal()
    assert find_cause(game, match.position, 0, ([two], [one])) == "Your pebbles: 2 instead of 1."
    assert find_cause(game, match.position, 0, ([one], [two])) == ""  # 3 or more are left either way
    states = game.copied(match.position)
    states["heap"], states["taken"][0, :2], states["charm"][0, :2] = 2, [2, 2], 1
    assert find_cause(game, states, 0, ([two], [one])) == "It wins at once."
    assert find_cause(game, states, 0, ([two], [one]), "de") == "Das gewinnt sofort."
    after = game.copied(states)
    game.apply_unchecked(after, two)
    assert game.to_act(after) == OVER
