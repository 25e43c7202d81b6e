"""Golden records with damage done to them: each is refused, or tells of a match, for no more work than it is worth.

Work is counted, not timed: calls of functions, and machine code that is made.
"""

import json
import os
import random
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import motherlode
from golden import is_current
from motherlode.core.compiling import IS_PLAIN
from motherlode.core.errors import BadInput
from motherlode.core.registry import find_game

FOLDER = Path(__file__).parents[1] / "games"
RECORDS = sorted(filter(is_current, FOLDER.glob("*/replays/*.txt")))
FEW, MANY = (5, 10) if IS_PLAIN else (20, 60)  # mutations of each record
CALLS_FOR_A_LINE = 12  # that are read, at most
CALLS_FOR_A_HEADER = 60_000  # to look which games there are, and to build the box

NUMBERS = [
    "99999999",
    "2147483648",
    "4294967296",
    "18446744073709551616",
    "9" * 30,
    "9" * 4000,
    "-1",
    "1e9",
    "1e308",
    "0",
]
VALUES = [
    99999999, 2**63, 10**30, -1, 0, 1.5, 1e308, "", "x", "x" * 10**5, [0] * 10**4, [[]] * 10**4, {}, None, True, False,
    1, 2, 7, 200, {"bases": 6, "sector": 40, "spoke": 40, "grey": 1, "yellow": {}}, [99999999], [{"name": "x" * 10**4}],
]  # fmt: skip
NESTED = [opening * depth for opening in ("[", '{"a":') for depth in (100, 900, 5000)]
FILLERS = ["x", "1", "(", " ", ": ", ",", "-", "1 ", "| ", "r1 ", "[", "\u0300", "#"]


@cache
def text_of(path):
    return path.read_text(encoding="utf-8")


def counted(work):
    """What a call gives, or how it is refused, and how many functions were called for it."""
    count = 0

    def note(frame, event, argument):
        nonlocal count
        count += event in {"call", "c_call"}

    found = refused = None
    sys.setprofile(note)
    try:
        found = work()
    except BadInput as error:
        refused = error
    finally:
        sys.setprofile(None)
    return found, refused, count


@cache
def calls_for(path):
    """The work of checking a record that nothing was done to."""
    motherlode.verify(text_of(path))  # once before, since what is read from a file is read once
    found, refused, count = counted(lambda: motherlode.verify(text_of(path)))
    assert refused is None
    assert found.match.log
    return count


def option_line(lines, source):
    """An option of the game with a value that makes no sense, or with too many brackets."""
    name = next(line for line in lines if line.startswith("game: ")).removeprefix("game: ")
    field = source.choice(find_game(name).options.__struct_fields__)
    place = next(number for number, line in enumerate(lines) if line.startswith("options: "))
    options = json.loads(lines[place].removeprefix("options: ")) | {field: source.choice(VALUES)}
    lines[place] = f"options: {json.dumps(options)}"
    if source.random() < 0.2:
        lines[place] = f'options: {{"{field}": {source.choice(NESTED)}'


def number_line(lines, source, until):
    """Another number in a line."""
    places = [number for number, line in enumerate(lines[:until]) if re.search(r"\d", line)]
    place = source.choice(places)
    found = source.choice(list(re.finditer(r"\d+", lines[place])))
    lines[place] = lines[place][: found.start()] + source.choice(NUMBERS) + lines[place][found.end() :]


def mutated(text, source):
    """A record with one thing wrong, and what was done to it."""
    lines = text.split("\n")
    end = lines.index("")
    one, other = source.randrange(len(lines)), source.randrange(len(lines))
    kind = source.choice(
        [
            "flip",
            "swap",
            "double",
            "drop",
            "number",
            "header",
            "option",
            "many",
            "long",
            "scribble",
            "turn",
            "cut",
            "key",
        ]
    )
    if kind == "flip":
        letters = list(text)
        for _ in range(source.choice([1, 2, 5])):
            place = source.randrange(len(letters))
            letters[place] = chr(ord(letters[place]) ^ 1 << source.randrange(7))
        return kind, "".join(letters)
    if kind == "swap":
        lines[one], lines[other] = lines[other], lines[one]
    elif kind == "double":
        lines.insert(other, lines[one])
    elif kind == "drop":
        del lines[one]
    elif kind in {"number", "header"}:
        number_line(lines, source, len(lines) if kind == "number" else end)
    elif kind == "option":
        option_line(lines, source)
    elif kind == "many":
        lines[one : one + 1] = [lines[one]] * source.choice([10, 1000, 20_000])
    elif kind == "long":
        lines[one] += source.choice(FILLERS) * source.choice([100, 10_000, 100_000])
    elif kind == "scribble":
        place = source.randrange(len(lines[one]) + 1)
        lines[one] = lines[one][:place] + source.choice(["?", "x", "1", "-", "|", ",", "9" * 50]) + lines[one][place:]
    elif kind == "turn":
        lines[end + 1 :] = reversed(lines[end + 1 :])
    elif kind == "cut":
        del lines[one:]
    else:
        lines[source.randrange(1, end)] = source.choice(lines[1:end]).upper()
    return kind, "\n".join(lines)


@pytest.mark.parametrize("num_mutations", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_mutated_record_is_refused_for_no_more_work_than_it_is_worth(path, num_mutations):
    source = random.Random(path.name)
    intact = calls_for(path)
    for number in range(num_mutations):
        kind, text = mutated(text_of(path), source)
        found, refused, count = counted(lambda text=text: motherlode.verify(text))
        if refused is None:
            assert motherlode.replay(found.match.record(is_whole=True)).log == found.match.log
        else:
            assert re.match(r"bad record 'record', line \d+: ", str(refused)), (kind, number)
            assert "\n" not in str(refused), (kind, number)
            assert len(str(refused)) < 10_000, (kind, number, str(refused)[:300])
        most = 2 * intact + CALLS_FOR_A_LINE * text.count("\n") + CALLS_FOR_A_HEADER
        assert count <= most, (kind, number, str(refused)[:300])


def test_sizes_are_bounded_before_anything_is_read():
    head = "Motherlode record 1\n"
    for text in (
        head + "\n" * 10**6,
        head + "x" * 5 * 10**6,
        head + "1 x\n" * 10**6,
        head + "#" * 10**7,
        "x" * 10**7,
        "\n" * 10**7,
        head + "game: " + "x" * 10**5,
    ):
        found, refused, count = counted(lambda text=text: motherlode.verify(text))
        assert found is None
        assert len(str(refused)) < 1000
        assert count < 100


HEADERS = """
import json, os, sys
from pathlib import Path

import motherlode
from motherlode.core.errors import BadInput

DAMAGE = [
    ("game", "madcup"), ("game", "x" * 1000), ("rules", "99"), ("rules", "9" * 30), ("ruleset", "0" * 16),
    ("seats", "99"), ("seats", "4294967298"), ("options", '{"levels": 99999999}'), ("options", '{"rounds": 99999999}'),
    ("options", '{"turns": 99999999}'), ("options", '{"rails": 99999999}'), ("options", '{"most_rounds": 99999999}'),
    ("options", '{"turns": 77}'), ("options", '{"rounds": 77}'), ("options", '{"games": 77}'), ("options", "[" * 5000),
    ("player 1", ""), ("player 1", "x" * 1000), ("chance", "seed x"), ("chance", "fair 00"), ("chance", "dice"),
    ("chance", "seed 9999999999999999999"), ("from", "nowhere"), ("player 99", "Zoe"),
]
count = 0
for path in json.loads(sys.argv[1]):
    text = Path(path).read_text(encoding="utf-8")
    for key, value in DAMAGE:
        lines = [line for line in text.split("\\n") if not line.startswith(key + ": ")]
        lines.insert(1, f"{key}: {value}")
        try:
            motherlode.verify("\\n".join(lines))
        except BadInput:
            count += 1
        else:
            raise AssertionError((path, key, value))
made = [path.name for path in Path(os.environ["MOTHERLODE_CACHE"]).rglob("*.nb?")]
print(count, "refused;", "made", made)
"""


def test_nothing_is_compiled_for_a_header_that_is_wrong(tmp_path):
    """A game takes half a minute to compile where that was never done."""
    firsts = {path.parent.parent.name: str(path) for path in reversed(RECORDS)}
    done = subprocess.run(
        [sys.executable, "-c", HEADERS, json.dumps(list(firsts.values()))],
        env=os.environ | {"MOTHERLODE_CACHE": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{24 * len(firsts)} refused; made []\n"
