"""`motherlode conformance`: the engine and a plain reference in lock step, up to the first difference."""

import shlex
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from motherlode.core.errors import BadInput, Code

if TYPE_CHECKING:
    from motherlode.cli.screen import Screen
    from motherlode.conformance.lockstep import Difference

FLAG = Parameter(negative="", show_default=False)
MAX_GAMES = 10_000_000
DIFFERENT = 1  # exit code
MOST_LINES = 40  # of a log that is shown; --seed and --games 1 give the rest again


def conformance(  # parameters: the options of the command line
    game: str,
    /,
    *,
    against: Path,
    games: int = 100,
    seed: int = 0,
    seats: int | None = None,
    bots: str = "random",
    option: Annotated[list[str] | None, FLAG] = None,
    data: Path | None = None,
    variants: Annotated[bool, FLAG] = False,
    no_colour: Annotated[bool, Parameter(name=["--no-colour", "--no-color"], negative="", show_default=False)] = False,
) -> int:
    """Play a plain reference of yours against the engine in lock step, and show the first difference.

    For example: motherlode conformance madcap --against reference.py --games 1000

    Args:
        game: The game, as `motherlode games` lists it.
        against: A Python file that plays the game by itself, as docs/conformance.md says.
        games: How many games are played, or fewer if there is a difference.
        seed: The first game is played from this number, each other from the next one.
        seats: How many seats, where a game leaves it open.
        bots: The bot that plays all seats.
        option: An option of the game, as name=value; may be given several times.
        data: A designer's TOML file with options.
        variants: Play by turns all options and numbers of seats under which the game is tested.
        no_colour: No colours and no control codes.
    """
    from motherlode.bots import make_bot
    from motherlode.cli.arena import showing_progress
    from motherlode.cli.play import tables_of
    from motherlode.cli.screen import Screen, progress_bar
    from motherlode.conformance.lockstep import Difference, by_bot, play_game
    from motherlode.conformance.references import load_reference
    from motherlode.core.reading import read_seed

    if not 1 <= games <= MAX_GAMES:
        raise BadInput(Code.BAD_CHOICE, f"--games {games}: must be from 1 to {MAX_GAMES}")
    first = read_seed(seed)
    source, screen = str(against), Screen(no_colour)
    try:
        new = load_reference(against)
    except BadInput as error:
        print(traceback_of(error), file=sys.stderr, end="")
        raise
    with progress_bar():
        rulesets = tables_of(game, seats, option, data, has_variants=variants)
        for ruleset in rulesets:
            ruleset.compile()
        players = [make_bot(bots, ruleset, is_timed=False) for ruleset in rulesets]
    more = {"--seats": seats, "--bots": None if bots == "random" else bots, "--data": data}
    again = ["motherlode", "conformance", game, "--against", source]
    again += [word for name, value in more.items() if value is not None for word in (name, str(value))]
    again += [word for each in option or [] for word in ("--option", each)]
    again += ["--variants"] if variants else []
    num_steps = number = 0
    try:
        with showing_progress(rulesets[0].spec.title) as show:
            for number in range(games):
                show(number, games)
                # By the seed, so that one game is played again by the same rules.
                which = (first + number) % len(rulesets)
                both = play_game(rulesets[which], new, by_bot(players[which], first + number), source)
                num_steps += len(both.log)
    except Difference as difference:
        show_difference(screen, difference, shlex.join([*again, "--games", "1", "--seed", str(first + number)]))
        return DIFFERENT
    except BadInput as error:
        told = traceback_of(error)
        if told:
            command = shlex.join([*again, "--games", "1", "--seed", str(first + number)])
            print(f"{told}again: {command}", file=sys.stderr)
        raise
    screen.say(f"{rulesets[0].spec.title}: {games} games, {num_steps} steps, no difference from {source}.")
    return 0


def show_difference(screen: "Screen", difference: "Difference", again: str) -> None:
    """The report, with the end of a long log, the rules at work and how to play the game again."""
    lines = str(difference).splitlines()
    num_hidden = max(0, len(difference.log) - MOST_LINES)
    cut = lines.index("log") + 1
    for line in [
        *lines[: cut - 1],
        f"at work     {', '.join(difference.rules_at_work()) or 'no rule'}",
        lines[cut - 1],
    ]:
        screen.say(line, is_whole=True)
    if num_hidden:
        screen.say(f"  ({num_hidden} entries before these)")
    for line in lines[cut + num_hidden :]:
        screen.say(line, is_whole=True)
    screen.say(f"again: {again}", is_whole=True)


def traceback_of(error: BadInput) -> str:
    """What a reference raised, from its own first line on, and where the game stood; else nothing."""
    from motherlode.conformance import references

    cause = error.__cause__
    if cause is None:
        return ""
    told = traceback.TracebackException.from_exception(cause)
    ours = str(Path(references.__file__))
    told.stack = traceback.StackSummary.from_list(
        [frame for frame in told.stack if frame.filename != ours and not frame.filename.startswith("<frozen")]
    )
    return "".join(told.format()) + "".join(f"{note}\n" for note in getattr(error, "__notes__", ()))
