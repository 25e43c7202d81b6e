"""Who plays whom: line-ups of bots, every way to seat them equally often, the same dice for all.

A line-up is who plays, as often as seats; a seating is who sits where. In a game of teams one bot plays all seats of a
side, unless another line-up is asked for. All seatings of a line-up that are played with
the same dice are a block; block number k has the chance seed `seed + k` in every line-up. A game is named by its block
and its seating, and everything in it follows from these and the seed: nothing else, such as how many games there are
or how many processes play them, changes it.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Any, NamedTuple

import msgspec

from motherlode.core.errors import BadInput, Code
from motherlode.core.reading import MAX_SEED
from motherlode.core.ruleset import Ruleset
from motherlode.table.match import Ending

MIXED, ALONE, SIDES = "mixed", "alone", "sides"
LINEUPS = (MIXED, ALONE, SIDES)
MAX_PERMUTED_SEATS = 4  # more seats would have hundreds of seatings: rotations are balanced too

TWIN = re.compile(r"#\d+$")  # greedy#2: the same bot once more

Lineup = tuple[str, ...]
Seating = tuple[str, ...]


class Tournament(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that decides what happens in every game."""

    game: str
    seats: int
    options: dict[str, Any]  # those that differ from the rulebook
    bots: tuple[str, ...]
    lineup: str  # MIXED, ALONE or SIDES
    seed: int
    budget_ms: int  # what outside bots are told that they have for an action
    patience_s: float  # how much later they may answer before they forfeit
    teams: tuple[int, ...] = ()  # the side of each seat, in a game of teams; empty: each seat is a side of its own
    is_adjusted: bool = False  # luck is taken out of the results, beside counting wins


class Fixture(NamedTuple):
    """One game to be played."""

    block: int
    seating: Seating

    @property
    def lineup(self) -> Lineup:
        """The bots of the game, in an order that does not hang on who sits where."""
        return tuple(sorted(self.seating))


class Result(msgspec.Struct):
    """One game that was played."""

    block: int
    seating: Seating
    scores: list[int]  # of each seat, as the game counts; so far, where it was forfeited
    winners: list[int]  # seats, all of each side that won; none where nobody did
    num_actions: int  # chance included
    digest: str  # of all actions and outcomes, in order
    seconds: list[float]  # that each seat thought; the only part that differs between runs
    decisions: list[int]  # how often each seat was asked
    forfeit: int | None = None  # the seat that failed
    why: str = ""
    how: Ending = ""  # the match ended; not told by journals of before
    luck: list[float] = []  # what chance gave each seat, as `luck_of` counts it; empty: not asked for

    @property
    def fixture(self) -> Fixture:
        """The game that it is the result of."""
        return Fixture(self.block, self.seating)

    def share(self, bot: str) -> float:
        """The part of the win that a bot takes with all its seats."""
        return sum(self.seating[seat] == bot for seat in self.winners) / max(1, len(self.winners))

    def luck_share(self, bot: str) -> float:
        """What chance gave a bot of that, in all its seats: on average nothing."""
        return sum(luck for luck, name in zip(self.luck, self.seating, strict=False) if name == bot)


def check(tournament: Tournament) -> None:
    """Raise unless the tournament can be played."""
    bots, seats, lineup = tournament.bots, tournament.seats, tournament.lineup
    for index, bot in enumerate(bots):
        if bot in bots[:index]:
            raise BadInput(Code.BAD_CHOICE, f"bot {bot!r} is named twice: each can enter once")
    if lineup not in LINEUPS:
        raise BadInput(Code.BAD_CHOICE, f"unknown line-up {lineup!r}: there are {', '.join(LINEUPS)}")
    if not bots or (len(bots) < 2 and seats > 1):
        raise BadInput(Code.BAD_CHOICE, f"{len(bots)} bots for {seats} seats: an arena needs at least 2")
    if lineup == MIXED and len(bots) < seats:
        raise BadInput(Code.BAD_CHOICE, f"{len(bots)} bots for {seats} seats: 'mixed' needs one for every seat")
    if lineup == SIDES and tournament.teams and len(set(tournament.teams)) != 2:
        raise BadInput(
            Code.BAD_CHOICE, f"line-up {lineup!r}: it is for two teams, not for {len(set(tournament.teams))}"
        )
    if lineup == SIDES and seats > 2 and seats % 2:
        raise BadInput(Code.BAD_CHOICE, f"{seats} seats have no two sides: their number is odd")
    if lineup != MIXED and seats <= 2:
        raise BadInput(Code.BAD_CHOICE, f"line-up {lineup!r}: it is for more than 2 seats, not for {seats}")
    if not 0 <= tournament.seed <= MAX_SEED - 2**32:
        raise BadInput(Code.BAD_CHOICE, f"seed {tournament.seed}: must be from 0 to {MAX_SEED - 2**32}")


def told_apart(bots: Sequence[str]) -> tuple[str, ...]:
    """Names for bots of which some play against themselves: greedy, greedy#2."""
    return tuple(
        bot if bot not in bots[:index] else f"{bot}#{bots[:index].count(bot) + 1}" for index, bot in enumerate(bots)
    )


def plain_name(bot: str) -> str:
    """The bot behind a name that was told apart."""
    return TWIN.sub("", bot)


def teams_of(ruleset: Ruleset) -> tuple[int, ...]:
    """The side of each seat in a game of teams; else nothing."""
    return ruleset.sides if len(set(ruleset.sides)) < ruleset.seats else ()


def usual_lineup(num_bots: int, seats: int, teams: tuple[int, ...] = ()) -> str:
    """One bot for each team; without teams different bots at one table where there are enough, else one against all."""
    if len(set(teams)) == 2:
        return SIDES
    return MIXED if num_bots >= seats else ALONE


def lineups(tournament: Tournament) -> list[Lineup]:
    """Every line-up, each in sorted order."""
    bots, seats = tournament.bots, tournament.seats
    if tournament.lineup == MIXED:
        found = list(combinations(bots, seats))
    elif tournament.lineup == SIDES:
        found = [(one,) * (seats // 2) + (other,) * (seats // 2) for one, other in combinations(bots, 2)]
    else:
        found = [(one,) + (other,) * (seats - 1) for one, other in permutations(bots, 2)]
    return list(dict.fromkeys(tuple(sorted(lineup)) for lineup in found))


def seatings(lineup: Lineup, teams: tuple[int, ...] = ()) -> list[Seating]:
    """The ways to seat a line-up that are played equally often: each bot is in each seat as often as in any other.

    Two bots with as many seats each play a side each; without teams they sit by turns.
    """
    seats = len(lineup)
    one, other = lineup[0], lineup[-1]
    if seats > 2 and lineup.count(one) * 2 == lineup.count(other) * 2 == seats:
        sides = teams or tuple(seat % 2 for seat in range(seats))
        return [tuple(pair[side] for side in sides) for pair in ((one, other), (other, one))]
    if seats <= MAX_PERMUTED_SEATS or len(set(lineup)) == 2:
        return sorted(set(permutations(lineup)))
    return [lineup[turn:] + lineup[:turn] for turn in range(seats)]


def num_blocks(lineup: Lineup, games: int, teams: tuple[int, ...] = ()) -> int:
    """How many blocks hold so many games; the last one is whole too."""
    return -(-games // len(seatings(lineup, teams)))


def all_fixtures(tournament: Tournament, games: int) -> Iterator[Fixture]:
    """Every game, block by block, so that all line-ups advance together."""
    teams = tournament.teams
    found = [(num_blocks(lineup, games, teams), seatings(lineup, teams)) for lineup in lineups(tournament)]
    for block in range(max(count for count, _ in found)):
        for count, ways in found:
            if block < count:
                yield from (Fixture(block, seating) for seating in ways)


def chance_seed(tournament: Tournament, fixture: Fixture) -> int:
    """What the dice of a game come from: the same for all games of a block number."""
    return tournament.seed + fixture.block


def bot_seed(tournament: Tournament, fixture: Fixture) -> int:
    """What the bots of a game draw from, each in a stream of its seat: of this game alone."""
    name = msgspec.json.encode(["motherlode arena", tournament.seed, fixture.block, fixture.seating])
    return int.from_bytes(hashlib.sha256(name).digest()[:8], "big") >> 1
