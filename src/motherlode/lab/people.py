"""Matches of people, measured like the lab's own: where do people and bots differ?

A match is read from its record, played through, and noted by the same code that notes games of bots. Nothing of who
played is kept: names serve to count how many matches somebody had played before, and are dropped. Matches in which a
bot sat, that are not over, or that belong to another variant, are set aside and counted.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import isfinite, sqrt
from statistics import NormalDist
from typing import NamedTuple

import msgspec

from motherlode.bots import BOTS, LEVELS, STYLES
from motherlode.core.contract import CHANCE
from motherlode.core.errors import MotherlodeError
from motherlode.core.layout import copied
from motherlode.core.options import changed_options
from motherlode.core.ruleset import Ruleset
from motherlode.lab.catalogue import pretty, shown
from motherlode.lab.estimating import holm
from motherlode.lab.experiments import Bots, Experiment
from motherlode.lab.figures import Thing, all_things, columns, measures_of, metric_of
from motherlode.lab.running import Played
from motherlode.lab.tables import Measured, Notes, Table
from motherlode.reviews.report import Told
from motherlode.table.game import Game, replay
from motherlode.table.match import FORFEITS, Match

PEOPLE = "people"
ERROR = 0.05  # all differences together
LEAST_EACH = 10  # matches on each side before a difference is looked for
MOST_TOLD = 8
LEAST_TAKEN = 0.1  # difference in how often something is taken, for it to be told


class Read(NamedTuple):
    """A match of people."""

    match: Match
    before: int  # how many matches of this game the least experienced of them had played


class Reading(msgspec.Struct):
    """What was read, and what was set aside for which reason."""

    matches: int
    aside: dict[str, int]


def is_bot_name(name: str) -> bool:
    """Whether a player is called like a bot: `greedy`, `foreman 2`, `net:FILE`."""
    word = name.split(" ", maxsplit=1)[0].casefold()
    return ":" in word or "@" in word or word in {*BOTS, *LEVELS, *STYLES}


def read_matches(texts: Iterable[tuple[str, str]], game: Game) -> tuple[list[Read], Reading]:
    """Matches of people of this variant, from records in the order in which they were played."""
    aside: Counter[str] = Counter()
    played: Counter[str] = Counter()
    found = []
    for source, text in texts:
        try:
            match = replay(text, source)
        except MotherlodeError:
            aside["not readable by these rules"] += 1
            continue
        if match.ruleset.spec is not game.spec:
            aside["of another game"] += 1
        elif not match.is_over:
            aside["not over"] += 1
        elif any(is_bot_name(name) for name in match.names):
            aside["a bot took part"] += 1
        else:
            names = [" ".join(name.split()).casefold() for name in match.names]
            before = min(played[name] for name in names)
            played.update(set(names))  # matches with other seats or options count as practice
            if (match.ruleset.seats, _options(match.ruleset)) != (game.seats, _options(game)):
                aside["with other seats or options"] += 1
            elif not match.is_from_start:
                aside["from a position of its own"] += 1
            else:
                found.append(Read(match, before))
    return found, Reading(len(found), dict(aside))


def _options(game: Ruleset) -> bytes:
    return msgspec.json.encode(changed_options(game.spec, game.options), order="deterministic")


def measure_match(table: Table, match: Match, block: int, who: str = PEOPLE) -> Measured:
    """What a match of people showed, by the same notes as games of bots; nothing says who played."""
    game, states = table.game, table.game.new()
    notes = Notes(table, block)
    for entry in match.log:
        if entry.action in FORFEITS:
            break
        if entry.actor == CHANCE:
            notes.draws(states, game.chance_unchecked(states), entry.action)
        else:
            notes.decides(states, entry.actor, entry.action, None)
        before = copied(states)
        game.apply_unchecked(states, entry.action)
        notes.acted(before, states, entry.actor, entry.action)
    outcome = match.outcome
    return notes.finished(block, (who,) * game.seats, states, outcome.how, outcome.winners)


def groups_of(found: Sequence[Read], bounds: Sequence[int]) -> dict[str, list[Match]]:
    """All matches, then by how many matches the least experienced player had played before."""
    groups = {PEOPLE: [each.match for each in found]}
    edges = [0, *bounds]
    for number, low in enumerate(edges) if bounds else ():
        high = edges[number + 1] if number + 1 < len(edges) else None
        name = (
            f"{PEOPLE} after {low} matches and more" if high is None else f"{PEOPLE} after {low} to {high - 1} matches"
        )
        its = [each.match for each in found if low <= each.before and (high is None or each.before < high)]
        if its:
            groups[name] = its
    return groups


def play_matches(experiment: Experiment, matches: Sequence[Match], who: str) -> Played:
    """All matches as blocks of one game each."""
    table = Table(msgspec.structs.replace(experiment, num_looks=0, is_forced=False))
    return [[measure_match(table, match, number, who)] for number, match in enumerate(matches)]


def differences(people: Played, bots: Played, game: Game, names: Bots) -> list[Told]:
    """Where people and bots differ beyond doubt, all questions together, in plain sentences: the clearest first."""
    rows: list[tuple[float, Told]] = []
    who = " & ".join(names)
    for name, measure in measures_of(game.seats, game.sides, ("",)).items():
        one, other = (columns(played, measure)[0] for played in (people, bots))
        if min(len(one), len(other)) < LEAST_EACH:
            continue
        metric = metric_of(name)
        error = sqrt(float(one.var(ddof=1)) / len(one) + float(other.var(ddof=1)) / len(other))
        mine, theirs = float(one.mean()), float(other.mean())
        title = metric.title
        rows.append((_p_value(mine - theirs, error), Told(
            f"{_capital(title.en)}: {shown(metric, mine)} with people, {shown(metric, theirs)} with {who}.",
            f"{_capital(title.de)}: {shown(metric, mine)} bei Menschen, {shown(metric, theirs)} bei {who}.",
        )))  # fmt: skip
    rows += _things(people, bots, who)
    fallen = holm([p_value for p_value, _ in rows], ERROR)
    ranked = sorted(zip(rows, fallen, strict=True), key=lambda row: row[0][0])
    return [told for (_, told), is_sure in ranked if is_sure][:MOST_TOLD]


def _things(people: Played, bots: Played, who: str) -> list[tuple[float, Told]]:
    """How often people and bots take what they could."""
    theirs = {thing.name: thing for thing in all_things(bots)}
    rows = []
    for thing in all_things(people):
        other = theirs.get(thing.name)
        if other is None or min(thing.games, other.games) < LEAST_EACH:
            continue
        gap = thing.taken - other.taken
        if abs(gap) >= LEAST_TAKEN:
            error = sqrt(_spread(thing) + _spread(other))
            mine, its = f"{100 * thing.taken:.0f} %", f"{100 * other.taken:.0f} %"
            told = Told(
                f"{_capital(pretty(thing.name))}: taken by {mine} of people who could, by {its} of {who}.",
                f"{_capital(pretty(thing.name))}: von {mine} der Menschen genommen, die konnten, von {its} bei {who}.",
            )
            rows.append((_p_value(gap, error), told))
    return rows


def _spread(thing: Thing) -> float:
    """The variance of the share that took it, by Agresti and Coull: never 0."""
    count = thing.games + 4
    share = (thing.taken * thing.games + 2) / count
    return share * (1 - share) / count


def _p_value(gap: float, error: float) -> float:
    if error <= 0 or not isfinite(gap):
        return 0.0 if abs(gap) > 1e-9 else 1.0
    return 2 * (1 - NormalDist().cdf(abs(gap) / error))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
