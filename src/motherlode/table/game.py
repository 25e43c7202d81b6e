"""A game to play: a ruleset that starts matches."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from motherlode.core.chance import Chance, FairChance, ScriptedChance, SeededChance, Share
from motherlode.core.errors import BadInput, Code, shown
from motherlode.core.options import read_options
from motherlode.core.reading import read_seed
from motherlode.core.registry import check_seats, find_game
from motherlode.core.ruleset import Ruleset
from motherlode.table.match import Match
from motherlode.table.record import Verification, read_record, replay_record, verify_record


class Game(Ruleset):
    """A game with its options and seats, ready to be played."""

    def start(
        self,
        seed: int | None = None,
        *,
        names: Sequence[str] | None = None,
        table: str | None = None,
        shares: Sequence[Share] | None = None,
        script: Sequence[int] | None = None,
        position: str | None = None,
    ) -> Match:
        """Start a match.

        Chance comes from `seed` (none: a fresh one); or, with the name of a `table`, from fair dice with commitment and
        reveal, to which seats may add their `shares`; or from a `script` of outcomes first. `position` starts in the
        middle of a game.
        """
        if seed is not None:
            seed = read_seed(seed)
        if seed is not None and table is not None:
            raise BadInput(
                Code.BAD_CHOICE, f"seed {seed} and table {shown(table)}: fair dice have a secret seed of their own"
            )
        if shares is not None and (table is None or len(shares) != self.seats):
            raise BadInput(
                Code.BAD_CHOICE, f"{len(shares)} shares: fair dice at a table take one for each of {self.seats} seats"
            )
        chance: Chance
        if table is not None:
            chance = FairChance(table, None, shares)
        else:
            chance = SeededChance(secrets.randbelow(2**31) if seed is None else seed)
        if script is not None:
            chance = ScriptedChance(script, then=chance)
        start = None if position is None else self.read_position(position)
        return Match(self, chance, names, start)


def find(name: str, seats: int | None = None, *, data: str | Path | None = None, **options: Any) -> Game:
    """The game of that name, with options as keywords or from a designer's TOML file."""
    spec = find_game(name)
    num_seats = spec.seats[0] if seats is None else check_seats(spec, seats)
    if data is not None and not isinstance(data, str | Path):
        raise BadInput(Code.UNREADABLE_FILE, f"cannot read {shown(data)}: expected the name of a file")
    return Game(spec, read_options(spec, options, None if data is None else Path(data)), num_seats)


def replay(text: str, source: str = "record") -> Match:
    """The match that a text record tells, checked line by line."""
    return replay_record(read_record(text, source), Game)


def verify(text: str, source: str = "record") -> Verification:
    """Replay a text record and check its dice against its seed."""
    return verify_record(read_record(text, source), Game)
