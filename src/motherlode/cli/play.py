"""`motherlode play`: sit down and play."""

import datetime
import json
import secrets
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from motherlode.core.errors import BadInput, Code

if TYPE_CHECKING:
    from motherlode.table.game import Game

FLAG = Parameter(negative="", show_default=False)
FILE = Parameter(allow_leading_hyphen=True)  # for - alone: stdin
WATCH_SECONDS = 1.0


def play(  # parameters: the options of the command line
    game: str | None = None,
    /,
    *,
    players: str | None = None,
    seats: int | None = None,
    watch: Annotated[bool, FLAG] = False,
    seed: int | None = None,
    fair: Annotated[bool, FLAG] = False,
    daily: Annotated[bool, FLAG] = False,
    date: str | None = None,
    option: Annotated[list[str] | None, FLAG] = None,
    data: Path | None = None,
    position: str | None = None,
    load: Annotated[str | None, FILE] = None,
    save: str | None = None,
    force: Annotated[bool, FLAG] = False,
    delay: float = WATCH_SECONDS,
    words: Annotated[bool, FLAG] = False,
    no_colour: Annotated[bool, Parameter(name=["--no-colour", "--no-color"], negative="", show_default=False)] = False,
) -> int:
    """Play a game: against bots, with friends at one keyboard, or watch bots.

    For example: motherlode play madcap --players human:Ada,exact

    Args:
        game: The game, as `motherlode games` lists it.
        players: Who sits where, with commas: human, human:NAME, a bot, or your own as module:Class or exec:PATH.
        seats: How many seats, where a game leaves it open.
        watch: Only bots play.
        seed: Chance and bots from this number: the same number gives the same dice.
        fair: Dice from a secret whose hash is shown first, and itself last, and from a number of every person.
        daily: The game of the day, the same for everyone: its options and its dice come from the date (UTC).
        date: Another day for --daily, as YYYY-MM-DD.
        option: An option of the game, as name=value; may be given several times.
        data: A designer's TOML file with options.
        position: Begin in the middle of a game, from a text such as `position` shows.
        load: Go on with a record of an unfinished match; - reads it from stdin, to watch bots end it.
        save: Keep the record in this file, always up to date.
        force: Let save replace a file that is not a record.
        delay: Seconds between actions when watching bots on a terminal.
        words: No board; the position is one line of text.
        no_colour: No colours and no control codes.
    """
    from motherlode.bots import make_bot
    from motherlode.cli import files
    from motherlode.cli.screen import Screen, progress_bar
    from motherlode.cli.seating import HUMAN, read_chairs, recorded_chairs, split_players, usual_players
    from motherlode.cli.session import Session

    given = {"--seats": seats, "--seed": seed, "--option": option, "--data": data, "--position": position}
    clashes = [name for name, value in given.items() if value is not None] + (["--fair"] if fair else [])
    if load is not None and clashes:
        raise BadInput(Code.BAD_CHOICE, f"{clashes[0]} does not go with --load: the record decides it")
    day = read_day(daily, date)
    if day is not None and (clashes or load is not None):
        other = clashes[0] if clashes else "--load"
        raise BadInput(Code.BAD_CHOICE, f"{other} does not go with --daily: the date decides it")
    if fair and seed is not None:
        raise BadInput(Code.BAD_CHOICE, "--fair does not go with --seed: fair dice come from a secret")
    if not 0 <= delay <= 60:
        raise BadInput(Code.BAD_CHOICE, f"--delay {delay:g}: must be from 0 to 60 seconds")
    wanted = None if players is None else split_players(players)
    if wanted is not None and watch and any(part.split(":")[0] == HUMAN for part in wanted):
        raise BadInput(Code.BAD_CHOICE, f"--players {players}: only bots play with --watch")
    target = None if save is None else files.check_target(save, force)
    kept = None
    with progress_bar():
        if load is not None:
            match = load_match(load, game)
            chairs = recorded_chairs(match.ruleset, match.names)
            if wanted is not None or watch:
                chairs = read_chairs(match.ruleset, wanted or usual_players(match.ruleset, watch))
                match.names = tuple(chair.name for chair in chairs)
            if load != files.STDIN and files.is_kept(Path(load)):
                kept = Path(load)
        else:
            import motherlode
            from motherlode.core.registry import game_names

            if game is None:
                raise BadInput(Code.BAD_CHOICE, f"which game? There are {', '.join(game_names())}")
            num_seats = seats if seats is not None or wanted is None else len(wanted)
            options = read_options(option or [])
            if day is not None:
                seed, options = daily_game(game, day)
            chosen = motherlode.game(game, num_seats, data=data, **options)
            chairs = read_chairs(chosen, wanted or usual_players(chosen, watch))
            match = chosen.start(
                seed,
                names=[chair.name for chair in chairs],
                table=f"terminal-{secrets.token_hex(4)}" if fair else None,
                shares=[add_share(chair) for chair in chairs] if fair else None,
                position=position,
            )
        # A person plays at once; a match that is only watched, or that a number decides, has its bots at full strength.
        is_patient = seed is not None or all(chair.bot is not None for chair in chairs)
        if is_patient:
            for chair in chairs:
                if chair.bot is not None:
                    make_bot(chair.bot, match.ruleset)
        chairs = [replace(chair, is_patient=is_patient) for chair in chairs]
    screen = Screen(no_colour)
    code = Session(
        match,
        chairs,
        screen,
        bot_seed=secrets.randbelow(2**31) if seed is None else seed,
        save=target,
        kept=kept,
        force=force,
        is_worded=words,
        delay=delay,
    ).run()
    if day is not None and match.is_over:
        screen.say(f"{match.ruleset.spec.title}, {day.isoformat()}: {match.conclusion}")
    return code


def add_share(chair: Any) -> Any:
    """What a seat adds to fair dice: a person's terminal draws a number, a bot none."""
    from motherlode.core.chance import Share, new_number

    return Share(new_number()) if chair.bot is None else Share(None, "bot")


def read_day(is_daily: bool, date: str | None) -> datetime.date | None:
    """The day of `--daily`; none where it is not wanted."""
    if not is_daily:
        if date is not None:
            raise BadInput(Code.BAD_CHOICE, f"--date {date}: goes with --daily")
        return None
    if date is None:
        return datetime.datetime.now(datetime.UTC).date()
    try:
        return datetime.date.fromisoformat(date)
    except ValueError:
        raise BadInput(Code.BAD_CHOICE, f"--date {date}: expected a day as YYYY-MM-DD") from None


def daily_game(name: str, day: datetime.date) -> tuple[int, dict[str, Any]]:
    """The seed and the options of a day."""
    from motherlode.core.registry import find_game

    spec = find_game(name)
    if spec.daily is None:
        raise BadInput(Code.BAD_CHOICE, f"--daily: {spec.title} has no game of the day")
    return spec.daily(day)


def load_match(name: str, game: str | None) -> Any:
    """The unfinished match in a file."""
    import motherlode
    from motherlode.cli.files import read_text

    text, source = read_text(name)
    match = motherlode.replay(text, source)
    if game is not None and game != match.ruleset.spec.name:
        raise BadInput(Code.BAD_CHOICE, f"{source!r} is a record of {match.ruleset.spec.name}, not of {game!r}")
    if match.is_over:
        raise BadInput(
            Code.MATCH_OVER,
            f"the match in {source!r} is over: {match.conclusion} (motherlode replay shows it)",
        )
    return match


def tables_of(
    name: str, seats: int | None, option: list[str] | None, data: Path | None, *, has_variants: bool
) -> "list[Game]":
    """The game with the options of the command line; or with all those under which it is tested, by turns."""
    import motherlode
    from motherlode.conformance.coverage import variants_of
    from motherlode.core.registry import find_game

    if not has_variants:
        return [motherlode.game(name, seats, data=data, **read_options(option or []))]
    if seats is not None or option or data is not None:
        raise BadInput(Code.BAD_CHOICE, "--variants does not go with --seats, --option and --data: it has its own")
    return variants_of(find_game(name))


def read_options(pairs: list[str]) -> dict[str, Any]:
    """`name=value` with JSON values, where they are JSON, as keywords for `motherlode.game`."""
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise BadInput(Code.BAD_OPTION, f"bad option {pair!r}: expected name=value, such as games=3")
        if name.strip() in {"name", "seats", "data"}:
            raise BadInput(Code.UNKNOWN_OPTION, f"unknown option {name.strip()!r}: see motherlode games")
        try:
            options[name.strip()] = json.loads(value)
        except (ValueError, RecursionError):
            options[name.strip()] = value
    return options
