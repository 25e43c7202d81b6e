"""Every command with its arguments, as the program knows them: for the page of commands and the manual page."""

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cyclopts import App

from motherlode import __version__
from motherlode.cli import HELP, make_app

EXAMPLE = "For example"


@dataclass(frozen=True)
class Argument:
    """One option or argument of a command."""

    names: tuple[str, ...]
    about: str
    default: str  # empty where there is none
    is_needed: bool


@dataclass(frozen=True)
class Command:
    """A command, by the words that call it."""

    words: str
    about: str  # without its examples
    examples: tuple[str, ...]
    arguments: tuple[Argument, ...]


def commands() -> list[Command]:
    """All commands, those below `lab` with their whole names."""
    return list(_commands(make_app(), "motherlode"))


def _commands(app: App, before: str) -> Iterator[Command]:
    for name in app:
        if name.startswith("-"):
            continue
        below = app[name]
        words = f"{before} {name}"
        about, examples = split_examples(below.help or "")
        arguments = () if below.default_command is None else tuple(_arguments(below))
        yield Command(words, about, examples, arguments)
        yield from _commands(below, words)


def split_examples(text: str) -> tuple[str, tuple[str, ...]]:
    """A help text as what it says, and the commands that it shows."""
    parts = inspect.cleandoc(text).split("\n\n")
    told = [part for part in parts if not part.startswith(EXAMPLE)]
    shown = [part.split(":", 1)[1].strip() for part in parts if part.startswith(EXAMPLE)]
    return "\n\n".join(told), tuple(shown)


def _arguments(app: App) -> Iterator[Argument]:
    for argument in app.assemble_argument_collection(parse_docstring=True):
        if not argument.show:
            continue
        parameter = argument.parameter
        default: Any = argument.field_info.default
        is_told = default not in (None, inspect.Parameter.empty, False, True, "")
        yield Argument(
            tuple(argument.names),
            " ".join((parameter.help or "").split()),
            str(default) if is_told else "",
            argument.required,
        )


def write_commands() -> str:
    """The page of commands."""
    lines = [
        "# Commands",
        "",
        "What `motherlode --help` and `motherlode COMMAND --help` say; `man motherlode` says it too.",
        "",
    ]
    lines += ["Every mistake is one line on stderr and exit code 2.", "", HELP.partition("\n\n")[2], ""]
    lines += ["To complete words with Tab: `motherlode --install-completion`, once.", ""]
    for command in commands():
        lines += [f"## {command.words.removeprefix('motherlode ')}", "", command.about, ""]
        lines += [f"    {example}" for example in command.examples]
        lines.append("")
        if command.arguments:
            lines += ["| argument | | |", "| --- | --- | --- |"]
        for each in command.arguments:
            names = ", ".join(f"`{name}`" for name in each.names)
            told = "needed" if each.is_needed else f"`{each.default}` if left out" if each.default else ""
            lines.append(f"| {names} | {each.about.replace('|', chr(92) + '|')} | {told} |")
        lines.append("")
    return "\n".join(lines)


def write_manual() -> str:
    """The manual page, in roff."""
    lines = [
        f'.TH MOTHERLODE 1 "" "motherlode {__version__}" "Motherlode"',
        ".SH NAME",
        "motherlode \\- tabletop games, exact to their rulebooks, in a terminal",
        ".SH SYNOPSIS",
        ".B motherlode",
        ".I COMMAND",
        "[\\fIARGUMENTS\\fR]",
        ".SH DESCRIPTION",
        *roff(HELP),
        ".SH COMMANDS",
    ]
    for command in commands():
        lines += [f".SS {escape(command.words)}", *roff(command.about)]
        for example in command.examples:
            lines += [".PP", "Example:", ".PP", ".RS", ".nf", escape(example), ".fi", ".RE"]
        for each in command.arguments:
            lines += [".TP", ", ".join(f"\\fB{escape(name)}\\fR" for name in each.names)]
            default = f" Without it: {each.default}." if each.default else ""
            lines.append(escape(f"{each.about}{default}") or "\\&")
    lines += [
        ".SH EXIT STATUS",
        "0 when all went well, 2 after a mistake, which is told in one line on standard error. "
        "\\fBmotherlode lab compare\\fR ends with 1 where something guarded got worse, "
        "and with 3 where that is not known yet.",
        ".SH ENVIRONMENT",
        ".TP",
        "\\fBMOTHERLODE_DATA\\fR",
        "The folder for tables, nets and what else is kept.",
        ".TP",
        "\\fBNO_COLOR\\fR",
        "No colours and no control codes.",
    ]
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    """A text as roff wants it."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def roff(text: str) -> list[str]:
    """Paragraphs."""
    lines: list[str] = []
    for part in text.split("\n\n"):
        lines += [".PP", escape(" ".join(part.split()))]
    return lines
