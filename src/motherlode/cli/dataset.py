"""`motherlode dataset`: games of bots as tables for learners."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

FLAG = Parameter(negative="", show_default=False)


def dataset(
    game: str,
    /,
    *,
    bots: str,
    out: Path,
    games: int = 100,
    seats: int | None = None,
    option: Annotated[list[str] | None, FLAG] = None,
    seed: int = 0,
) -> int:
    """Let bots play and write all they saw and chose as Parquet files.

    For example: motherlode dataset madcap --games 1000 --bots exact --out madcap-games

    Args:
        game: The game, as `motherlode games` lists it.
        bots: Who plays, with commas; they take the seats in turns.
        out: The folder for decisions.parquet and games.parquet.
        games: How many games.
        seats: How many seats, where a game leaves it open.
        option: An option of the game, as name=value; may be given several times.
        seed: Of the first game's chance; each further one has the next number.
    """
    import motherlode
    from motherlode.cli.play import read_options
    from motherlode.cli.screen import progress_bar
    from motherlode.learning.datasets import write_dataset

    with progress_bar():
        ruleset = motherlode.game(game, seats, **read_options(option or []))
    names = [name.strip() for name in bots.split(",")]
    total = write_dataset(ruleset, names, games, seed, out)
    print(f"{out}: {total} decisions of {games} games")
    return 0
