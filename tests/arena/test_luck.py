"""Luck taken out of results: with a mean of exactly 0, whatever positions are thought to be worth."""

import hashlib
from functools import cache

import numpy as np
import pytest
from scipy.stats import t as student

import motherlode
import pebbles
from motherlode.arena.comparing import Agenda
from motherlode.arena.estimates import BettingTest, mean_interval
from motherlode.arena.fixtures import Fixture, Result, Tournament, all_fixtures, teams_of
from motherlode.arena.luck import MOST_LUCK, LuckTaker, less_luck, luck_of
from motherlode.arena.playing import play_game
from motherlode.arena.reports import make_report
from motherlode.bots import Player, RandomBot, make_bot
from motherlode.bots.net import NetBot, find_net
from motherlode.bots.odds import result_of
from motherlode.core.contract import CHANCE, OVER
from motherlode.core.registry import register
from motherlode.core.streams import make_streams
from motherlode.table.match import Match


@pytest.fixture(scope="module")
def game():
    register(pebbles.GAME)
    return motherlode.game("pebbles", 3, heap=4)


def all_matches(game, match=None, chance=1.0):
    """Every match of random bots, with how likely it is."""
    match = match or Match(game)
    if match.is_over:
        yield match, chance
        return
    choices = game.chance(match.position) if match.to_act == CHANCE else [(action, 1) for action in match.legal()]
    total = sum(weight for _, weight in choices)
    for action, weight in choices:
        after = match.copy()
        after.append(match.to_act, action)
        yield from all_matches(game, after, chance * weight / total)


def nonsense(scale):
    """A worth that knows nothing, the same for the same position."""

    def worth(states):
        digest = hashlib.sha256(states.tobytes()).digest()
        return scale * np.frombuffer(digest[:3], np.uint8) / 255

    return worth


def exact(game):
    """What random bots may expect: found by going through all that can happen."""

    @cache
    def value(content):
        states = np.frombuffer(content, game.spec.state).copy()
        actor = game.to_act(states)
        if actor == OVER:
            return result_of(game, game.outcome(states)[1])
        choices = game.chance(states) if actor == CHANCE else [(action, 1) for action in game.legal(states)]
        mean = np.zeros(game.seats)
        for action, weight in choices:
            after = game.copied(states)
            game.apply_unchecked(after, action)
            mean += weight * value(after.tobytes())
        return mean / sum(weight for _, weight in choices)

    return lambda states: value(states.tobytes())


@pytest.mark.parametrize("scale", [0.3, 1.0, 20.0])
@pytest.mark.parametrize("is_known", [False, True])
def test_over_all_matches_of_a_small_game_luck_adds_up_to_nothing(game, scale, is_known):
    bots = [RandomBot()] * 3 if is_known else []
    mean, least, most, count = np.zeros(3), 0.0, 0.0, 0
    for match, chance in all_matches(game):
        luck = luck_of(match, bots, nonsense(scale))
        mean += chance * luck
        least, most, count = min(least, np.minimum(luck, 0).sum()), max(most, np.maximum(luck, 0).sum()), count + 1
    assert count > 100
    assert mean == pytest.approx(np.zeros(3), abs=1e-6)
    assert -MOST_LUCK <= least < -0.05 * scale / 20
    assert 0.05 * scale / 20 < most <= MOST_LUCK


def test_who_knows_what_positions_are_worth_and_how_bots_choose_takes_out_all_that_varies(game):
    worth = exact(game)
    left = [result_of(game, match.winners) - luck_of(match, [RandomBot()] * 3, worth) for match, _ in all_matches(game)]
    assert np.ptp(np.array(left), axis=0) == pytest.approx(np.zeros(3), abs=1e-5)
    assert left[0] == pytest.approx(worth(game.new()), abs=1e-5)


def test_the_chances_that_bots_tell_are_those_they_choose_by():
    game = motherlode.game("minecart_mayhem")
    position = game.start(seed=3).position
    seen = game.hidden(position, 0)
    for bot, tries, most in ((RandomBot(), 2000, 0.06), (NetBot(find_net(game), 1.0), 150, 0.2)):
        weights = dict(bot.chances(game, seen, 0))
        random = make_streams(1)
        chosen = [bot.choose(game, seen, 0, random) for _ in range(tries)]
        for action, weight in weights.items():
            assert chosen.count(action) / tries == pytest.approx(weight / sum(weights.values()), abs=most)
    certain = NetBot(find_net(game)).chances(game, seen, 0)
    assert sorted(weight for _, weight in certain)[-2:] == [0.0, 1.0]


@pytest.mark.parametrize(
    ("name", "seats", "bots"),
    [
        ("madcap", 2, "greedy"),
        ("minecart_mayhem", 2, "greedy"),
        ("minecart_mayhem", 3, "random"),
        ("rockport_caverns", 1, "greedy"),
    ],
)
def test_in_many_matches_luck_has_mean_nothing_and_takes_away_what_varies(name, seats, bots):
    game = motherlode.game(name, seats)
    bot = make_bot(bots, game)
    results, luck = [], []
    for seed in range(60):
        match = game.start(seed=seed)
        players = [Player(bot, seat, seed) for seat in range(seats)]
        while not match.is_over:
            players[match.to_act].act(match)
        results.append(result_of(game, match.winners)[0])
        luck.append(luck_of(match)[0])
    error = np.std(luck) / np.sqrt(len(luck))
    assert abs(np.mean(luck)) < 4 * error
    assert np.var(less_luck(results, luck)) < 1.1 * np.var(results)


def test_seats_of_a_team_share_their_luck():
    game = motherlode.game("trap_the_cap", 4, game="team", turns=6)
    tournament = Tournament(
        "trap_the_cap",
        4,
        {"game": "team", "turns": 6},
        ("random", "greedy"),
        "sides",
        3,
        1000,
        60.0,
        teams_of(game),
        True,
    )
    result = play_game(game, tournament, Fixture(0, ("random", "greedy", "random", "greedy")))
    assert len(result.luck) == 4
    assert sum(result.luck) == pytest.approx(0.0, abs=1e-5)
    assert result.luck[0] == result.luck[2]
    assert result.luck_share("random") == pytest.approx(2 * result.luck[0])
    assert Result(0, ("a", "b"), [0, 0], [0], 1, "", [0.0, 0.0], [1, 1]).luck_share("a") == 0.0


def test_an_arena_tells_both_and_the_verdict_is_that_of_the_results_less_luck(game):
    tournament = Tournament("pebbles", 3, {"heap": 4}, ("random", "greedy"), "alone", 3, 1000, 60.0, (), True)
    agenda = Agenda(tournament, 60)
    for fixture in all_fixtures(tournament, 60):
        agenda.add(play_game(game, tournament, fixture))
    report = make_report(game, tournament, 60, agenda)
    for number, row in enumerate(report["comparisons"]):
        assert row["adjusted"] == pytest.approx(np.mean(agenda.adjusted(number)), abs=1e-6)
        assert row["adjusted_low"] < row["adjusted"] < row["adjusted_high"]
        verdict = int(row["adjusted_low"] > row["even"]) - int(row["adjusted_high"] < row["even"])
        assert row["verdict"] == {1: "better", 0: "open", -1: "worse"}[verdict]
    for played in report["games"]:
        assert len(played["luck"]) == 3
    assert "--plain" not in report["command"]


def test_bets_on_results_less_luck_are_between_none_and_all():
    tournament = Tournament("madcap", 2, {}, ("a", "b"), "mixed", 0, 1000, 10.0, (), True)
    agenda = Agenda(tournament, 60, 0.05)
    assert agenda.bet(-MOST_LUCK) == 0.0
    assert agenda.bet(1 + MOST_LUCK) == 1.0
    assert agenda.unbet(agenda.bet(0.4)) == pytest.approx(0.4)
    for fixture in all_fixtures(tournament, 60):
        luck = [MOST_LUCK, -MOST_LUCK] if fixture.seating[0] == "a" else [-MOST_LUCK, MOST_LUCK]
        winners = [fixture.seating.index("b")]
        agenda.add(Result(fixture.block, fixture.seating, [0, 0], winners, 1, "", [0.0] * 2, [1] * 2, luck=luck))
    assert agenda.adjusted(0)[0] == -MOST_LUCK
    assert -MOST_LUCK <= min(agenda.adjusted(0)) <= max(agenda.adjusted(0)) <= 0.0
    assert agenda.verdicts == [-1]


def test_how_much_luck_is_taken_out_depends_on_earlier_blocks_alone():
    random = np.random.default_rng(4)
    values, luck = random.random(50).tolist(), random.uniform(-0.5, 0.5, 50).tolist()
    whole = less_luck(values, luck)
    assert less_luck(values[:20], luck[:20]) == whole[:20]
    assert less_luck([0.3], [0.2]) == [pytest.approx(0.1)]
    # Luck that explains everything goes out whole, luck that explains nothing hardly at all.
    assert np.var(less_luck([0.5 + each for each in luck], luck)) < 1e-3
    long = random.uniform(-0.5, 0.5, 2000)
    assert np.var(less_luck(random.random(2000).tolist(), long.tolist())[200:]) == pytest.approx(1 / 12, rel=0.1)


def test_taking_luck_out_keeps_the_promise_of_the_sequential_test():
    """Bots that are alike, with luck that explains most: a difference is claimed no more often than promised."""
    random = np.random.default_rng(7)
    wrong, runs, error = 0, 100, 0.1
    for _ in range(runs):
        test, taker = BettingTest(0.5), LuckTaker()
        for _ in range(200):
            luck = random.uniform(-0.5, 0.5)
            won = float(random.random() < 0.5 + luck)
            test.add((taker.take(won, luck) + MOST_LUCK) / (1 + 2 * MOST_LUCK))
            if test.verdict(error):
                wrong += 1
                break
    assert wrong <= 20


def test_the_interval_of_a_mean_is_students():
    random = np.random.default_rng(2)
    for count in (8, 20, 300):
        values = random.normal(0.3, 0.2, count).tolist()
        error = np.std(values, ddof=1) / np.sqrt(count)
        wanted = student.interval(0.95, count - 1, np.mean(values), error)
        assert mean_interval(values) == pytest.approx(wanted, abs=0.02 * error)
    assert mean_interval([0.5] * 10) is None
    assert mean_interval([0.1, 0.9]) is None
