"""`lab table`: one row for each variant, or for each thing of one variant, in the columns that were asked for.

Columns are:

- a metric, such as `first_share` or `turns`, with its interval;
- how a number is spread: `turns.median`, `turns.middle` (half of all games), `turns.nine` (nine of ten), `turns.most`,
  `turns.mean`; also of `actions`, `rounds`, `minutes`, `scores` and `best_score`;
- `games`, and `ways`: how games end, in the game's words;
- of a thing: `took:NAME` (games in which somebody took it), `times:NAME` (a game), `part:NAME` (of all of its kind
  that was taken), `wins:NAME` (of who took it), `effect:NAME` (when forced). With `rows` the name may have `*`, for the
  row's;
- `dealt:*`: how often wins who was dealt the row's card, against even.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

import msgspec

from motherlode.core.errors import BadInput, Code
from motherlode.lab.catalogue import FIRST, METRICS, shown
from motherlode.lab.experiments import Bots, Experiment, make_experiment, read_bots, read_value
from motherlode.lab.figures import (
    SPREAD,
    Given,
    Spread,
    Thing,
    Way,
    all_given,
    all_things,
    all_ways,
    figure_of,
    measures_of,
    metric_of,
    seat_edge,
    spreads,
)
from motherlode.lab.running import Played
from motherlode.table.game import Game, find

SPREADS = ("median", "middle", "nine", "most", "mean")
OF_THINGS = ("took", "times", "part", "wins", "effect", "dealt")
BY_ROW = "*"
BOTS, SEATS = "bots", "seats"  # what may vary beside options


class Vary(NamedTuple):
    """What differs between rows."""

    name: str
    values: tuple[Any, ...]


class Variant(NamedTuple):
    """One row."""

    labels: tuple[str, ...]
    game: Game
    bots: Bots


class Found(NamedTuple):
    """All that blocks of a variant say, for any column."""

    game: Game
    bots: Bots
    played: Played
    spreads: dict[str, Spread]
    things: dict[str, Thing]
    given: dict[str, Given]
    ways: list[Way]


def read_vary(text: str) -> Vary:
    """`map=1,2`, `bots=random,greedy`, `deck=[1,2];[3,4]`: values with commas, or with semicolons if there are any."""
    name, equals, rest = text.partition("=")
    parts = [part.strip() for part in rest.split(";" if ";" in rest else ",")]
    if not equals or not name.strip() or not all(parts):
        raise BadInput(Code.BAD_CHOICE, f"bad --vary {text!r}: expected NAME=VALUE,VALUE,...")
    return Vary(name.strip(), tuple(parts))


def variants_of(
    game: str, options: dict[str, Any], varied: Sequence[Vary], bots: Bots, seats: int | None
) -> list[Variant]:
    """Every combination, the first that varies slowest; `a+b=1` in a name or value sets several at once."""
    rows = []
    for values in product(*(each.values for each in varied)):
        chosen, its_bots, its_seats = dict(options), bots, seats
        for each, value in zip(varied, values, strict=True):
            for name, word in zip(each.name.split("+"), value.split("+"), strict=False):
                if name == BOTS:
                    its_bots = read_bots(word)
                elif name == SEATS:
                    its_seats = int(word) if word.isdigit() else None
                else:
                    chosen[name] = read_value(word)
        found = find(game, its_seats, **chosen)
        rows.append(Variant(tuple(values), found, its_bots))
    return rows


def check_column(name: str) -> None:
    """Raise unless a column means something."""
    base, _, rest = name.partition(".")
    kind, _, thing = name.partition(":")
    is_spread = base in (*SPREAD, "scores", "best_score") and rest in SPREADS
    is_thing = kind in OF_THINGS and bool(thing)
    is_metric = name in METRICS or name.startswith(("order_share_", "seat_share_", "bot_share:", "ending:"))
    if not (is_spread or is_thing or is_metric or name in ("games", "ways")):
        raise BadInput(
            Code.BAD_CHOICE,
            f"unknown column {name!r}: there are games, ways, {', '.join(METRICS)}; "
            f"{', '.join(f'turns.{each}' for each in SPREADS)}; {', '.join(f'{each}:NAME' for each in OF_THINGS)}",
        )


def is_bare(columns: Sequence[str]) -> bool:
    """Whether results and lengths are all that is asked, which is had without odds."""
    plain = {FIRST, "seat_edge", "won", "games", "ways", "capped", "drawn", "choices", "branching", "margin", *SPREAD}
    starts = ("order_share_", "seat_share_", "bot_share:", "ending:", "took:", "times:", "part:", "wins:", "dealt:")
    return all("." in name or name in plain or name.startswith(starts) for name in columns)


def experiment_of(variant: Variant, columns: Sequence[str], seed: int) -> Experiment:
    """What is played for a row: no more is noted than the columns need."""
    is_forced = any(name.startswith("effect:") for name in columns)
    looks = int(is_forced or any(name in ("real_choices", "choice_gap", "choice_range", "clarity") for name in columns))
    found = make_experiment(variant.game, variant.bots, seed, num_looks=looks, is_forced=is_forced)
    is_brief = not any(name == "ways" or name.partition(":")[0] in OF_THINGS for name in columns)
    return msgspec.structs.replace(found, is_bare=is_bare(columns), is_brief=is_brief and looks == 0)


def describe(variant: Variant, played: Played) -> Found:
    """Everything that columns may ask."""
    sides = len(set(variant.game.sides))
    return Found(
        variant.game,
        variant.bots,
        played,
        {each.name: each for each in spreads(played)},
        {each.name: each for each in all_things(played)},
        {each.name: each for each in all_given(played, sides)},
        all_ways(played),
    )


def rows_of_things(found: Found, prefix: str) -> list[str]:
    """The things of a kind, by name: rows of their own."""
    return sorted(name for name in found.things if name.startswith(prefix) and " " not in name)


def cell(found: Found, column: str, row: str = "") -> str:
    """What a column says of a variant, or of a thing in it; empty where it says nothing."""
    column = column.replace(BY_ROW, row)
    base, _, rest = column.partition(".")
    if rest in SPREADS and base in found.spreads:
        return _spread(found.spreads[base], rest)
    kind, colon, name = column.partition(":")
    if colon and kind in OF_THINGS:
        return _thing(found, kind, name)
    if column == "games":
        return str(sum(map(len, found.played)))
    if column == "ways":
        return ", ".join(f"{way.words.en.rstrip('.')} {way.games}" for way in found.ways)
    return _metric(found, column)


def _metric(found: Found, column: str) -> str:
    game, sides = found.game, len(set(found.game.sides))
    if column == "seat_edge":
        edge = seat_edge(found.played, game.seats, sides)
        return f"{100 * edge.mean:.1f} % ± {100 * edge.half:.1f}" if sides > 1 else ""
    measures = measures_of(game.seats, game.sides, found.bots)
    if column.startswith("ending:"):
        from motherlode.lab.figures import all_figures

        figure = next(
            (each for each in all_figures(found.played, game.seats, game.sides, found.bots) if each.name == column),
            None,
        )
    else:
        figure = figure_of(column, found.played, measures[column]) if column in measures else None
    if figure is None:
        return ""
    if figure.unit in ("share", "odds"):  # at the ends of the line intervals are wider on one side
        return f"{100 * figure.value:.1f} % ({100 * figure.low:.1f}-{100 * figure.high:.1f})"
    return f"{shown(metric_of(column), figure.value)} ± {(figure.high - figure.low) / 2:.2g}"


def _spread(its: Spread, what: str) -> str:
    if what == "middle":
        return f"{its.lower:g}-{its.upper:g}"
    if what == "nine":
        return f"{its.low:g}-{its.high:g}"
    return f"{its.mean:.1f}" if what == "mean" else f"{getattr(its, what):g}"


def _thing(found: Found, kind: str, name: str) -> str:
    if kind == "dealt":
        wanted = name.removeprefix("card:").replace("-", " ")
        dealt = next((each for each in found.given.values() if each.name.casefold().endswith(f" {wanted}")), None)
        return "" if dealt is None else f"{100 * dealt.wins:+.1f} ± {50 * (dealt.high - dealt.low):.1f}"
    thing = found.things.get(name)
    if thing is None:
        return ""
    if kind == "took":
        return f"{100 * thing.took:.1f} % ({100 * thing.took_low:.1f}-{100 * thing.took_high:.1f})"
    if kind == "times":
        return f"{thing.times:.2f} ± {thing.times_half:.2f}"
    if kind == "part":
        prefix = name.partition(":")[0]
        total = sum(
            each.times
            for each in found.things.values()
            if each.name.partition(":")[0] == prefix and " " not in each.name
        )
        return f"{100 * thing.times / total:.1f} %" if total else ""
    if kind == "wins":
        return f"{100 * thing.wins:.1f} % ± {100 * thing.wins_half:.1f}" if thing.taken else ""
    if thing.effect is None or thing.effect_low is None or thing.effect_high is None:
        return ""
    return f"{100 * thing.effect:+.1f} ± {50 * (thing.effect_high - thing.effect_low):.1f}"


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table for documents."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
