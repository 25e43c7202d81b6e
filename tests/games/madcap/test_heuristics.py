"""What `evaluate` says of a position: worked out from what may be played, not from dice and levels."""

import random

import pytest

import motherlode
from motherlode.core.contract import CHANCE
from observing import positions_of

COLOURS = {0: "red", 1: "black", 2: "blue"}


def owned(states, seat):
    """Gold of this game and of those before."""
    return int(states[0].gold[seat]) + int(states[0].total[seat])


def expected(game, states, to_act):
    """The first seat's share, as the docstrings of heuristics.py have it."""
    now, box = states[0], game.box[0]
    if to_act == motherlode.core.contract.OVER:
        ahead = int(now.points[0] - now.points[1]) if box.games > 1 else int(now.total[0]) - int(now.total[1])
        return 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    ahead = int(now.gold[0]) - int(now.gold[1])
    if to_act >= 0:
        best = 0  # R6.1; the barrel of R6.2 is left out, also where it is the only one that can move
        for action in game.legal(states):
            text = game.spec.notation.write_action(game.box, states, action)
            if text.split()[0] == COLOURS.get(int(now.banned)):
                continue
            after = states.copy()
            game.apply(after, action)
            best = max(best, owned(after, to_act) - owned(states, to_act))
        ahead += best if to_act == 0 else -best
    if box.nuggets > 0:
        ahead += int(now.total[0]) - int(now.total[1])
    ahead /= 3.0 + 0.6 * int(now.left)
    if box.games > 1:
        points = int(now.points[0]) - int(now.points[1])
        ahead = (points + 2.0 * ahead / (1 + abs(ahead))) / (int(box.games) - int(now.game))
    return 0.5 + 0.5 * ahead / (1 + abs(ahead))


@pytest.mark.parametrize(
    "options",
    [{}, {"games": 2}, {"nuggets": 30}, {"fair_rolls": True}, {"levels": 9, "faces": 8, "gold": list(range(9))}],
    ids=str,
)
def test_evaluate_is_gold_and_what_may_be_taken_next(options):
    game, choice = motherlode.game("madcap", **options), random.Random(5)
    num_judged = 0
    for seed in range(6):
        match = game.start(seed)
        while True:
            states = match.position
            if (
                match.is_over or int(states[0].left) > 1
            ):  # the last die ends the game, which may turn its gold into points
                first, second = game.evaluate(states).tolist()
                assert first == pytest.approx(expected(game, states, game.to_act(states)), abs=1e-6)
                assert first + second == pytest.approx(1.0)
                num_judged += 1
            if match.is_over:
                break
            match.play(choice.choice(match.legal()))
    assert num_judged > 40


def test_evaluate_counts_what_may_be_taken_next_only_where_a_seat_acts():
    game = motherlode.game("madcap")
    for states in positions_of(game, seed=4):
        states[0].to_act = CHANCE
        assert game.evaluate(states)[0] == pytest.approx(expected(game, states, CHANCE), abs=1e-6)


@pytest.mark.parametrize(("options", "field"), [({}, "total"), ({"games": 2}, "points")], ids=str)
def test_evaluate_says_at_the_end_who_won(options, field):
    game = motherlode.game("madcap", **options)
    states = game.new()
    states[0].to_act = motherlode.core.contract.OVER
    for first, second, share in ((3, 3, 0.5), (4, 3, 1.0), (3, 4, 0.0)):
        states[field] = first, second
        assert game.evaluate(states).tolist() == [share, 1 - share]
