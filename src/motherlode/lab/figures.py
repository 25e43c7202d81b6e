"""From played blocks to figures: numbers with intervals, the blocks and games behind each, unit and direction."""

from collections.abc import Callable, Sequence
from math import inf, isfinite, nan
from typing import NamedTuple

import msgspec
import numpy as np

from motherlode.arena.estimates import CONFIDENCE, wilson
from motherlode.lab.catalogue import BOT, ENDING, FIRST, METRICS, PER_GAME, PER_LOOK, SEAT, Direction, Metric, Unit
from motherlode.lab.estimating import Estimate, Values, e_bh, interval, ratio, without_luck, z_of
from motherlode.lab.running import Played
from motherlode.lab.tables import Measured
from motherlode.reviews.report import Told

FALSE_FINDS = 0.10  # of the cards that are said to help or hurt, at most so many do not
LEAST_SEEN = 30  # games in which a thing was offered before anything is said of it
LEAST_FORCED = 20  # forced choices behind an effect
LEAST_BESIDE = 20  # decisions in which both of two things could be touched
DIGITS = 5
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
SPREAD = ("actions", "decisions", "turns", "rounds", "minutes")  # of these, and of scores
NOT_ALONE = ("turns", "drawn")
MOST_WAYS = 12  # of ending, in words
LEAST_WAY = 0.005  # of all games, for a way of ending to be told


class Figure(msgspec.Struct, frozen=True):
    """One answer."""

    name: str
    title: Told
    unit: Unit
    direction: Direction
    value: float
    low: float
    high: float
    blocks: int
    games: int
    saved: float = 0.0  # the part of the variance that taking out luck saved
    even: float | None = None  # what would be fair
    typical: str = ""  # the match in the middle of what was played, by its name in the report; none where none shows it
    extreme: str = ""  # and one at its end


class Spread(msgspec.Struct, frozen=True):
    """How a number is spread over games: the share of games below each of `SHARES`, and the mean."""

    name: str
    low: float  # of twenty games, one is below
    lower: float  # a quarter is below
    median: float
    upper: float
    high: float
    least: float
    most: float
    mean: float
    games: int
    half: float = 0.0  # half the width of the interval of the mean
    median_low: float = 0.0
    median_high: float = 0.0


class Given(msgspec.Struct, frozen=True):
    """What chance dealt to seats: how often, and how often those won; an association where a game deals later too."""

    name: str
    games: float  # share of games in which it was dealt to some seat
    wins: float  # share of wins of those seats less an even share
    low: float
    high: float
    times: float = 0.0  # how often it was dealt in a game
    times_half: float = 0.0  # half the width of its interval


class Way(msgspec.Struct, frozen=True):
    """How games end, in the game's own words."""

    words: Told
    share: float
    low: float
    high: float
    games: int
    rounds: float | None = None  # after how many, on average


class Thing(msgspec.Struct, frozen=True):
    """A card, an action, a space: how often it was there, and what it did."""

    name: str
    offered: float  # share of games in which some seat could touch it
    offered_low: float
    offered_high: float
    taken: float  # of the seats that could, the share that did at least once
    taken_low: float
    taken_high: float
    skipped: float  # the share that never did
    games: int  # in which it was offered
    times: float  # how often all seats took it in a game
    times_half: float  # half the width of its interval, as in `wins_half`
    took: float  # share of all games in which some seat took it
    took_low: float
    took_high: float
    wins: float  # share of wins of the seats that took it
    wins_half: float
    association: float  # share of wins of those who took it less that of those who could and did not
    association_low: float
    association_high: float
    effect: float | None = None  # in the same match: share of wins with it less with another choice
    effect_low: float | None = None
    effect_high: float | None = None
    forced: int = 0  # choices behind the effect
    is_found: bool = False  # the effect is told apart from none, with all things together
    dominated_by: tuple[str, ...] = ()  # never once worth as much as these, where both could be touched


class Block(NamedTuple):
    """What one block says about a metric; nan where it says nothing."""

    value: float
    luck: float = 0.0


Measure = Callable[[Sequence[Measured]], Block]


def measures_of(seats: int, sides: Sequence[int], bots: Sequence[str]) -> dict[str, Measure]:
    """Every metric that blocks of such a table answer, by name."""
    alone = len(set(sides)) == 1  # then nobody is next, and nobody shares a win
    found: dict[str, Measure] = {name: _of_games(name) for name in PER_GAME if not (alone and name in NOT_ALONE)}
    found |= {name: _of_looks(field) for name, field in PER_LOOK.items()}
    found["won"] = lambda games: Block(
        _mean([float(any(game.shares)) for game in games]),
        _mean([sum(game.luck) for game in games]) if seats == 1 else 0.0,
    )
    if len(set(sides)) > 1:
        for rank in range(seats):
            found[f"order_share_{rank + 1}"] = _of_rank(rank)
            found[f"{SEAT}_{rank + 1}"] = _of_seat(rank)
        found[FIRST] = found["order_share_1"]
    if len(set(bots)) > 1:
        found |= {f"{BOT}:{bot}": _of_bot(bot) for bot in dict.fromkeys(bots)}
    return found


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else nan


def _of_games(name: str) -> Measure:
    return lambda games: Block(_mean([game.values[name] for game in games if name in game.values]))


def _of_looks(field: str) -> Measure:
    return lambda games: Block(_mean([getattr(look, field) for game in games for look in game.looks]))


def _of_rank(rank: int) -> Measure:
    def measure(games: Sequence[Measured]) -> Block:
        who = [game.seat_at(rank) for game in games]
        return Block(
            _mean([game.shares[seat] for game, seat in zip(games, who, strict=True)]),
            _mean([game.luck[seat] for game, seat in zip(games, who, strict=True)]),
        )

    return measure


def _of_seat(seat: int) -> Measure:
    return lambda games: Block(_mean([game.shares[seat] for game in games]), _mean([game.luck[seat] for game in games]))


def _of_bot(bot: str) -> Measure:
    def measure(games: Sequence[Measured]) -> Block:
        mine = [(game, seat) for game in games for seat, name in enumerate(game.seating) if name == bot]
        return Block(
            sum(game.shares[seat] for game, seat in mine) / len(games),
            sum(game.luck[seat] for game, seat in mine) / len(games),
        )

    return measure


def columns(played: Played, measure: Measure) -> tuple[Values, Values]:
    """What all blocks say about a metric, and the luck in each; blocks that say nothing are left out."""
    blocks = [measure(games) for games in played]
    kept = [block for block in blocks if isfinite(block.value)]
    return np.array([block.value for block in kept]), np.array([block.luck for block in kept])


def metric_of(name: str) -> Metric:
    """The metric behind a name such as `seat_share_2`, `bot_share:greedy` or `ending:capped`."""
    if name in METRICS:
        return METRICS[name]
    for start, english, german in (
        ("order_share_", "number {} in the order wins", "Nummer {} in der Zugfolge gewinnt"),
        (f"{SEAT}_", "seat {} wins", "Platz {} gewinnt"),
        (f"{BOT}:", "{} wins", "{} gewinnt"),
        (f"{ENDING}:", "ends: {}", "Ende: {}"),
    ):
        if name.startswith(start):
            rest = name.removeprefix(start)
            title = Told(english.format(rest), german.format(rest))
            return Metric(name, "share", "even" if start != f"{ENDING}:" else "neither", title, title, 1.0)
    raise AssertionError(f"no metric {name!r}")


def figure_of(name: str, played: Played, measure: Measure, even: float | None = None) -> Figure | None:
    """A metric with its interval, luck taken out; None where no block says anything."""
    values, luck = columns(played, measure)
    if len(values) == 0:
        return None
    metric = metric_of(name)
    adjusted, saved = without_luck(values, luck)
    found = interval(adjusted, is_share=metric.unit == "share")
    games = sum(len(block) for block in played if isfinite(measure(block).value))
    return make_figure(metric, found, games, saved, even)


def make_figure(metric: Metric, found: Estimate, games: int, saved: float = 0.0, even: float | None = None) -> Figure:
    """An estimate with the words of its metric."""
    value, low, high = (round(each, DIGITS) for each in (found.mean, found.low, found.high))
    words = metric.name, metric.title, metric.unit, metric.direction
    return Figure(*words, value, low, high, found.blocks, games, round(saved, 3), even)


def all_figures(played: Played, seats: int, sides: Sequence[int], bots: Sequence[str]) -> list[Figure]:
    """Every figure of a kind of players, headlines first."""
    num_sides = len(set(sides))
    measures = measures_of(seats, sides, bots)
    found = []
    first = (FIRST, "order", SEAT, BOT, "won")
    for name in sorted(measures, key=lambda each: [each.startswith(start) for start in first], reverse=True):
        even = 1 / num_sides if name.startswith(("order", SEAT, FIRST)) else None
        figure = figure_of(name, played, measures[name], even)
        if figure is not None:
            found.append(figure)
    games = sum(map(len, played))
    if num_sides > 1:
        found.insert(1, make_figure(METRICS["seat_edge"], seat_edge(played, seats, num_sides), games))
    share = luck_share(played, num_sides)
    if isfinite(share.mean):
        found.append(make_figure(METRICS["luck_share"], share, games))
    for how in sorted({game.how for block in played for game in block}):
        ended = [_mean([float(game.how == how) for game in block]) for block in played]
        found.append(make_figure(metric_of(f"{ENDING}:{how}"), interval(ended, is_share=True), games))
    return found


def seat_edge(played: Played, seats: int, num_sides: int) -> Estimate:
    """The largest distance of a share in the order from an even one, with the interval of that share."""
    edges = []
    for rank in range(seats):
        adjusted, saved = without_luck(*columns(played, _of_rank(rank)))
        mean, low, high, count, _ = interval(adjusted)
        mean, low, high = mean - 1 / num_sides, low - 1 / num_sides, high - 1 / num_sides
        if mean < 0:
            mean, low, high = -mean, -high, -low
        edges.append(Estimate(mean, max(0.0, low), high, count, saved))
    return max(edges, key=lambda each: each.mean)


def luck_share(played: Played, num_sides: int) -> Estimate:
    """The part of the variance of results that chance explains at least: the squared correlation of result and luck.

    Luck is a sum of what chance gave, each time with mean 0 whatever came before. What chance does to the result in all
    is the projection of the result on such sums (decisions of bots are the rest), so by Cauchy and Schwarz no luck that
    is seen, however badly, explains more: the share is a lower bound. Odds that see no luck make it 0.
    """
    even = 1 / num_sides if num_sides > 1 else _mean([game.shares[0] for block in played for game in block])
    rows = [
        [(share - even, luck) for game in block for share, luck in zip(game.shares, game.luck, strict=True)]
        for block in played
    ]
    results = np.array([_mean([share * share for share, _ in row]) for row in rows])
    lucks = np.array([_mean([luck * luck for _, luck in row]) for row in rows])
    together = np.array([_mean([share * luck for share, luck in row]) for row in rows])
    above, below = float(together.mean()), float(results.mean() * lucks.mean())
    if len(rows) < 2 or below < 1e-12 or abs(above) < 1e-12:
        return Estimate(nan, -inf, inf, len(rows))
    bound = above * above / below
    linear = 2 * together / above - results / results.mean() - lucks / lucks.mean()
    half = z_of(CONFIDENCE) * bound * float(linear.std(ddof=1)) / len(rows) ** 0.5
    return Estimate(min(1.0, bound), max(0.0, bound - half), min(1.0, bound + half), len(rows))


def all_things(played: Played) -> list[Thing]:
    """Every card, action and space, most taken first."""
    games = [game for block in played for game in block]
    seen: dict[str, list[tuple[Measured, int, int, int]]] = {}
    forced: dict[str, list[list[float]]] = {}  # by game: choices forced in one game are not independent
    for game in games:
        for name, (offered, taken, times) in game.things.items():
            seen.setdefault(name, []).append((game, offered, taken, times))
        gains: dict[str, list[float]] = {}
        for look in game.looks:
            for name, gain in look.forced.items():
                gains.setdefault(name, []).append(gain)
        for name, its in gains.items():
            forced.setdefault(name, []).append(its)
    beaten = dominated(games)
    found = [_thing(name, rows, len(games), forced.get(name, []), beaten.get(name, ())) for name, rows in seen.items()]
    tested = [thing for thing in found if thing.effect is not None]
    flags = e_bh([_evidence(list(map(_mean, forced[thing.name]))) for thing in tested], FALSE_FINDS)
    found_out = {thing.name for thing, flag in zip(tested, flags, strict=True) if flag}
    marked = [msgspec.structs.replace(thing, is_found=thing.name in found_out) for thing in found]
    return sorted(marked, key=lambda thing: (-thing.taken * thing.offered, thing.name))


def _thing(
    name: str,
    rows: list[tuple[Measured, int, int, int]],
    num_games: int,
    forced: list[list[float]],
    beaten: tuple[str, ...],
) -> Thing:
    took, skipped = [], []
    for game, offered, taken, _ in rows:
        for seat, share in enumerate(game.shares):
            if taken >> seat & 1:
                took.append(share)
            elif offered >> seat & 1:
                skipped.append(share)
    one, other = interval(took), interval(skipped)
    difference = one.mean - other.mean if took and skipped else 0.0
    half = (one.half**2 + other.half**2) ** 0.5 if len(took) > 1 and len(skipped) > 1 else 1.0
    times, times_half = _of_all([float(times) for *_, times in rows], num_games)
    there = share_of(len(rows), num_games)
    ever = share_of(sum(taken != 0 for _, _, taken, _ in rows), num_games)
    part = _taken(rows)
    thing = Thing(
        name=name,
        offered=round(there.mean, DIGITS),
        offered_low=round(there.low, DIGITS),
        offered_high=round(there.high, DIGITS),
        taken=round(part.mean, DIGITS),
        taken_low=round(part.low, DIGITS),
        taken_high=round(part.high, DIGITS),
        skipped=round(1 - part.mean, DIGITS),
        games=len(rows),
        times=round(times, DIGITS),
        times_half=round(times_half, DIGITS),
        took=round(ever.mean, DIGITS),
        took_low=round(ever.low, DIGITS),
        took_high=round(ever.high, DIGITS),
        wins=round(one.mean, DIGITS) if took else 0.0,
        wins_half=round(one.half, DIGITS) if len(took) > 1 else 1.0,
        association=round(difference, DIGITS),
        association_low=round(max(-1.0, difference - half), DIGITS),
        association_high=round(min(1.0, difference + half), DIGITS),
        forced=sum(map(len, forced)),
        dominated_by=beaten,
    )
    if len(forced) < LEAST_FORCED:
        return thing
    mean, low, high, *_ = interval(list(map(_mean, forced)))
    return msgspec.structs.replace(
        thing, effect=round(mean, DIGITS), effect_low=round(low, DIGITS), effect_high=round(high, DIGITS)
    )


def share_of(count: int, of: int) -> Estimate:
    """A share of games, with Wilson's interval."""
    return Estimate(count / of, *wilson(count, of), of)


def _of_all(values: Sequence[float], num_games: int) -> tuple[float, float]:
    """The mean over all games, where those that say nothing have 0; and half the width of its interval."""
    mean = sum(values) / num_games
    spread = sum(value * value for value in values) / num_games - mean * mean
    return mean, z_of(CONFIDENCE) * (max(0.0, spread) / num_games) ** 0.5


def _taken(rows: list[tuple[Measured, int, int, int]]) -> Estimate:
    """Of the seats that could take it the share that did, by games: seats of one game are not independent."""
    took = [float(taken.bit_count()) for _, _, taken, _ in rows]
    could = [float((offered | taken).bit_count()) for _, offered, taken, _ in rows]
    found = ratio(took, could)
    if len(rows) < 2 or found.half < 1e-12:  # all alike
        share = sum(took) / sum(could)
        return Estimate(share, *wilson(share * len(rows), len(rows)), len(rows))
    return found._replace(low=max(0.0, found.low), high=min(1.0, found.high))


def _evidence(values: Sequence[float]) -> float:
    from motherlode.lab.estimating import Sequential

    test = Sequential(bound=1.0)
    for value in values:
        test.add(value)
    return test.log_evidence


def dominated(games: Sequence[Measured]) -> dict[str, tuple[str, ...]]:
    """For each thing those that were worth more in every decision in which both could be touched."""
    both: dict[tuple[str, str], list[int]] = {}
    for game in games:
        for look in game.looks:
            names = sorted(look.worth)
            for index, one in enumerate(names):
                for other in names[index + 1 :]:
                    row = both.setdefault((one, other), [0, 0, 0])
                    row[0] += 1
                    row[1] += look.worth[one] < look.worth[other] - 1e-9
                    row[2] += look.worth[other] < look.worth[one] - 1e-9
    found: dict[str, list[str]] = {}
    for (one, other), (count, below, above) in both.items():
        if count >= LEAST_BESIDE:
            if below == count:
                found.setdefault(one, []).append(other)
            if above == count:
                found.setdefault(other, []).append(one)
    return {name: tuple(sorted(others)) for name, others in found.items()}


def never_used(things: Sequence[Thing]) -> list[str]:
    """What was offered often enough and never taken."""
    return [thing.name for thing in things if thing.games >= LEAST_SEEN and thing.taken == 0.0]


def headlines(seats: int, sides: Sequence[int], bots: Sequence[str]) -> list[str]:
    """The metrics whose width decides when a report is done."""
    if len(set(sides)) < 2:
        return ["won"]
    return [f"order_share_{rank + 1}" for rank in range(seats)] + [
        f"{BOT}:{bot}" for bot in dict.fromkeys(bots) if len(set(bots)) > 1
    ]


def spreads(played: Played) -> list[Spread]:
    """How lengths and scores are spread."""
    games = [game for block in played for game in block]
    found = []
    for name in SPREAD:
        values = [game.values[name] for game in games if name in game.values]
        if values:
            found.append(spread_of(name, values, len(values)))
    found.append(spread_of("scores", [float(score) for game in games for score in game.scores], len(games)))
    best = [float(max(game.scores)) for game in games]
    return [*found, spread_of("best_score", best, len(games))]


def spread_of(name: str, values: Sequence[float], games: int) -> Spread:
    """A spread; each of its numbers is one that occurred."""
    array = np.asarray(values, np.float64)
    low, lower, median, upper, high = (round(float(np.quantile(array, share, method="lower")), 3) for share in SHARES)
    least, most, mean = (round(float(each), 3) for each in (array.min(), array.max(), array.mean()))
    reach = z_of(CONFIDENCE) / 2 / games**0.5  # of a share of half, so that the median is between the values there
    median_low, median_high = (
        round(float(np.quantile(array, min(1.0, max(0.0, 0.5 + side * reach)), method="lower")), 3) for side in (-1, 1)
    )
    half = interval(array).half * (len(array) / games) ** 0.5 if len(array) > 1 else 0.0
    return Spread(
        name, low, lower, median, upper, high, least, most, mean, games, round(half, 5), median_low, median_high
    )


def all_given(played: Played, num_sides: int) -> list[Given]:
    """What chance dealt, what helped most first."""
    games = [game for block in played for game in block]
    found: dict[str, list[tuple[float, int]]] = {}
    for game in games:
        for name, (seats, times) in game.given.items():
            shares = [share for seat, share in enumerate(game.shares) if seats >> seat & 1]
            found.setdefault(name, []).append((sum(shares) / len(shares), times))
    rows = []
    for name, each in found.items():
        if len(each) >= LEAST_SEEN:
            found_wins = interval([wins for wins, _ in each])[:3]
            wins, low, high = (round(value - 1 / num_sides, DIGITS) for value in found_wins)
            often, half = (round(value, DIGITS) for value in _of_all([float(times) for _, times in each], len(games)))
            rows.append(Given(name, round(len(each) / len(games), DIGITS), wins, low, high, often, half))
    return sorted(rows, key=lambda row: (-row.wins, row.name))


def all_ways(played: Played) -> list[Way]:
    """How games end, in the game's words, most often first."""
    games = [game for block in played for game in block]
    found: dict[Told, list[Measured]] = {}
    for game in games:
        if game.why is not None:
            found.setdefault(game.why, []).append(game)
    rows = []
    for words, its in sorted(found.items(), key=lambda row: (-len(row[1]), row[0].en)):
        if len(its) >= LEAST_WAY * len(games):
            mean, low, high, *_ = interval([float(game.why == words) for game in games], is_share=True)
            rounds = [game.values["rounds"] for game in its if "rounds" in game.values]
            share, low, high = (round(each, DIGITS) for each in (mean, low, high))
            after = round(_mean(rounds), 2) if rounds else None
            rows.append(Way(words, share, low, high, len(its), after))
    return rows[:MOST_WAYS]


class Examples(NamedTuple):
    """Two matches that show what a figure means."""

    typical: Measured
    extreme: Measured


def examples(played: Played, found: Sequence[Figure]) -> dict[str, Examples]:
    """For each figure a match in the middle and one at the end of what was played."""
    games = [game for block in played for game in block]
    return {
        figure.name: pair
        for figure in found
        if (pair := _examples_of(figure, games, 1.0 / max(1, len(games[0].shares))))
    }


def _examples_of(figure: Figure, games: Sequence[Measured], even: float) -> Examples | None:
    name = figure.name
    if name.startswith(f"{ENDING}:"):
        return _between([game for game in games if game.how == name.removeprefix(f"{ENDING}:")], _length)
    if name == FIRST or name.startswith("order_share_") or name == "seat_edge":
        rank = int(name.removeprefix("order_share_")) - 1 if name.startswith("order_share_") else 0
        return _won(games, lambda game: game.seat_at(rank))
    if name.startswith(f"{SEAT}_"):
        return _won(games, lambda _: int(name.removeprefix(f"{SEAT}_")) - 1)
    if name.startswith(f"{BOT}:"):
        return _won_by(games, name.removeprefix(f"{BOT}:"))
    if name == "won":
        return _won(games, lambda _: 0)
    if name == "luck_share":
        return _between(games, lambda game: max(game.luck[seat] * (game.shares[seat] > even) for seat in _seats(game)))
    if name in PER_LOOK:
        field = PER_LOOK[name]
        looked = [game for game in games if game.looks]
        return _between(looked, lambda game: float(getattr(game.looks[0], field)))
    return _between([game for game in games if name in game.values], lambda game: game.values[name])


def won_by(played: Played, bot: str) -> Examples | None:
    """Of the matches that a bot won: one of usual length, and the one in which it was deepest down."""
    return _won_by([game for block in played for game in block], bot)


def _won_by(games: Sequence[Measured], bot: str) -> Examples | None:
    return _won(games, lambda game: game.seating.index(bot) if bot in game.seating else None)


def _seats(game: Measured) -> range:
    return range(len(game.shares))


def _length(game: Measured) -> float:
    return game.values["decisions"]


def _won(games: Sequence[Measured], seat_of: Callable[[Measured], int | None]) -> Examples | None:
    """Of the matches that a seat won: one of usual length, and the one in which it was deepest down."""
    won = [game for game in games if (seat := seat_of(game)) is not None and game.shares[seat] > 0]
    if not won:
        return None
    deepest = min(won, key=lambda game: (game.values.get("worst_odds", 1.0), game.block, game.seating))
    return Examples(_between(won, _length).typical, deepest)  # type: ignore[union-attr]


def _between(games: Sequence[Measured], value_of: Callable[[Measured], float]) -> Examples | None:
    """The match in the middle and the last, by a value; of equals the one of usual length, then the first."""
    if not games:
        return None
    ranked = sorted(games, key=lambda game: (value_of(game), game.block, game.seating))
    middle = value_of(ranked[len(ranked) // 2])
    alike = sorted((game for game in ranked if value_of(game) == middle), key=_length)
    return Examples(alike[len(alike) // 2], ranked[-1])
