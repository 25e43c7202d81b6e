"""Who sits where: `human,exact`, `human:Ada,human:Bob`, `foreman,search@2000`, `human,exec:./mybot`."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from motherlode.bots import bot_names, is_bot, make_bot
from motherlode.bots.outside import is_outside, short_name
from motherlode.core.errors import BadInput, Code, NotFound
from motherlode.core.ruleset import Ruleset

HUMAN = "human"
USUAL_BOT = "greedy"


@dataclass(frozen=True)
class Chair:
    """One seat: its player's name, and which bot it is; no bot is a person at this keyboard."""

    name: str
    bot: str | None = None
    is_patient: bool = True  # at full strength from the start, whatever has to be compiled for that; else it warms up


def split_players(text: str) -> list[str]:
    """The parts of `--players`."""
    return [part.strip() for part in text.split(",")]


def usual_players(ruleset: Ruleset, is_watch: bool) -> list[str]:
    """A person against the usual bot; to watch, the strongest bot against it."""
    first = bot_names(ruleset)[-1] if is_watch else HUMAN
    return [first] + [USUAL_BOT] * (ruleset.seats - 1)


def read_chairs(ruleset: Ruleset, players: Sequence[str]) -> list[Chair]:
    """A chair for each part of `--players`; same names are numbered."""
    if len(players) != ruleset.seats:
        raise BadInput(
            Code.WRONG_SEATS,
            f"wrong number of players {','.join(players)!r}: {ruleset.spec.title} has {ruleset.seats} seats",
        )
    chairs = []
    for part in players:
        kind, colon, name = part.partition(":")
        if kind == HUMAN:
            if colon and not name.strip():
                raise BadInput(Code.BAD_CHOICE, f"player {part!r}: the name is missing, as in 'human:Ada'")
            chairs.append(Chair(name.strip() or "Player"))
        elif is_bot(part, ruleset):
            chairs.append(Chair(part, part))
        elif is_outside(part):
            make_bot(part, ruleset)  # raises now where there is no such class or program
            chairs.append(Chair(short_name(part), part))
        else:
            raise NotFound(
                Code.UNKNOWN_BOT,
                f"unknown player {part!r} for {ruleset.spec.title}: there are human, human:NAME, the bots "
                f"{', '.join(bot_names(ruleset))}, and your own as module:Class or exec:PATH",
            )
    return number_names(chairs)


def number_names(chairs: Sequence[Chair]) -> list[Chair]:
    """`greedy,greedy` become `greedy 1` and `greedy 2`."""
    counts = Counter(chair.name for chair in chairs)
    seen: Counter[str] = Counter()
    numbered = []
    for chair in chairs:
        seen[chair.name] += 1
        many = counts[chair.name] > 1
        numbered.append(Chair(f"{chair.name} {seen[chair.name]}" if many else chair.name, chair.bot))
    return numbered


def recorded_chairs(ruleset: Ruleset, names: Sequence[str]) -> list[Chair]:
    """Who continues a record: bots by their names, people everywhere else; a record starts no program."""
    chairs = []
    for name in names:
        kind = re.sub(r" \d+$", "", name)
        chairs.append(Chair(name, kind if is_bot(kind, ruleset) else None))
    return chairs
