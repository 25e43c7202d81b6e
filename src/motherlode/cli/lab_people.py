"""`motherlode lab people`: matches of people, measured beside games of bots."""

import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from motherlode.core.contract import Language
from motherlode.core.errors import BadInput, Code

FLAG = Parameter(negative="", show_default=False)
COLOUR = Parameter(name=["--no-colour", "--no-color"], negative="", show_default=False)


def people(  # parameters: the options of the command line
    game: str,
    /,
    *,
    records: Annotated[list[Path] | None, FLAG] = None,
    database: str | None = None,
    data: Path | None = None,
    option: Annotated[list[str] | None, FLAG] = None,
    seats: int | None = None,
    bots: str = "greedy",
    most: int = 400,
    groups: str = "",
    seed: int = 0,
    jobs: int | None = None,
    cluster: str | None = None,
    out: Path | None = None,
    resume: Annotated[bool, FLAG] = False,
    language: Language = "en",
    no_colour: Annotated[bool, COLOUR] = False,
) -> int:
    """Measure matches of people like games of bots, and say where they differ.

    For example: motherlode lab people madstone --records my-matches --seats 2

    Nothing of who played is kept. Matches of another variant, with a bot, or not over are set aside and counted.

    Args:
        game: The game, as `motherlode games` lists it.
        records: A file with the record of a match, or a folder of such files, in the order of their names; several may
            be given.
        database: The address of a server's database: matches in which everybody gave leave for it.
        data: A designer's TOML file with options.
        option: An option of the game, as name=value; may be given several times.
        seats: How many seats, where a game leaves it open.
        bots: Who plays beside: a bot for all seats, or a & b & ...
        most: Blocks that bots play.
        groups: People apart by how many matches they had played before, as 5,20: below 5, below 20, and the others.
        seed: The same number gives the same games of bots.
        jobs: How many processes play; one for each processor if not said.
        cluster: Play on a Ray cluster: its address, or auto.
        out: Write the page, a JSON and matches of bots to this folder; games are kept there as they end.
        resume: Go on where a run with the same settings was interrupted.
        language: en or de.
        no_colour: No colours and no control codes.
    """
    from motherlode.cli.lab import (
        MOST_BLOCKS,
        interrupted,
        jobs_of,
        make_folder,
        prepare,
        show_report,
        showing,
        write_report,
    )
    from motherlode.cli.screen import Screen
    from motherlode.lab import people as reading
    from motherlode.lab import reporting
    from motherlode.lab.crews import make_crew
    from motherlode.lab.experiments import read_bots
    from motherlode.lab.journal import BlockJournal

    if not records and database is None:
        raise BadInput(Code.BAD_CHOICE, "matches of people come from --records or from --database: say at least one")
    if not 1 <= most <= MOST_BLOCKS:
        raise BadInput(Code.BAD_CHOICE, f"--most {most}: must be from 1 to {MOST_BLOCKS}")
    bounds = read_groups(groups)
    played = prepare(game, seats, option, data)
    texts = list(read_texts(records or []))
    if database is not None:
        from motherlode.server.study.sharing import shared_records

        texts += shared_records(database, played.spec.name)
    found, tally = reading.read_matches(texts, played)
    if not found:
        aside = ", ".join(f"{count} {why}" for why, count in tally.aside.items())
        raise BadInput(
            Code.BAD_CHOICE, f"no match of people of this variant was found ({aside or 'no records at all'})"
        )
    folder = make_folder(out, "people", played.spec.name)
    crew = make_crew(jobs_of(jobs), played.spec.home, cluster)
    start = time.perf_counter()
    try:
        with showing(played.spec.title) as show:
            report = reporting.play_people(
                played,
                reading.groups_of(found, bounds),
                reporting.Asked((read_bots(bots),), seed, most=most, is_forced=False),
                crew,
                lambda header: BlockJournal(folder / "blocks.jsonl", header, resume),
                show,
            )
    except KeyboardInterrupt:
        return interrupted(folder)
    finally:
        crew.close()
    report.aside = tally.aside
    report.seconds = round(time.perf_counter() - start, 1)
    report.command = shlex.join(["motherlode", *sys.argv[1:]])
    write_report(report, folder, language)
    screen = Screen(no_colour)
    for told in report.beside:
        screen.say(told.by(language))
    show_report(report, screen, language)
    for why, count in tally.aside.items():
        screen.say(f"set aside: {count} {why}")
    print(f"wrote {folder / 'report.html'}")
    return 0


def read_groups(text: str) -> list[int]:
    """Read after how many matches a new group of people begins, as 5,20; raise unless the numbers rise."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    bounds = [int(part) for part in parts if part.isdigit()]
    if len(bounds) != len(parts) or bounds != sorted(set(bounds)) or 0 in bounds:
        raise BadInput(Code.BAD_CHOICE, f"--groups {text!r}: expected numbers that rise, such as 5,20")
    return bounds


def read_texts(paths: list[Path]) -> Iterator[tuple[str, str]]:
    """Every record, with what to call it."""
    from motherlode.cli.files import read_text

    for path in paths:
        files = sorted(path.rglob("*.txt")) if path.is_dir() else [path]
        for file in files:
            text, source = read_text(str(file))
            yield source, text
