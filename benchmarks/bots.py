"""How strong the bots are, seat-balanced, with 95 % intervals: `python -m benchmarks.bots --help`.

    python -m benchmarks.bots                      # every bar: levels, top level against random, OpenSpiel, exact play
    python -m benchmarks.bots --only minecart      # those whose name contains a word
    python -m benchmarks.bots --only openspiel-c++ --simulations 2000   # OpenSpiel's search on a C++ Madcap, built once
    python -m benchmarks.bots --match madcap 2 greedy random --games 400
    python -m benchmarks.bots --clock              # how long the top level thinks in each game, with its clock

A match-up is one bot against others of one kind. It sits in every seat equally often, with the same dice for each; a
shared win counts in parts. Bots count iterations, not time, so the figures do not depend on the machine. In long games
the top level has fewer iterations here than at a table (`search@2000`), so that all of it runs in minutes.
"""

import argparse
import dataclasses
import json
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from math import sqrt
from multiprocessing import get_context
from statistics import median

import motherlode
from motherlode.bots import LEVELS, Player, kept_bytes, make_bot
from motherlode.bots.levels import OneStepBot
from motherlode.bots.search import SearchBot, analyse, read_budget
from motherlode.core.streams import below, make_streams

Z = 1.96  # of a 95 % interval
NUM_DECISIONS = 30  # of the top level with its clock, for each game and number of seats


@dataclass(frozen=True)
class MatchUp:
    """One bot against others of one kind."""

    game: str
    seats: int
    first: str
    other: str
    games: int
    bar: float | None = None  # the share that `first` must win
    options: dict = field(default_factory=dict)

    @property
    def words(self):
        more = "".join(f" {name}={value}" for name, value in self.options.items())
        return f"{self.game}{more}, {self.seats} seat{'s' if self.seats > 1 else ''}: {self.first} against {self.other}"


def wilson(share, games):
    """The interval of a share."""
    centre = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return max(0.0, centre - half), min(1.0, centre + half)


def bot_of(name, game):
    """A bot by its name, without a clock; for tuning also `step~0.5` (noise) and `search@500~0.1{"explore": 0.3}`."""
    name, brace, changes = name.partition("{")
    name, _, noise = name.partition("~")
    if name.startswith("openspiel@"):
        return OpenSpielBot(int(name.partition("@")[2]))
    if name.startswith("openspiel-"):
        reward, _, simulations = name.removeprefix("openspiel-").partition("@")
        return OpenSpielCppBot(reward, int(simulations))
    if name == "step":
        return OneStepBot(float(noise))
    if not brace and not noise:
        return make_bot(name, game, is_timed=False)
    settings = dataclasses.replace(game.spec.search, **json.loads(brace + changes or "{}"))
    return SearchBot(read_budget(name.partition("@")[2]), float(noise or 0), settings=settings)


def play(job):
    """The part of the win that `first` takes in one game, and the decisions and seconds of `first`."""
    matchup, seed, tested = job
    game = motherlode.game(matchup.game, matchup.seats, **matchup.options)
    names = [matchup.first if seat == tested else matchup.other for seat in range(matchup.seats)]
    match = game.start(seed)
    players = [Player(bot_of(name, game), seat, seed) for seat, name in enumerate(names)]
    decisions, seconds = 0, 0.0
    while not match.is_over:
        start = time.perf_counter()
        seat = match.to_act
        players[seat].act(match)
        if seat == tested:
            decisions += 1
            seconds += time.perf_counter() - start
    won = 1 / len(match.winners) if tested in match.winners else 0.0
    if matchup.seats == 1:
        won = float(match.scores[0] > 0)
    return won, decisions, seconds


def measure(matchup, pool, seed):
    """The row of a match-up."""
    rounds = -(-matchup.games // matchup.seats)
    jobs = [(matchup, seed + number, tested) for number in range(rounds) for tested in range(matchup.seats)]
    start = time.perf_counter()
    found = list(pool.map(play, jobs, chunksize=max(1, min(8, len(jobs) // 8))))
    share = sum(won for won, _, _ in found) / len(found)
    low, high = wilson(share, len(found))
    decisions = sum(count for _, count, _ in found)
    return {
        "match-up": matchup.words,
        "games": len(found),
        "share": share,
        "low": low,
        "high": high,
        "bar": matchup.bar,
        "is met": None if matchup.bar is None else share >= matchup.bar,
        "ms a decision": 1e3 * sum(seconds for _, _, seconds in found) / max(1, decisions),
        "seconds": time.perf_counter() - start,
    }


def show(row):
    """One line of the table."""
    bar = "" if row["bar"] is None else f"bar {100 * row['bar']:.0f} %: {'met' if row['is met'] else 'MISSED'}"
    print(
        f"| {row['match-up']} | {row['games']} | {100 * row['share']:.1f} % "
        f"| {100 * row['low']:.1f}-{100 * row['high']:.1f} % | {bar} | {row['ms a decision']:.1f} "
        f"| {row['seconds']:.0f} s |",
        flush=True,
    )


class OpenSpielBot:
    """OpenSpiel's C++ tree search on Madcap, written as its Python game, with random rollouts."""

    def __init__(self, simulations):
        self.simulations = simulations

    def choose(self, ruleset, states, seat, random):
        import pyspiel

        from benchmarks import openspiel_madcap
        from benchmarks.search import GOLD_SPREAD

        seed, now = int(below(random, 0, 2**31 - 1)), states[0]
        game = pyspiel.load_game(openspiel_madcap.GAME_TYPE.short_name)
        state = game.new_initial_state()
        state.dice = now.dice[:, : openspiel_madcap.NUM_FACES].tolist()
        state.levels, state.gold, state.banned = now.level.tolist(), now.gold.tolist(), int(now.banned)
        state.rolled, state.played = openspiel_madcap.NUM_DICE, openspiel_madcap.NUM_DICE - int(now.left)
        if state.legal_actions() != ruleset.legal(states) or state.current_player() != seat:
            raise AssertionError(f"OpenSpiel plays other rules: {state}")
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, evaluator, GOLD_SPREAD, self.simulations, 1000, False, seed, False)
        return int(bot.mcts_search(state).best_child().action)  # step() crashes on games that are written in Python


class OpenSpielCppBot:
    """The same search on Madcap in C++, so that nothing of it is Python; `reward` is what it plays for."""

    def __init__(self, reward, simulations):
        self.reward = reward
        self.simulations = simulations

    def choose(self, ruleset, states, seat, random):
        from benchmarks import openspiel_cpp

        assert ruleset.to_act(states) == seat
        seed = int(below(random, 0, 2**31 - 1))
        action, _ = _program().choose(
            states[0], self.simulations, seed, openspiel_cpp.EXPLORE[self.reward], self.reward
        )
        return action


@cache
def _program():
    """One for each process."""
    from benchmarks.openspiel_cpp import Search

    return Search()


def equal_time(simulations):
    """How many iterations of ours take as long as some simulations of OpenSpiel's, by the clock of this process."""
    from benchmarks.search import GOLD_SPREAD, openspiel, ours, rolled

    mine, theirs = ours("madcap", 2, 0), openspiel(rolled([0, 2, 2, 5, 1, 1, 3, 4, 0, 4, 4, 5]), GOLD_SPREAD, 1000)
    rates = [sorted(play(seed)[0] / play(seed)[1] for seed in range(3))[1] for play in (mine, theirs)]
    return int(simulations * rates[0] / rates[1])


def exact_games(job):
    """Games of the exact bot against random and greedy ones: how many it had solved as won, and lost or drew."""
    from motherlode.games.madcap import solver

    first, num_games = job
    game, num_solved, num_failed = motherlode.game("madcap"), 0, 0
    for seed in range(first, first + num_games):
        match, seat, is_won = game.start(seed), seed % 2, False
        players = [Player(make_bot(("random", "greedy")[seed // 2 % 2], game), 1 - seat, seed)] * 2
        players[seat] = Player(make_bot("exact", game), seat, seed)
        while not match.is_over:
            if match.to_act == seat and not is_won:
                lead = int(match.position[0].gold[seat]) - int(match.position[0].gold[1 - seat])
                is_won = lead + max(solver.solve(game.box, match.position).actions.values()) > 0
            players[match.to_act].act(match)
        num_solved += is_won
        num_failed += is_won and list(match.winners) != [seat]
    return num_solved, num_failed


def with_clock(name, seats):
    """The top level at positions of games between searches: milliseconds, iterations and kept bytes, each a median."""
    game, seed, found = motherlode.game(name, seats), 500, []
    match, tops = game.start(seed), [make_bot("mastermind", game) for _ in range(seats)]
    players = [Player(make_bot("search@1000", game), seat, seed) for seat in range(seats)]
    every = {"trap_the_cap": 30, "madstone": 10}.get(name, 2)  # decisions of a game, of which one is timed
    number = 0
    while len(found) < NUM_DECISIONS:
        number += 1
        if match.is_over:
            seed += 1
            match = game.start(seed)
        seat = match.to_act
        if number % every or len(game.legal(match.position)) == 1:
            players[seat].act(match)
            continue
        top, seen = tops[seat], game.hidden(match.position, seat)
        start = time.perf_counter()
        action = top.choose(game, seen, seat, make_streams(number))
        ms, num_iterations = 1e3 * (time.perf_counter() - start), 0
        if isinstance(top, SearchBot):
            num_iterations = analyse(game, seen, seat, make_streams(number), top.budget).iterations
        found.append((ms, num_iterations, kept_bytes(top)))
        match.play(action, seat)
    return [median(column) for column in zip(*found, strict=True)]


def bars(games, scale):
    """Every bar for the bots: levels against the one below, and the top level against random players."""
    levels = list(LEVELS)
    top = {"madcap": "mastermind", "minecart_mayhem": "search@5000"}
    for game in games:
        num_games = (100 if game in {"madstone", "trap_the_cap"} else 400) // scale
        if game == "rockport_caverns":
            for name in ("random", *levels):
                yield MatchUp(game, 1, name, "-", 300 // scale)
            continue
        best = top.get(game, "search@2000")
        for strong, weak in pairwise(reversed([*levels[:-1], best])):
            yield MatchUp(game, 2, strong, weak, num_games, 0.6)
        against = {"madcap": 0.99, "minecart_mayhem": 0.9}.get(game, 0.95)
        yield MatchUp(game, 2, best, "random", num_games, against)
        if motherlode.game(game).spec.seats[1] >= 4:
            share = 2 if game == "minecart_mayhem" else 3
            yield MatchUp(game, 4, "search@500", "random", 200 // scale if share == 2 else 60 // scale, share / 4)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--match", nargs=4, action="append", metavar=("GAME", "SEATS", "FIRST", "OTHER"), default=[])
    parser.add_argument("--options", type=json.loads, default={}, help="of the game, as JSON, for --match")
    parser.add_argument("--games", type=int, default=100, help="for --match")
    parser.add_argument("--only", default="", metavar="WORD", help="match-ups whose name contains the word")
    parser.add_argument("--quick", action="store_true", help="an eighth of the games")
    parser.add_argument("--exact", type=int, default=10_000, metavar="GAMES", help="games of the exact bot; 0: none")
    parser.add_argument("--simulations", type=int, default=200, help="of OpenSpiel's search; ours has the same time")
    parser.add_argument("--clock", action="store_true", help="time the top level, on one core")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    if given.clock:
        for name in motherlode.game_names():
            for seats in sorted(set(motherlode.game(name).spec.seats)):
                ms, num_iterations, num_bytes = with_clock(name, seats)
                print(f"| {name}, {seats} | {ms:.0f} ms | {num_iterations:,.0f} | {num_bytes:,.0f} bytes |", flush=True)
        return
    matchups = [MatchUp(g, int(s), a, b, given.games, None, given.options) for g, s, a, b in given.match]
    if not matchups:
        matchups = [each for each in bars(motherlode.game_names(), 8 if given.quick else 1) if given.only in each.words]
        if given.only in "openspiel":
            ours = f"search@{equal_time(given.simulations)}"
            matchups.append(MatchUp("madcap", 2, ours, f"openspiel@{given.simulations}", 100, 0.6))
        if given.only and given.only in "openspiel-c++":
            from benchmarks.openspiel_cpp import EXPLORE, equal_time_in_cpp

            for reward in EXPLORE:
                ours = f"search@{equal_time_in_cpp(given.simulations, reward)}"
                matchups.append(MatchUp("madcap", 2, ours, f"openspiel-{reward}@{given.simulations}", given.games, 0.6))
    with ProcessPoolExecutor(given.jobs, get_context("forkserver")) as pool:
        for matchup in matchups:
            show(measure(matchup, pool, given.seed))
        if not given.match and given.exact and given.only in "exact":
            size = max(1, given.exact // 100)
            found = list(pool.map(exact_games, [(first, size) for first in range(0, given.exact, size)]))
            solved, failed = (sum(counts) for counts in zip(*found, strict=True))
            print(f"exact at Madcap: {given.exact} games, {solved} solved as won, {failed} of them not won")


if __name__ == "__main__":
    main()
