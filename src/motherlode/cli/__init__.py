"""The command line: `motherlode play`, `replay`, `verify`, `review`, `games`, `arena`, `train`, `bot`, `serve`...

Every mistake of a user is one line on stderr and exit code 2. Commands are imported when they are called, so
that `motherlode --help` does not wait for a compiler.
"""

import os
import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from motherlode import __version__
from motherlode.core.errors import MotherlodeError

if TYPE_CHECKING:
    from cyclopts import App

OK, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 0, 2, 130, 141  # exit codes

HELP = """Tabletop games, exact to their rulebooks, in a terminal.

Try `motherlode play madcap`; type `help` there. Every command explains itself: `motherlode play --help`.
`motherlode --install-completion` lets the Tab key complete commands and options, in bash, zsh and fish."""

# Said here once more, because to read it from the commands would import them.
COMMANDS = {
    "play": """Play a game: against bots, with friends at one keyboard, or watch bots.

For example: motherlode play madcap --players human:Ada,exact""",
    "replay": """Show a recorded match step by step.

On a terminal Enter goes on, b goes back, a number jumps to that action, q ends. Elsewhere the match is told in words,
and the last board is drawn.

For example: motherlode replay match.txt --step 5""",
    "verify": """Check a recorded match: its rules, its result and its dice.

For example: motherlode verify match.txt""",
    "review": """Say what was luck and what was skill in a recorded match.

For example: motherlode review match.txt --html review.html""",
    "puzzles": """Solve puzzles of a game, or make more of them from matches of bots or from records.

For example: motherlode puzzles madcap --theme bounce""",
    "games": """List the games and their options.

For example: motherlode games --json""",
    "rule": """Show a rule of a game, the lines that carry it out and the tests that hold it.

For example: motherlode rule madcap R4.3""",
    "conformance": """Play a plain reference of yours against the engine in lock step, and show the first difference.

For example: motherlode conformance madcap --against reference.py --games 1000""",
    "coverage": """Say which rules a batch of games carried out, how often, and which it never met.

For example: motherlode coverage madcap --games 10000 --bots random""",
    "arena": """Let bots play each other, seats in balance and dice alike, and tell how strong they are.

For example: motherlode arena madcap --bots random,greedy,exact --games 200 --out madcap.json""",
    "lab": """Change a number of a game, and learn with error bars what that does to play.

For example: motherlode lab compare madcap madcap+dice=3 --most 100""",
    "train": """Let a net learn a game by playing itself.

For example: motherlode train madcap --minutes 2 --out madcap-net""",
    "dataset": """Let bots play and write all they saw and chose as Parquet files.

For example: motherlode dataset madcap --games 1000 --bots exact --out madcap-games""",
    "bot": """Play as a program for others: speak the protocol of docs/protocol.md on stdin and stdout.

For example, for any host that speaks it: motherlode bot greedy""",
    "serve": """Serve tables over HTTP and WebSocket.

For example: motherlode serve --port 8080""",
    "doctor": """Check what the server needs, and say how to mend what is wrong.

For example: motherlode doctor --database postgresql://... --bus redis://...""",
    "backup": """Copy the server's database to a file; the server may run meanwhile.

For example: motherlode backup tables-monday.backup""",
    "restore": """Put a copy of the server's database back; no server may run on it.

For example: motherlode restore tables-monday.backup --force""",
    "solve": """Solve a game exactly: all of it, a roll or a position.

For example: motherlode solve madcap --roll "r1336 k2245 b1556\"""",
}

LAB = {  # commands below `lab`
    "report": """Play a game until it is known how fair, long and lively it is, and write a page about it.

For example: motherlode lab report madstone --seats 2 --bots greedy --out madstone-report""",
    "compare": """Say what another variant changes: the same dice for both, until each question is answered.

For example: motherlode lab compare madstone madstone+crystals_by_place=[0,2]""",
    "tune": """Search the numbers of a game for those that meet targets, and write the designer's file.

For example: motherlode lab tune madstone --target "seat_edge<=2" --change "crystals_by_place[1]=0..6\"""",
    "people": """Measure matches of people like games of bots, and say where they differ.

For example: motherlode lab people madstone --records my-matches --seats 2""",
    "table": """Write a table in Markdown: a row for each variant, or for each card, and the figures that are asked for.

For example: motherlode lab table trap_the_cap --vary game=basic,tower --columns turns.median,capped""",
}
LAB_MODULES = {"people": "lab_people", "table": "lab_tables"}  # the others are in lab.py


def make_app() -> "App":
    """All commands, none of them imported yet."""
    from cyclopts import App

    app = App(
        name="motherlode",
        help=HELP,
        version=__version__,
        help_format="plaintext",
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    for name, words in COMMANDS.items():
        if name == "lab":
            lab = App(name=name, help=words, help_format="plaintext")
            for part, told in LAB.items():
                lab.command(f"motherlode.cli.{LAB_MODULES.get(part, 'lab')}:{part}", name=part, help=told)
            app.command(lab)
            continue
        app.command(f"motherlode.cli.{name}:{name}", name=name, help=words)
    words = "Let a shell complete words with Tab, from the next time it starts."
    app.command("motherlode.cli.completing:install", name="--install-completion", help=words)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; what to exit with."""
    from cyclopts import CycloptsError

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # Windows would read and write pipes in the code page of the country; records are UTF-8.
            stream.reconfigure(encoding="utf-8" if os.name == "nt" else None, errors="replace")
    try:
        given = list(sys.argv[1:] if arguments is None else arguments)
        result = make_app()(given, exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except MotherlodeError as error:
        return complain(str(error))
    except CycloptsError as error:
        words = str(error).strip().rstrip(".")
        return complain(words[:1].lower() + words[1:])
    except KeyboardInterrupt:
        if arguments is None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # it leaves already
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Python flushes stdout once more at its end; there is nobody to read it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return result if isinstance(result, int) else OK


def complain(message: str) -> int:
    """One line on what is wrong."""
    print(f"motherlode: {' '.join(message.split())}", file=sys.stderr)
    return BAD_INPUT
