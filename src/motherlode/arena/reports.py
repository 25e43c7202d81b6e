"""What came out: plain values for JSON, tables for people."""

import platform
import shlex
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from rich.table import Table

from motherlode.arena.comparing import Agenda
from motherlode.arena.estimates import CONFIDENCE, betting_interval, wilson
from motherlode.arena.fixtures import ALONE, Result, Tournament, chance_seed, plain_name, usual_lineup
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
                "even": round(even, 6) if tournament.seats > 1 else None,
                "capped": sum(result.how == CAPPED for result, _ in mine),
                "forfeits": len(failed),
                "reasons": sorted(set(failed))[:MAX_REASONS],
                "ms_per_decision": round(1000 * spent / max(1, asked), 3),
            }
        )
    return sorted(found, key=lambda row: -row["rating" if ratings else "share"])


def compare(agenda: Agenda, error: float | None) -> list[dict[str, Any]]:
    """Each question with its answer.

    A fixed number of games gives Wilson's interval, and a verdict where `even` is outside of it. With sequential
    stopping both come from the test by betting, which stays valid.
    """
    found = []
    for number, comparison in enumerate(agenda.comparisons):
        values = agenda.values(number)
        games = len(values) * (1 if len(comparison.lineups[0]) == 1 else agenda.block_size(comparison))
        share = sum(values) / max(1, len(values))
        low, high = wilson(share * games, games) if error is None else betting_interval(values)
        verdict = int(low > comparison.even) - int(high < comparison.even) if error is None else agenda.verdicts[number]
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
                "even": round(comparison.even, 6),
                "verdict": VERDICTS[verdict],
            }
        )
    return found


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
    for name in ("bot", *rating, "wins", f"{CONFIDENCE:.0%} interval", "games", "capped", "ms/action", "forfeits"):
        table.add_column(name, justify="left" if name == "bot" else "right", overflow="fold")
    for row in report["standings"]:
        table.add_row(
            row["bot"],
            *([f"{row['rating']:.1f} ± {2 * row['sigma']:.1f}"] if has_ratings else []),
            f"{row['share']:.1%}",
            f"{row['low']:.1%} to {row['high']:.1%}",
            str(row["games"]),
            str(row["capped"] or ""),
            f"{row['ms_per_decision']:.2f}",
            str(row["forfeits"] or ""),
        )
    return table


def has_rated(report: dict[str, Any]) -> bool:
    """Whether openskill was there to rate the bots."""
    return all(row["rating"] is not None for row in report["standings"])


def comparisons_table(report: dict[str, Any]) -> Table:
    """Who is better than whom, for people."""
    how = "fixed number of games" if report["stop"] is None else f"stopped, error at most {report['stop']:g} in all"
    table = Table(box=None, title=f"one against another, {how}", title_justify="left")
    for name in ("bot", "against", "share", f"{CONFIDENCE:.0%} interval", "even", "games", "is"):
        table.add_column(name, justify="left" if name in {"bot", "against", "is"} else "right", overflow="fold")
    for row in report["comparisons"]:
        interval = f"{row['low']:.1%} to {row['high']:.1%}"
        cells = (row["one"], row["other"], f"{row['share']:.1%}", interval, f"{row['even']:.0%}", str(row["games"]))
        table.add_row(*cells, row["verdict"])
    return table
