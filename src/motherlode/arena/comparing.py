"""Who is better than whom: the questions that a tournament answers, and when each is decided.

A question compares two bots by their wins, block by block; blocks have dice of their own, so they are independent.

- different bots at a table, or one bot alone with the game: the difference of the two bots' shares of wins, brought
  from -1..1 to 0..1; even is 1/2. With two seats that is the first bot's share of wins.
- two bots in all the seats of a table: the first bot's share of wins; even is its share of the seats. A game that
  nobody wins is even.
"""

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from motherlode.arena.estimates import BettingTest
from motherlode.arena.fixtures import ALONE, MIXED, Fixture, Lineup, Result, Tournament, lineups, num_blocks, seatings
from motherlode.arena.luck import MOST_LUCK, LuckTaker


class Comparison(NamedTuple):
    """One question: does the first bot win more than `even` against the other?"""

    one: str
    other: str
    even: float
    lineups: tuple[Lineup, ...]  # whose games answer it

    def value(self, block: Sequence[Result]) -> float:
        """What the games of one block say, from 0 to 1."""
        if self.is_of_two_bots:
            return sum(result.share(self.one) if result.winners else self.even for result in block) / len(block)
        mine = [result.share(self.one) for result in block if self.one in result.seating]
        theirs = [result.share(self.other) for result in block if self.other in result.seating]
        return (1 + sum(mine) / len(mine) - sum(theirs) / len(theirs)) / 2

    def luck(self, block: Sequence[Result]) -> float:
        """What chance gave the first bot of that: on average nothing, at most MOST_LUCK either way."""
        mine = [result.luck_share(self.one) for result in block if self.one in result.seating]
        if self.is_of_two_bots:
            return sum(mine) / len(mine)
        theirs = [result.luck_share(self.other) for result in block if self.other in result.seating]
        return (sum(mine) / len(mine) - sum(theirs) / len(theirs)) / 2

    @property
    def is_of_two_bots(self) -> bool:
        """Whether the two share the seats of a table of more than two."""
        return len(set(self.lineups[0])) == 2 and len(self.lineups[0]) > 2


def comparisons(tournament: Tournament) -> list[Comparison]:
    """All questions of a tournament."""
    bots, seats, played = tournament.bots, tournament.seats, lineups(tournament)
    if tournament.lineup == MIXED:
        return [
            Comparison(one, other, 0.5, tuple(_with_both(played, one, other))) for one, other in combinations(bots, 2)
        ]
    if tournament.lineup == ALONE:
        return [
            Comparison(one, other, 1 / seats, (tuple(sorted((one,) + (other,) * (seats - 1))),))
            for one, other in permutations(bots, 2)
        ]
    half = seats // 2
    return [
        Comparison(one, other, 0.5, (tuple(sorted((one,) * half + (other,) * half)),))
        for one, other in combinations(bots, 2)
    ]


def _with_both(played: Sequence[Lineup], one: str, other: str) -> list[Lineup]:
    if len(played[0]) == 1:
        return [(one,), (other,)]
    return [lineup for lineup in played if one in lineup and other in lineup]


class Agenda:
    """Which games are still to be played: all, or with a bound on errors those whose questions are open.

    A question is decided at a block by the games up to that block alone. Games that were played beyond it, because
    other processes were ahead, do not count: what counts is the same for any number of processes.
    """

    def __init__(self, tournament: Tournament, games: int, error: float | None = None) -> None:
        self.comparisons = comparisons(tournament)
        self.blocks = {lineup: num_blocks(lineup, games, tournament.teams) for lineup in lineups(tournament)}
        self.error = None if error is None else error / max(1, len(self.comparisons))  # all together: Bonferroni
        self.verdicts = [0] * len(self.comparisons)
        self._values: list[list[float]] = [[] for _ in self.comparisons]  # by block, without gaps
        self._adjusted: list[list[float]] = [[] for _ in self.comparisons]
        self._takers = [LuckTaker() for _ in self.comparisons]
        self.is_adjusted = tournament.is_adjusted
        self._decided = [0] * len(self.comparisons)  # after how many blocks
        self._tests = [BettingTest(self.bet(comparison.even)) for comparison in self.comparisons]
        self._results: dict[Fixture, Result] = {}
        self._sizes = {lineup: len(seatings(lineup, tournament.teams)) for lineup in self.blocks}
        self._played: dict[tuple[int, Lineup], list[Result]] = {}

    @property
    def num_games(self) -> int:
        """How many games there are to play in all, as far as one knows."""
        return sum(count * self._sizes[lineup] for lineup, count in self.blocks.items())

    @property
    def num_played(self) -> int:
        """How many games have been played, at most as many as there are to play."""
        return min(len(self._results), self.num_games)

    def values(self, number: int) -> list[float]:
        """What each block says about a question, as far as blocks count."""
        return self._values[number][: min(self.blocks[lineup] for lineup in self.comparisons[number].lineups)]

    def adjusted(self, number: int) -> list[float]:
        """The same less luck: with the same mean, and from -MOST_LUCK to 1 + MOST_LUCK."""
        return self._adjusted[number][: len(self.values(number))]

    def bet(self, value: float) -> float:
        """What a test by betting is told of a value: from 0 to 1, whatever luck has been taken out of it."""
        return (value + MOST_LUCK) / (1 + 2 * MOST_LUCK) if self.is_adjusted else value

    def unbet(self, value: float) -> float:
        """The value that a test by betting was told as this."""
        return value * (1 + 2 * MOST_LUCK) - MOST_LUCK if self.is_adjusted else value

    def block_size(self, comparison: Comparison) -> int:
        """How many games of a block answer a question."""
        return sum(self._sizes[lineup] for lineup in comparison.lineups)

    def needs(self, fixture: Fixture) -> bool:
        """Whether a game is in one of the blocks that count."""
        return fixture.block < self.blocks.get(fixture.lineup, 0)

    def results(self) -> list[Result]:
        """The games that count, in order."""
        return [self._results[fixture] for fixture in sorted(self._results) if self.needs(fixture)]

    def add(self, result: Result) -> None:
        """Take note of a game."""
        fixture = result.fixture
        lineup = fixture.lineup
        if fixture in self._results or lineup not in self.blocks:
            return
        self._results[fixture] = result
        played = self._played.setdefault((fixture.block, lineup), [])
        played.append(result)
        if len(played) == self._sizes[lineup]:
            for number, comparison in enumerate(self.comparisons):
                if lineup in comparison.lineups:
                    self._advance(number)

    def _advance(self, number: int) -> None:
        """Take in the blocks of a question that are whole, in their order."""
        comparison, values = self.comparisons[number], self._values[number]
        while True:
            block = len(values)
            games = [self._played.get((block, lineup), []) for lineup in comparison.lineups]
            is_whole = all(
                len(played) == self._sizes[lineup] for played, lineup in zip(games, comparison.lineups, strict=True)
            )
            is_wanted = all(block < self.blocks[lineup] for lineup in comparison.lineups)
            if not is_whole or not is_wanted:
                return
            whole = [result for played in games for result in played]
            values.append(comparison.value(whole))
            luck = comparison.luck(whole) if self.is_adjusted else 0.0
            self._adjusted[number].append(self._takers[number].take(values[-1], luck))
            if self.error is not None and not self.verdicts[number]:
                self._tests[number].add(self.bet(self._adjusted[number][-1]))
                self.verdicts[number] = self._tests[number].verdict(self.error)
                if self.verdicts[number]:
                    self._decided[number] = len(values)
                    self._close(comparison)

    def _close(self, comparison: Comparison) -> None:
        """Play no further blocks of line-ups in which no question is open."""
        for lineup in comparison.lineups:
            asked = [number for number, other in enumerate(self.comparisons) if lineup in other.lineups]
            if all(self.verdicts[number] for number in asked):
                self.blocks[lineup] = min(self.blocks[lineup], max(self._decided[number] for number in asked))
