"""What came out: plain values for JSON, tables for people."""

import platform
import shlex
import subprocess
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from rich.table import Table

from motherlode.arena.comparing import Agenda
from motherlode.arena.estimates import CONFIDENCE, betting_interval, mean_interval, wilson
from motherlode.arena.fixtures import ALONE, Result, Tournament, chance_seed, plain_name, usual_lineup
from motherlode.arena.luck import less_luck
from motherlode.arena.ratings import can_rate, rate
from motherlode.bots.odds import result_of
from motherlode.bots.outside import BUDGET_MS, PATIENCE_S, is_outside
from motherlode.core.ruleset import Ruleset

FORMAT = 1
LIBRARIES = ("numpy", "numba")
RATING_LIBRARY = "openskill"
NO_RATINGS = "ratings need openskill: pip install 'motherlode[lab]'"
MAX_REASONS = 3
CAPPED = "capped"  # how games end that the rules cut off
LESS_LUCK = "less luck"  # heads the column of shares that luck was taken out of
VERDICTS = {1: "better", 0: "open", -1: "worse"}


def write_command(tournament: Tournament, games: int, error: float | None = None) -> str:
    """The command that plays these games, with all that decides how they go."""
    words = [
        "motherlode",
        "arena",
        tournament.game,
        "--bots",
        ",".join(map(plain_name, tournament.bots)),
        "--games",
        str(games),
    ]
    words += ["--seats", str(tournament.seats)]
    if tournament.lineup != usual_lineup(len(tournament.bots), tournament.seats, tournament.teams):
        words += ["--lineup", tournament.lineup]
    for name, value in tournament.options.items():
        words += ["--option", f"{name}={msgspec.json.encode(value).decode()}"]
    words += ["--seed", str(tournament.seed)]
    if error is not None:
        words += ["--stop", f"{error:g}"]
    if any(is_outside(bot) for bot in tournament.bots):
        if tournament.budget_ms != BUDGET_MS:
            words += ["--budget", str(tournament.budget_ms)]
        if tournament.patience_s != PATIENCE_S:
            words += ["--patience", f"{tournament.patience_s:g}"]
    if not tournament.is_adjusted:
        words.append("--plain")
    return shlex.join(words)


def find_commit() -> str | None:
    """The commit of the checkout that this code is run from, with `+` where tracked files were changed since."""
    folder = Path(__file__).parent.parent  # of the package
    git = ["git", "-C", str(folder)]
    try:
        for command in (["ls-files", "--error-unmatch", "__init__.py"], ["rev-parse", "HEAD"]):
            done = subprocess.run([*git, *command], capture_output=True, text=True, check=True, timeout=30)
        changed = subprocess.run(
            [*git, "status", "--porcelain", "--untracked-files=no", "."], capture_output=True, check=True, timeout=30
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() + ("+" if changed.stdout.strip() else "")


def make_report(
    ruleset: Ruleset, tournament: Tournament, games: int, agenda: Agenda, error: float | None = None
) -> dict[str, Any]:
    """Everything about a tournament, to be written as JSON."""
    results = agenda.results()
    return {
        "arena": FORMAT,
        "command": write_command(tournament, games, error),
        "commit": find_commit(),
        "versions": {
            "motherlode": version("motherlode"),
            "python": platform.python_version(),
            **{library: version(library) for library in (*LIBRARIES, *([RATING_LIBRARY] if can_rate() else []))},
        },
        "tournament": msgspec.to_builtins(tournament),
        "rules": ruleset.spec.version,
        "ruleset": ruleset.digest,
        "stop": error,
        "confidence": CONFIDENCE,
        "num_games": len(results),
        "standings": standings(tournament, results),
        "seats": seat_shares(ruleset, results),
        "comparisons": compare(agenda, error),
        "games": [describe_game(tournament, result) for result in results],
    }


def describe_game(tournament: Tournament, result: Result) -> dict[str, Any]:
    """A game, without what differs between runs."""
    content = {
        "block": result.block,
        "chance_seed": chance_seed(tournament, result.fixture),
        "seating": list(result.seating),
        "scores": result.scores,
        "winners": result.winners,
        "how": result.how,
        "num_actions": result.num_actions,
        "digest": result.digest,
    }
    if tournament.is_adjusted:
        content["luck"] = result.luck
    return content if result.forfeit is None else content | {"forfeit": result.forfeit, "why": result.why}


def standings(tournament: Tournament, results: list[Result]) -> list[dict[str, Any]]:
    """Each bot's rating, share of wins and time, strongest first; without openskill no ratings, and most wins first.

    Where one bot plays against others that are all alike, only the games that it plays alone count for its share.
    """
    ratings = rate(tournament.bots, results, tournament.teams) if can_rate() else {}
    found = []
    for bot in tournament.bots:
        seats = [(result, [seat for seat, name in enumerate(result.seating) if name == bot]) for result in results]
        mine = [(result, taken) for result, taken in seats if taken]
        counted = [pair for pair in mine if tournament.lineup != ALONE or len(pair[1]) == 1]
        wins = sum(result.share(bot) for result, _ in counted)
        even = sum(len(taken) / tournament.seats for _, taken in counted) / max(1, len(counted))
        low, high = wilson(wins, len(counted))
        spent = sum(result.seconds[seat] for result, taken in mine for seat in taken)
        asked = sum(result.decisions[seat] for result, taken in mine for seat in taken)
        failed = [result.why for result, taken in mine if result.forfeit in taken]
        found.append(
            {
                "bot": bot,
                "rating": round(ratings[bot].mu, 2) if ratings else None,
                "sigma": round(ratings[bot].sigma, 2) if ratings else None,
                "games": len(counted),
                "wins": round(wins, 6),
                "share": round(wins / max(1, len(counted)), 6),
                "low": round(low, 6),
                "high": round(high, 6),
                **(_adjusted_standing(bot, [result for result, _ in counted]) if tournament.is_adjusted else {}),
                "even": round(even, 6) if tournament.seats > 1 else None,
                "capped": sum(result.how == CAPPED for result, _ in mine),
                "forfeits": len(failed),
                "reasons": sorted(set(failed))[:MAX_REASONS],
                "ms_per_decision": round(1000 * spent / max(1, asked), 3),
            }
        )
    return sorted(found, key=lambda row: -row["rating" if ratings else "share"])


def _adjusted_standing(bot: str, results: list[Result]) -> dict[str, Any]:
    """A bot's share of wins less luck, the mean over blocks; without an interval where there are too few."""
    blocks: dict[int, list[tuple[float, float]]] = {}
    for result in results:
        blocks.setdefault(result.block, []).append((result.share(bot), result.luck_share(bot)))
    means = np.array([np.mean(games, axis=0) for _, games in sorted(blocks.items())]).reshape(-1, 2)
    values = less_luck(means[:, 0].tolist(), means[:, 1].tolist())
    return _adjusted(values, mean_interval(values))


def _adjusted(values: Sequence[float], interval: tuple[float, float] | None) -> dict[str, Any]:
    low, high = (round(interval[0], 6), round(interval[1], 6)) if interval else (None, None)
    return {
        "adjusted": round(sum(values) / max(1, len(values)), 6),
        "adjusted_low": low,
        "adjusted_high": high,
    }


def compare(agenda: Agenda, error: float | None) -> list[dict[str, Any]]:
    """Each question with its answer.

    A fixed number of games gives Wilson's interval, and a verdict where `even` is outside of it. With sequential
    stopping both come from the test by betting, which stays valid. Where luck is taken out, the verdict is that of what
    is left; `factor` says how many times as many games plain counting would need to be as sure.
    """
    found = []
    for number, comparison in enumerate(agenda.comparisons):
        values = agenda.values(number)
        games = len(values) * (1 if len(comparison.lineups[0]) == 1 else agenda.block_size(comparison))
        share = sum(values) / max(1, len(values))
        low, high = wilson(share * games, games) if error is None else betting_interval(values)
        verdict = int(low > comparison.even) - int(high < comparison.even) if error is None else agenda.verdicts[number]
        adjusted: dict[str, Any] = {}
        if agenda.is_adjusted:
            adjusted, (left, right) = _adjusted_comparison(agenda, number, error, games)
            if error is None and left is not None and right is not None:
                verdict = int(left > comparison.even) - int(right < comparison.even)
        found.append(
            {
                "one": comparison.one,
                "other": comparison.other,
                "games": games,
                "blocks": len(values),
                "share": round(share, 6),
                "low": round(low, 6),
                "high": round(high, 6),
                "interval": "wilson" if error is None else "betting",
                **adjusted,
                "even": round(comparison.even, 6),
                "verdict": VERDICTS[verdict],
            }
        )
    return found


def _adjusted_comparison(
    agenda: Agenda, number: int, error: float | None, games: int
) -> tuple[dict[str, Any], tuple[float | None, float | None]]:
    """What is left of a question when luck is taken out, and its interval."""
    values = agenda.adjusted(number)
    if error is None:
        interval = mean_interval(values)
    else:
        low, high = betting_interval([agenda.bet(value) for value in values])
        interval = agenda.unbet(low), agenda.unbet(high)
    row = _adjusted(values, interval)
    share = sum(agenda.values(number)) / max(1, len(values))
    each = float(np.var(values, ddof=1)) * games / len(values) if len(values) > 1 else 0.0  # as one game alone
    row["factor"] = round(share * (1 - share) / each, 2) if each > 0.0 and 0 < share < 1 else None
    return row, (row["adjusted_low"], row["adjusted_high"])


def seat_shares(ruleset: Ruleset, results: list[Result]) -> list[dict[str, Any]]:
    """What each seat wins, whoever sits there; a shared win counts in part, and a side's win for each of its seats."""
    found = []
    for seat in range(ruleset.seats):
        wins = sum(float(result_of(ruleset, result.winners)[seat]) for result in results)
        low, high = wilson(wins, len(results))
        share = round(wins / max(1, len(results)), 6)
        found.append({"seat": seat + 1, "share": share, "low": round(low, 6), "high": round(high, 6)})
    return found


def seats_table(report: dict[str, Any]) -> Table:
    """What each seat wins, for people."""
    table = Table(box=None, title="by seat", title_justify="left")
    for name in ("seat", "wins", f"{CONFIDENCE:.0%} interval"):
        table.add_column(name, justify="right")
    for row in report["seats"]:
        table.add_row(str(row["seat"]), f"{row['share']:.1%}", f"{row['low']:.1%} to {row['high']:.1%}")
    return table


def standings_table(report: dict[str, Any]) -> Table:
    """The standings, for people."""
    tournament = report["tournament"]
    table = Table(box=None, title=f"{tournament['game']}, {report['num_games']} games", title_justify="left")
    has_ratings = has_rated(report)
    rating = ["rating"] if has_ratings else []
    wins = ("wins", f"{CONFIDENCE:.0%} interval", *((LESS_LUCK, "interval") if is_adjusted(report) else ()))
    for name in ("bot", *rating, *wins, "games", "capped", "ms/action", "forfeits"):
        table.add_column(name, justify="left" if name == "bot" else "right", overflow="fold")
    for row in report["standings"]:
        table.add_row(
            row["bot"],
            *([f"{row['rating']:.1f} ± {2 * row['sigma']:.1f}"] if has_ratings else []),
            f"{row['share']:.1%}",
            f"{row['low']:.1%} to {row['high']:.1%}",
            *(_adjusted_cells(row) if is_adjusted(report) else ()),
            str(row["games"]),
            str(row["capped"] or ""),
            f"{row['ms_per_decision']:.2f}",
            str(row["forfeits"] or ""),
        )
    return table


def _adjusted_cells(row: dict[str, Any]) -> tuple[str, str]:
    """A share less luck, and its interval."""
    has_interval = row["adjusted_low"] is not None
    interval = f"{row['adjusted_low']:.1%} to {row['adjusted_high']:.1%}" if has_interval else ""
    return f"{row['adjusted']:.1%}", interval


def is_adjusted(report: dict[str, Any]) -> bool:
    """Whether luck was taken out of the results."""
    return bool(report["tournament"].get("is_adjusted"))


def has_rated(report: dict[str, Any]) -> bool:
    """Whether openskill was there to rate the bots."""
    return all(row["rating"] is not None for row in report["standings"])


def comparisons_table(report: dict[str, Any]) -> Table:
    """Who is better than whom, for people."""
    how = "fixed number of games" if report["stop"] is None else f"stopped, error at most {report['stop']:g} in all"
    table = Table(box=None, title=f"one against another, {how}", title_justify="left")
    less = (LESS_LUCK, "interval", "factor") if is_adjusted(report) else ()
    for name in ("bot", "against", "share", f"{CONFIDENCE:.0%} interval", *less, "even", "games", "is"):
        table.add_column(name, justify="left" if name in {"bot", "against", "is"} else "right", overflow="fold")
    for row in report["comparisons"]:
        interval = f"{row['low']:.1%} to {row['high']:.1%}"
        cells = [row["one"], row["other"], f"{row['share']:.1%}", interval]
        if is_adjusted(report):
            cells += [*_adjusted_cells(row), "" if row["factor"] is None else f"{row['factor']:.1f}"]
        table.add_row(*cells, f"{row['even']:.0%}", str(row["games"]), row["verdict"])
    return table
