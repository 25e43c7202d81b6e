"""One game of the arena, from its fixture to its result."""

import hashlib
import time
from typing import Protocol

import msgspec

from motherlode.arena.fixtures import Fixture, Result, Tournament, bot_seed, chance_seed, plain_name
from motherlode.arena.luck import luck_of
from motherlode.bots import Player, make_bot
from motherlode.bots.outside import ProgramBot, is_outside
from motherlode.core.chance import SeededChance
from motherlode.core.errors import MotherlodeError
from motherlode.core.ruleset import Ruleset
from motherlode.table.match import Match

MAX_WHY = 300


class Watch(Protocol):
    """Who is told what happens in a game, to end it from outside if need be."""

    def sits(self, seat: int, pid: int) -> None:
        """A program plays in a seat; its process and group."""

    def thinks(self, seat: int, is_outside: bool) -> None:
        """A seat was asked for an action."""

    def rests(self) -> None:
        """The seat that was asked has answered."""


class Unwatched:
    """Watches a game for nobody."""

    def sits(self, seat: int, pid: int) -> None:
        """Ignored."""

    def thinks(self, seat: int, is_outside: bool) -> None:
        """Ignored."""

    def rests(self) -> None:
        """Ignored."""


def play_game(ruleset: Ruleset, tournament: Tournament, fixture: Fixture, watch: Watch | None = None) -> Result:
    """Play a game to its end; a bot that raises, or plays what the rules refuse, forfeits it."""
    watch = watch or Unwatched()
    match = Match(ruleset, SeededChance(chance_seed(tournament, fixture)))
    players: list[Player] = []
    seconds, decisions = [0.0] * ruleset.seats, [0] * ruleset.seats
    forfeit, why, seed = None, "", bot_seed(tournament, fixture)
    seat = 0
    try:
        for seat, name in enumerate(fixture.seating):
            watch.thinks(seat, is_outside(name))
            players.append(_seat(name, ruleset, seat, seed, tournament, watch))
            watch.rests()
        while not match.is_over:
            seat = match.to_act
            watch.thinks(seat, is_outside(fixture.seating[seat]))
            start = time.perf_counter()
            decisions[seat] += 1
            players[seat].act(match)
            seconds[seat] += time.perf_counter() - start
            watch.rests()
    except (Exception, SystemExit) as error:  # a bot may be anybody's code
        forfeit, why = seat, _explain(error)
        watch.rests()
    finally:
        for player in players:
            if isinstance(player.bot, ProgramBot):
                player.bot.close()
    result = make_result(fixture, match, forfeit, why, seconds, decisions)
    if tournament.is_adjusted:
        result.luck = luck_of(match, [player.bot for player in players]).tolist()
    return result


def make_result(
    fixture: Fixture, match: Match, forfeit: int | None, why: str, seconds: list[float], decisions: list[int]
) -> Result:
    """The result of a match that is over, or that a seat forfeits."""
    scores, num_actions = match.scores, len(match.log)
    log = msgspec.json.encode([(entry.actor, entry.action) for entry in match.log])
    if forfeit is not None:
        match.resign(forfeit)
    outcome = match.outcome
    rounded = [round(spent, 4) for spent in seconds]
    digest = hashlib.sha256(log).hexdigest()[:16]
    return Result(
        fixture.block, fixture.seating, scores, outcome.winners, num_actions, digest, rounded, decisions, forfeit, why,
        outcome.how,
    )  # fmt: skip


def _seat(name: str, ruleset: Ruleset, seat: int, seed: int, tournament: Tournament, watch: Watch) -> Player:
    player = Player(make_bot(plain_name(name), ruleset, is_timed=False), seat, seed)
    if isinstance(player.bot, ProgramBot):
        player.bot.budget_ms, player.bot.patience_s = tournament.budget_ms, tournament.patience_s
        player.bot.start()
        assert player.bot.pid is not None
        watch.sits(seat, player.bot.pid)  # before anything can take time: whoever ends us must know of it
        player.bot.begin(ruleset, seat, player.random)
    return player


def _explain(error: BaseException) -> str:
    text = str(error) if isinstance(error, MotherlodeError) else f"{type(error).__name__}: {error}"
    return " ".join(text.split())[:MAX_WHY]
