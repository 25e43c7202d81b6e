"""`motherlode arena`: how strong are the bots?"""

import hashlib
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from motherlode.cli import INTERRUPTED
from motherlode.core.errors import BadInput, Code

if TYPE_CHECKING:
    from motherlode.arena.fixtures import Tournament
    from motherlode.arena.running import Report

FLAG = Parameter(negative="", show_default=False)
MAX_GAMES = 10_000_000


def arena(  # parameters: the options of the command line
    game: str,
    /,
    *,
    bots: str,
    games: int = 100,
    seats: int | None = None,
    option: Annotated[list[str] | None, FLAG] = None,
    data: Path | None = None,
    lineup: str | None = None,
    seed: int = 0,
    jobs: int | None = None,
    cluster: str | None = None,
    stop: float | None = None,
    out: Path | None = None,
    resume: Annotated[bool, FLAG] = False,
    plot: Path | None = None,
    plain: Annotated[bool, FLAG] = False,
    budget: int = 1000,
    patience: float = 10.0,
    no_colour: Annotated[bool, Parameter(name=["--no-colour", "--no-color"], negative="", show_default=False)] = False,
) -> int:
    """Let bots play each other, seats in balance and dice alike, and tell how strong they are.

    For example: motherlode arena madcap --bots random,greedy,exact --games 200 --out madcap.json

    Args:
        game: The game, as `motherlode games` lists it.
        bots: Who plays, with commas: bots of the game, net:FILE for a net, module:Class in Python, or exec:PATH for any
            program. A bot may be named twice, to play itself.
        games: How many games each line-up plays, rounded up until every seat had its turn.
        seats: How many seats, where a game leaves it open.
        option: An option of the game, as name=value; may be given several times.
        data: A designer's TOML file with options.
        lineup: Who sits together: mixed, different bots; alone, one against others all alike; sides, two bots by
            turns, or one for each team.
        seed: Chance and bots from this number: the same number gives the same games.
        jobs: How many processes play; one for each processor if not said. The results do not depend on it.
        cluster: Play on a Ray cluster: its address, or auto.
        stop: Play a question no further when it is answered; all answers together are wrong with at most this chance.
        out: Write the results to this file as JSON, and the games, as they end, beside it as .jsonl.
        resume: Go on where a run with the same settings was interrupted; or add games to it.
        plot: Draw the results on a page, NAME.html.
        plain: Only count wins: else luck is taken out of the results too, which needs fewer games to be as sure.
        budget: Milliseconds that outside programs are told they have for an action.
        patience: Seconds beyond the budget until a program that does not answer loses the game.
        no_colour: No colours and no control codes.
    """
    import motherlode
    from motherlode.arena import plots, reports, running
    from motherlode.arena.fixtures import Tournament, check, teams_of, told_apart, usual_lineup
    from motherlode.arena.journal import Journal, make_header
    from motherlode.cli.files import write_text
    from motherlode.cli.play import read_options
    from motherlode.cli.screen import Screen, progress_bar
    from motherlode.core.options import changed_options
    from motherlode.core.processors import num_processors

    processes = jobs if jobs is not None else num_processors()
    _check_numbers(games=games, jobs=processes, budget=budget, patience=patience, stop=stop)
    if plot is not None:
        plots.check_plot(plot)
    if out is not None:
        _check_out(out)
    names = told_apart(tuple(part.strip() for part in bots.split(",")))
    with progress_bar():
        ruleset = motherlode.game(game, seats, data=data, **read_options(option or []))
        ruleset.compile()
    tournament = Tournament(
        game=ruleset.spec.name,
        seats=ruleset.seats,
        options=changed_options(ruleset.spec, ruleset.options),
        bots=names,
        lineup=usual_lineup(len(names), ruleset.seats, teams_of(ruleset)) if lineup is None else lineup,
        seed=seed,
        budget_ms=budget,
        patience_s=patience,
        teams=teams_of(ruleset),
        is_adjusted=not plain,
    )
    check(tournament)
    running.check_bots(ruleset, tournament)
    path = journal_path(tournament, out)
    with Journal(path, make_header(ruleset, tournament), resume) as journal:
        try:
            with showing_progress(ruleset.spec.title) as show:
                agenda = running.run(
                    ruleset, tournament, games, journal, jobs=processes, error=stop, report=show, cluster=cluster
                )
        except KeyboardInterrupt:
            command = reports.write_command(tournament, games, stop)
            more = f" --out {shlex.quote(str(out))}" if out is not None else ""
            print(
                f"\nmotherlode: interrupted; {len(journal.results)} games are kept in {str(path)!r}. To go on:\n"
                f"{command}{more} --resume",
                file=sys.stderr,
            )
            return INTERRUPTED
    report = reports.make_report(ruleset, tournament, games, agenda, stop)
    if out is not None:
        write_text(out, _encode(report))
    else:
        path.unlink()
    if plot is not None:
        write_text(plot, plots.make_page(report))
    screen = Screen(no_colour)
    screen.show(reports.standings_table(report))
    if not reports.has_rated(report):
        screen.say(reports.NO_RATINGS)
    if len(names) > 1:
        screen.say()
        screen.show(reports.comparisons_table(report))
        screen.say()
        screen.show(reports.seats_table(report))
    for row in report["standings"]:
        for why in row["reasons"]:
            screen.say(f"{row['bot']} forfeited: {why}")
    return 0


def _check_numbers(*, games: int, jobs: int, budget: int, patience: float, stop: float | None) -> None:
    """Raise unless every number is in its range."""
    ranges: dict[str, tuple[float, float, float]] = {
        "--games": (games, 1, MAX_GAMES),
        "--jobs": (jobs, 1, 1024),
        "--budget": (budget, 1, 3_600_000),
        "--patience": (patience, 0, 3600),
    }
    for name, (value, least, most) in ranges.items():
        if not least <= value <= most:
            raise BadInput(Code.BAD_CHOICE, f"{name} {value:g}: must be from {least:g} to {most:g}")
    if stop is not None and not 0 < stop < 1:
        raise BadInput(Code.BAD_CHOICE, f"--stop {stop:g}: a chance of error is between 0 and 1, such as 0.05")


def _check_out(out: Path) -> None:
    """Raise unless the results can be written, before hours are spent on them."""
    if out.suffix != ".json":
        raise BadInput(Code.BAD_CHOICE, f"--out {str(out)!r}: expected a name that ends in .json")
    if out.is_dir() or not out.parent.is_dir():
        why = "it is a folder" if out.is_dir() else f"there is no folder {str(out.parent)!r}"
        raise BadInput(Code.UNREADABLE_FILE, f"cannot write {str(out)!r}: {why}")


def journal_path(tournament: "Tournament", out: Path | None) -> Path:
    """Where the games are kept: beside the results, else in the data folder under a name made from the settings."""
    import msgspec

    from motherlode.cli.files import data_folder

    if out is not None:
        return out.with_suffix(".jsonl")
    folder = data_folder().with_name("arena")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot make the folder {str(folder)!r}: {error.strerror}") from None
    digest = hashlib.sha256(msgspec.json.encode(tournament)).hexdigest()[:8]
    return folder / f"{tournament.game}-{digest}.jsonl"


def _encode(report: dict[str, Any]) -> str:
    """JSON for people and for diffs: one line for each game."""
    import msgspec

    head = {key: value for key, value in report.items() if key != "games"}
    text = msgspec.json.format(msgspec.json.encode(head), indent=1).decode().rstrip().removesuffix("}").rstrip()
    games = ",\n  ".join(msgspec.json.encode(game).decode() for game in report["games"])
    return f'{text},\n "games": [\n  {games}\n ]\n}}\n'


@contextmanager
def showing_progress(title: str) -> Iterator["Report"]:
    """A bar on a terminal; nothing elsewhere."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(title, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
