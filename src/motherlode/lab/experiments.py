"""What is played: a variant of a game, who sits at the table, and a seed.

A variant is written in one word: the game, then parts that each begin with `+`:

    madstone
    madstone+seats=3+crystals=4
    madstone+crystals_by_place=[0,2]+bots=foreman
    madcap+data=my.toml

Who plays is a kind of players: `greedy` is greedy in every seat; `greedy&random` are two bots that sit in all ways,
with the same dice: a block. Where all bots are the same, a block is one game.
"""

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec

from motherlode.arena.fixtures import MAX_PERMUTED_SEATS
from motherlode.bots.outside import PROGRAM
from motherlode.core.errors import BadInput, Code
from motherlode.core.options import changed_options
from motherlode.core.reading import MAX_SEED
from motherlode.lab.dice import seed_of
from motherlode.table.game import Game, find

USUAL_BOT = "greedy"
Bots = tuple[str, ...]


class Curve(msgspec.Struct, frozen=True):
    """How often seats won that `evaluate` gave so much, in games of a pilot: straight between its points."""

    values: tuple[float, ...] = (0.0, 1.0)
    odds: tuple[float, ...] = (0.0, 1.0)


class Experiment(msgspec.Struct, frozen=True):
    """All that decides what happens in every game, and what is looked at."""

    game: str
    seats: int
    options: dict[str, Any]  # those that differ from the rulebook
    bots: Bots  # one: it plays all seats; else one for each seat, seated in all ways
    seed: int = 0
    curve: Curve = Curve()  # from what `evaluate` says to odds
    num_looks: int = 1  # decisions of a game that are looked at closer
    is_forced: bool = False  # whether they are also played on after another choice
    is_brief: bool = False  # nothing is noted of cards, spaces and points: two variants are compared by the rest
    is_bare: bool = False  # nor of odds: results, lengths and choices only, which are had much quicker
    is_pilot: bool = False  # what `evaluate` said is noted, to make a curve of it


def read_variant(text: str, seats: int | None = None, bots: Bots = (USUAL_BOT,)) -> tuple[Game, Bots]:
    """The game and the players that a word means; `seats` and `bots` where it does not say them."""
    name, *parts = text.split("+")
    options: dict[str, Any] = {}
    data: Path | None = None
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals or not key or not value:
            raise BadInput(Code.BAD_CHOICE, f"bad part {part!r} of variant {text!r}: expected name=value")
        if key == "data":
            data = Path(value)
        elif key == "bots":
            bots = read_bots(value)
        else:
            options[key] = read_value(value)
    wanted = options.pop("seats", seats)
    if wanted is not None and not isinstance(wanted, int):
        raise BadInput(Code.WRONG_SEATS, f"seats={wanted!r} in variant {text!r}: expected a number")
    return find(name.strip(), wanted, data=data, **options), bots


def read_value(text: str) -> Any:
    """A value of an option: JSON, or else a word."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def read_bots(text: str) -> Bots:
    """One kind of players: `greedy`, or `greedy&random` for a mixed table."""
    bots = tuple(part.strip() for part in text.split("&"))
    for bot in bots:
        if not bot:
            raise BadInput(Code.BAD_CHOICE, f"players {text!r}: a bot has no name")
        if bot.startswith(f"{PROGRAM}:"):
            raise BadInput(Code.BAD_CHOICE, f"bot {bot!r}: the lab has no clock for programs; the arena plays them")
    return bots


def make_experiment(game: Game, bots: Bots, seed: int, num_looks: int = 1, is_forced: bool = False) -> Experiment:
    """An experiment, checked."""
    if len(bots) not in {1, game.seats}:
        raise BadInput(
            Code.WRONG_SEATS, f"{len(bots)} bots for {game.seats} seats: one plays them all, else one for each"
        )
    if not 0 <= seed <= MAX_SEED:
        raise BadInput(Code.BAD_CHOICE, f"seed {seed}: must be from 0 to {MAX_SEED}")
    changed = changed_options(game.spec, game.options)
    return Experiment(game.spec.name, game.seats, changed, bots, seed, num_looks=num_looks, is_forced=is_forced)


def game_of(experiment: Experiment) -> Game:
    """The game of an experiment."""
    return find(experiment.game, experiment.seats, **experiment.options)


def seatings(bots: Bots, seats: int) -> list[Bots]:
    """The ways to sit that are played with the same dice: each bot is in each seat as often as in any other."""
    if len(set(bots)) == 1:
        return [bots * seats if len(bots) == 1 else bots]
    if seats <= MAX_PERMUTED_SEATS or len(set(bots)) == 2:
        return sorted(set(permutations(bots)))
    return [bots[turn:] + bots[:turn] for turn in range(seats)]


def block_seed(experiment: Experiment, block: int) -> int:
    """What the dice and bots of a block come from; not from the variant, so that two of them can be compared."""
    return seed_of("block", experiment.seed, block)


def name_of(game: str, options: dict[str, Any], bots: Sequence[str], seats: int) -> str:
    """A variant as a word that `read_variant` reads."""
    parts = [f"{key}={msgspec.json.encode(value).decode()}" for key, value in options.items()]
    return "+".join([game, f"seats={seats}", *parts, f"bots={'&'.join(bots)}"])
