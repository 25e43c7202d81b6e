"""`motherlode coverage`: which rules did a batch of games meet?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from motherlode.core.errors import BadInput, Code

if TYPE_CHECKING:
    from rich.table import Table

    from motherlode.conformance.coverage import Coverage, Tally

FLAG = Parameter(negative="", show_default=False)
MAX_GAMES = 10_000_000
MOST_WORDS = 60  # characters of a rule in the table


def coverage(  # parameters: the options of the command line
    game: str,
    /,
    *,
    games: int = 1000,
    bots: str = "random",
    seed: int = 0,
    seats: int | None = None,
    option: Annotated[list[str] | None, FLAG] = None,
    data: Path | None = None,
    variants: Annotated[bool, FLAG] = False,
    as_json: Annotated[bool, Parameter(name="--json", negative="", show_default=False)] = False,
    no_colour: Annotated[bool, Parameter(name=["--no-colour", "--no-color"], negative="", show_default=False)] = False,
) -> int:
    """Say which rules a batch of games carried out, how often, and which it never met.

    For example: motherlode coverage madcap --games 10000 --bots random

    Args:
        game: The game, as `motherlode games` lists it.
        games: How many games are played.
        bots: The bot that plays all seats, or one for each seat, with commas.
        seed: The first game is played from this number, each other from the next one.
        seats: How many seats, where a game leaves it open.
        option: An option of the game, as name=value; may be given several times.
        data: A designer's TOML file with options.
        variants: Play by turns all options and numbers of seats under which the game is tested.
        as_json: For machines.
        no_colour: No colours and no control codes.
    """
    import msgspec

    from motherlode.cli.arena import showing_progress
    from motherlode.cli.play import tables_of
    from motherlode.cli.screen import Screen, progress_bar
    from motherlode.conformance.coverage import Tables
    from motherlode.core.reading import read_seed

    if not 1 <= games <= MAX_GAMES:
        raise BadInput(Code.BAD_CHOICE, f"--games {games}: must be from 1 to {MAX_GAMES}")
    first = read_seed(seed)
    names = tuple(part.strip() for part in bots.split(","))
    with progress_bar():
        played = tables_of(game, seats, option, data, has_variants=variants)
        tables = Tables(played, names)
    with showing_progress(played[0].spec.title) as show:
        found = tables.cover(games, first, show)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
        return 0
    screen = Screen(no_colour)
    screen.show(rules_table(found))
    for line in summary(found):
        screen.say(line)
    return 0


def rules_table(found: "Coverage") -> "Table":
    """A row for each rule that play can meet."""
    from rich.table import Table

    table = Table(box=None, title=f"{found.game}, {found.games} games", title_justify="left")
    for name in ("rule", "games", "times", "barred"):
        table.add_column(name, justify="left" if name == "rule" else "right", no_wrap=True)
    table.add_column("")
    for tally in found.rules:
        if tally.is_counted:
            most = "≤ " if tally.shared and tally.times else ""
            words = tally.words if len(tally.words) <= MOST_WORDS else f"{tally.words[: MOST_WORDS - 1]}…"
            row = (f"{most}{tally.games:,}", f"{most}{tally.times:,}", f"{tally.barred:,}" if tally.barred else "")
            table.add_row(tally.number, *row, words, style="" if tally.games else "bold")
    return table


def summary(found: "Coverage") -> list[str]:
    """What the numbers mean, and what was never met."""
    from motherlode.conformance.coverage import Kind

    def listed(tallies: "list[Tally]") -> str:
        return ", ".join(tally.number for tally in tallies) or "none"

    kinds = {kind: [tally for tally in found.rules if tally.kind == kind] for kind in Kind}
    lines = [
        f"{found.steps:,} steps by {', '.join(found.bots)}, seeds {found.seed} to {found.seed + found.games - 1}. "
        "games, times: the line or function that carries the rule out ran in so many games, and so often. "
        f"barred: so many of {found.tried:,} actions, all there are in one position of each game, it refused. "
        "≤: that line or function carries out other rules too, so it was met at most so often.",
        f"never met: {listed(found.never)}",
        f"never carried out, but in the way of actions: {listed(found.only_barred)}",
        f"in the box or in words, nothing of it runs in play: {listed(kinds[Kind.BOX])}",
    ]
    lines += [f"{kind}: {listed(kinds[kind])}" for kind in (Kind.DATA, Kind.TALK) if kinds[kind]]
    return lines
