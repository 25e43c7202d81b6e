"""What must be the same in another process: boxes, and whole games in plain mode; and where it is not."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from motherlode.conformance.subject import Subject
from motherlode.core.contract import CHANCE, GameSpec, Records
from motherlode.table.game import Game


class Answers(msgspec.Struct, array_like=True):
    """A position, and all that a game's kernels say of it."""

    position: bytes
    legal: list[int]
    chance: list[tuple[int, int]]
    scores: list[int]
    outcome: tuple[int | None, list[int]]
    evaluate: bytes  # float32 by seat
    progress: bytes  # likewise
    observe: list[bytes]  # float32, by seat
    action: int | None  # what is played next


def boxes_of(spec: GameSpec, is_backwards: bool = False) -> list[bytes]:
    """The box of each choice of options, built anew, from the first to the last or from the last to the first."""
    choices = Subject(spec).choices
    order = range(len(choices))
    built = {}
    for number in reversed(order) if is_backwards else order:
        options, seats = choices[number]
        again = msgspec.json.decode(msgspec.json.encode(options), type=spec.options)
        built[number] = spec.build_box(again, seats).tobytes()
    return [built[number] for number in order]


def answers_of(spec: GameSpec) -> list[list[Answers]]:
    """For each choice of options the positions of one random game, with all answers."""
    subject = Subject(spec, num_games=1)
    return [list(_answers(subject, game)) for game in subject.games]


def _answers(subject: Subject, game: Game) -> Iterator[Answers]:
    for states, action in subject.positions(game):
        yield Answers(
            states.tobytes(),
            game.legal(states),
            game.chance(states),
            game.scores(states),
            game.outcome(states),
            game.evaluate(states).tobytes(),
            game.progress(states).tobytes(),
            [game.observe(states, seat).tobytes() for seat in range(game.seats)],
            action,
        )


def ask_another_process(spec: GameSpec, question: str, kind: Any, **environment: str) -> Any:
    """What `question`, a call with a spec named `spec`, gives in a process of its own."""
    module, _, name = spec.home.partition(":")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "answer"
        code = (
            "import importlib, pathlib, msgspec; from motherlode.conformance import coverage; "
            "from motherlode.conformance.elsewhere import *; "
            f"spec = getattr(importlib.import_module({module!r}), {name!r}); "
            f"pathlib.Path({str(file)!r}).write_bytes(msgspec.msgpack.encode({question}))"
        )
        result = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stderr
        return msgspec.msgpack.decode(file.read_bytes(), type=kind)


def ask_for_rules(
    spec: GameSpec, options: dict[str, Any], seats: int, position: bytes, action: int | None
) -> list[str]:
    """`coverage.rules_at_work` in plain mode, where nothing needs to be compiled for one step."""
    question = f"coverage.rules_at_work(spec, {options!r}, {seats}, {position!r}, {action!r})"
    found: list[str] = ask_another_process(spec, question, list[str], MOTHERLODE_MODE="plain")
    return found


def check_boxes(subject: Subject) -> None:
    """A box depends on options and seats alone: built again, or elsewhere in another order, it is the same bytes."""
    spec = subject.spec
    boxes = [game.box.tobytes() for game in subject.games]
    others = {
        "built again": boxes_of(spec),
        "built again in another order": boxes_of(spec, is_backwards=True),
    }
    for seed in ("1", "2"):
        others[f"built in another process with PYTHONHASHSEED={seed}"] = ask_another_process(
            spec, "boxes_of(spec, is_backwards=True)", list[bytes], PYTHONHASHSEED=seed
        )
    for how, found in others.items():
        for game, mine, other in zip(subject.games, boxes, found, strict=True):
            words = fields_that_differ(spec.box, mine, other)
            assert not words, f"a box depends on more than options: {how}, {_which(game)} has other {words}"


def check_modes(subject: Subject) -> None:
    """Compiled and plain mode play the same games, byte for byte."""
    spec = subject.spec
    plain = ask_another_process(spec, "answers_of(spec)", list[list[Answers]], MOTHERLODE_MODE="plain")
    games = Subject(spec, num_games=1).games
    for game, mine, other in zip(games, answers_of(spec), plain, strict=True):
        words = first_difference(game, mine, other)
        assert not words, f"compiled and plain mode differ: {_which(game)}, {words}"


def first_difference(game: Game, mine: list[Answers], other: list[Answers]) -> str:
    """Where two accounts of a game part, and all in which they do there; empty where they do not."""
    how_it_came = "at the start"
    for number, (here, there) in enumerate(zip(mine, other, strict=False)):
        if here != there:
            words = "; ".join(_differences(game, here, there))
            return f"position {number}, {how_it_came}: {words} (compiled first, then plain)"
        states = _states(game, here)
        how_it_came = f"after {_name(game, states, here.action)} in {_write(game, states)!r}"
    return "" if len(mine) == len(other) else f"{len(mine)} positions compiled, {len(other)} plain"


def _differences(game: Game, here: Answers, there: Answers) -> Iterator[str]:
    if here.position != there.position:
        yield fields_that_differ(game.spec.state, here.position, there.position)
        return
    where = f"in {_write(game, _states(game, here))!r}"
    for name in ("legal", "chance", "scores", "outcome", "action"):
        if getattr(here, name) != getattr(there, name):
            yield f"{name} says {getattr(here, name)} and {getattr(there, name)} {where}"
    for name in ("evaluate", "progress"):
        if getattr(here, name) != getattr(there, name):
            yield f"{name} says {_floats(getattr(here, name))} and {_floats(getattr(there, name))} {where}"
    names = [feature.name for feature in game.features for _ in range(feature.size)]
    for seat, pair in enumerate(zip(here.observe, there.observe, strict=True)):
        for name, one, another in zip(names, *map(_floats, pair), strict=True):
            if repr(one) != repr(another):
                yield f"observe says {one} and {another} for {name!r} of seat {seat} {where}"


def fields_that_differ(dtype: np.dtype[Any], mine: bytes, other: bytes) -> str:
    """The fields of two records that differ, with both contents."""
    if mine == other:
        return ""
    if len(mine) != len(other):
        return f"size, {len(mine)} and {len(other)} bytes"
    here, there = (np.frombuffer(content, dtype)[0] for content in (mine, other))
    names = [name for name in dtype.names or () if here[name].tobytes() != there[name].tobytes()]
    return ", ".join(f"{name!r}: {here[name].tolist()} and {there[name].tolist()}" for name in names)


def _which(game: Game) -> str:
    return f"{game.spec.name} with {game.seats} seats and {msgspec.to_builtins(game.options)}"


def _states(game: Game, answers: Answers) -> Records:
    return np.frombuffer(answers.position, game.spec.state).copy()


def _floats(content: bytes) -> list[float]:
    return [float(number) for number in np.frombuffer(content, np.float32)]


def _write(game: Game, states: Records) -> str:
    return game.spec.notation.write_position(game.box, states)


def _name(game: Game, states: Records, action: int | None) -> str:
    if action is None:
        return "the end"
    notation = game.spec.notation
    write = notation.write_outcome if game.to_act(states) == CHANCE else notation.write_action
    return repr(write(game.box, states, action))
