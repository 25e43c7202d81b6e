"""How strong the bots are, seat-balanced, with 95 % intervals: `python -m benchmarks.bots --help`.

A match-up is one bot (or one team of it) against others of one kind. It sits in every seat equally often, with the same
dice for each. The share of a shared win counts. At equal strength it wins 1 / sides of the games.
"""

import argparse
import dataclasses
import json
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from math import sqrt
from multiprocessing import get_context

import motherlode
from motherlode.bots import Player, make_bot
from motherlode.bots.levels import OneStepBot
from motherlode.bots.search import SearchBot, read_budget

Z = 1.96  # of a 95 % interval


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
    if name == "step":
        return OneStepBot(float(noise))
    if not brace and not noise:
        return make_bot(name, game, is_timed=False)
    settings = dataclasses.replace(game.spec.search, **json.loads(brace + changes or "{}"))
    return SearchBot(read_budget(name.partition("@")[2]), float(noise or 0), settings=settings)


def play(job):
    """The part of the win that `first` takes in one game, and the decisions and seconds of `first`."""
    matchup, seed, place = job
    game = motherlode.game(matchup.game, matchup.seats, **matchup.options)
    names = [matchup.first if seat == place else matchup.other for seat in range(matchup.seats)]
    match = game.start(seed)
    players = [Player(bot_of(name, game), seat, seed) for seat, name in enumerate(names)]
    decisions, seconds = 0, 0.0
    while not match.is_over:
        start = time.perf_counter()
        seat = match.to_act
        players[seat].act(match)
        if seat == place:
            decisions += 1
            seconds += time.perf_counter() - start
    won = 1 / len(match.winners) if place in match.winners else 0.0
    if matchup.seats == 1:
        won = float(match.scores[0] > 0)
    return won, decisions, seconds


def measure(matchup, pool, seed):
    """The row of a match-up."""
    rounds = -(-matchup.games // matchup.seats)
    jobs = [(matchup, seed + number, place) for number in range(rounds) for place in range(matchup.seats)]
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--match", nargs=4, action="append", metavar=("GAME", "SEATS", "FIRST", "OTHER"), default=[])
    parser.add_argument("--options", type=json.loads, default={})
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    matchups = [MatchUp(g, int(s), a, b, given.games, None, given.options) for g, s, a, b in given.match]
    with ProcessPoolExecutor(given.jobs, get_context("forkserver")) as pool:
        for matchup in matchups:
            show(measure(matchup, pool, given.seed))


if __name__ == "__main__":
    main()
