"""`motherlode lab table`: rows of variants, columns of figures."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from motherlode.cli import INTERRUPTED
from motherlode.core.errors import BadInput, Code

FLAG = Parameter(negative="", show_default=False)
COLOUR = Parameter(name=["--no-colour", "--no-color"], negative="", show_default=False)


def table(  # parameters: the options of the command line
    game: str,
    /,
    *,
    columns: str,
    vary: Annotated[list[str] | None, FLAG] = None,
    rows: str | None = None,
    option: Annotated[list[str] | None, FLAG] = None,
    seats: int | None = None,
    bots: str = "greedy",
    blocks: int = 400,
    seed: int = 0,
    jobs: int | None = None,
    cluster: str | None = None,
    out: Path | None = None,
    resume: Annotated[bool, FLAG] = False,
) -> int:
    """Write a table in Markdown: a row for each variant, or for each card, and the figures that are asked for.

    For example: motherlode lab table trap_the_cap --vary game=basic,tower --columns turns.median,capped

    Args:
        game: The game, as `motherlode games` lists it.
        columns: Figures, with commas: a metric, turns.median (.middle, .nine, .most, .mean), games, ways, took:THING
            (times, part, wins, effect); * in a thing is the thing of the row.
        vary: What differs between rows, as name=value,value,...: an option, seats or bots; several may be given.
        rows: Rows are things that begin with this, such as card: instead of variants.
        option: An option of the game for all rows, as name=value; may be given several times.
        seats: How many seats, where a game leaves it open.
        bots: Who plays: a bot for all seats, or a & b & ...
        blocks: Blocks of each row.
        seed: The same number gives the same games.
        jobs: How many processes play; one for each processor if not said.
        cluster: Play on a Ray cluster: its address, or auto.
        out: Write the table to this file; games are kept beside it as they end, as .jsonl.
        resume: Go on where a run with the same settings was interrupted.
    """
    import tempfile

    from motherlode.cli.files import write_text
    from motherlode.cli.lab import MOST_BLOCKS, interrupted, jobs_of, showing
    from motherlode.cli.play import read_options
    from motherlode.lab import sheets
    from motherlode.lab.crews import make_crew
    from motherlode.lab.experiments import read_bots
    from motherlode.lab.journal import BlockJournal, make_header
    from motherlode.lab.running import Plan, run

    if not 1 <= blocks <= MOST_BLOCKS:
        raise BadInput(Code.BAD_CHOICE, f"--blocks {blocks}: must be from 1 to {MOST_BLOCKS}")
    names = [name.strip() for name in columns.split(",") if name.strip()]
    for name in names:
        sheets.check_column(name)
    varied = [sheets.read_vary(text) for text in vary or ()]
    if rows is not None and varied:
        raise BadInput(Code.BAD_CHOICE, "--rows and --vary: rows are things or variants")
    variants = sheets.variants_of(game, read_options(option or []), varied, read_bots(bots), seats)
    home = variants[0].game.spec.home
    experiments = {f"{number}": sheets.experiment_of(variant, names, seed) for number, variant in enumerate(variants)}
    crew = make_crew(jobs_of(jobs), home, cluster)
    lines = []
    with tempfile.TemporaryDirectory() as spare:
        path = (Path(spare) / "table.md" if out is None else out).with_suffix(".jsonl")
        try:
            with BlockJournal(path, make_header(variants[0].game, experiments), resume) as journal:
                for (key, experiment), variant in zip(experiments.items(), variants, strict=True):
                    variant.game.compile()
                    plan = Plan(blocks, lambda _: False, lambda _: blocks)
                    with showing(" ".join(variant.labels) or game) as show:
                        played = run({key: experiment}, plan, journal, crew, show)[key]
                    found = sheets.describe(variant, played)
                    if rows is None:
                        lines.append([*variant.labels, *(sheets.cell(found, name) for name in names)])
                    else:
                        for thing in sheets.rows_of_things(found, rows):
                            label = thing.removeprefix(rows).replace("-", " ")
                            lines.append([label, *(sheets.cell(found, name, thing) for name in names)])
        except KeyboardInterrupt:
            if out is None:
                return INTERRUPTED
            return interrupted(path)
        finally:
            crew.close()
    head = [rows.rstrip(":")] if rows is not None else [each.name for each in varied]
    text = sheets.markdown([*head, *names], lines)
    if out is None:
        sys.stdout.write(text)
    else:
        write_text(out, text)
        print(f"wrote {out}")
    return 0
