"""A game to play: a ruleset that starts matches."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from motherlode.core.chance import Chance, FairChance, ScriptedChance, SeededChance
from motherlode.core.errors import BadInput, Code
from motherlode.core.options import read_options
from motherlode.core.registry import find_game
from motherlode.core.ruleset import Ruleset
from motherlode.table.match import Match
from motherlode.table.record import Verification, read_record, replay_record, verify_record

MAX_SEED = 2**63 - 1


class Game(Ruleset):
    """A game with its options and seats, ready to be played."""

    def start(
        self,
        seed: int | None = None,
        *,
        names: Sequence[str] | None = None,
        table: str | None = None,
        script: Sequence[int] | None = None,
        position: str | None = None,
    ) -> Match:
        """Start a match.

        Chance comes from `seed` (none: a fresh one); or, with the name of a `table`, from fair dice with commitment and
        reveal; or from a `script` of outcomes first. `position` starts in the middle of a game.
        """
        if seed is not None and not 0 <= seed <= MAX_SEED:
            raise BadInput(Code.BAD_CHOICE, f"seed {seed}: must be from 0 to {MAX_SEED}")
        if seed is not None and table is not None:
            raise BadInput(
                Code.BAD_CHOICE, f"seed {seed} and table {table!r}: fair dice have a secret seed of their own"
            )
        chance: Chance
        if table is not None:
            chance = FairChance(table)
        else:
            chance = SeededChance(secrets.randbelow(2**31) if seed is None else seed)
        if script is not None:
            chance = ScriptedChance(script, then=chance)
        start = None if position is None else self.spec.notation.read_position(self.box, position)
        return Match(self, chance, names, start)


def find(name: str, seats: int | None = None, *, data: str | Path | None = None, **options: Any) -> Game:
    """The game of that name, with options as keywords or from a designer's TOML file."""
    spec = find_game(name)
    fewest, most = spec.seats
    num_seats = fewest if seats is None else seats
    if not fewest <= num_seats <= most:
        wanted = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise BadInput(Code.WRONG_SEATS, f"{spec.title} with {num_seats} seats: it has {wanted}")
    return Game(spec, read_options(spec, options, None if data is None else Path(data)), num_seats)


def _find(name: str, seats: int, options: dict[str, Any]) -> Game:
    return find(name, seats, **options)


def replay(text: str, source: str = "record") -> Match:
    """The match that a text record tells, checked line by line."""
    return replay_record(read_record(text, source), _find)


def verify(text: str, source: str = "record") -> Verification:
    """Replay a text record and check its dice against its seed."""
    return verify_record(read_record(text, source), _find)
