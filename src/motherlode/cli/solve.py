"""`motherlode solve`: exact values of a whole game, of a roll or of a position."""

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from motherlode.cli import play
from motherlode.cli.screen import STRONG, Screen
from motherlode.core.contract import GameSpec, Records, Solver
from motherlode.core.errors import BadInput, Code
from motherlode.core.options import read_options
from motherlode.core.registry import find_game, find_solver

BAR_CELLS = 40
FLAG = Parameter(negative="")


def solve(  # parameters: the options of the command line
    game: str,
    /,
    *,
    everything: Annotated[bool, Parameter(name="--all", negative="")] = False,
    roll: str | None = None,
    position: str | None = None,
    save: Path | None = None,
    table: Path | None = None,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
    option: Annotated[list[str] | None, FLAG] = None,
    data: Path | None = None,
    no_colour: Annotated[bool, Parameter(name=["--no-colour", "--no-color"], negative="")] = False,
) -> None:
    """Solve a game exactly: all of it, a roll or a position.

    For example: motherlode solve madcap --roll "r1336 k2245 b1556"

    Args:
        game: The game, as `motherlode games` lists it.
        everything: Solve every position of every roll, and report how the game comes out under perfect play.
        roll: Solve the start of a game with these dice.
        position: Solve a position, from a text such as `position` shows in play.
        save: Keep the solution of the whole game in this file.
        table: Look values up in such a file instead of solving.
        as_json: For machines.
        option: An option of the game, as name=value; may be given several times.
        data: A designer's TOML file with options.
        no_colour: No colours and no control codes.
    """
    if [everything, roll is not None, position is not None].count(True) != 1:
        raise BadInput(Code.BAD_CHOICE, "unclear what to solve: give one of --all, --roll and --position")
    if save is not None and not everything:
        raise BadInput(Code.BAD_CHOICE, f"cannot save {str(save)!r}: --save needs --all")
    if table is not None and everything:
        raise BadInput(Code.BAD_CHOICE, f"cannot use {str(table)!r}: --table is for --roll and --position")
    spec = find_game(game)
    solver = need_solver(spec)
    box = spec.build_box(read_options(spec, play.read_options(option or []), data), spec.seats[0])
    box.flags.writeable = False
    if everything:
        report_all(spec, solver, box, save, None if as_json else Screen(no_colour))
        return
    states = spec.notation.read_position(box, position or "") if roll is None else read_roll(spec, box, roll)
    solution = solver.solve(box, states) if table is None else solver.load_table(table, box).probe(states)
    actions = {spec.notation.write_action(box, states, action): value for action, value in solution.actions.items()}
    if as_json:
        print(msgspec.json.encode({"value": solution.value, "actions": actions}).decode())
    else:
        show_actions(Screen(no_colour), spec.notation.write_position(box, states), solution.value, actions)


def need_solver(spec: GameSpec) -> Solver[Any]:
    """The module that solves a game; raises where there is none."""
    if not spec.solver:
        raise BadInput(Code.BAD_CHOICE, f"cannot solve {spec.name!r}: no exact solution of it is known")
    return find_solver(spec)


def read_roll(spec: GameSpec, box: Records, text: str) -> Records:
    """The start of a game with these dice."""
    read = getattr(spec.notation, "read_roll", None)
    if read is None:
        raise BadInput(Code.BAD_CHOICE, f"cannot solve roll {text!r}: {spec.name} does not begin with a roll")
    states: Records = read(box, text)
    return states


def report_all(spec: GameSpec, solver: Solver[Any], box: Records, save: Path | None, screen: Screen | None) -> None:
    """Solve the whole game under a progress bar; print how it comes out, without a screen as JSON."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    is_shown = sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not is_shown) as progress:
        task = progress.add_task(f"solving {spec.title}", total=None)
        whole = solver.solve_all(box, lambda done, total: progress.update(task, completed=done, total=total))
        if save is not None:
            progress.update(task, description=f"saving {save.name}", total=None)
            solver.save_table(whole, save)
        progress.update(task, description="looking at all rolls", total=None)
        report = whole.report()
    if screen is None:
        print(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
        return
    screen.say(f"{spec.title} under perfect play", STRONG)
    screen.show(outcome_table(report))
    screen.show(histogram(report["rolls_by_value"]))
    screen.show(examples_table(report))
    if save is not None:
        screen.say(f"saved in {save}, {save.stat().st_size / 1e6:.1f} MB")


def outcome_table(report: dict[str, Any]) -> Table:
    """Who wins how often, over real dice."""
    table = Table(show_header=False, box=None)
    table.add_column()
    table.add_column(justify="right")
    for key in ("first_player_wins", "draws", "first_player_loses"):
        table.add_row(key.replace("_", " "), f"{report[key]:.4%}")
    table.add_row("mean margin", f"{report['mean_margin']:+.4f} nuggets")
    table.add_row("positions", f"{report['positions']:,}")
    table.add_row("seconds", f"{report['seconds']:.2f}")
    return table


def histogram(by_value: dict[str, int]) -> Table:
    """How many rolls have each value, with bars."""
    table = Table(title="rolls by margin for the first player", title_justify="left", box=None, show_header=False)
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column()
    most = max(by_value.values())
    for value, count in by_value.items():
        bar = Text("█" * round(BAR_CELLS * count / most) or "▏", colour_of_value(int(value)))
        table.add_row(signed(int(value)), f"{count:,}", bar)
    return table


def examples_table(report: dict[str, Any]) -> Table:
    """The fairest and the most lopsided rolls."""
    table = Table(box=None, title="rolls worth a look", title_justify="left")
    table.add_column("roll", no_wrap=True)
    table.add_column("margin", justify="right")
    table.add_column("why")
    for roll in report["fairest"]:
        why = f"fair: {roll['that_keep_the_draw']} of {roll['first_actions']} first actions keep the draw"
        table.add_row(roll["roll"], signed(roll["value"]), why)
    for roll in report["most_lopsided"]:
        winner = "first" if roll["value"] > 0 else "second"
        table.add_row(roll["roll"], signed(roll["value"]), f"lopsided: the {winner} player wins by most")
    return table


def show_actions(screen: Screen, title: str, value: int, actions: dict[str, int]) -> None:
    """The value of a position and of every action, best first."""
    screen.say(title, STRONG)
    screen.say(f"value {signed(value)}: the margin still to come for the player to act")
    table = Table(box=None)
    table.add_column("action")
    table.add_column("value", justify="right")
    table.add_column()
    for text, worth in sorted(actions.items(), key=lambda item: -item[1]):
        table.add_row(text, Text(signed(worth), colour_of_value(worth)), "best" if worth == value else "")
    if actions:
        screen.show(table)


def signed(value: int) -> str:
    """A margin with its sign; 0 has none."""
    return f"{value:+d}" if value else "0"


def colour_of_value(value: int) -> str:
    """Green for who gains, red for who loses."""
    if value == 0:
        return "yellow"
    return "green" if value > 0 else "red"
